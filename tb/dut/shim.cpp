// The one C++ file: struct edge_in to the Verilated model's ports, its ports to struct edge_out.
#include "tb/dut/shim.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <string>

// The Verilated class, the table of the model, and its reservations (the build's -GDepth=).
#ifndef SHIM_MODEL
#define SHIM_MODEL Vsemacredit
#endif
#ifndef SHIM_TABLE
#define SHIM_TABLE shim_fast
#define SHIM_FAST
#endif
#ifndef DEPTH_OF_BUILD
#define DEPTH_OF_BUILD DEPTH
#endif

// A name that Verilator makes of the class's, and the header NAME.h.
#define SHIM_JOINED(model, suffix) model##suffix
#define SHIM_JOIN(model, suffix)   SHIM_JOINED(model, suffix)
#define SHIM_NAME(suffix)          SHIM_JOIN(SHIM_MODEL, suffix)
#define SHIM_QUOTED(name)          #name
#define SHIM_HEADER(name)          SHIM_QUOTED(name.h)

#include SHIM_HEADER(SHIM_MODEL)
#include SHIM_HEADER(SHIM_NAME(___024root))
#include SHIM_HEADER(SHIM_NAME(_sema_pkg))
#include "verilated.h"
#include "verilated_sym_props.h"
#include "verilated_syms.h"
#if VM_TRACE
#include "Vsema_beside.h"
#include "verilated_fst_c.h"
#endif
#if VM_COVERAGE
#include "verilated_cov.h"
#include <unistd.h>
#endif

#include "csim/interface/edge_fields.h"
#include "tb/dut/port_table.h"
#include "tb/dut/probe_map.h"

using Block = SHIM_MODEL;
using Root = SHIM_NAME(___024root);
// All combinational logic, from the flops as they are: Verilator calls it before the first clock.
__attribute__((weak)) void SHIM_NAME(___024root___eval_settle)(Root *root); // where there is one

