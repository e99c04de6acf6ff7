// The one C++ file: struct edge_in to the Verilated model's ports, its ports to struct edge_out.
// Names and widths of ports are those of rtl/README.md sections 3 and 7.
#include "shim.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#ifndef SEMA_SHIM_DEEP_H // else they are included, under other names
#include "Vsemacredit.h"
#include "Vsemacredit___024root.h"
#endif
#include "verilated.h"
#include "verilated_fst_c.h"
#if VM_COVERAGE
#include "Vsemacredit__Syms.h"
#include "verilated_cov.h"
#include <string>
#include <unistd.h>
#endif

#include "shim_numbers.h"

// One thread: more are slower for a model of this size, and would be started for each. What nothing
// has set, in builds with `--x-initial unique`, is drawn with the seed SEMA_INITIAL_STATE, or zero
// without one. A context comes before its model, which asks at once.
struct context : VerilatedContext {
    context() {
        threads(1);
        if (const char *seed = std::getenv("SEMA_INITIAL_STATE")) {
            randReset(2);
            randSeed(std::atoi(seed));
        }
    }
};

struct shim {
    struct context context;
    Vsemacredit top{&context};
    std::unique_ptr<VerilatedFstC> wave;
    uint64_t cycle = 0; // of the next clock; kept for waves only
    uint32_t clock_ps = 1000;
};

namespace {

constexpr unsigned IdBits = DEPTH_OF_BUILD <= 128 ? 7 : 8;
static_assert(DEPTH_OF_BUILD == 1u << IdBits, "the shim packs ids of 7 or 8 bits");
static_assert(SERVICE_BITS == 16 && HBM_LANES % 2 == 0 && LANES % 2 == 0,
              "the shim packs services and multiplier words two to a port's word");

void apply(Vsemacredit &top, const edge_in &in) {
    top.rst_ni = !in.reset;
    top.op_valid_i = in.op_valid;
    top.op_tag_i = in.tag;
    top.op_opcode_i = in.opcode;
    top.op_address_i = in.address;
    top.op_length_i = in.length;
    top.op_response_length_i = in.response_length;
    top.op_wire_bytes_i = in.wire_bytes;
    top.op_urgent_i = in.urgent;
    top.op_domain_i = in.domain;
    top.pause_i = in.pause;
    top.hbm_valid_i = in.hbm_valid;
    if (in.hbm_valid) {
        uint64_t ids = 0;
        for (unsigned p = 0; p < HBM_LANES; p++)
            ids |= static_cast<uint64_t>(in.hbm_id[p]) << (p * IdBits);
        top.hbm_id_i = ids;
        for (unsigned p = 0; p < HBM_LANES; p += 2)
            top.hbm_service_i[p / 2] = in.hbm_service[p] | uint32_t{in.hbm_service[p + 1]} << 16;
    }
    top.atomic_valid_i = in.atomic_valid;
    top.atomic_id_i = static_cast<CData>(in.atomic_id);
    top.atomic_service_i = in.atomic_service;
    top.response_valid_i = in.response_valid;
    top.response_id_i = static_cast<CData>(in.response_id);
    top.response_service_i = in.response_service;
    top.done_valid_i = in.done_valid;
    top.done_id_i = static_cast<CData>(in.done_id);
    top.axi_awvalid_i = in.axi_awvalid;
    top.axi_awaddr_i = in.axi_awaddr;
    top.axi_wvalid_i = in.axi_wvalid;
    top.axi_wdata_i = in.axi_wdata;
    top.axi_wstrb_i = in.axi_wstrb;
    top.axi_bready_i = in.axi_bready;
    top.axi_arvalid_i = in.axi_arvalid;
    top.axi_araddr_i = in.axi_araddr;
    top.axi_rready_i = in.axi_rready;
    top.now_i = in.now;
    top.grant_ready_i = in.grant_ready;
}

void show(const Vsemacredit &model, edge_out &out) {
    // The ports themselves, not the references to them that the model offers: they are read in
    // every clock.
    const Vsemacredit___024root &top = *model.rootp;
    out.order = top.commit_order_o;
    out.tag = top.commit_tag_o;
    out.demand[CLASS_HBM] = top.commit_hbm_o;
    out.demand[CLASS_ATOMIC] = top.commit_atomic_o;
    out.demand[CLASS_RESPONSE] = top.commit_response_o;
    out.window_value = top.commit_window_value_o;
    out.amount[CLASS_HBM] = top.commit_hbm_amount_o;
    out.amount[CLASS_ATOMIC] = top.commit_atomic_amount_o;
    out.amount[CLASS_RESPONSE] = top.commit_response_amount_o;
    for (unsigned lane = 0; lane < LANES; lane++) {
        out.debt[lane] = top.commit_debt_o[lane];
        out.grant_credit[lane] = top.grant_credit_o[lane];
    }
    for (unsigned lane = 0; lane < LANES; lane += 2) {
        const uint32_t pair = top.commit_multiplier_o[lane / 2];
        out.multiplier[lane] = static_cast<uint16_t>(pair);
        out.multiplier[lane + 1] = static_cast<uint16_t>(pair >> 16);
    }
    out.calibrate = top.commit_calibrate_o;
    out.id = top.commit_id_o;
    out.mask = top.commit_mask_o;
    out.return_id[CLASS_HBM] = top.commit_hbm_id_o;
    out.return_id[CLASS_ATOMIC] = top.commit_atomic_id_o;
    out.return_id[CLASS_RESPONSE] = top.commit_response_id_o;
    out.done_id = top.commit_done_id_o;
    out.op_ready = top.op_ready_o;
    out.hbm_ready = top.hbm_ready_o;
    out.quiet = top.quiet_o;
    out.grant_valid = top.grant_valid_o;
    out.reset = top.commit_reset_o;
    out.window = top.commit_window_o;
    out.window_lane = top.commit_window_lane_o;
    out.kind = top.commit_kind_o;
    out.lane = top.commit_lane_o;
    out.return_kind[CLASS_HBM] = top.commit_hbm_kind_o;
    out.return_kind[CLASS_ATOMIC] = top.commit_atomic_kind_o;
    out.return_kind[CLASS_RESPONSE] = top.commit_response_kind_o;
    out.hbm_lane = top.commit_hbm_lane_o;
    out.retire = top.commit_retire_o;
    out.done_kind = top.commit_done_kind_o;
    out.axi_awready = top.axi_awready_o;
    out.axi_wready = top.axi_wready_o;
    out.axi_bvalid = top.axi_bvalid_o;
    out.axi_bresp = top.axi_bresp_o;
    out.axi_arready = top.axi_arready_o;
    out.axi_rvalid = top.axi_rvalid_o;
    out.axi_rdata = top.axi_rdata_o;
    out.axi_rresp = top.axi_rresp_o;
    std::memset(out.zero, 0, sizeof out.zero);
}

// Coverage builds (make coverage) write the counts of each model to a file of its own in the folder
// SEMA_COVERAGE.
#if VM_COVERAGE
void write_coverage(VerilatedContext &context) {
    static unsigned models;
    const char *folder = std::getenv("SEMA_COVERAGE");
    if (folder)
        context.coveragep()->write((std::string(folder) + "/" + std::to_string(getpid()) + "-" +
                                    std::to_string(models++) + ".dat")
                                       .c_str());
}

// The counters are an array of the model's.
unsigned lines(Vsemacredit &top, uint32_t *counts, unsigned room) {
    unsigned count = 0;
    for (auto &point : top.rootp->vlSymsp->__Vcoverage) {
        if (count < room)
            counts[count++] = point;
        point = 0;
    }
    return count;
}
#else
void write_coverage(VerilatedContext &) {}
unsigned lines(Vsemacredit &, uint32_t *, unsigned) {
    return 0;
}
#endif

// Lets the clock fall. No flop takes that edge, and all that depends on beats is evaluated at the
// rising one again: where this Verilator keeps the clock's last value under a name known here, it
// is told instead of evaluated. The last argument only ranks the three.
template <class Root>
auto fall(Vsemacredit &, Root &root, int) -> decltype(void(root.__Vtrigrprev__TOP__clk_i)) {
    root.__Vtrigrprev__TOP__clk_i = 0;
}
template <class Root>
auto fall(Vsemacredit &, Root &root, int) -> decltype(void(root.__Vtrigprevexpr___TOP__clk_i__0)) {
    root.__Vtrigprevexpr___TOP__clk_i__0 = 0;
}
template <class Root> void fall(Vsemacredit &top, Root &, long) {
    top.clk_i = 0;
    top.eval();
}

inline void clock(shim *shim, const edge_in &in) {
    Vsemacredit &top = shim->top;
    fall(top, *top.rootp, 0);
    apply(top, in);
    top.clk_i = 1;
    top.eval();
}

// The same with waves: beats appear half a clock before the edge that takes them.
void clock_waves(shim *shim, const edge_in &in) {
    Vsemacredit &top = shim->top;
    shim->cycle += in.gap;
    const uint64_t rise = shim->cycle * shim->clock_ps;
    apply(top, in);
    top.clk_i = 0;
    top.eval();
    if (rise > 0)
        shim->wave->dump(rise - shim->clock_ps / 2);
    top.clk_i = 1;
    top.eval();
    shim->wave->dump(rise);
    shim->cycle++;
}

} // namespace

