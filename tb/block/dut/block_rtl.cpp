// The Verilated semacredit behind struct block_model, compiled once for each model of a program:
// RTL_MODEL is its class, RTL_FAST or RTL_CHECKED what it is for; without either it is the only
// one. RTL_FOLDER is where its RTL is.
#include "tb/block/dut/block_rtl.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#define RTL_QUOTED(name)  #name
#define RTL_HEADER(name)  RTL_QUOTED(name.h)
#define RTL_ROOT(name)    RTL_QUOTED(name##___024root.h)
#define RTL_ROOT_OF(name) RTL_ROOT(name)
#include RTL_HEADER(RTL_MODEL)
#if VM_TRACE
#include RTL_ROOT_OF(RTL_MODEL)
#endif
#include "tb/block/dut/port_bits.hpp"
#include "tb/block/dut/rtl_base.hpp"
#include "verilated.h"
#if VM_TRACE
#include "verilated_fst_c.h"
#endif
#if VM_COVERAGE
#include <atomic>
#include <string>
#include <unistd.h>

#include "verilated_cov.h"
#endif

namespace {

// --- a model ----------------------------------------------------------------------------------

// One thread: more are slower for a model of this size. A context comes before its model, which
// asks it at once.
struct context : VerilatedContext {
    context() {
        threads(1);
        traceEverOn(true);
        fatalOnError(false);
        assertOn(false);
        if (const char *seed = std::getenv("SEMA_INITIAL_STATE")) {
            randReset(2);
            randSeed(std::atoi(seed));
        }
    }
};

struct rtl final : rtl_base {
    struct context context;
    RTL_MODEL top{&context};
    uint64_t clock = 0; // of the next edge
    uint64_t from = 0, to = 0;
    char failed[400] = "";
#if VM_TRACE
    std::unique_ptr<VerilatedFstC> wave;
    block_beside beside = {};
    bool scaled = false;
#endif
    bool waves(const char *path, uint64_t first, uint64_t last) override;
    const char *finding() const override {
        return failed[0] ? failed : nullptr;
    }
    void dump(uint64_t time);
    void scale(uint64_t time);
    void show_beside();
    bool settled = false;
    void drive(const block_in *in, uint64_t seed);
    void settle(const block_in *in, uint64_t seed);
    void step(const block_in *in);
};

#if VM_TRACE
bool rtl::waves(const char *path, uint64_t first, uint64_t last) {
    wave = std::make_unique<VerilatedFstC>();
    top.trace(wave.get(), 99);
    wave->open(path);
    if (!wave->isOpen())
        wave.reset();
    from = first;
    to = last;
    return wave != nullptr;
}

void rtl::dump(uint64_t time) {
    if (!wave || clock < from)
        return;
    wave->dump(time);
    if (!scaled)
        scale(time);
}
#define GOLDEN(name) top.rootp->semacredit__DOT__beside__DOT__golden__DOT__##name

void show_golden(RTL_MODEL &top, const block_beside &beside) {
#define IN_PORT(...)
#define IN_PAYLOAD(...)
#define OUT_PORT(name, member, count, group, width)                                                \
    to_port<count, width>(GOLDEN(name), &beside.golden.member);
#include "tb/block/dut/ports.h"
#undef IN_PORT
#undef IN_PAYLOAD
#undef OUT_PORT
    GOLDEN(differs) = beside.differs;
    to_port<LANES, CNTW>(GOLDEN(debt), beside.debt[0]);
    to_port<LANES, CNTW>(GOLDEN(dut_debt), beside.debt[1]);
    to_port<LANES, CNTW>(GOLDEN(window), beside.window[0]);
    to_port<LANES, CNTW>(GOLDEN(dut_window), beside.window[1]);
}

void rtl::show_beside() {
    if (!wave || !fill || clock + 1 < from)
        return;
    fill(fill_self, &beside);
    show_golden(top, beside);
    top.eval();
}

// GTKWave draws a curve from the least to the greatest value of its file: after the first moment
// each debt is 0 for a picosecond, then its window, so that curves stand in their windows.
void rtl::scale(uint64_t time) {
    scaled = true;
    for (const bool full : {false, true}) {
        for (unsigned l = 0; l < path_lanes(&SIZE); l++)
            put(GOLDEN(dut_debt), l * CNTW, CNTW, full ? beside.window[1][l] : 0);
        top.eval();
        wave->dump(++time);
    }
    show_golden(top, beside);
    top.eval();
    wave->dump(++time);
}
#else
bool rtl::waves(const char *, uint64_t, uint64_t) {
    return false;
}

void rtl::show_beside() {}

void rtl::dump(uint64_t) {}
#endif

rtl *model_of(void *self) {
    return static_cast<rtl *>(static_cast<rtl_base *>(self));
}

void show(void *self, block_out *out) {
    const RTL_MODEL *top = &model_of(self)->top;
    std::memset(out, 0, sizeof *out);
#define IN_PORT(...)
#define IN_PAYLOAD(...)
#define OUT_PORT(name, member, count, group, width)                                                \
    from_port<count, width>(top->name##_o, &out->member);
#include "tb/block/dut/ports.h"
#undef IN_PORT
#undef IN_PAYLOAD
#undef OUT_PORT
}

// Payload that means nothing is another one for each `seed`.
void rtl::drive(const block_in *in, uint64_t seed) {
    const uint64_t hash = (seed + 1) * 0x9e3779b97f4a7c15 ^ seed >> 7;
    top.rst_ni = in->path.rst_n;
#define IN_PORT(name, member, count, group, width) to_port<count, width>(top.name##_i, &in->member);
#define IN_PAYLOAD(valid, name, member, count, group, width)                                       \
    if (undefined == BLOCK_RTL_ALL || undefined == offsetof(block_in, member))                     \
        payload_to_port<count, width>(top.name##_i, &in->member, &in->valid,                       \
                                      hash * (2 * offsetof(block_in, member) + 1) >> 8);           \
    else                                                                                           \
        to_port<count, width>(top.name##_i, &in->member);
#define OUT_PORT(...)
#include "tb/block/dut/ports.h"
#undef IN_PORT
#undef IN_PAYLOAD
#undef OUT_PORT
}

// Inputs change half a clock before the edge that samples them.
void rtl::settle(const block_in *in, uint64_t seed) {
    Verilated::threadContextp(&context); // whose assertion fails
    drive(in, seed);
    rtl_flip = top.clk_i ? in->flip : 0; // by the edge down alone
    if (in->flip)
        context.assertOn(false); // it is a fault
    top.clk_i = 0;
    top.eval();
    settled = true;
}

void rtl::step(const block_in *in) {
    if (!settled)
        settle(in, clock);
    settled = false;
    if (clock > 0)
        dump(clock * 1000 - 500);
    top.clk_i = 1;
    top.eval();
    show_beside();
    dump(clock * 1000);
    if (context.gotError() && !failed[0])
        std::snprintf(failed, sizeof failed, "clock %" PRIu64 ": %s", clock, rtl_said());
    if (!in->path.rst_n)
        context.assertOn(asserts); // nothing is promised before the first reset
#if VM_TRACE
    if (wave && clock == to)
        wave.reset();
#endif
    clock++;
}

void settle(void *self, const block_in *in, uint64_t seed) {
    model_of(self)->settle(in, seed);
}

void clock_edge(void *self, const block_in *in) {
    model_of(self)->step(in);
}

#if VM_COVERAGE
// What was reached goes into a file of its own, in the folder that SEMA_COVERAGE names.
void write_counts(VerilatedContext *context) {
    static std::atomic<unsigned> files;
    if (const char *folder = std::getenv("SEMA_COVERAGE"))
        context->coveragep()->write((std::string(folder) + "/" + std::to_string(getpid()) + "." +
                                     std::to_string(files++) + ".dat")
                                        .c_str());
}
#else
void write_counts(VerilatedContext *) {}
#endif

// A model's scopes are erased from the thread's current context, which must be its own.
void close_model(void *self) {
    rtl *model = model_of(self);
    Verilated::threadContextp(&model->context);
#if VM_TRACE
    model->wave.reset();
#endif
    model->top.final();
    write_counts(&model->context);
    delete model;
}

block_model open_model(path_size *size) {
    *size = SIZE;
    return block_model{static_cast<rtl_base *>(new rtl), show, clock_edge, close_model, settle};
}

} // namespace

#ifndef RTL_CHECKED
extern "C" block_model block_rtl_fast(path_size *size) {
    return open_model(size);
}
extern "C" const char *block_rtl_folder() {
    return RTL_FOLDER;
}
#endif
#ifndef RTL_FAST
extern "C" block_model block_rtl_checked(path_size *size) {
    return open_model(size);
}
#endif
