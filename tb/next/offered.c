#include "tb/next/offered.h"

bool offered_responds(const struct offered *op) {
    return op->opcode == 1 || op->reply || op->response_length > 0;
}

bool offered_is_legal(const struct path_size *size, const struct offered *op) {
    const bool atomic = op->opcode >= 8;
    return (op->opcode <= 2 || atomic) && op->stage < (atomic ? size->atomic : size->hbm) &&
           (!offered_responds(op) || op->engine < size->response);
}

unsigned offered_port(const struct path_size *size, const struct offered *op, unsigned part) {
    if (part == 0)
        return op->opcode >= 8 ? (unsigned)size->hbm + op->stage : op->stage;
    return part == 1 ? (unsigned)size->hbm + size->atomic + op->engine : path_lanes(size);
}

unsigned offered_group(const struct offered *op, uint32_t small_limit) {
    return op->urgent ? 0 : op->wire_bytes <= small_limit ? 1 : 2;
}

bool offered_ready(const struct path_size *size, const struct offered *op, uint32_t small_limit,
                   const struct path_out *out) {
    const bool *const lane = out->op_ready[offered_group(op, small_limit)];
    if (!offered_is_legal(size, op))
        return lane[0];
    return lane[offered_port(size, op, 0)] &&
           (!offered_responds(op) || lane[offered_port(size, op, 1)]);
}

uint32_t offered_wire(const struct path_size *size, const struct offered *op) {
    enum { HEADER = 64 };
    const uint64_t most = (UINT64_C(1) << size->wire_w) - 1, wire = HEADER + (uint64_t)op->length;
    return (uint32_t)(wire < most ? wire : most);
}

void offered_drive(struct path_in *in, const struct offered *op, uint64_t tag, bool again) {
    in->op_valid = true;
    in->op_again = again;
    in->op_tag = tag;
    in->op_opcode = op->opcode;
    in->op_stage = op->stage;
    in->op_engine = op->engine;
    in->op_length = op->length;
    in->op_response_length = op->response_length;
    in->op_reply = op->reply;
    in->op_wire_bytes = op->wire_bytes;
    in->op_urgent = op->urgent;
    in->op_domain = op->domain;
}
