#include "csim/disturbance/retries.h"

void retries_init(struct retries *retries, uint64_t seed, unsigned percent) {
    *retries = (struct retries){.rng = rng_stream(seed, RNG_LOSS), .percent = percent};
}

// Clocks until an initiator gives up waiting: one time in three within an operation's way through
// the slots, within a stage or two, or long after all is over.
static uint64_t patience(struct rng *rng) {
    enum { WAITING_CLOCKS = 8, HELD_CLOCKS = 64, LATE_CLOCKS = 600 };
    static const uint64_t most[] = {WAITING_CLOCKS, HELD_CLOCKS, LATE_CLOCKS};
    const uint64_t below = most[rng_below(rng, sizeof most / sizeof most[0])];
    return 1 + rng_below(rng, below);
}

void retries_offered(struct retries *retries, uint32_t op, uint64_t cycle) {
    if (retries->percent == 0 || !rng_chance(&retries->rng, retries->percent, 100))
        return;
    const struct retry retry = {.cycle = cycle + patience(&retries->rng), .op = op};
    if (retries->count == RETRIES_MAX)
        return;
    unsigned at = retries->count++;
    for (; at > 0 && retries->retry[at - 1].cycle <= retry.cycle; at--)
        retries->retry[at] = retries->retry[at - 1];
    retries->retry[at] = retry;
}

uint64_t retries_next(const struct retries *retries) {
    return retries->count ? retries->retry[retries->count - 1].cycle : UINT64_MAX;
}

uint32_t retries_first(const struct retries *retries) {
    return retries->retry[retries->count - 1].op;
}

void retries_drop(struct retries *retries) {
    retries->count--;
}
