// The one C++ file: struct edge_in to the Verilated model's ports, its ports to struct edge_out.
// Names and widths of ports are those of rtl/spec/ports.md.
#include "tb/dut/shim.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>

#ifndef SHIM_NAMED // else they are included, under other names
#include "Vsemacredit.h"
#include "Vsemacredit___024root.h"
#endif
#include "verilated.h"
#include "verilated_sym_props.h"
#include "verilated_syms.h"
#if VM_TRACE
#include "Vsema_beside.h"
#include "verilated_fst_c.h"
#endif
#if VM_COVERAGE
#include "Vsemacredit__Syms.h"
#include "verilated_cov.h"
#include <unistd.h>
#endif

#include "tb/dut/probe_map.h"
#include "tb/dut/shim_numbers.h"

// All combinational logic, from the flops as they are: Verilator calls it before the first clock.
__attribute__((weak)) void
Vsemacredit___024root___eval_settle(Vsemacredit___024root *root); // where there is one

namespace {

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

struct model {
    struct context context;
    Vsemacredit top{&context};
#if VM_TRACE
    std::unique_ptr<VerilatedFstC> wave;
    Vsema_beside beside{&context, "ref"};
    edge_out ref{};
    bool has_ref = false; // for the clock to come
#endif
    uint64_t cycle = 0; // of the next clock; kept for waves only
    uint32_t clock_ps = 1000;
};

model *model_of(struct shim *shim) {
    return reinterpret_cast<model *>(shim);
}

constexpr unsigned IdBits = DEPTH_OF_BUILD <= 128 ? 7 : 8;
static_assert(DEPTH_OF_BUILD == 1u << IdBits, "the shim packs ids of 7 or 8 bits");
static_assert(SERVICE_BITS == 16 && HBM_LANES % 2 == 0 && LANES % 2 == 0,
              "the shim packs services and multiplier words two to a port's word");

// Ports whose type depends on parameters.
template <typename Port> void set(Port &port, uint16_t value) {
    port = static_cast<Port>(value);
}
[[maybe_unused]] void set_ids(QData &port, const edge_in &in) {
    QData ids = 0;
    for (unsigned p = 0; p < HBM_LANES; p++)
        ids |= static_cast<QData>(in.hbm_id[p]) << (p * IdBits);
    port = ids;
}
template <std::size_t Words> void set_ids(VlWide<Words> &port, const edge_in &in) {
    for (unsigned bit = 0; bit < HBM_LANES * IdBits; bit++)
        VL_ASSIGNBIT_WI(bit, port, in.hbm_id[bit / IdBits] >> bit % IdBits & 1);
}

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
    set(top.hbm_valid_i, in.hbm_valid);
    if (in.hbm_valid) {
        set_ids(top.hbm_id_i, in);
        for (unsigned p = 0; p < HBM_LANES; p += 2)
            top.hbm_service_i[p / 2] = in.hbm_service[p] | uint32_t{in.hbm_service[p + 1]} << 16;
    }
    top.atomic_valid_i = in.atomic_valid;
    set(top.atomic_id_i, in.atomic_id);
    top.atomic_service_i = in.atomic_service;
    top.response_valid_i = in.response_valid;
    set(top.response_id_i, in.response_id);
    top.response_service_i = in.response_service;
    top.done_valid_i = in.done_valid;
    set(top.done_id_i, in.done_id);
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

inline void clock(model &model, const edge_in &in) {
    Vsemacredit &top = model.top;
    fall(top, *top.rootp, 0);
    apply(top, in);
    top.clk_i = 1;
    top.eval();
}

// --- waves --------------------------------------------------------------------------------------

#if VM_TRACE
template <class Member> bool differ(const edge_out &a, const edge_out &b, Member member) {
    return std::memcmp(&(a.*member), &(b.*member), sizeof(a.*member)) != 0;
}
template <class... Members> bool any_differs(const edge_out &a, const edge_out &b, Members... m) {
    return (differ(a, b, m) || ...);
}

// Which parts do not agree; the parts are those of a report (tb/failure/failure_about.h).
void show_differences(Vsema_beside &to, const edge_out &a, const edge_out &b) {
    using out = edge_out;
    to.differs_decision =
        any_differs(a, b, &out::kind, &out::tag, &out::mask, &out::id, &out::lane, &out::demand);
    to.differs_return = any_differs(a, b, &out::return_kind, &out::return_id, &out::amount,
                                    &out::hbm_lane, &out::retire, &out::done_kind, &out::done_id);
    to.differs_debt = any_differs(a, b, &out::debt);
    to.differs_change = any_differs(a, b, &out::reset, &out::window, &out::window_lane,
                                    &out::window_value, &out::calibrate, &out::multiplier);
    to.differs_message = any_differs(a, b, &out::grant_valid, &out::grant_credit);
    to.differs_access =
        any_differs(a, b, &out::axi_awready, &out::axi_wready, &out::axi_bvalid, &out::axi_bresp,
                    &out::axi_arready, &out::axi_rvalid, &out::axi_rdata, &out::axi_rresp);
    to.differs_ready = any_differs(a, b, &out::op_ready, &out::hbm_ready, &out::quiet, &out::order);
    to.differs = std::memcmp(&a, &b, sizeof a) != 0;
}

void show_events(Vsema_beside &to, const edge_out &out) {
    to.commit_order_o = out.order;
    to.commit_reset_o = out.reset;
    to.commit_window_o = out.window;
    to.commit_window_lane_o = out.window_lane;
    to.commit_window_value_o = out.window_value;
    to.commit_calibrate_o = out.calibrate;
    to.commit_kind_o = out.kind;
    to.commit_tag_o = out.tag;
    set(to.commit_id_o, out.id);
    to.commit_mask_o = out.mask;
    to.commit_lane_o = out.lane;
    to.commit_hbm_o = out.demand[CLASS_HBM];
    to.commit_atomic_o = out.demand[CLASS_ATOMIC];
    to.commit_response_o = out.demand[CLASS_RESPONSE];
    to.commit_hbm_kind_o = out.return_kind[CLASS_HBM];
    to.commit_atomic_kind_o = out.return_kind[CLASS_ATOMIC];
    to.commit_response_kind_o = out.return_kind[CLASS_RESPONSE];
    set(to.commit_hbm_id_o, out.return_id[CLASS_HBM]);
    set(to.commit_atomic_id_o, out.return_id[CLASS_ATOMIC]);
    set(to.commit_response_id_o, out.return_id[CLASS_RESPONSE]);
    to.commit_hbm_lane_o = out.hbm_lane;
    to.commit_hbm_amount_o = out.amount[CLASS_HBM];
    to.commit_atomic_amount_o = out.amount[CLASS_ATOMIC];
    to.commit_response_amount_o = out.amount[CLASS_RESPONSE];
    to.commit_done_kind_o = out.done_kind;
    set(to.commit_done_id_o, out.done_id);
    to.commit_retire_o = out.retire;
}

void show_levels(Vsema_beside &to, const edge_out &out) {
    to.op_ready_o = out.op_ready;
    set(to.hbm_ready_o, out.hbm_ready);
    to.quiet_o = out.quiet;
    to.grant_valid_o = out.grant_valid;
    to.axi_awready_o = out.axi_awready;
    to.axi_wready_o = out.axi_wready;
    to.axi_bvalid_o = out.axi_bvalid;
    to.axi_bresp_o = out.axi_bresp;
    to.axi_arready_o = out.axi_arready;
    to.axi_rvalid_o = out.axi_rvalid;
    to.axi_rdata_o = out.axi_rdata;
    to.axi_rresp_o = out.axi_rresp;
    for (unsigned lane = 0; lane < LANES; lane++) {
        to.grant_credit_o[lane] = out.grant_credit[lane];
        to.commit_debt_o[lane] = out.debt[lane];
    }
    for (unsigned lane = 0; lane < LANES; lane += 2)
        to.commit_multiplier_o[lane / 2] = out.multiplier[lane] | uint32_t{out.multiplier[lane + 1]}
                                                                      << 16;
}

void show_beside(model &model) {
    edge_out dut;
    show(model.top, dut);
    show_events(model.beside, model.ref);
    show_levels(model.beside, model.ref);
    show_differences(model.beside, dut, model.ref);
    model.beside.eval();
    model.has_ref = false;
}

// A clock with waves: beats appear half a clock before the edge that takes them.
void clock_waves(model &model, const edge_in &in) {
    Vsemacredit &top = model.top;
    model.cycle += in.gap;
    const uint64_t rise = model.cycle * model.clock_ps;
    apply(top, in);
    top.clk_i = 0;
    top.eval();
    if (rise > 0)
        model.wave->dump(rise - model.clock_ps / 2);
    top.clk_i = 1;
    top.eval();
    if (model.has_ref)
        show_beside(model);
    model.wave->dump(rise);
    model.cycle++;
}

void shim_wave_stop(struct shim *shim) {
    model &model = *model_of(shim);
    if (!model.wave)
        return;
    model.wave->close();
    model.wave.reset();
}

bool shim_wave_start(struct shim *shim, const char *path, uint64_t cycle, uint32_t clock_ps) {
    model &model = *model_of(shim);
    shim_wave_stop(shim);
    auto wave = std::make_unique<VerilatedFstC>();
    model.top.trace(wave.get(), 99);
    model.beside.trace(wave.get(), 99);
    wave->open(path);
    if (!wave->isOpen())
        return false;
    model.wave = std::move(wave);
    model.cycle = cycle;
    model.clock_ps = clock_ps;
    return true;
}

void shim_wave_ref(struct shim *shim, const edge_out *ref) {
    model &model = *model_of(shim);
    model.ref = *ref;
    model.has_ref = true;
}

bool has_wave(const model &model) {
    return model.wave != nullptr;
}
#else
void shim_wave_ref(struct shim *, const edge_out *) {}
void clock_waves(model &, const edge_in &) {}
void shim_wave_stop(struct shim *) {}
bool shim_wave_start(struct shim *, const char *, uint64_t, uint32_t) {
    return false;
}
bool has_wave(const model &) {
    return false;
}
#endif

// --- flops that are set -------------------------------------------------------------------------

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "a vector's bits begin with its first byte");