extern "C" {

unsigned shim_depth(void) {
    return DEPTH_OF_BUILD;
}

struct shim *shim_open(void) {
    auto *shim = new (std::nothrow) struct shim;
    if (!shim)
        return nullptr;
    shim->context.traceEverOn(true);
    // The first evaluation sets the model up, with a low clock. Nothing is promised before a reset.
    shim->context.assertOn(false);
    edge_in in{};
    in.reset = 1;
    apply(shim->top, in);
    shim->top.clk_i = 0;
    shim->top.eval();
    clock(shim, in);
    clock(shim, in);
    shim->context.assertOn(true);
    return shim;
}

void shim_close(struct shim *shim) {
    if (!shim)
        return;
    shim_wave_stop(shim);
    shim->top.final();
    write_coverage(shim->context);
    // A model's scopes are erased from the thread's current context, which must therefore be its
    // own.
    Verilated::threadContextp(&shim->context);
    delete shim;
}

void shim_edge(struct shim *shim, const struct edge_in *in, struct edge_out *out) {
    if (shim->wave)
        clock_waves(shim, *in);
    else
        clock(shim, *in);
    show(shim->top, *out);
}

void shim_edge_bare(struct shim *shim, const struct edge_in *in) {
    clock(shim, *in);
}

unsigned shim_lines(struct shim *shim, uint32_t *counts, unsigned room) {
    return lines(shim->top, counts, room);
}

bool shim_wave_start(struct shim *shim, const char *path, uint64_t cycle, uint32_t clock_ps) {
    shim_wave_stop(shim);
    auto wave = std::make_unique<VerilatedFstC>();
    shim->top.trace(wave.get(), 99);
    wave->open(path);
    if (!wave->isOpen())
        return false;
    shim->wave = std::move(wave);
    shim->cycle = cycle;
    shim->clock_ps = clock_ps;
    return true;
}

void shim_wave_stop(struct shim *shim) {
    if (!shim->wave)
        return;
    shim->wave->close();
    shim->wave.reset();
}

} // extern "C"
