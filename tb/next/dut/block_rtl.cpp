// The Verilated sema_next behind struct block_model, compiled once for each model of a program:
// RTL_MODEL is its class, RTL_FAST or RTL_CHECKED what it is for; without either it is the only
// one.
#include "tb/next/dut/block_rtl.h"

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <memory>

#define RTL_QUOTED(name) #name
#define RTL_HEADER(name) RTL_QUOTED(name.h)
#include RTL_HEADER(RTL_MODEL)
#include "tb/next/dut/ports.hpp"
#include "tb/next/dut/rtl_base.hpp"
#include "verilated.h"
#if VM_TRACE
#include "verilated_fst_c.h"
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
#else
bool rtl::waves(const char *, uint64_t, uint64_t) {
    return false;
}

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

// A model's scopes are erased from the thread's current context, which must be its own.
void close_model(void *self) {
    rtl *model = model_of(self);
    Verilated::threadContextp(&model->context);
#if VM_TRACE
    model->wave.reset();
#endif
    model->top.final();
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
