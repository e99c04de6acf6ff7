// The Verilated semacredit behind struct block_model, compiled once for each model of a program:
// RTL_MODEL is its class, RTL_FAST or RTL_CHECKED what it is for; without either it is the only
// one.
#include "tb/block/dut/block_rtl.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <memory>

#define RTL_QUOTED(name)  #name
#define RTL_HEADER(name)  RTL_QUOTED(name.h)
#define RTL_ROOT(name)    RTL_QUOTED(name##___024root.h)
#define RTL_ROOT_OF(name) RTL_ROOT(name)
#include RTL_HEADER(RTL_MODEL)
#if VM_TRACE
#include RTL_ROOT_OF(RTL_MODEL)
#endif
#include "tb/block/dut/ports.hpp"
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
    bool asserts = std::getenv("SEMA_CHECKED") != nullptr;
    uint64_t clock = 0; // of the next edge
    uint64_t from = 0, to = 0;
    char failed[400] = "";
#if VM_TRACE
    std::unique_ptr<VerilatedFstC> wave;
#endif
    bool waves(const char *path, uint64_t first, uint64_t last) override;
    const char *finding() const override {
        return failed[0] ? failed : nullptr;
    }
    void dump(uint64_t time);
    void show_beside();
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
    if (wave && clock >= from)
        wave->dump(time);
}
#define GOLDEN(name) top.rootp->semacredit__DOT__beside__DOT__golden__DOT__##name

void show_golden_path(RTL_MODEL &top, const path_out &out) {
    const unsigned hw = handle_w(), lanes = path_lanes(&SIZE);
    for (unsigned i = 0; i < PATH_GROUPS * lanes; i++)
        put(GOLDEN(op_ready), i, 1, out.op_ready[i / lanes][i % lanes]);
    for (unsigned i = 0; i < NHBM; i++)
        put(GOLDEN(hbm_ready), i, 1, out.hbm_ready[i]);
    for (unsigned i = 0; i < NATOMIC; i++)
        put(GOLDEN(atomic_ready), i, 1, out.atomic_ready[i]);
    for (unsigned i = 0; i < NRESPONSE; i++)
        put(GOLDEN(response_ready), i, 1, out.response_ready[i]);
    GOLDEN(done_ready) = out.done_ready;
    GOLDEN(answer_kind) = out.answer_kind;
    set(GOLDEN(answer_tag), out.answer_tag);
    set(GOLDEN(answer_handle), out.answer_handle);
    GOLDEN(decision_kind) = out.decision_kind;
    set(GOLDEN(decision_tag), out.decision_tag);
    set(GOLDEN(decision_handle), out.decision_handle);
    GOLDEN(trace_kind) = out.trace_kind;
    set(GOLDEN(trace_tag), out.trace_tag);
    set(GOLDEN(trace_handle), out.trace_handle);
    set(GOLDEN(trace_mask), out.trace_mask);
    set(GOLDEN(trace_stage), out.trace_stage);
    set(GOLDEN(trace_response), out.trace_response);
    for (unsigned k = 0; k < path_channels(&SIZE); k++) {
        put(GOLDEN(free_valid), k, 1, out.free_valid[k]);
        put(GOLDEN(free_handle), k * hw, hw, out.free_handle[k]);
        put(GOLDEN(return_kind), 2 * k, 2, out.return_kind[k]);
        put(GOLDEN(return_lane), 6 * k, 6, out.return_lane[k]);
        put(GOLDEN(return_handle), k * hw, hw, out.return_handle[k]);
        put(GOLDEN(return_amount), k * CNTW, CNTW, out.return_amount[k]);
    }
}

