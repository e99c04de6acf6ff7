#include "tb/queues/queues_rtl.h"

#include "Vqueues.h"
#include "verilated.h"

extern "C" queues_size queues_rtl_size() {
    queues_size size = {};
    size.block.hbm = NHBM;
    size.block.atomic = NATOMIC;
    size.block.response = NRESPONSE;
    size.block.tag_w = TAGW;
    size.block.wire_w = WIREW;
    size.entries = ENTRIES;
    size.streams = STREAMS;
    return size;
}

static void drive(Vqueues &model, const queues_in &in) {
    const unsigned lanes = NHBM + NATOMIC + NRESPONSE;
    uint64_t ready = 0;
    for (unsigned k = 0; k < 3 * lanes; k++)
        ready |= static_cast<uint64_t>(in.ready[k / lanes][k % lanes]) << k;
    drive_request(model, in.op);
    model.in_reply_i = in.op.op_reply;
    set_port(model.small_limit_i, in.op.small_limit);
    set_port(model.op_ready_i, ready);
    model.decision_i = in.decision;
    model.decision_domain_i = in.decision_domain;
    model.answer_i = in.answer;
    model.answer_domain_i = in.answer_domain;
}

extern "C" void queues_rtl_step(const queues_in *in, queues_out *out) {
    static Vqueues model;
    drive(model, *in);
    model.clk_i = 0;
    model.eval();
    *out = {};
    out->in_ready = model.in_ready_o;
    out->full = model.full_o;
    out->full_tag = model.full_tag_o;
    out->used = model.used_o;
    out->offer.op_valid = model.op_valid_o;
    out->offer.op_tag = model.op_tag_o;
    out->offer.op_opcode = model.op_opcode_o;
    out->offer.op_stage = model.op_stage_o;
    out->offer.op_engine = model.op_engine_o;
    out->offer.op_length = model.op_length_o;
    out->offer.op_response_length = model.op_response_length_o;
    out->offer.op_reply = model.op_reply_o;
    out->offer.op_wire_bytes = model.op_wire_bytes_o;
    out->offer.op_urgent = model.op_urgent_o;
    out->offer.op_domain = model.op_domain_o;
    out->offer.op_again = model.op_again_o;
    model.clk_i = 1;
    model.eval();
}
