extern "C" {
#include "tb/ledger/ledger_golden.h"
}

#include "Vledger.h"

#define SLOTS 0
#define TAGW  1
#define GENW  8
#define AGEW  1
#define WIREW 1
#include "tb/block/dut/port_bits.hpp"

namespace {

uint64_t mask_of(const ledger_charge &charge) {
    return UINT64_C(1) << charge.stage | UINT64_C(1) << charge.response;
}

uint8_t epoch_of(uint32_t handle) {
    return static_cast<uint8_t>(handle >> (BITS_HANDLE - 2) & 3);
}

uint16_t id_of(uint32_t handle) {
    return static_cast<uint16_t>(handle & ones(id_bits(DEPTH)));
}

} // namespace

extern "C" ledger_size ledger_rtl_size() {
    return {SIZE, PEERS};
}

extern "C" void ledger_rtl_step(const ledger_in *in, ledger_out *out) {
    static Vledger top;
    top.rst_ni = in->rst_n;
    top.begin_i = in->begin;
    top.restart_i = in->restart;
    to_port<LANES, CNTW>(top.window_i, in->window);
    put(top.share_i, 0, 10, in->share);
    top.ask_valid_i = in->ask_valid;
    top.ask_peer_i = in->ask.peer;
    put(top.ask_mask_i, 0, LANES, mask_of(in->ask));
    put(top.ask_stage_i, 0, CNTW, in->ask.stage_demand);
    put(top.ask_response_i, 0, CNTW, in->ask.response_demand);
    top.message_valid_i = in->message_valid;
    top.message_epoch_i = in->message_epoch;
    to_port<LANES, CNTW>(top.message_credit_i, in->message_credit);
    top.decision_kind_i = in->decision_kind;
    top.decision_epoch_i = epoch_of(in->decision_handle);
    top.decision_id_i = id_of(in->decision_handle);
    top.decision_peer_i = in->decision.peer;
    put(top.decision_mask_i, 0, LANES, mask_of(in->decision));
    put(top.decision_stage_i, 0, CNTW, in->decision.stage_demand);
    put(top.decision_response_i, 0, CNTW, in->decision.response_demand);
    to_port<FIELD_EACH_CHANNEL, 1>(top.free_valid_i, in->free_valid);
    for (unsigned k = 0; k < FIELD_EACH_CHANNEL; k++) {
        put(top.free_epoch_i, 2 * k, 2, epoch_of(in->free_handle[k]));
        put(top.free_id_i, id_bits(DEPTH) * k, id_bits(DEPTH), id_of(in->free_handle[k]));
    }
    top.clk_i = 0;
    top.eval();
    *out = {};
    out->send = top.send_o;
    for (unsigned p = 0; p < PEERS; p++)
        out->idle[p] = bits(top.idle_o, p, 1);
    top.clk_i = 1;
    top.eval();
}
