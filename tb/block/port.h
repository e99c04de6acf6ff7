// What is offered at the port of the block; and ports of completions by number: partitions, Atomic
// engines, response engines, done.
#pragma once

#include "csim/base/std.h"
#include "csim/golden/block.h"

// An operation as it is offered (rtl/spec/ports.md, 1.3).
struct offered {
    uint8_t opcode, stage, engine, domain;
    bool urgent, reply;
    uint32_t length, response_length, wire_bytes;
};

static inline bool offered_responds(const struct offered *op) {
    return op->opcode == 1 || op->reply || op->response_length > 0;
}

// Not one that will be rejected (decision.md, 3.2).
static inline bool offered_is_legal(const struct path_size *size, const struct offered *op) {
    const bool atomic = op->opcode >= 8;
    return (op->opcode <= 2 || atomic) && op->stage < (atomic ? size->atomic : size->hbm) &&
           (!offered_responds(op) || op->engine < size->response);
}

// The port of what it may owe: 0 stage, 1 response, 2 done.
static inline unsigned offered_port(const struct path_size *size, const struct offered *op,
                                    unsigned part) {
    if (part == 0)
        return op->opcode >= 8 ? (unsigned)size->hbm + op->stage : op->stage;
    return part == 1 ? path_stages(size) + op->engine : path_lanes(size);
}

// The number of a response engine among these.
static inline unsigned port_engine(const struct path_size *size, unsigned lane) {
    return lane - size->hbm - size->atomic;
}

// Its group, and whether all its classes are ready (waiting.md, 2.1).
static inline unsigned offered_group(const struct offered *op, uint32_t small_limit) {
    return op->urgent ? 0 : op->wire_bytes <= small_limit ? 1 : 2;
}

static inline bool offered_ready(const struct path_size *size, const struct offered *op,
                                 uint32_t small_limit, const struct path_out *out) {
    const bool *const lane = out->op_ready[offered_group(op, small_limit)];
    if (!offered_is_legal(size, op))
        return lane[0];
    return lane[offered_port(size, op, 0)] &&
           (!offered_responds(op) || lane[offered_port(size, op, 1)]);
}

// What is wider than so many bits is the most.
static inline uint32_t port_within(uint64_t value, unsigned bits) {
    const uint64_t most = (UINT64_C(1) << bits) - 1;
    return (uint32_t)(value < most ? value : most);
}

// The wire bytes of a header, and of what a write or a notification brings.
static inline uint32_t offered_wire(const struct path_size *size, const struct offered *op) {
    enum { HEADER = 64 };
    return port_within(HEADER + (uint64_t)op->length, size->wire_w);
}

static inline struct offered offered_of(const struct path_in *in) {
    return (struct offered){.opcode = in->op_opcode,
                            .stage = in->op_stage,
                            .engine = in->op_engine,
                            .domain = in->op_domain,
                            .urgent = in->op_urgent,
                            .reply = in->op_reply,
                            .length = in->op_length,
                            .response_length = in->op_response_length,
                            .wire_bytes = in->op_wire_bytes};
}

static inline void offered_drive(struct path_in *in, const struct offered *op, uint64_t tag,
                                 bool again) {
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

// What a lane is of, as settings of each kind count it: 0 partitions, 1 Atomic, 2 response engines.
static inline unsigned lane_kind(const struct path_size *size, unsigned lane) {
    return lane < size->hbm ? 0 : lane < path_stages(size) ? 1 : 2;
}

// The channel of a port (rtl/spec/ports.md, 1.2).
static inline unsigned port_channel(const struct path_size *size, unsigned port) {
    return port < size->hbm ? 0 : port - size->hbm + 1;
}

// Its element of a field that partitions, Atomic engines, response engines and done have.
#define PORT_ELEMENT(size, port, hbm_field, atomic_field, response_field, done_field)              \
    ((port) < (size)->hbm                    ? &(hbm_field)[port]                                  \
     : (port) < (size)->hbm + (size)->atomic ? &(atomic_field)[(port) - (size)->hbm]               \
     : (port) < path_lanes(size) ? &(response_field)[(port) - (size)->hbm - (size)->atomic]        \
                                 : (done_field))

static inline bool *port_valid(struct path_in *in, const struct path_size *size, unsigned port) {
    return PORT_ELEMENT(size, port, in->hbm_valid, in->atomic_valid, in->response_valid,
                        &in->done_valid);
}

static inline uint32_t *port_handle(struct path_in *in, const struct path_size *size,
                                    unsigned port) {
    return PORT_ELEMENT(size, port, in->hbm_handle, in->atomic_handle, in->response_handle,
                        &in->done_handle);
}

// NULL: done has none.
static inline uint16_t *port_observed(struct block_in *in, const struct path_size *size,
                                      unsigned port) {
    return PORT_ELEMENT(size, port, in->hbm_observed, in->atomic_observed, in->response_observed,
                        NULL);
}

static inline bool port_ready(const struct path_out *out, const struct path_size *size,
                              unsigned port) {
    return *PORT_ELEMENT(size, port, out->hbm_ready, out->atomic_ready, out->response_ready,
                         &out->done_ready);
}

// A completion of that handle is offered at the port in this clock.
static inline void port_beat(struct path_in *in, const struct path_size *size, unsigned port,
                             uint32_t handle) {
    *port_valid(in, size, port) = true;
    *port_handle(in, size, port) = handle;
}
