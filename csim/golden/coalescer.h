// The grant coalescer of the golden model (rtl/spec/messages.md): counts the credit that returns
// free, and tells it in messages. It changes nothing in admission.
#ifndef SEMA_COALESCER_H
#define SEMA_COALESCER_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/numbers.h"
#include "csim/interface/register_values.h"

// Open value: all zero is just out of reset.
struct coalescer {
    uint32_t freed[LANES]; // running counts, modulo 2^COUNTER_BITS
    uint32_t sent[LANES];  // those of the last message loaded
    uint16_t age;          // clocks in which the timer has run
    uint8_t dues;          // bit k: one was due k + 1 clocks ago
    uint8_t waits;         // bit k: one waited to be taken k + 1 clocks ago
    bool valid;            // one waits
    bool untold;           // credit has returned since the last was loaded
};

// Off, there is nothing that could change but counts.
static inline bool coalescer_is_on(const struct coalescer *coalescer,
                                   const struct grant_rule *rule) {
    return (rule->interval | rule->threshold_hbm | rule->threshold_time | coalescer->age |
            coalescer->valid | coalescer->dues) != 0;
}

// One clock in which `ready` was the initiator's: loads, hands over, ages. Comes before the returns
// of the clock are added. Returns whether a message is loaded.
bool coalescer_clock(struct coalescer *coalescer, const struct grant_rule *rule, bool ready);

static inline bool coalescer_step(struct coalescer *coalescer, const struct grant_rule *rule,
                                  bool ready) {
    return coalescer_is_on(coalescer, rule) && coalescer_clock(coalescer, rule, ready);
}

// An amount returns on a lane; 0: nothing does.
static inline void coalescer_return(struct coalescer *coalescer, unsigned lane, uint32_t amount) {
    coalescer->freed[lane] = (coalescer->freed[lane] + amount) & COUNTER_MAX;
    coalescer->untold |= amount != 0;
}

// At rest, with these counts, age and message: a threshold was reached in the clock before, too.
void coalescer_begin(struct coalescer *coalescer, const struct grant_rule *rule);

// With nothing returned from now on, nothing changes.
bool coalescer_is_settled(const struct coalescer *coalescer, const struct grant_rule *rule);

static inline bool coalescer_is_quiet(const struct coalescer *coalescer,
                                      const struct grant_rule *rule) {
    return !coalescer_is_on(coalescer, rule) || coalescer_is_settled(coalescer, rule);
}

#endif
