// The Verilated sema_path behind the pair of functions of struct path_model.
#include "csim/golden/path_model.h"

#include "Vsema_path.h"
#include "tb/block/dut/ports.hpp"
#include "verilated.h"

namespace {

struct rtl {
    VerilatedContext context;
    Vsema_path top{&context};
};

void drive(Vsema_path *top, const path_in *in) {
    drive_path(top, in);
    top->write_valid_i = in->write_valid;
    top->write_lane_i = in->write_lane;
    set(top->write_value_i, in->write_value);
    top->send_valid_i = in->send_valid;
    top->send_channel_i = in->send_channel;
    set(top->send_handle_i, in->send_handle);
    set(top->small_limit_i, in->small_limit);
    top->quantum_hbm_i = in->quantum_hbm;
    top->quantum_time_i = in->quantum_time;
    for (unsigned i = 0; i < 8; i++)
        put(top->atomic_service_i, i * 16, 16, in->atomic_service[i]);
    top->response_fixed_i = in->response_fixed;
    top->response_reciprocal_i = in->response_reciprocal;
    top->hold_i = in->hold;
    set(top->bound_i, in->bound);
}

void show(void *self, path_out *out) {
    show_path(&static_cast<rtl *>(self)->top, out);
}

void clock_edge(void *self, const path_in *in) {
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

extern "C" struct path_model path_rtl_open(struct path_size *size) {
    rtl *model = new rtl;
    model->top.clk_i = 0;
    *size = SIZE;
    return path_model{model, show, clock_edge, close_model};
}
