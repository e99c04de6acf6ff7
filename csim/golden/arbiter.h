// The arbiter of the golden model (rtl/spec/arbiter.md; paper, section 3.5): which of the
// waiting operations is decided on next. All that it is asked is asked of sets of slots, one bit a
// slot: a choice is the best of a set under an order, the oldest is the one with the smallest offer
// number, what blocks an operation are slots with earlier offers.
#ifndef SEMA_ARBITER_H
#define SEMA_ARBITER_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/golden/demand.h"
#include "csim/interface/edge.h"

// Bit s: slot s.
typedef uint64_t slot_set;

enum {
    NO_SLOT = -1,
    // A choice of this many clocks ago, or of fewer, may not have been decided on when the slots
    // were last compared.
    IN_FLIGHT = CHOICE_TO_DECISION + COMPARE_TO_CHOICE,
};

// An operation from its offer to the decision with which it leaves.
struct waiting {
    // The paper's order, least first: latency-sensitive ones, wire bytes, number of the offer.
    uint64_t rank;
    struct raw_demand raw;
    struct demand demand;       // as scaled last
    slot_set ahead;             // slots that it must not pass
    uint16_t estimate[CLASSES]; // service in quanta
    uint16_t refused;           // of its last deny
    uint16_t grants;            // made up to the clock of its offer, modulo 2^STARVATION_BITS
};

struct choice {
    int slot;   // or NO_SLOT
    bool tried; // else chosen to report what refuses it
};

// What a comparison with headroom finds.
struct comparison {
    slot_set fits;    // fresh, and nothing refuses it
    slot_set changed; // fresh, denied before, and now refused otherwise
};

// Open value: initialise with arbiter_init. All is as in force in the clock to come, or, while a
// clock is being evaluated, in that clock.
struct arbiter {
    slot_set taken;
    slot_set left;                   // in this clock, and so not yet free
    slot_set blocked;                // some slot is ahead
    slot_set decided;                // denied at least once
    slot_set fresh;                  // demand scaled by what is in force
    struct comparison compared;      // in this clock
    struct comparison known;         // compared in the clock before
    struct choice chosen[IN_FLIGHT]; // the last ones, newest first
    slot_set in_flight;              // those
    slot_set try;                    // may fit, in their turn
    slot_set report;                 // to report another refusal

    // For each lane: slots whose raw demand, or whose demand, on it is not zero; those whose demand
    // does not fit beside the debt; those whose last deny named it (the last entry is the table).
    slot_set raw_users[LANES];
    slot_set users[LANES];
    slot_set lacking[LANES];
    slot_set denied[LANES + 1];
    unsigned touched; // lanes to compare anew

    struct waiting waiting[SLOTS];
    // Members that are searched, side by side; amount is that of the demand.
    uint32_t amount[CLASSES][SLOTS];
    uint32_t tag[SLOTS];
    uint32_t domain[SLOTS];
    unsigned oldest; // of the slots taken, if any
    uint64_t offers; // number of the next; 2^39 of them have ranks
    uint16_t grants; // made up to the clock before, modulo 2^STARVATION_BITS
};

void arbiter_init(struct arbiter *arbiter);

static inline bool arbiter_is_full(const struct arbiter *arbiter) {
    return arbiter->taken == UINT64_MAX >> (64 - SLOTS);
}

static inline bool arbiter_is_first_decision(const struct arbiter *arbiter, int slot) {
    return !(arbiter->decided >> slot & 1);
}

// The choice of this clock, which is not paused. What is chosen waits until its decision.
struct choice arbiter_choose(const struct arbiter *arbiter);

// Is there nothing to choose, nothing in flight, and nothing to learn from comparing again?
bool arbiter_is_settled(const struct arbiter *arbiter, bool paused);

// The parts of a clock that change what is in force in the next, in this order. A grant, and the
// leave of what was decided on:
void arbiter_grant(struct arbiter *arbiter);
void arbiter_leave(struct arbiter *arbiter, int slot);
// A deny, which stays:
void arbiter_deny(struct arbiter *arbiter, int slot, uint16_t refused);
// The scaling of what was chosen in the clock before:
void arbiter_scale(struct arbiter *arbiter, const struct registers *registers, int slot);
// An offer into a slot that was free at the start of the clock; the arbiter was not full:
void arbiter_offer(struct arbiter *arbiter, const struct registers *registers,
                   const struct edge_in *in);
// Multipliers or quanta that change on these lanes with the next clock:
void arbiter_stale(struct arbiter *arbiter, unsigned lanes);

// What the next clock finds. Registers and debts are those in force then, and so is whether the
// table would refuse.
struct headroom {
    const struct registers *registers;
    const uint32_t *debt; // of LANES
    unsigned touched;     // lanes on which debt or window is another than before
    bool table_refuses;
};

// The end of a clock in which this was chosen.
void arbiter_clock(struct arbiter *arbiter, struct choice chosen, const struct headroom *headroom);

#endif
