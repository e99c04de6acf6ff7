// windows.md, 7.4 and 7.5: base windows by what stands idle while somebody waits.
#include "csim/next/block_state.h"

static bool is_enabled(const struct block_state *is, unsigned lane) {
    return block_bit(is->settings.tune_enable, lane);
}

// 7.4: what commits or is wanted in this clock counts in the epoch that it is of.
static void note(const struct block_clock *c, unsigned lane, struct epoch *epoch) {
    const struct came_back back = block_came_back(c, lane);

    if (back.valid && back.observed == PATH_UNKNOWN)
        epoch->unknown = true;
    else if (back.valid)
        epoch->served =
            (uint32_t)block_smaller((uint64_t)epoch->served + back.observed, UINT32_MAX);
    if (c->facts.wanted >> lane & 1)
        epoch->wanted = true;
}

// 7.4: the base window after an epoch.
static uint32_t tuned(const struct block_clock *c, unsigned lane, uint64_t elapsed) {
    const struct settings *const settings = &c->is->settings;
    const struct epoch *const epoch = &c->is->tuner.epoch[lane];
    const unsigned k = block_class(c->golden, lane);
    const uint64_t window = settings->window[lane];
    const uint64_t elapsed_quanta = elapsed * settings->clock_quanta / 16;
    const uint64_t idle = elapsed_quanta > epoch->served ? elapsed_quanta - epoch->served : 0;
    uint64_t value = window;

    if (epoch->unknown || window == 0) // software closed the lane
        return (uint32_t)window;
    if (epoch->wanted && idle > elapsed_quanta / 16)
        value = block_smaller(window + block_larger(window / 16, 1), settings->ceiling[k]);
    else if (idle == 0)
        value = block_larger(window - window / 32, settings->floor[k]);
    return (uint32_t)block_smaller(value, block_widest(c->golden)); // 7.2
}

// 7.4: a look begins in this clock.
static void look(const struct block_clock *c, unsigned lane, struct tuner *next) {
    const struct epoch *const epoch = &c->is->tuner.epoch[lane];
    const uint64_t elapsed = block_smaller(c->in->now - epoch->start, UINT32_MAX);
    const uint32_t window = c->is->settings.window[lane];
    uint32_t value = window;

    if (!epoch->begun || elapsed >= c->is->settings.tune_interval) {
        if (epoch->begun)
            value = tuned(c, lane, elapsed);
        next->epoch[lane] = (struct epoch){.begun = true, .start = c->in->now};
    }
    next->change = (struct change){
        .works = true,
        .lane = lane,
        .value = value,
        .differs = value != window,
        .in_force = c->is->now + TUNE_CLOCKS,
    };
}

// 7.4: the last clock before the new base window is in force.
static void end(const struct block_clock *c, struct block_state *next) {
    const struct change *const change = &c->is->tuner.change;

    next->tuner.change.works = false;
    next->tuner.turn = block_next_lane(c->golden, change->lane);
    if (!change->differs || change->overwritten || block_sets(c, R_window, change->lane) ||
        !is_enabled(c->is, change->lane))
        return;
    next->settings.window[change->lane] = change->value;
    next->unit.asks[SOURCE_TUNER] |= UINT64_C(1) << change->lane;
}

// A lane that is not enabled has no epoch.
static void note_all(const struct block_clock *c, struct tuner *next) {
    for (unsigned lane = 0; lane < c->golden->lanes; lane++) {
        if (!is_enabled(c->is, lane))
            next->epoch[lane] = (struct epoch){0};
        else if (next->epoch[lane].begun)
            note(c, lane, &next->epoch[lane]);
    }
}

// The tuner in this clock. Its turns stand still while the block is quiet.
void block_tune(const struct block_clock *c, struct block_state *next) {
    const struct tuner *const tuner = &c->is->tuner;

    if (tuner->change.works) {
        if (tuner->change.in_force == c->is->now + 1)
            end(c, next);
    } else if (is_enabled(c->is, tuner->turn)) {
        look(c, tuner->turn, &next->tuner);
    } else if (!c->quiet) {
        next->tuner.turn = block_next_lane(c->golden, tuner->turn);
    }
    if (block_sets(c, R_window, next->tuner.change.lane))
        next->tuner.change.overwritten = true;
    note_all(c, &next->tuner);
}

bool block_tuner_rests(const struct block_state *is) {
    return !is->tuner.change.works && is->settings.tune_enable[0] == 0 &&
           is->settings.tune_enable[1] == 0;
}
