// Coverage of what comes back: returns, completions, strays, and what calibrators make of them.
#include "tb/covergroups/coverage_state.h"

// Strays are told apart by what was held when they were taken up. (Of an id that was granted since,
// what was held before is not remembered.)
static void see_stray(struct coverage *coverage, unsigned channel, unsigned id) {
    const struct standing *const at = &coverage->at;
    id %= DEPTH_MAX;
    const uint64_t held_from = at->granted[id] + BEAT_TO_COMMIT; // as seen in this clock
    const bool ended = at->was_freed[id] && at->freed[id] + BEAT_TO_COMMIT < at->clock;
    if (!(at->is_held[id] || at->was_freed[id]) || held_from > at->clock)
        hit(coverage, stray_not_held + channel);
    else if (held_from == at->clock)
        hit(coverage, stray_in_grant_clock + channel);
    else
        hit(coverage, (at->is_held[id] || !ended ? stray_held : stray_not_held) + channel);
}

// Two or more effective channels with one id.
static void see_one_id(struct coverage *coverage, const unsigned id[CHANNELS], unsigned effective) {
    static const int8_t bin[1 << CHANNELS] = {[1 | 4] = 1, [2 | 4] = 2, [1 | 8] = 3, [2 | 8] = 4,
                                              [4 | 8] = 5, [13] = 6,    [14] = 7};
    for (unsigned left = effective; left; left &= left - 1) {
        const unsigned first = (unsigned)__builtin_ctz(left);
        unsigned same = 0;
        for (unsigned channel = first; channel < CHANNELS; channel++)
            same |= (unsigned)(left >> channel & 1 && id[channel] == id[first]) << channel;
        if (bin[same]) {
            hit(coverage, one_id_on_channels + (unsigned)bin[same] - 1);
            return;
        }
    }
}

// A return that may be a sample: what keeps a calibrator from taking it?
static void see_sample(struct coverage *coverage, unsigned resource, unsigned lane,
                       uint16_t observed) {
    struct standing *const at = &coverage->at;
    const uint16_t word = at->registers.multiplier[lane];
    if (!(word & MULTIPLIER_ENABLE)) {
        hit(coverage, calibrate_not);
    } else if (word & MULTIPLIER_FREEZE) {
        hit(coverage, calibrate_not + 1);
    } else if (observed == SERVICE_UNKNOWN) {
        hit(coverage, calibrate_not + 2);
    } else if (at->sample[resource] && at->sample[resource] + CALIBRATE_CLOCKS > at->clock) {
        hit(coverage, calibrate_not + 3);
    } else {
        at->sample[resource] = at->clock;
        at->sample_lane[resource] = (uint8_t)lane;
    }
}

// Does an operation wait whose demand was known, and counts on one of these lanes?
static bool waits_on(const struct slot_scoreboard *waiting, lane_set lanes, unsigned resource) {
    bool any = false;
    for (uint64_t left = waiting->denied; left; left &= left - 1) {
        const struct waiting_op *const op = &waiting->op[__builtin_ctzll(left)];
        any |= op->demand[resource] && (lanes >> lane_of_class(resource, op->lane) & 1);
    }
    return any;
}

void coverage_see_calibrate(struct coverage *coverage, const struct edge_out *out) {
    const struct standing *const at = &coverage->at;
    const lane_set lanes = out->calibrate & ALL_LANES;
    const unsigned count = (unsigned)__builtin_popcountll(lanes);
    for (lane_set left = lanes; left; left &= left - 1) {
        const unsigned lane = lane_first(left), resource = lane_class(lane);
        const unsigned m = out->multiplier[lane] & MULTIPLIER_MOST;
        hit(coverage, (m > (at->registers.multiplier[lane] & MULTIPLIER_MOST) ? calibrate_up
                                                                              : calibrate_down) +
                          resource);
        hit_if(coverage, m == at->registers.multiplier_min, calibrate_limit);
        hit_if(coverage, m == at->registers.multiplier_max, calibrate_limit + 1);
        hit_if(coverage, waits_on(&at->waiting, lanes, resource), calibrate_stale + resource);
    }
    hit_if(coverage, count > 1, calibrate_together + (count > 2));
}

void coverage_see_returns(struct coverage *coverage, const struct edge_out *out,
                          const uint16_t observed[CLASSES]) {
    struct standing *const at = &coverage->at;
    unsigned id[CHANNELS] = {0};
    unsigned effective = 0;
    lane_set lanes = 0;
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        id[resource] = out->return_id[resource] % DEPTH_MAX;
        if (out->return_kind[resource] == CHANNEL_STRAY)
            see_stray(coverage, resource, id[resource]);
        if (out->return_kind[resource] != CHANNEL_RETURN)
            continue;
        effective |= 1u << resource;
        const unsigned lane = lane_of_class(resource, out->hbm_lane % LANES);
        lanes |= LANE_BIT(lane);
        see_sample(coverage, resource, lane, observed[resource]);
        at->returned[lane] = (at->returned[lane] + out->amount[resource]) & COUNTER_MAX;
        if (COMMIT_TO_DECISION > 1)
            late_facts_return(&at->late, at->clock, lane, out->amount[resource]);
    }
    id[CHANNEL_DONE] = out->done_id % DEPTH_MAX;
    if (out->done_kind == CHANNEL_STRAY)
        see_stray(coverage, CHANNEL_DONE, id[CHANNEL_DONE]);
    const unsigned done = (unsigned)(out->done_kind == CHANNEL_COMPLETE) << CHANNEL_DONE;

    const unsigned returns = bits_set(effective);
    if (returns) {
        hit_bits(coverage, lanes, return_lane);
        hit(coverage, returns_together + returns - 1);
        if (effective & 1 << CLASS_HBM)
            hit_if(coverage, at->from[id[CLASS_HBM]] != out->hbm_lane, return_from_other_partition);
    }
    if (returns && out->kind == DECISION_GRANT) {
        hit_bits(coverage, lanes & out->mask, return_with_grant);
        hit_if(coverage, returns == CLASSES, returns_together + CLASSES);
    }
    const unsigned retires = out->retire | done;
    hit_bits(coverage, retires % (1 << CHANNELS), retire_channel);
    if (retires)
        hit(coverage, retires_together + bits_set(retires) - 1);
    if ((effective | done) & ((effective | done) - 1))
        see_one_id(coverage, id, effective | done);
    for (unsigned left = retires % (1 << CHANNELS); left; left &= left - 1) {
        const unsigned freed_id = id[__builtin_ctz(left)];
        at->is_held[freed_id] = false;
        at->was_freed[freed_id] = true;
        at->freed[freed_id] = at->clock;
        if (RETIRE_TO_USE > 1)
            late_facts_retire(&at->late, at->clock);
        at->complete[at->holder[freed_id] % TAGS] = at->holder[freed_id];
        at->any_complete[at->holder[freed_id] % TAGS] = true;
        at->held--;
    }
}