// Writes `bits` of a value at a bit's place of a vector.
void put_bits(uint8_t *vector, unsigned place, unsigned bits, uint64_t value) {
    for (unsigned bit = 0; bit < bits; bit++) {
        uint8_t &byte = vector[(place + bit) / 8];
        const unsigned at = (place + bit) % 8;
        byte = static_cast<uint8_t>((byte & ~(1u << at)) | (value >> bit & 1) << at);
    }
}

// Bits of an element. From 5.034 on `elements(0)`, which older ones have only, is 1 for every flop.
template <class Var> auto width_of(const Var &var, int) -> decltype(unsigned(var.entBits())) {
    return var.entBits();
}
template <class Var> unsigned width_of(const Var &var, long) {
    return static_cast<unsigned>(var.elements(0));
}

// A flop that is narrower than it should be keeps what it can.
bool set_flop(model &model, unsigned number, const probe_state *probe) {
    const probe_flop &flop = probe_flops[number];
    const std::string name =
        std::string("TOP.semacredit") + (flop.scope[0] ? "." : "") + flop.scope;
    const VerilatedScope *const scope = model.context.scopeFind(name.c_str());
    VerilatedVar *const var = scope ? scope->varFind(flop.name) : nullptr;
    if (!var)
        return flop.check;
    auto *const data = static_cast<uint8_t *>(var->datap());
    // Of a single bit, and of an array of such, there is no width to ask for.
    const bool single = flop.bits == 1 && (flop.array || flop.count == 1);
    const unsigned width = single ? 1 : width_of(*var, 0);
    if (flop.array && !single && var->totalSize() != flop.count * var->entSize())
        return false;
    for (unsigned i = 0; i < flop.count; i++) {
        const uint64_t value = probe_value(probe, number, i);
        const unsigned first = flop.array ? 0 : i * flop.bits;
        const unsigned bits = first >= width              ? 0
                              : width - first < flop.bits ? width - first
                                                          : flop.bits;
        put_bits(flop.array ? data + i * var->entSize() : data, first, bits, value);
    }
    return true;
}

