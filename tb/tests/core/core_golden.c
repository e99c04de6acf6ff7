#include "tb/tests/core/core_golden.h"

#include <assert.h>
#include <string.h>

const struct core_delays core_delays[CORE_BUILDS] = {
    [CORE_LOW_LATENCY] = {.decision = 3, .give_back = 3, .window = 5, .shown = 2},
    [CORE_HIGH_RATE] = {.decision = 4, .give_back = 3, .window = 5, .shown = 1},
};

static unsigned slot(uint64_t clock) {
    return (unsigned)(clock % CORE_DELAY_MAX);
}

// What the edge takes, kept until it is due.
static void take_changes(struct core_golden *core, const struct core_in *in) {
    static const unsigned single_lane[] = {0, ATOMIC_LANE, RESPONSE_LANE};
    int64_t *const returned = core->returned[slot(core->clock)];
    int64_t *const moved = core->moved[slot(core->clock)];

    memset(returned, 0, sizeof core->returned[0]);
    memset(moved, 0, sizeof core->moved[0]);
    for (unsigned k = 0; k < 3; k++)
        if (in->returns >> k & 1)
            returned[k == 0 ? in->hbm_lane : single_lane[k]] += in->amount[k];
    if (in->window_write) {
        moved[in->window_lane] = (int64_t)in->window - core->window[in->window_lane];
        core->window[in->window_lane] = in->window;
    }
}

// Adds what is due in this clock to one view of the headroom.
static void apply_due(const struct core_golden *core, int64_t headroom[LANES], unsigned late) {
    const uint64_t window_late = late + core->delays.window - core->delays.give_back;

    for (unsigned l = 0; l < LANES; l++) {
        if (core->clock >= late)
            headroom[l] += core->returned[slot(core->clock - late)][l];
        if (core->clock >= window_late)
            headroom[l] += core->moved[slot(core->clock - window_late)][l];
    }
}

static struct core_out decide(struct core_golden *core, const struct core_in *in) {
    struct core_out decision = {.decided = true};

    for (unsigned l = 0; l < LANES; l++)
        if ((in->used >> l & 1) && (int64_t)in->demand[l] > core->seen[l])
            decision.refused |= (uint16_t)(1 << l);
    decision.grant = decision.refused == 0;
    for (unsigned l = 0; l < LANES; l++) {
        const int64_t taken = decision.grant && (in->used >> l & 1) ? in->demand[l] : 0;
        core->seen[l] -= taken;
        core->shown[l] -= taken;
        decision.headroom[l] = core->shown[l];
    }
    return decision;
}

void core_golden_edge(struct core_golden *core, const struct core_in *in, struct core_out *out) {
    const struct core_delays delays = core->delays;

    assert(delays.decision < CORE_DELAY_MAX && delays.window < CORE_DELAY_MAX);
    *out = core->clock >= delays.decision ? core->decided[slot(core->clock - delays.decision)]
                                          : (struct core_out){0};
    if (in->reset) {
        *core = (struct core_golden){.delays = delays};
        return;
    }
    take_changes(core, in);
    apply_due(core, core->seen, delays.give_back);
    apply_due(core, core->shown, delays.shown);
    core->decided[slot(core->clock)] = in->valid ? decide(core, in) : (struct core_out){0};
    core->clock++;
}
