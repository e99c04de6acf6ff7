// adaptive with its multipliers on the windows in place of the demands: all operations of a lane
// share its multiplier m, so that debt + m d <= W is debt + d <= W / m. What is held counts with
// the latest m, too. A window stays open, and within a counter, whatever m is.
#include "csim/policy/policy_windows.h"

static void adaptive_window_open(struct policy_state *state, const struct config *config) {
    windows_open_service(state, config);
    for (unsigned lane = ATOMIC_LANE; lane <= RESPONSE_LANE; lane++) {
        state->estimates.multiplier[lane] = MULTIPLIER_ONE; // not enabled: it scales no demand
        state->full_window[lane] = state->window[lane];
    }
}

static uint64_t in_force(uint64_t full, uint16_t multiplier) {
    const uint64_t most = COUNTER_MAX - 1;
    const uint64_t scaled = multiplier ? full * MULTIPLIER_ONE / multiplier : most;
    if (full == 0)
        return 0;
    return scaled < 1 ? 1 : scaled < most ? scaled : most;
}

static bool adaptive_window_observe(struct policy_state *state, const struct op *op,
                                    enum resource_class resource, uint64_t observed) {
    if (resource == CLASS_HBM)
        return false;
    const unsigned lane = resource == CLASS_ATOMIC ? ATOMIC_LANE : RESPONSE_LANE;
    const uint16_t before = state->estimates.multiplier[lane] | MULTIPLIER_ENABLE;
    const uint16_t word = multiplier_after(state, op, resource, observed, before);
    state->estimates.multiplier[lane] = word & (uint16_t)~MULTIPLIER_ENABLE;
    state->window[lane] = in_force(state->full_window[lane], state->estimates.multiplier[lane]);
    return word != before;
}

const struct policy policy_adaptive_window = {
    .name = "adaptive_window",
    .meaning = "adaptive with scaled windows in place of scaled demands",
    .state_entries = LANES + 2,
    .returns = RETURNS_BY_STAGE,
    .scales_windows = true,
    .open = adaptive_window_open,
    .charge = charge_vector,
    .refuse = windows_refuse,
    .observe = adaptive_window_observe};
