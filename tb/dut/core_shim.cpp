// The decision core's Verilated models, one for each build, behind tb/dut/core.h.
#include "tb/dut/core.h"

#include <memory>
#include <new>

#include "Vcore_high.h"
#include "Vcore_low.h"
#include "Vcore_low_sema_pkg.h"
#include "verilated.h"

static_assert(Vcore_low_sema_pkg::Lanes == LANES && Vcore_low_sema_pkg::CounterBits == COUNTER_BITS,
              "rtl/sema_pkg.sv and csim/interface/numbers.h differ");

struct core_rtl {
    virtual ~core_rtl() = default;
    virtual void edge(const core_in &in, core_out &out) = 0;
};

namespace {

// A vector port of fields of `bits` bits, least significant word first: field i.
template <typename Port> int64_t signed_field(const Port &port, unsigned bits, unsigned i) {
    uint64_t value = 0;
    for (unsigned b = 0; b < bits; b++) {
        const unsigned at = i * bits + b;
        value |= static_cast<uint64_t>(port[at / 32] >> (at % 32) & 1) << b;
    }
    return static_cast<int64_t>(value << (64 - bits)) >> (64 - bits);
}

template <typename Model> struct core_of : core_rtl {
    VerilatedContext context;
    Model top{&context};

    void edge(const core_in &in, core_out &out) override {
        top.rst_ni = !in.reset;
        top.valid_i = in.valid;
        top.used_i = in.used;
        for (unsigned l = 0; l < LANES; l++)
            top.demand_i[l] = in.demand[l];
        top.return_i = in.returns;
        top.hbm_lane_i = in.hbm_lane;
        for (unsigned k = 0; k < 3; k++)
            top.amount_i[k] = in.amount[k];
        top.window_write_i = in.window_write;
        top.window_lane_i = in.window_lane;
        top.window_i = in.window;
        top.clk_i = 0;
        top.eval();
        out = {};
        if (top.decided_o) {
            out.decided = true;
            out.grant = top.grant_o;
            out.refused = top.refused_o;
            for (unsigned l = 0; l < LANES; l++)
                out.headroom[l] = signed_field(top.headroom_o, COUNTER_BITS + 1, l);
        }
        top.clk_i = 1;
        top.eval();
    }
};

} // namespace

core_rtl *core_rtl_open(core_build build) {
    if (build == CORE_HIGH_RATE)
        return new (std::nothrow) core_of<Vcore_high>;
    return new (std::nothrow) core_of<Vcore_low>;
}

void core_rtl_close(core_rtl *core) {
    delete core;
}

void core_rtl_edge(core_rtl *core, const core_in *in, core_out *out) {
    core->edge(*in, *out);
}
