// No window is reserved: the target refuses what arrives at an exhausted resource, one whose
// backlog has crossed its window (the one that semacredit bounds), and disables the resource until
// the backlog has drained. The operation goes back to its source and comes again. The paper
// (sections 4.3 and 5.2) leaves open when a queue has crossed its window and how long recovery
// takes: here the backlog is that at the arrival, and the resource is used again as soon as it is
// idle. Of the readings tried this one, the plainest, fits the published numbers best (sim/README).
// Both can be configured otherwise.
#include "csim/policy/policy_windows.h"

// Backlog above which a lane is exhausted.
static uint64_t threshold_ps(const struct config *config, unsigned lane) {
    const uint64_t windows = lane == ATOMIC_LANE ? config->atomic_window_multiple : 1;
    return windows * window_base_ns(config) * 1000 * config->reactive_threshold_percent / 100;
}

// Nothing is charged; the mask says which lanes the operation uses.
static void reactive_charge(const struct policy_state *state, const struct op *op, unsigned lane,
                            struct demand *demand) {
    charge_vector(state, op, lane, demand);
    for (unsigned resource = 0; resource < RESOURCES; resource++)
        demand->amount[resource] = 0;
}

static lane_set reactive_refuse(const struct policy_state *state, const struct op *op,
                                const struct demand *demand) {
    (void)op;
    return demand->mask & state->disabled;
}

static bool may_close(const struct policy_state *state, unsigned lane) {
    const uint64_t most = state->config->reactive_closures;
    return most == 0 || state->closures[lane] < most;
}

static lane_set reactive_arrive(struct policy_state *state, lane_set lanes,
                                const struct stages *stages, uint64_t now_ps) {
    lane_set exhausted = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        if (lanes >> lane & 1 && may_close(state, lane) &&
            stages_lane(stages, lane)->free_ps > now_ps + threshold_ps(state->config, lane))
            exhausted |= LANE_BIT(lane);
    state->disabled |= exhausted;
    return exhausted;
}

static void reactive_recover(struct policy_state *state, unsigned lane) {
    state->disabled &= ~LANE_BIT(lane);
    state->closures[lane]++;
}

POLICY(reactive, "refusal by exhausted resources, and retry", LANES, RETURNS_AT_END, NULL,
       reactive_charge, reactive_refuse, .arrive = reactive_arrive, .recover = reactive_recover);