void show_golden(RTL_MODEL &top, const block_beside &beside) {
    const block_out &out = beside.golden;
    show_golden_path(top, out.path);
    GOLDEN(differs) = beside.differs;
    GOLDEN(quiet) = out.quiet;
    GOLDEN(message_valid) = out.message_valid;
    GOLDEN(message_epoch) = out.message_epoch;
    GOLDEN(axi_awready) = out.axi_awready;
    GOLDEN(axi_wready) = out.axi_wready;
    GOLDEN(axi_bvalid) = out.axi_bvalid;
    GOLDEN(axi_arready) = out.axi_arready;
    GOLDEN(axi_rvalid) = out.axi_rvalid;
    GOLDEN(axi_bresp) = out.axi_bresp;
    GOLDEN(axi_rresp) = out.axi_rresp;
    GOLDEN(axi_rdata) = out.axi_rdata;
    for (unsigned l = 0; l < path_lanes(&SIZE); l++) {
        put(GOLDEN(message_credit), l * CNTW, CNTW, out.message_credit[l]);
        put(GOLDEN(debt), l * CNTW, CNTW, beside.debt[0][l]);
        put(GOLDEN(dut_debt), l * CNTW, CNTW, beside.debt[1][l]);
        put(GOLDEN(window), l * CNTW, CNTW, beside.window[0][l]);
        put(GOLDEN(dut_window), l * CNTW, CNTW, beside.window[1][l]);
    }
}

void rtl::show_beside() {
    if (!wave || !fill || clock + 1 < from)
        return;
    static thread_local block_beside beside;
    fill(fill_self, &beside);
    show_golden(top, beside);
    top.eval();
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
    show_path(top, &out->path);
    out->quiet = top->quiet_o;
    out->message_valid = top->message_valid_o;
    out->message_epoch = top->message_epoch_o;
    for (unsigned l = 0; l < path_lanes(&SIZE); l++)
        out->message_credit[l] = static_cast<uint32_t>(bits(top->message_credit_o, l * CNTW, CNTW));
    out->axi_awready = top->axi_awready_o;
    out->axi_wready = top->axi_wready_o;
    out->axi_bvalid = top->axi_bvalid_o;
    out->axi_arready = top->axi_arready_o;
    out->axi_rvalid = top->axi_rvalid_o;
    out->axi_bresp = top->axi_bresp_o;
    out->axi_rresp = top->axi_rresp_o;
    out->axi_rdata = top->axi_rdata_o;
}

void drive(RTL_MODEL *top, const block_in *in) {
    drive_path(top, &in->path);
    for (unsigned i = 0; i < NHBM; i++)
        put(top->hbm_observed_i, i * 16, 16, in->hbm_observed[i]);
    for (unsigned i = 0; i < NATOMIC; i++)
        put(top->atomic_observed_i, i * 16, 16, in->atomic_observed[i]);
    for (unsigned i = 0; i < NRESPONSE; i++)
        put(top->response_observed_i, i * 16, 16, in->response_observed[i]);
    top->now_i = in->now;
    top->message_ready_i = in->message_ready;
    top->axi_awvalid_i = in->axi_awvalid;
    top->axi_awaddr_i = in->axi_awaddr;
    top->axi_wvalid_i = in->axi_wvalid;
    top->axi_wdata_i = in->axi_wdata;
    top->axi_wstrb_i = in->axi_wstrb;
    top->axi_bready_i = in->axi_bready;
    top->axi_arvalid_i = in->axi_arvalid;
    top->axi_araddr_i = in->axi_araddr;
    top->axi_rready_i = in->axi_rready;
}

// Inputs change half a clock before the edge that samples them.
void rtl::step(const block_in *in) {
    Verilated::threadContextp(&context); // whose assertion fails
    drive(&top, in);
    top.clk_i = 0;
    top.eval();
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
    return block_model{static_cast<rtl_base *>(new rtl), show, clock_edge, close_model};
}

} // namespace

#ifndef RTL_CHECKED
extern "C" block_model block_rtl_fast(path_size *size) {
    return open_model(size);
}
#endif
#ifndef RTL_FAST
extern "C" block_model block_rtl_checked(path_size *size) {
    return open_model(size);
}
#endif
