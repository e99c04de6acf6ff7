// The Verilated sema_next behind the pair of functions of struct block_model.
#include "tb/next/block_model.h"

#include "Vsema_next.h"
#include "tb/next/ports.hpp"
#include "verilated.h"

namespace {

struct rtl {
    VerilatedContext context;
    Vsema_next top{&context};
};

void show(void *self, block_out *out) {
    const Vsema_next *top = &static_cast<rtl *>(self)->top;
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

void drive(Vsema_next *top, const block_in *in) {
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

void clock_edge(void *self, const block_in *in) {
    rtl *model = static_cast<rtl *>(self);
    drive(&model->top, in);
    clock_top(&model->top);
}

void close_model(void *self) {
    rtl *model = static_cast<rtl *>(self);
    model->top.final();
    delete model;
}

} // namespace

extern "C" struct block_model block_rtl_open(struct path_size *size) {
    rtl *model = new rtl;
    model->top.clk_i = 0;
    *size = SIZE;
    return block_model{model, show, clock_edge, close_model};
}
