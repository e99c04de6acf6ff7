// sema_queues, Verilated, as the golden model is driven (csim/golden/queues.h).
#pragma once

#include "csim/golden/queues.h"

#ifdef __cplusplus
extern "C" {
#endif

// The size that the model was compiled for.
struct queues_size queues_rtl_size(void);

// One clock. Payload whose valid is low gets arbitrary values.
void queues_rtl_step(const struct queues_in *in, struct queues_out *out);

#ifdef __cplusplus
}

// The request port of rtl/spec/queues.md, 11.1, of a Verilated model: of sema_queues alone, or of
// the endpoint around it.

// A port has as many bits as it has.
template <typename Port> void set_port(Port &to, uint64_t value) {
    to = static_cast<Port>(value);
}

template <typename Model> void drive_request(Model &model, const path_in &op) {
    model.rst_ni = op.rst_n;
    model.in_valid_i = op.op_valid;
    set_port(model.in_tag_i, op.op_tag);
    model.in_opcode_i = op.op_opcode;
    model.in_stage_i = op.op_stage;
    model.in_engine_i = op.op_engine;
    model.in_length_i = op.op_length;
    model.in_response_length_i = op.op_response_length;
    set_port(model.in_wire_bytes_i, op.op_wire_bytes);
    model.in_urgent_i = op.op_urgent;
    model.in_domain_i = op.op_domain;
    model.in_again_i = op.op_again;
}
#endif
