#include "tb/endpoint/litedram.h"

#include <array>
#include <cstring>

#include "Vlitedram.h"
#include "verilated.h"

namespace {

std::array<Vlitedram *, ENDPOINT_STAGES> controllers; // until the program ends

void clock(Vlitedram &top) {
    top.clk = 1;
    top.eval();
    top.clk = 0;
    top.eval();
}

// A register, over Wishbone: byte address.
void write_register(Vlitedram &top, uint32_t address, uint32_t value) {
    top.wb_ctrl_adr = address / 4;
    top.wb_ctrl_dat_w = value;
    top.wb_ctrl_sel = 0xf;
    top.wb_ctrl_cyc = top.wb_ctrl_stb = top.wb_ctrl_we = 1;
    top.eval();
    for (unsigned i = 0; i < 100 && !top.wb_ctrl_ack; i++)
        clock(top);
    clock(top);
    top.wb_ctrl_cyc = top.wb_ctrl_stb = top.wb_ctrl_we = 0;
    clock(top);
}

void drive(Vlitedram &top, const axi_out &out) {
    constexpr unsigned INCREMENTS = 1, BEAT = 4; // log2 of its bytes
    top.user_port_axi_0_awvalid = out.aw.valid;
    top.user_port_axi_0_arvalid = out.ar.valid;
    top.user_port_axi_0_awaddr = out.aw.address;
    top.user_port_axi_0_araddr = out.ar.address;
    top.user_port_axi_0_awid = out.aw.id;
    top.user_port_axi_0_arid = out.ar.id;
    top.user_port_axi_0_awlen = out.aw.len;
    top.user_port_axi_0_arlen = out.ar.len;
    top.user_port_axi_0_awburst = top.user_port_axi_0_arburst = INCREMENTS;
    top.user_port_axi_0_awsize = top.user_port_axi_0_arsize = BEAT;
    top.user_port_axi_0_wvalid = out.w_valid;
    top.user_port_axi_0_wlast = out.w_last;
    top.user_port_axi_0_wstrb = out.strobes;
    std::memcpy(top.user_port_axi_0_wdata.data(), out.data, ENDPOINT_BEAT);
    top.user_port_axi_0_bready = out.b_ready;
    top.user_port_axi_0_rready = out.r_ready;
    top.eval();
}

// The PHY of the simulation has no delays to learn: control is the controller's at once.
void open(unsigned count) {
    constexpr uint32_t DFII_CONTROL = 0x800, INIT_DONE = 0, HARDWARE = 0xf;
    for (unsigned i = 0; i < count; i++) {
        controllers[i] = new Vlitedram;
        for (unsigned k = 0; k < 8; k++)
            clock(*controllers[i]);
        write_register(*controllers[i], DFII_CONTROL, HARDWARE);
        write_register(*controllers[i], INIT_DONE, 1);
    }
}

void drive_one(unsigned index, const axi_out *out, axi_in *in) {
    Vlitedram &top = *controllers[index];
    drive(top, *out);
    in->aw_ready = top.user_port_axi_0_awready;
    in->ar_ready = top.user_port_axi_0_arready;
    in->w_ready = top.user_port_axi_0_wready;
    in->b_valid = top.user_port_axi_0_bvalid;
    in->b_id = top.user_port_axi_0_bid;
    in->r_valid = top.user_port_axi_0_rvalid;
    in->r_id = top.user_port_axi_0_rid;
    in->r_last = top.user_port_axi_0_rlast;
    in->resp = top.user_port_axi_0_bvalid ? top.user_port_axi_0_bresp : top.user_port_axi_0_rresp;
    std::memcpy(in->data, top.user_port_axi_0_rdata.data(), ENDPOINT_BEAT);
}

void clock_one(unsigned index) {
    clock(*controllers[index]);
}

void read_one(unsigned index, uint32_t address, uint8_t *page) {
    axi_out out = {};
    axi_in in = {};
    out.ar = {true, 0, LITEDRAM_PAGE / ENDPOINT_BEAT - 1, address};
    out.r_ready = true;
    for (unsigned clocks = 0, at = 0; clocks < 100000 && at < LITEDRAM_PAGE; clocks++) {
        drive_one(index, &out, &in);
        clock_one(index);
        out.ar.valid = out.ar.valid && !in.ar_ready;
        if (!in.r_valid)
            continue;
        std::memcpy(page + at, in.data, ENDPOINT_BEAT);
        at += ENDPOINT_BEAT;
    }
}

} // namespace

extern "C" __attribute__((visibility("default"))) const struct litedram litedram;
const struct litedram litedram = {open, drive_one, clock_one, read_one};