// Outputs of the top that are flops.
void set_outputs(Vsemacredit___024root &top, const block_state &state) {
    top.axi_rdata_o = state.axi_rdata;
    top.axi_rresp_o = state.axi_rresp;
    top.axi_bresp_o = state.axi_bresp;
    top.grant_valid_o = state.grant_valid;
    top.commit_order_o = state.order;
    for (unsigned lane = 0; lane < LANES; lane++)
        top.grant_credit_o[lane] = state.sent[lane];
    for (unsigned lane = 0; lane < LANES; lane += 2)
        top.commit_multiplier_o[lane / 2] =
            state.registers.multiplier[lane] | uint32_t{state.registers.multiplier[lane + 1]} << 16;
}

// The block comes to rest by itself, out of reset, so that all that is no part of the state is as
// at rest; then its state is set, and what depends on it is settled.
bool shim_set(struct shim *shim, const probe_state *probe) {
    enum { CLOCKS_TO_REST = 16 };
    model &model = *model_of(shim);
    if (!Vsemacredit___024root___eval_settle)
        return false;
    model.context.assertOn(false);
    edge_in in{};
    in.now = probe->state.now;
    in.pause = probe->state.paused;
    for (unsigned i = 0; i < CLOCKS_TO_REST; i++)
        clock(model, in);
    bool fits = true;
    for (unsigned number = 0; fits && probe_flops[number].name; number++)
        fits = set_flop(model, number, probe);
    set_outputs(*model.top.rootp, probe->state);
    Vsemacredit___024root___eval_settle(model.top.rootp);
    model.context.assertOn(true);
    return fits;
}

