// The window of one lane, over the multiplier of its demands where these have one, as a run goes
// on, from the last change of its traffic: where it comes to rest, and how long that takes.
#pragma once

#include "csim/simulator/simulate.h"

enum { WINDOW_CHANGES = 1 << 15, WINDOW_OFF_PERCENT = 25 };

// Open value.
struct window_watch {
    unsigned lane;
    uint64_t phase; // operations; 0: one
    uint64_t open;  // window at the start of the run
    uint64_t end_ps;
    unsigned count;        // changes; more than WINDOW_CHANGES are not kept
    struct window_change { // the first is the start, or the last phase's
        uint64_t at_ps, window;
    } change[WINDOW_CHANGES];
};

// Of this lane, and phases of so many operations.
void window_watch_open(struct window_watch *watch, unsigned lane, uint64_t phase);

// A watcher that tells it; `watch` must live as long.
struct simulate_watcher window_watch_of(struct window_watch *watch);

// The mean over the second half of what was watched, the deviation from it there, and the time
// until the window was within WINDOW_OFF_PERCENT of it for good.
struct window_result window_watch_result(const struct window_watch *watch);
