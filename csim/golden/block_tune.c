// windows.md, 7.4 and 7.5: base windows by what stands idle while somebody waits.
#include "csim/golden/state.h"

enum { TUNE_CLOCKS = 64 };

// 7.4: what commits or is wanted in this clock counts in the epoch that it is of.
static void note(const struct golden *golden, unsigned lane, struct epoch *epoch) {
    const struct completion *const back = came_back(golden, lane);

    if (back && back->observed == PATH_UNKNOWN)
        epoch->unknown = true;
    else if (back)
        epoch->served = (uint32_t)smaller((uint64_t)epoch->served + back->observed, UINT32_MAX);
    if (golden->wanted & bit(lane))
        epoch->wanted = true;
}

// A lane that is not enabled has no epoch.
static void note_all(struct golden *golden) {
    for (unsigned lane = 0; lane < golden->lanes; lane++) {
        struct epoch *const epoch = &golden->epochs[lane];
        if (epoch->begun && is_enabled(golden, R_tune_enable, lane))
            note(golden, lane, epoch);
        else
            epoch->begun = false;
    }
}

// 7.4: the base window after an epoch.
static uint32_t tuned(const struct golden *golden, unsigned lane, uint64_t elapsed) {
    const uint32_t *const word = golden->word;
    const struct epoch *const epoch = &golden->epochs[lane];
    const unsigned k = class_of(&golden->size, lane);
    const uint64_t window = word[R_window + lane];
    const uint64_t quanta = elapsed * word[R_clock_quanta] / 16;
    const uint64_t idle = quanta > epoch->served ? quanta - epoch->served : 0;
    uint64_t value = window;

    if (epoch->unknown || window == 0) // software closed the lane
        return (uint32_t)window;
    if (epoch->wanted && idle > quanta / 16)
        value = smaller(window + larger(window / 16, 1), word[R_ceiling + k]);
    else if (idle == 0)
        value = larger(window - window / 32, word[R_floor + k]);
    return (uint32_t)smaller(value, golden->widest); // 7.2
}

// 7.4: a look begins in this clock.
static void look(struct golden *golden, uint64_t now) {
    const unsigned lane = golden->tuner.lane;
    struct epoch *const epoch = &golden->epochs[lane];
    const uint64_t elapsed = smaller(now - epoch->start, UINT32_MAX);
    const bool ends = epoch->begun && elapsed >= golden->word[R_tune_interval];

    block_begin(golden, &golden->tuner, R_window,
                ends ? tuned(golden, lane, elapsed) : golden->word[R_window + lane], TUNE_CLOCKS);
    if (ends || !epoch->begun)
        *epoch = (struct epoch){.begun = true, .start = now};
}

// The tuner in this clock. Its turns stand still while the block is quiet.
void block_tune(struct golden *golden, uint64_t now) {
    struct worker *const tuner = &golden->tuner;

    if (tuner->works) {
        block_work(golden, tuner, R_window, TUNER, R_tune_enable);
        if (!tuner->works)
            tuner->lane = next_of(tuner->lane, golden->lanes);
    } else if (is_enabled(golden, R_tune_enable, tuner->lane)) {
        look(golden, now);
    } else if (!golden->out.quiet) {
        tuner->lane = next_of(tuner->lane, golden->lanes);
    }
    note_all(golden);
}
