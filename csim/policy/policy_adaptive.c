// semacredit that learns: one multiplier for the Atomic engine and one for the response engine.
// HBM is left out: its observed time holds the read overhead, which is not charged on purpose.
//
// A multiplier moves a part of the way, 2^-calibrate_shift, towards what was observed (paper,
// section 3.6): each completion, or, with calibrate_work_ns, the busy time of the stage over what
// it was charged for, once that is as much. (A time after which to look would come with a long
// service more often than with a short one, and learn from that.)
#include "csim/policy/policy_windows.h"

static unsigned lane_of(enum resource resource) {
    return resource == RESOURCE_ATOMIC ? ATOMIC_LANE : RESPONSE_LANE;
}

static uint64_t target_of(const struct calibration *lane) {
    const uint64_t ratio =
        ((lane->observed << MULTIPLIER_FRACTION) + lane->estimate / 2) / lane->estimate;
    return ratio < MULTIPLIER_MAX ? ratio : MULTIPLIER_MAX;
}

// The multiplier after an observation. The quotient is rounded to the nearest; the step rounds
// down, so that a multiplier may rest up to 15/4096 below its target.
static uint16_t moved(const struct config *config, const struct estimates *estimates,
                      struct calibration *lane, uint16_t multiplier) {
    const unsigned shift = (unsigned)config->calibrate_shift, more = shift > 4 ? shift - 4 : 0;
    const uint64_t whole = (uint64_t)(MULTIPLIER_MAX + 1)
                           << more; // not negative: shifts round down
    const uint64_t m = (uint64_t)multiplier << more | lane->rest;
    if (lane->estimate < config->calibrate_work_ns * QUANTA_PER_NS)
        return multiplier;
    const uint64_t away = (target_of(lane) << more) + whole - m;
    const uint64_t to = m + (away >> shift) - (whole >> shift);
    const uint64_t next = to >> more;
    *lane = (struct calibration){.rest = (uint32_t)(to & ((UINT64_C(1) << more) - 1))};
    return next > estimates->multiplier_max   ? estimates->multiplier_max
           : next < estimates->multiplier_min ? estimates->multiplier_min
                                              : (uint16_t)next;
}

// A stage took `observed` quanta for an operation. Nothing is learnt where that, or the estimate,
// says nothing. Whether the multiplier is another one now.
static bool learn(struct policy_state *state, const struct op *op, enum resource resource,
                  uint64_t observed) {
    struct calibration *const lane = &state->calibration[resource];
    uint16_t *const word = &state->estimates.multiplier[lane_of(resource)];
    const uint16_t flags = *word & (uint16_t)~MULTIPLIER_MAX, before = *word;
    struct raw_demand raw;
    estimate_op(state, op, 0, &raw);
    const uint16_t service = demand_service(&state->estimates, &raw, resource);
    if (observed >= SERVICE_UNKNOWN || service == 0 || service == SERVICE_UNKNOWN)
        return false;
    lane->observed += observed;
    lane->estimate += service;
    *word = flags | moved(state->config, &state->estimates, lane, before & MULTIPLIER_MAX);
    return *word != before;
}

// --- adaptive: multipliers of demands; a charge was frozen when the operation was admitted ------

static void adaptive_open(struct policy_state *state, const struct config *config) {
    windows_open_service(state, config);
    for (unsigned lane = ATOMIC_LANE; lane <= RESPONSE_LANE; lane++)
        state->estimates.multiplier[lane] = MULTIPLIER_ENABLE | MULTIPLIER_ONE;
}

static bool adaptive_observe(struct policy_state *state, const struct op *op,
                             enum resource resource, uint64_t observed) {
    return resource != RESOURCE_HBM && learn(state, op, resource, observed);
}

POLICY(adaptive, "semacredit with learned service times", LANES + 2, RETURNS_BY_STAGE,
       adaptive_open, charge_vector, windows_refuse, .observe = adaptive_observe);

// --- adaptive_window: multipliers of windows ----------------------------------------------------

// All operations of a lane share its multiplier m, so that debt + m d <= W is debt + d <= W / m.
// What is held counts with the latest m, too. A window stays open, and within a counter, whatever m
// is. The multipliers are not enabled, so that they scale no demand.
static void adaptive_window_open(struct policy_state *state, const struct config *config) {
    windows_open_service(state, config);
    for (unsigned lane = ATOMIC_LANE; lane <= RESPONSE_LANE; lane++) {
        state->estimates.multiplier[lane] = MULTIPLIER_ONE;
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
                                    enum resource resource, uint64_t observed) {
    if (resource == RESOURCE_HBM || !learn(state, op, resource, observed))
        return false;
    const unsigned lane = lane_of(resource);
    state->window[lane] = in_force(state->full_window[lane], state->estimates.multiplier[lane]);
    return true;
}

POLICY(adaptive_window, "adaptive with scaled windows instead of scaled demands", LANES + 2,
       RETURNS_BY_STAGE, adaptive_window_open, charge_vector, windows_refuse,
       .scales_windows = true, .observe = adaptive_window_observe);
