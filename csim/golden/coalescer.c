#include "csim/golden/coalescer.h"

#include <string.h>

_Static_assert(GRANT_INTERVAL_BITS == 16, "the age saturates as uint16_t");

// Is some lane of those from `first` to `end`, exclusive, pending by `threshold` or more? A
// threshold of 0 is none: one less is more than any lane can exceed.
static bool reaches(const struct coalescer *coalescer, unsigned first, unsigned end,
                    uint32_t threshold) {
    unsigned any = 0;

    for (unsigned lane = first; lane < end; lane++)
        any |= ((coalescer->freed[lane] - coalescer->sent[lane]) & COUNTER_MAX) > threshold - 1;
    return any;
}

static bool reaches_threshold(const struct coalescer *coalescer, const struct grant_rule *rule) {
    return reaches(coalescer, 0, HBM_LANES, rule->threshold_hbm) ||
           reaches(coalescer, HBM_LANES, LANES, rule->threshold_time);
}

static bool is_due(const struct coalescer *coalescer, const struct grant_rule *rule) {
    return (coalescer->untold && rule->interval && coalescer->age >= rule->interval - 1) ||
           reaches_threshold(coalescer, rule);
}

bool coalescer_clock(struct coalescer *coalescer, const struct grant_rule *rule, bool ready) {
    const bool due = is_due(coalescer, rule);
    const unsigned waits = (unsigned)coalescer->waits << 1 | coalescer->valid;
    const bool loads =
        (coalescer->dues >> (DUE_TO_LOAD - 1) & 1) && waits << (32 - DUE_TO_LOAD) == 0;

    coalescer->dues = (uint8_t)(coalescer->dues << 1 | due);
    coalescer->waits = (uint8_t)waits;
    if (loads) {
        memcpy(coalescer->sent, coalescer->freed, sizeof coalescer->sent);
        coalescer->valid = true;
        coalescer->untold = false;
        coalescer->age = 0;
        return true;
    }
    coalescer->valid &= !ready;
    if (!coalescer->untold || !rule->interval)
        coalescer->age = 0;
    else if (coalescer->age < UINT16_MAX)
        coalescer->age++;
    return false;
}

void coalescer_begin(struct coalescer *coalescer, const struct grant_rule *rule) {
    coalescer->untold = memcmp(coalescer->sent, coalescer->freed, sizeof coalescer->sent) != 0;
    coalescer->dues = reaches_threshold(coalescer, rule);
}

bool coalescer_is_settled(const struct coalescer *coalescer, const struct grant_rule *rule) {
    if (coalescer->valid)
        return false;
    return !coalescer->untold || (!rule->interval && !is_due(coalescer, rule));
}
