// windows.md, 7.4 and 7.5: base windows by what stands idle while somebody waits.
#include "csim/golden/block_state.h"

enum { TUNE_CLOCKS = 64 };

// 7.4: what commits or is wanted in this clock counts in the epoch that it is of.
static void note(const struct block_clock *c, unsigned lane, struct epoch *epoch) {
    const struct came_back back = block_came_back(c, lane);

    if (back.valid && back.observed == PATH_UNKNOWN)
        epoch->unknown = true;
    else if (back.valid)
        epoch->served =
            (uint32_t)block_smaller((uint64_t)epoch->served + back.observed, UINT32_MAX);
    if (c->facts->wanted >> lane & 1)
        epoch->wanted = true;
}

// A lane that is not enabled has no epoch.
static void note_all(const struct block_clock *c, struct block_state *next) {
    for (unsigned lane = 0; lane < c->golden->lanes; lane++) {
        if (!block_enabled(c->is, R_tune_enable, lane))
            next->epochs[lane] = (struct epoch){0};
        else if (next->epochs[lane].begun)
            note(c, lane, &next->epochs[lane]);
    }
}

// 7.4: the base window after an epoch.
static uint32_t tuned(const struct block_clock *c, unsigned lane, uint64_t elapsed) {
    const uint32_t *const word = c->is->word;
    const struct epoch *const epoch = &c->is->epochs[lane];
    const unsigned k = block_class(c->golden, lane);
    const uint64_t window = word[R_window + lane];
    const uint64_t quanta = elapsed * word[R_clock_quanta] / 16;
    const uint64_t idle = quanta > epoch->served ? quanta - epoch->served : 0;
    uint64_t value = window;

    if (epoch->unknown || window == 0) // software closed the lane
        return (uint32_t)window;
    if (epoch->wanted && idle > quanta / 16)
        value = block_smaller(window + block_larger(window / 16, 1), word[R_ceiling + k]);
    else if (idle == 0)
        value = block_larger(window - window / 32, word[R_floor + k]);
    return (uint32_t)block_smaller(value, c->golden->widest); // 7.2
}

// 7.4: a look begins in this clock.
static void look(const struct block_clock *c, struct block_state *next) {
    struct worker *const tuner = &next->tuner;
    const unsigned lane = tuner->lane;
    const struct epoch *const epoch = &c->is->epochs[lane];
    const uint64_t elapsed = block_smaller(c->in->now - epoch->start, UINT32_MAX);
    const bool ends = epoch->begun && elapsed >= c->is->word[R_tune_interval];
    const uint32_t window = c->is->word[R_window + lane];

    if (ends || !epoch->begun)
        next->epochs[lane] = (struct epoch){.begun = true, .start = c->in->now};
    tuner->works = true;
    tuner->value = ends ? tuned(c, lane, elapsed) : window;
    tuner->differs = tuner->value != window;
    tuner->overwritten = c->performs == R_window + lane;
    tuner->in_force = c->is->now + TUNE_CLOCKS;
}

static void work(const struct block_clock *c, struct block_state *next) {
    const struct worker *const tuner = &c->is->tuner;

    if (block_work(c, &next->tuner, R_window, R_tune_enable)) {
        next->word[R_window + tuner->lane] = tuner->value;
        next->unit.asks[TUNER] |= UINT64_C(1) << tuner->lane;
    }
    if (!next->tuner.works)
        next->tuner.lane = block_next_lane(c->golden, tuner->lane);
}

// The tuner in this clock. Its turns stand still while the block is quiet.
void block_tune(const struct block_clock *c, struct block_state *next) {
    const unsigned lane = c->is->tuner.lane;

    if (c->is->tuner.works)
        work(c, next);
    else if (block_enabled(c->is, R_tune_enable, lane))
        look(c, next);
    else if (!c->quiet)
        next->tuner.lane = block_next_lane(c->golden, lane);
    note_all(c, next);
}
