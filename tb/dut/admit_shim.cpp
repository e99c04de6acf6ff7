// The Verilated models of the stages, each in both forms, behind tb/dut/admit.h.
#include "tb/dut/admit.h"

#include <memory>
#include <new>

#include "Vdecide_gates.h"
#include "Vdecide_words.h"
#include "Vdemand_gates.h"
#include "Vdemand_words.h"
#include "Vlookup_gates.h"
#include "Vlookup_words.h"
#include "verilated.h"

struct admit {
    virtual ~admit() = default;
    virtual void edge(const demand_in &in, demand_out &out) = 0;
    virtual void edge(const decide_in &in, decide_out &out) = 0;
    virtual void edge(const lookup_in &in, lookup_out &out) = 0;
};

namespace {

// A port of one or of many words; narrow ports are integers.
uint32_t word(uint32_t port, unsigned) {
    return port;
}
template <std::size_t Words> uint32_t word(const VlWide<Words> &port, unsigned i) {
    return port[i];
}
void set_word(uint32_t &port, unsigned, uint32_t value) {
    port = value;
}
template <std::size_t Words> void set_word(VlWide<Words> &port, unsigned i, uint32_t value) {
    port[i] = value;
}
void set_word(uint64_t &port, unsigned i, uint32_t value) {
    port = i == 0 ? (port >> 32 << 32 | value) : (port << 32 >> 32 | uint64_t{value} << 32);
}

template <typename Model> void clock(Model &top) {
    top.clk_i = 0;
    top.eval();
    top.clk_i = 1;
    top.eval();
}

template <typename Model> void set_registers(Model &top, const demand_registers &r) {
    for (unsigned b = 0; b < 3; b++) {
        top.map_mask_i[2 * b] = static_cast<uint32_t>(r.map_mask[b]);
        top.map_mask_i[2 * b + 1] = static_cast<uint32_t>(r.map_mask[b] >> 32);
    }
    for (unsigned a = 0; a < 8; a += 2)
        top.atomic_service_i[a / 2] = r.atomic_service[a] | uint32_t{r.atomic_service[a + 1]} << 16;
    top.response_fixed_i = r.response_fixed;
    top.response_reciprocal_i = r.response_reciprocal;
    top.hbm_reciprocal_i = r.hbm_reciprocal;
    for (unsigned l = 0; l < LANES; l += 2)
        top.multiplier_i[l / 2] = r.multiplier[l] | uint32_t{r.multiplier[l + 1]} << 16;
    top.quantum_hbm_i = r.quantum_hbm;
    top.quantum_time_i = r.quantum_time;
}

// HbmCopies and TimeCopies are how often an operation's demand comes.
template <typename Demand, typename Decide, typename Lookup, unsigned HbmCopies,
          unsigned TimeCopies, unsigned TagCopies>
struct admit_of : admit {
    VerilatedContext context;
    Demand demand{&context, "demand"};
    Decide decide{&context, "decide"};
    Lookup lookup{&context, "lookup"};

    void edge(const demand_in &in, demand_out &out) override {
        demand.rst_ni = !in.reset;
        demand.op_opcode_i = in.opcode;
        demand.op_address_i = in.address;
        demand.op_length_i = in.length;
        demand.op_response_length_i = in.response_length;
        demand.inserted_i = in.inserted;
        demand.insert_index_i = in.insert_slot;
        set_registers(demand, in.registers);
        demand.change_i = in.change;
        demand.read_i = in.read;
        demand.read_index_i = in.read_slot;
        clock(demand);
        out = {};
        out.hold = demand.hold_o;
        out.walking = demand.walking_o;
        out.known = demand.known_o;
        out.scaled = demand.scaled_o;
        if (out.scaled) {
            out.lane = static_cast<uint8_t>(demand.lane_o);
            out.used = demand.used_o & 7;
            out.demand[0] = word(demand.hbm_o, 0);
            out.demand[1] = word(demand.atomic_o, 0);
            out.demand[2] = word(demand.response_o, 0);
        }
        out.estimate[0] = demand.hbm_estimate_o;
        out.estimate[1] = demand.atomic_estimate_o;
        out.estimate[2] = demand.response_estimate_o;
    }

    void edge(const decide_in &in, decide_out &out) override {
        decide.rst_ni = !in.reset;
        decide.valid_i = in.valid;
        decide.try_i = in.tried;
        decide.first_i = in.first;
        decide.known_i = in.known;
        decide.last_denied_i = in.last_denied;
        decide.lane_i = in.used & ((1U << HBM_LANES) - 1);
        decide.time_i = static_cast<uint8_t>(in.used >> HBM_LANES);
        for (unsigned k = 0; k < HbmCopies; k++)
            set_word(decide.hbm_i, k, in.demand[0]);
        for (unsigned k = 0; k < TimeCopies; k++) {
            set_word(decide.atomic_i, k, in.demand[1]);
            set_word(decide.response_i, k, in.demand[2]);
        }
        decide.found_i = in.found;
        decide.return_i = in.returns;
        decide.hbm_lane_i = in.hbm_lane;
        for (unsigned k = 0; k < CLASSES; k++)
            decide.amount_i[k] = in.amount[k];
        decide.window_write_i = in.window_write;
        decide.window_lane_i = in.window_lane;
        decide.window_i = in.window;
        decide.retire_i = in.retires;
        decide.limit_i = in.limit;
        clock(decide);
        out.grant_now = decide.grant_now_o;
        out.other_now = decide.other_now_o;
        out.grant = decide.grant_o;
        out.reject = decide.reject_o;
        out.repeat = decide.repeat_o;
        out.deny = decide.deny_o;
        out.deny_changed = decide.deny_changed_o;
        out.refused = decide.refused_o;
        out.refused_class = decide.refused_class_o;
        out.over = decide.over_o;
        out.used = decide.used_o;
        for (unsigned l = 0; l < LANES; l++) {
            out.debt[l] = decide.debt_o[l];
            out.headroom[l] = int64_t{decide.room_o[l]} -
                              (decide.under_o >> l & 1 ? int64_t{1} << COUNTER_BITS : 0);
        }
        out.full = decide.full_o;
    }

    void edge(const lookup_in &in, lookup_out &out) override {
        lookup.grant_i = in.grant;
        lookup.id_i = in.id;
        lookup.tag_i = in.tag;
        for (unsigned i = 0; i < 4; i++)
            lookup.held_i[i] = static_cast<uint32_t>(in.held[i / 2] >> i % 2 * 32);
        lookup.look_i = in.look;
        for (unsigned k = 0; k < TagCopies; k++)
            set_word(lookup.look_tag_i, k, in.look_tag);
        clock(lookup);
        out.found = lookup.found_o;
        out.id = lookup.id_o;
    }
};

} // namespace

admit *admit_open(admit_form form) {
    if (form == ADMIT_WORDS)
        return new (std::nothrow) admit_of<Vdemand_words, Vdecide_words, Vlookup_words, 1, 1, 1>;
    return new (std::nothrow)
        admit_of<Vdemand_gates, Vdecide_gates, Vlookup_gates, HBM_LANES / 2 + 1, 2, DEPTH / 16>;
}

void admit_close(admit *admit) {
    delete admit;
}

void demand_edge(admit *admit, const demand_in *in, demand_out *out) {
    admit->edge(*in, *out);
}

void decide_edge(admit *admit, const decide_in *in, decide_out *out) {
    admit->edge(*in, *out);
}

void lookup_edge(admit *admit, const lookup_in *in, lookup_out *out) {
    admit->edge(*in, *out);
}