// --- the boundary -------------------------------------------------------------------------------

struct shim *shim_open() {
    auto *const model = new (std::nothrow) struct model;
    if (!model)
        return nullptr;
    model->context.traceEverOn(true);
    // The first evaluation sets the model up, with a low clock. Nothing is promised before a reset.
    model->context.assertOn(false);
    edge_in in{};
    in.reset = 1;
    apply(model->top, in);
    model->top.clk_i = 0;
    model->top.eval();
    clock(*model, in);
    clock(*model, in);
    model->context.assertOn(true);
    return reinterpret_cast<struct shim *>(model);
}

void shim_close(struct shim *shim) {
    model *const model = model_of(shim);
    if (!model)
        return;
    shim_wave_stop(shim);
    model->top.final();
#if VM_TRACE
    model->beside.final();
#endif
    write_coverage(model->context);
    // A model's scopes are erased from the thread's current context, which must therefore be its
    // own.
    Verilated::threadContextp(&model->context);
    delete model;
}

void shim_edge(struct shim *shim, const edge_in *in, edge_out *out) {
    model &model = *model_of(shim);
    if (has_wave(model))
        clock_waves(model, *in);
    else
        clock(model, *in);
    show(model.top, *out);
}

void shim_edge_bare(struct shim *shim, const edge_in *in) {
    clock(*model_of(shim), *in);
}

unsigned shim_lines(struct shim *shim, uint32_t *counts, unsigned room) {
    return lines(model_of(shim)->top, counts, room);
}

constexpr shim_ops table = {DEPTH_OF_BUILD, shim_open, shim_close,      shim_edge,
                            shim_edge_bare, shim_set,  shim_wave_start, shim_wave_stop,
                            shim_wave_ref,  shim_lines};

} // namespace

#ifndef SHIM_TABLE
#define SHIM_TABLE shim_fast
#endif
extern "C" const shim_ops SHIM_TABLE = table;
#ifdef SHIM_ALONE // no other model of this depth
extern "C" const shim_ops shim_probe = table;
#endif

#ifndef SHIM_NAMED
#ifndef SHIM_RTL
#define SHIM_RTL "rtl"
#endif
extern "C" const char *shim_verilator() {
    return Verilated::productVersion();
}
extern "C" const char *shim_rtl() {
    return SHIM_RTL;
}
#endif