// Every number that C and the RTL share: the build stops where two differ.
#define SAME(number, twin, value)                                                                  \
    static_assert(static_cast<uint64_t>(SHIM_NAME(_sema_pkg)::twin) == number,                     \
                  "rtl/sema_pkg.sv and csim/interface/numbers.h differ in " #number);
#ifndef SHIM_SIZED // sizes are the parameters of the RTL then
SHARED_SIZES(SAME)
#endif
SHARED_NUMBERS(SAME)
SHARED_RESPONSES(SAME)
SHARED_OPCODES(SAME)
SHARED_CLASSES(SAME)
SHARED_DECISIONS(SAME)
SHARED_CHANNELS(SAME)
SAME(ERRORS, Errors, )

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

// Of models with assertions: on where SEMA_CHECKED is set.
bool asserts() {
    return std::getenv("SEMA_CHECKED") != nullptr;
}

struct model {
    struct context context;
    Block top{&context};
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

constexpr unsigned IdBits = 31 - __builtin_clz(DEPTH_OF_BUILD);
static_assert(DEPTH_OF_BUILD == 1u << IdBits, "an id has all values");
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "a vector's bits begin with its first byte");

template <class Port, class Value> void put(Port &port, Value value) {
    port = static_cast<Port>(value);
}

// Values of `Bits` each side by side in a port, whose type depends on parameters. Where a value
// fills its type, both lie in memory alike.
template <unsigned Bits, class Port, class Value, std::size_t Count>
void put_each(Port &port, const Value (&values)[Count]) {
    static_assert(sizeof port * 8 >= Bits * Count, "a port has all values");
    if constexpr (Bits == 8 * sizeof(Value)) {
        std::memcpy(&port, values, sizeof values);
    } else {
        uint32_t words[(Bits * Count + 31) / 32 + 1] = {};
        uint64_t held = 0;
        unsigned bits = 0, word = 0;
        for (std::size_t i = 0; i < Count; i++, bits += Bits) {
            if (bits >= 32) {
                words[word++] = static_cast<uint32_t>(held);
                held >>= 32;
                bits -= 32;
            }
            held |= static_cast<uint64_t>(values[i]) << bits;
        }
        words[word] = static_cast<uint32_t>(held);
        words[word + 1] = static_cast<uint32_t>(held >> 32);
        std::memcpy(&port, words, sizeof port);
    }
}
template <unsigned Bits, class Port, class Value, std::size_t Count>
void get_each(const Port &port, Value (&values)[Count]) {
    static_assert(sizeof port * 8 >= Bits * Count, "a port has all values");
    if constexpr (Bits == 8 * sizeof(Value)) {
        std::memcpy(values, &port, sizeof values);
    } else {
        uint8_t bytes[sizeof port + sizeof(uint64_t)] = {};
        std::memcpy(bytes, &port, sizeof port);
        for (std::size_t i = 0; i < Count; i++) {
            uint64_t held;
            std::memcpy(&held, bytes + i * Bits / 8, sizeof held);
            values[i] = static_cast<Value>(held >> i * Bits % 8 & ((uint64_t{1} << Bits) - 1));
        }
    }
}

void apply(Block &top, const edge_in &in) {
    top.rst_ni = !in.reset;
#define INPUT(port, member, ...) put(top.port, in.member);
#define NOTHING(...)
    INPUT_PORTS(INPUT, NOTHING)
    if (!in.hbm_valid)
        return;
    put_each<IdBits>(top.hbm_id_i, in.hbm_id);
    put_each<SERVICE_BITS>(top.hbm_service_i, in.hbm_service);
}

void show(const Block &model, edge_out &out) {
    // The ports themselves, not the references to them that the model offers: they are read in
    // every clock.
    const Root &top = *model.rootp;
#define SHOW(port, member, ...) out.member = top.port;
    OUTPUT_PORTS(SHOW, NOTHING)
    get_each<COUNTER_BITS>(top.commit_debt_o, out.debt);
    get_each<COUNTER_BITS>(top.grant_credit_o, out.grant_credit);
    get_each<16>(top.commit_multiplier_o, out.multiplier);
    std::memset(out.zero, 0, sizeof out.zero);
}

// Ports that show counts and words as they are at rest, or in another model.
template <class Ports>
void put_lanes(Ports &to, const uint32_t (&credit)[LANES], const uint16_t (&multiplier)[LANES]) {
    put_each<COUNTER_BITS>(to.grant_credit_o, credit);
    put_each<16>(to.commit_multiplier_o, multiplier);
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

#else
void write_coverage(VerilatedContext &) {}
#endif

// Lets the clock fall. No flop takes that edge, and all that depends on beats is evaluated at the
// rising one again: where this Verilator keeps the clock's last value under a name known here, it
// is told instead of evaluated. The last argument only ranks the three.
template <class Root>
auto fall(Block &, Root &root, int) -> decltype(void(root.__Vtrigrprev__TOP__clk_i)) {
    root.__Vtrigrprev__TOP__clk_i = 0;
}
template <class Root>
auto fall(Block &, Root &root, int) -> decltype(void(root.__Vtrigprevexpr___TOP__clk_i__0)) {
    root.__Vtrigprevexpr___TOP__clk_i__0 = 0;
}
template <class Root> void fall(Block &top, Root &, long) {
    top.clk_i = 0;
    top.eval();
}

inline void clock(model &model, const edge_in &in) {
    Block &top = model.top;
    fall(top, *top.rootp, 0);
    apply(top, in);
    top.clk_i = 1;
    top.eval();
}

// --- waves --------------------------------------------------------------------------------------

#if VM_TRACE
// Which parts do not agree; the parts are those of a report (tb/failure/failure_about.h).
void show_differences(Vsema_beside &to, const edge_out &a, const edge_out &b) {
    const auto differ = [&](edge_subject subject) { return edge_out_differs(&a, &b, subject); };
    to.differs_decision = differ(EDGE_DECISION);
    to.differs_return = differ(EDGE_RETURN);
    to.differs_debt = differ(EDGE_DEBT);
    to.differs_change = differ(EDGE_WINDOW) || differ(EDGE_MULTIPLIER);
    to.differs_message = differ(EDGE_MESSAGE);
    to.differs_access = differ(EDGE_ACCESS);
    to.differs_ready = differ(EDGE_READY);
    to.differs = std::memcmp(&a, &b, sizeof a) != 0;
}

void show_values(Vsema_beside &to, const edge_out &out) {
#define PUT(port, member, ...) put(to.port, out.member);
    OUTPUT_PORTS(PUT, NOTHING)
    put_lanes(to, out.grant_credit, out.multiplier);
    put_each<COUNTER_BITS>(to.commit_debt_o, out.debt);
}

void show_beside(model &model) {
    edge_out dut;
    show(model.top, dut);
    show_values(model.beside, model.ref);
    show_differences(model.beside, dut, model.ref);
    model.beside.eval();
    model.has_ref = false;
}

// A clock with waves: beats appear half a clock before the edge that takes them.
void clock_waves(model &model, const edge_in &in) {
    Block &top = model.top;
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
void set_outputs(Root &top, const block_state &state) {
    top.axi_rdata_o = state.axi_rdata;
    top.axi_rresp_o = state.axi_rresp;
    top.axi_bresp_o = state.axi_bresp;
    top.grant_valid_o = state.grant_valid;
    top.commit_order_o = state.order;
    put_lanes(top, state.sent, state.registers.multiplier);
}

// All flops of the table. False: the block has others.
bool set_flops(model &model, const probe_state *probe) {
    bool fits = true;
    for (unsigned number = 0; fits && probe_flops[number].name; number++)
        fits = set_flop(model, number, probe);
    return fits;
}

// The block comes to rest by itself, out of reset, so that all that is no part of the state is as
// at rest; then its state is set. Flops that follow from others come to agree with them in some
// clocks of a pause, in which nothing is chosen and no message due; what went on in these is set
// back.
bool shim_set(struct shim *shim, const probe_state *probe) {
    enum { CLOCKS_TO_REST = QUIET_CLOCKS + ID_QUEUE, CLOCKS_TO_AGREE = 16 };
    model &model = *model_of(shim);
    if (!SHIM_NAME(___024root___eval_settle))
        return false;
    model.context.assertOn(false);
    edge_in in{};
    in.now = probe->state.now;
    in.pause = 1;
    for (unsigned i = 0; i < CLOCKS_TO_REST; i++)
        clock(model, in);
    probe_state paused = *probe;
    paused.state.paused = 1;
    paused.state.registers.grant = {};
    const bool fits = set_flops(model, &paused);
    SHIM_NAME(___024root___eval_settle)(model.top.rootp);
    for (unsigned i = 0; i < CLOCKS_TO_AGREE; i++)
        clock(model, in);
    set_flops(model, probe);
    set_outputs(*model.top.rootp, probe->state);
    SHIM_NAME(___024root___eval_settle)(model.top.rootp);
    model.context.assertOn(asserts());
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
    model->context.assertOn(asserts());
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

constexpr shim_ops table = {DEPTH_OF_BUILD,  shim_open,      shim_close,
                            shim_edge,       shim_edge_bare, shim_set,
                            shim_wave_start, shim_wave_stop, shim_wave_ref};

} // namespace

extern "C" const shim_ops SHIM_TABLE = table;
#ifdef SHIM_ALONE // no other model of this depth,
extern "C" const shim_ops shim_checked = table;
#ifndef SHIM_BESIDE_DEEP // and mostly of no other
extern "C" const shim_ops shim_deep{};
#endif
#endif

#ifdef SHIM_FAST
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
