#include "tb/sweep/window_watch.h"

#include <math.h>

void window_watch_open(struct window_watch *watch, unsigned lane, uint64_t phase) {
    watch->lane = lane;
    watch->phase = phase;
    watch->end_ps = watch->count = 0;
}

static uint64_t window_of(const struct policy_state *state, unsigned lane) {
    const uint64_t multiplier = multiplier_value(state->estimates.multiplier[lane]);
    return multiplier ? state->window[lane] * MULTIPLIER_ONE / multiplier : state->window[lane];
}

static void see(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state) {
    struct window_watch *watch = context;
    (void)partition;
    const uint64_t window = window_of(state, watch->lane);
    const bool starts = step == STEP_SUBMIT && watch->phase && op->index % watch->phase == 0;
    if (watch->count == 0)
        watch->open = window;
    if (starts)
        watch->count = 0;
    if (watch->count == 0 ||
        (watch->change[watch->count - 1].window != window && watch->count < WINDOW_CHANGES))
        watch->change[watch->count++] = (struct window_change){now_ps, window};
    watch->end_ps = now_ps;
}

struct simulate_watcher window_watch_of(struct window_watch *watch) {
    return (struct simulate_watcher){.saw = see, .context = watch};
}

static uint64_t until_ps(const struct window_watch *watch, unsigned i) {
    return i + 1 < watch->count ? watch->change[i + 1].at_ps : watch->end_ps;
}

struct window_result window_watch_result(const struct window_watch *watch) {
    if (watch->count == 0 || watch->open == 0)
        return (struct window_result){0};
    const uint64_t start_ps = watch->change[0].at_ps;
    const uint64_t half_ps = start_ps + (watch->end_ps - start_ps) / 2;
    double sum = 0, squares = 0;
    for (unsigned i = 0; i < watch->count; i++) {
        const uint64_t end_ps = until_ps(watch, i), at_ps = watch->change[i].at_ps;
        const double window = (double)watch->change[i].window,
                     ps = end_ps > half_ps ? (double)(end_ps - (at_ps > half_ps ? at_ps : half_ps))
                                           : 0;
        sum += window * ps;
        squares += window * window * ps;
    }
    const double half = (double)(watch->end_ps - half_ps), mean = sum / half;
    const double variance = fmax(squares / half - mean * mean, 0);
    uint64_t settled_ps = start_ps;
    for (unsigned i = 0; i < watch->count; i++)
        if (fabs((double)watch->change[i].window - mean) * 100 > WINDOW_OFF_PERCENT * mean)
            settled_ps = until_ps(watch, i);
    return (struct window_result){.percent = 100 * mean / (double)watch->open,
                                  .spread_percent = 100 * sqrt(variance) / mean,
                                  .settled_ns = (double)(settled_ps - start_ps) / 1000};
}
