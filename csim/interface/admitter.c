#include "csim/interface/admitter.h"

const struct edge_out admitter_out_of_reset = {
    .multiplier = {MULTIPLIER_ONE, MULTIPLIER_ONE, MULTIPLIER_ONE, MULTIPLIER_ONE, MULTIPLIER_ONE,
                   MULTIPLIER_ONE, MULTIPLIER_ONE, MULTIPLIER_ONE, MULTIPLIER_ONE, MULTIPLIER_ONE},
    .op_ready = 1,
    .hbm_ready = (1 << HBM_LANES) - 1,
    .axi_awready = 1,
    .axi_wready = 1,
    .axi_arready = 1,
};
