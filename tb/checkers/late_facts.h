// What a block's decisions do not know yet: returns, retires, windows and limits of the last clocks
// (rtl/spec/pipeline.md: CommitToDecision, RetireToUse, WindowToDecision, LimitToDecision). From
// what crosses the boundary alone.
#ifndef SEMA_LATE_FACTS_H
#define SEMA_LATE_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/numbers.h"

enum { FACT_CLOCKS = 16 }; // that are remembered

// Of one clock.
struct facts {
    uint64_t clock;
    uint32_t returned[LANES];
    unsigned retired;
    bool window, limit;            // another one came into force with the clock; then:
    uint32_t window_before[LANES]; // what was in force in the clock before
    uint32_t limit_before;
};

// Open value: all zero is a block just out of reset, or at rest. Clocks are numbered from 1 on.
struct late_facts {
    struct facts clock[FACT_CLOCKS]; // by their numbers
    uint64_t changed;                // the last with another window or limit
};

// A return or a retire commits in a clock; windows or a limit are others than before from it on.
void late_facts_return(struct late_facts *facts, uint64_t clock, unsigned lane, uint32_t amount);
void late_facts_retire(struct late_facts *facts, uint64_t clock);
void late_facts_window(struct late_facts *facts, uint64_t clock, const uint32_t before[LANES]);
void late_facts_limit(struct late_facts *facts, uint64_t clock, uint32_t before);

// What the decision of a clock still counts as owed, beside the debts in force in that clock; and
// as held.
void late_facts_debts(const struct late_facts *facts, uint64_t clock, uint32_t debt[LANES]);
unsigned late_facts_held(const struct late_facts *facts, uint64_t clock);

// The windows that it goes by; `now` are those in force in the clock.
const uint32_t *late_facts_windows(const struct late_facts *facts, uint64_t clock,
                                   const uint32_t now[LANES]);

// The least of the limits that it may go by.
uint32_t late_facts_least_limit(const struct late_facts *facts, uint64_t clock, uint32_t now);

#endif
