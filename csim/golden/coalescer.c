#include "csim/golden/coalescer.h"

#include <string.h>

_Static_assert(COUNTER_BITS == 32, "counts wrap as uint32_t");
_Static_assert(GRANT_INTERVAL_BITS == 16, "the age saturates as uint16_t");

// Is some lane of those from `first` to `end`, exclusive, pending by `threshold` or more? A
// threshold of 0 is none: one less is more than any lane can exceed.
static bool reaches(const struct coalescer *coalescer, unsigned first, unsigned end,
                    uint32_t threshold) {
    unsigned any = 0;

    for (unsigned lane = first; lane < end; lane++)
        any |= coalescer->freed[lane] - coalescer->sent[lane] > threshold - 1;
    return any;
}

static bool is_pending(const struct coalescer *coalescer) {
    uint32_t any = 0;

    for (unsigned lane = 0; lane < LANES; lane++)
        any |= coalescer->freed[lane] ^ coalescer->sent[lane];
    return any != 0;
}

// With something pending, which a threshold that is reached implies.
static bool is_due(const struct coalescer *coalescer, const struct grant_rule *rule) {
    return (rule->interval && coalescer->age >= rule->interval - 1) ||
           reaches(coalescer, 0, HBM_LANES, rule->threshold_hbm) ||
           reaches(coalescer, HBM_LANES, LANES, rule->threshold_time);
}

bool coalescer_clock(struct coalescer *coalescer, const struct grant_rule *rule, bool ready) {
    const bool pending = is_pending(coalescer);

    if (pending && (!coalescer->valid || ready) && is_due(coalescer, rule)) {
        memcpy(coalescer->sent, coalescer->freed, sizeof coalescer->sent);
        coalescer->valid = true;
        coalescer->age = 0;
        return true;
    }
    coalescer->valid &= !ready;
    if (!pending || !rule->interval)
        coalescer->age = 0;
    else if (coalescer->age < UINT16_MAX)
        coalescer->age++;
    return false;
}

bool coalescer_is_settled(const struct coalescer *coalescer, const struct grant_rule *rule) {
    if (coalescer->valid)
        return false;
    return !is_pending(coalescer) || (!rule->interval && !is_due(coalescer, rule));
}
