// One number for all stages: the sum of the predicted service times, in quanta, against one window
// of some round trips; it comes back when the operation is through. The counter is lane 0.
#include "csim/policy/policy_windows.h"

static void scalar_open(struct policy_state *state, const struct config *config) {
    state->window[0] =
        config->feedback_rtt_ns * config->scalar_window_percent * QUANTA_PER_NS / 100;
}

static void scalar_charge(const struct policy_state *state, const struct op *op, unsigned lane,
                          struct demand *demand) {
    charge_vector(state, op, lane, demand);
    const uint64_t bits = demand->amount[CLASS_HBM] * UINT64_C(8);
    const uint64_t gbps = state->config->hbm_gbps;
    const uint64_t hbm = (bits * QUANTA_PER_NS + gbps - 1) / gbps;
    const uint64_t cost = hbm + demand->amount[CLASS_ATOMIC] + demand->amount[CLASS_RESPONSE];
    *demand = (struct demand){
        .amount = {[CLASS_HBM] = (uint32_t)(cost < UINT32_MAX ? cost : UINT32_MAX)}, .lane = 0};
    demand_mask(demand);
}

const struct policy policy_scalar = {.name = "scalar",
                                     .meaning = "the sum of all stages' service times",
                                     .state_entries = 1,
                                     .returns = RETURNS_AT_END,
                                     .one_window = true,
                                     .open = scalar_open,
                                     .charge = scalar_charge,
                                     .refuse = windows_refuse};
