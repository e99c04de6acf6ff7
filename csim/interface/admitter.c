#include "csim/interface/admitter.h"

const struct edge_out admitter_out_of_reset = {
    .multiplier = {[0 ... LANES - 1] = MULTIPLIER_ONE},
    .op_ready = 1,
    .hbm_ready = HBM_SET,
    .axi_awready = 1,
    .axi_wready = 1,
    .axi_arready = 1,
};
