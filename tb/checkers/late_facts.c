#include "tb/checkers/late_facts.h"

#include <string.h>

_Static_assert((int)FACT_CLOCKS > COMMIT_TO_DECISION && (int)FACT_CLOCKS > RETIRE_TO_USE &&
                   (int)FACT_CLOCKS > WINDOW_TO_DECISION && (int)FACT_CLOCKS > LIMIT_TO_DECISION,
               "what is not known yet is remembered");

// Those of a clock, to be added to.
static struct facts *enter(struct late_facts *facts, uint64_t clock) {
    struct facts *const entry = &facts->clock[clock % FACT_CLOCKS];
    if (entry->clock != clock) {
        memset(entry, 0, sizeof *entry);
        entry->clock = clock;
    }
    return entry;
}

// Those of `before` clocks before; NULL: none.
static const struct facts *facts_in(const struct late_facts *facts, uint64_t clock,
                                    unsigned before) {
    const struct facts *const entry = &facts->clock[(clock - before) % FACT_CLOCKS];
    return clock > before && entry->clock == clock - before ? entry : NULL;
}

void late_facts_return(struct late_facts *facts, uint64_t clock, unsigned lane, uint32_t amount) {
    enter(facts, clock)->returned[lane % LANES] += amount;
}

void late_facts_retire(struct late_facts *facts, uint64_t clock) {
    enter(facts, clock)->retired++;
}

void late_facts_window(struct late_facts *facts, uint64_t clock, const uint32_t before[LANES]) {
    struct facts *const entry = enter(facts, clock);
    entry->window = true;
    facts->changed = clock;
    memcpy(entry->window_before, before, sizeof entry->window_before);
}

void late_facts_limit(struct late_facts *facts, uint64_t clock, uint32_t before) {
    struct facts *const entry = enter(facts, clock);
    entry->limit = true;
    facts->changed = clock;
    entry->limit_before = before;
}

void late_facts_debts(const struct late_facts *facts, uint64_t clock, uint32_t debt[LANES]) {
    memset(debt, 0, LANES * sizeof *debt);
    for (int before = 1; before < COMMIT_TO_DECISION; before++) {
        const struct facts *const entry = facts_in(facts, clock, (unsigned)before);
        for (unsigned lane = 0; entry && lane < LANES; lane++)
            debt[lane] += entry->returned[lane];
    }
}

unsigned late_facts_held(const struct late_facts *facts, uint64_t clock) {
    unsigned held = 0;
    for (int before = 1; before < RETIRE_TO_USE; before++) {
        const struct facts *const entry = facts_in(facts, clock, (unsigned)before);
        held += entry ? entry->retired : 0;
    }
    return held;
}

const uint32_t *late_facts_windows(const struct late_facts *facts, uint64_t clock,
                                   const uint32_t now[LANES]) {
    const uint32_t *windows = now;
    if (facts->changed + FACT_CLOCKS < clock)
        return now;
    for (int before = 0; before < WINDOW_TO_DECISION; before++) {
        const struct facts *const entry = facts_in(facts, clock, (unsigned)before);
        windows = entry && entry->window ? entry->window_before : windows;
    }
    return windows;
}

uint32_t late_facts_least_limit(const struct late_facts *facts, uint64_t clock, uint32_t now) {
    uint32_t limit = now;
    if (facts->changed + FACT_CLOCKS < clock)
        return now;
    for (int before = 0; before < LIMIT_TO_DECISION; before++) {
        const struct facts *const entry = facts_in(facts, clock, (unsigned)before);
        if (entry && entry->limit && entry->limit_before < limit)
            limit = entry->limit_before;
    }
    return limit;
}
