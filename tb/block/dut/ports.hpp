// struct path_in to the ports of a Verilated top that has those of the admission path, its ports to
// struct path_out. SIZE is that of the build: the parameters are -G of Verilator and -D of the
// file.
#ifndef SEMA_BLOCK_PORTS_HPP
#define SEMA_BLOCK_PORTS_HPP

#include <cstring>

#include "csim/golden/path.h"

static const path_size SIZE = {NHBM,  NATOMIC, NRESPONSE, CNTW, DEPTH,
                               SLOTS, TAGW,    GENW,      AGEW, WIREW};

inline unsigned id_w() {
    return path_id_w(&SIZE);
}

inline unsigned handle_w() {
    return 2 + SIZE.gen_w + id_w();
}

// Where a field of a port begins, whatever Verilator made of the port: 64 bits of memory from the
// byte of its first bit on, or what there is. Fields that do not begin a byte have at most 57 bits.
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a port begins with its first byte");
struct slice {
    std::size_t byte, count;
    unsigned shift;
    uint64_t mask;
    slice(std::size_t port_bytes, unsigned at, unsigned width)
        : byte(at / 8), count(port_bytes - byte < 8 ? port_bytes - byte : 8), shift(at % 8),
          mask(width < 64 ? (UINT64_C(1) << width) - 1 : UINT64_MAX) {}
    template <typename Port> uint64_t read(const Port &port) const {
        uint64_t value = 0;
        const char *from = reinterpret_cast<const char *>(&port) + byte;
        if (count == 8) // of a length that is known: a load
            std::memcpy(&value, from, 8);
        else
            std::memcpy(&value, from, count);
        return value;
    }
};

template <typename Port> uint64_t bits(const Port &port, unsigned at, unsigned width) {
    const slice part(sizeof port, at, width);
    return part.read(port) >> part.shift & part.mask;
}

template <typename Port> void put(Port &port, unsigned at, unsigned width, uint64_t value) {
    const slice part(sizeof port, at, width);
    const uint64_t word = (part.read(port) & ~(part.mask << part.shift)) | (value & part.mask)
                                                                               << part.shift;
    std::memcpy(reinterpret_cast<char *>(&port) + part.byte, &word, part.count);
}

// A port of up to 64 bits.
template <typename Port> void set(Port &port, uint64_t value) {
    port = static_cast<Port>(value);
}

template <typename Top> void drive_path(Top *top, const path_in *in) {
    const unsigned hw = handle_w();
    top->rst_ni = in->rst_n;
    top->op_valid_i = in->op_valid;
    set(top->op_tag_i, in->op_tag);
    top->op_opcode_i = in->op_opcode;
    top->op_stage_i = in->op_stage;
    top->op_engine_i = in->op_engine;
    top->op_length_i = in->op_length;
    top->op_response_length_i = in->op_response_length;
    top->op_reply_i = in->op_reply;
    set(top->op_wire_bytes_i, in->op_wire_bytes);
    top->op_urgent_i = in->op_urgent;
    top->op_domain_i = in->op_domain;
    top->op_again_i = in->op_again;
    for (unsigned i = 0; i < NHBM; i++) {
        put(top->hbm_valid_i, i, 1, in->hbm_valid[i]);
        put(top->hbm_handle_i, i * hw, hw, in->hbm_handle[i]);
    }
    for (unsigned i = 0; i < NATOMIC; i++) {
        put(top->atomic_valid_i, i, 1, in->atomic_valid[i]);
        put(top->atomic_handle_i, i * hw, hw, in->atomic_handle[i]);
    }
    for (unsigned i = 0; i < NRESPONSE; i++) {
        put(top->response_valid_i, i, 1, in->response_valid[i]);
        put(top->response_handle_i, i * hw, hw, in->response_handle[i]);
    }
    top->done_valid_i = in->done_valid;
    set(top->done_handle_i, in->done_handle);
    top->epoch_i = in->epoch;
    top->pause_i = in->pause;
}

template <typename Top> void show_path(const Top *top, path_out *out) {
    const unsigned hw = handle_w(), lanes = path_lanes(&SIZE), channels = path_channels(&SIZE);
    std::memset(out, 0, sizeof *out);
    for (unsigned g = 0; g < PATH_GROUPS; g++)
        for (unsigned l = 0; l < lanes; l++)
            out->op_ready[g][l] = bits(top->op_ready_o, g * lanes + l, 1);
    for (unsigned i = 0; i < NHBM; i++)
        out->hbm_ready[i] = bits(top->hbm_ready_o, i, 1);
    for (unsigned i = 0; i < NATOMIC; i++)
        out->atomic_ready[i] = bits(top->atomic_ready_o, i, 1);
    for (unsigned i = 0; i < NRESPONSE; i++)
        out->response_ready[i] = bits(top->response_ready_o, i, 1);
    out->done_ready = top->done_ready_o;
    out->answer_kind = top->answer_kind_o;
    out->answer_handle = top->answer_handle_o;
    out->answer_tag = top->answer_tag_o;
    out->decision_kind = top->decision_kind_o;
    out->decision_handle = top->decision_handle_o;
    out->decision_tag = top->decision_tag_o;
    out->trace_kind = top->trace_kind_o;
    out->trace_handle = top->trace_handle_o;
    out->trace_tag = top->trace_tag_o;
    out->trace_mask = bits(top->trace_mask_o, 0, lanes + 1);
    out->trace_stage = top->trace_stage_o;
    out->trace_response = top->trace_response_o;
    for (unsigned k = 0; k < channels; k++) {
        out->free_valid[k] = bits(top->free_valid_o, k, 1);
        out->free_handle[k] = static_cast<uint32_t>(bits(top->free_handle_o, k * hw, hw));
        out->return_kind[k] = static_cast<uint8_t>(bits(top->trace_return_kind_o, 2 * k, 2));
        out->return_lane[k] = static_cast<uint8_t>(bits(top->trace_return_lane_o, 6 * k, 6));
        out->return_handle[k] = static_cast<uint32_t>(bits(top->trace_return_handle_o, k * hw, hw));
        out->return_amount[k] =
            static_cast<uint32_t>(bits(top->trace_return_amount_o, k * CNTW, CNTW));
    }
}

// A rising edge, after the inputs have been driven.
template <typename Top> void clock_top(Top *top) {
    top->clk_i = 0;
    top->eval();
    top->clk_i = 1;
    top->eval();
}

#endif
