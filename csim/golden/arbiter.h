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
    ARBITER_CLOCKS = 16, // that are remembered; a power of two, so that their numbers may wrap
};
_Static_assert((int)ARBITER_CLOCKS > OFFER_TO_CHOICE && (int)ARBITER_CLOCKS > CHOICE_TO_CHOICE &&
                   (int)ARBITER_CLOCKS > CHOICE_TO_DECISION &&
                   (int)ARBITER_CLOCKS > LEAVE_TO_OFFER && (int)ARBITER_CLOCKS > LEAVE_TO_CHOICE &&
                   (int)ARBITER_CLOCKS > AGE_TO_CHOICE &&
                   (int)ARBITER_CLOCKS > BOUND_TO_CHOICE + 1 &&
                   (int)ARBITER_CLOCKS > COMPARE_TO_CHOICE &&
                   (int)ARBITER_CLOCKS > COMMIT_TO_COMPARE,
               "what a clock goes by is remembered");

_Static_assert(OFFER_TO_SCALE >= OFFER_TO_CONFIG, "an offer is estimated, then scaled");
_Static_assert(OFFER_TO_CHOICE + CHOICE_TO_DECISION - DEMAND_TO_DECISION >=
                   OFFER_TO_SCALE + SCALE_TO_SLOT,
               "an operation is decided with its own demand");

// What an offer is estimated by.
struct offer {
    uint64_t address;
    uint32_t length;
    uint32_t response_length;
    uint8_t opcode;
};

// An operation from its offer to the decision with which it leaves.
struct waiting {
    // The paper's order, least first: latency-sensitive ones, wire bytes, number of the offer.
    uint64_t rank;
    struct offer offer;
    struct raw_demand raw;
    struct demand demand;       // as the slot has it
    struct demand decided;      // as its decision on the way goes by it
    slot_set ahead;             // slots that it must not pass
    uint16_t estimate[CLASSES]; // service in quanta
    lane_set refused;           // of its last deny
    uint16_t grants;            // made up to the clock of its offer, modulo 2^STARVATION_BITS
};

struct choice {
    int slot;   // or NO_SLOT
    bool tried; // else chosen to report what refuses it
};

// What a comparison with headroom finds.
struct comparison {
    slot_set fits;    // denied before, and nothing refuses it now
    slot_set changed; // denied before, and now refused otherwise
};

// The headroom that a clock leaves: of windows and debts in force in the next.
struct headroom {
    uint32_t lane[LANES];
    lane_set touched;   // lanes on which it is another than before
    bool table_refuses; // whatever is asked for
};

// What a clock leaves to later ones.
struct arbiter_clock {
    struct headroom headroom;
    struct comparison compared; // in it
    struct choice chosen;
    slot_set offered, left;
    slot_set report; // to report another refusal, in it
    int to_scale;    // slot of its offer, or of its step of the walk; or NO_SLOT
    int scaled;      // slot that has this demand from the next clock on; or NO_SLOT
    struct demand demand;
    slot_set oldest;           // of those taken, none or one,
    uint16_t passed;           // and the grants since its offer, modulo 2^STARVATION_BITS
    uint16_t starvation_bound; // in force in the next clock
};

// Scales all slots again, one in every WALK_CLOCKS-th clock.
struct walk {
    unsigned left;    // steps
    unsigned pointer; // slot of the next one
    unsigned next;    // its clock
    bool step;        // is made in this clock
    bool changed;     // something, with the next one
};

// Open value: initialise with arbiter_init. All is as in force in the clock to come, or, while a
// clock is being evaluated, in that clock.
struct arbiter {
    slot_set taken;
    slot_set young;     // offered too short a time ago to be chosen
    slot_set leaving;   // left, and not yet free
    slot_set blocked;   // some slot is ahead
    slot_set decided;   // denied at least once
    slot_set in_flight; // chosen too short a time ago to be chosen again
    slot_set try;       // may fit, in their turn

    unsigned clock;                            // this one, modulo 2^32
    struct arbiter_clock past[ARBITER_CLOCKS]; // this one and those before it, by their numbers

    // For each lane: slots whose demand on it is not zero; those whose demand does not fit beside
    // the debt; those whose last deny named it (the last entry is the table).
    slot_set users[LANES];
    slot_set lacking[LANES];
    slot_set denied[LANES + 1];
    lane_set touched; // lanes to compare anew, whatever their headroom
    struct walk walk;

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
    return (arbiter->taken | arbiter->leaving) == UINT64_MAX >> (64 - SLOTS);
}

// Is no offer taken?
static inline bool arbiter_is_held(const struct arbiter *arbiter) {
    return arbiter_is_full(arbiter) || arbiter->walk.step;
}

static inline bool arbiter_is_first_decision(const struct arbiter *arbiter, int slot) {
    return !(arbiter->decided >> slot & 1);
}

// The choice of this clock, which is not paused. What is chosen waits until its decision.
struct choice arbiter_choose(const struct arbiter *arbiter);

// What was chosen `clocks` before this clock.
static inline struct choice arbiter_chosen(const struct arbiter *arbiter, unsigned clocks) {
    return arbiter->past[(arbiter->clock - clocks) % ARBITER_CLOCKS].chosen;
}

// The parts of a clock that change what is in force in the next, in this order. A grant, and the
// leave of what was decided on:
void arbiter_grant(struct arbiter *arbiter);
void arbiter_leave(struct arbiter *arbiter, int slot);
// A deny, which stays:
void arbiter_deny(struct arbiter *arbiter, int slot, lane_set refused);
// The demand of what is on its way to its decision, DEMAND_TO_DECISION clocks before it:
void arbiter_look_up_demand(struct arbiter *arbiter, int slot);
// An offer into a slot that was free at the start of the clock; the arbiter was not held:
void arbiter_offer(struct arbiter *arbiter, const struct edge_in *in);
// Operations offered some clocks ago are estimated and scaled by what is in force in this one:
void arbiter_estimate(struct arbiter *arbiter, const struct registers *registers);
// A multiplier or quantum changes with the next clock:
void arbiter_stale(struct arbiter *arbiter);

// The end of a clock in which this was chosen, and which leaves this headroom.
void arbiter_clock(struct arbiter *arbiter, const struct registers *registers, struct choice chosen,
                   const struct headroom *headroom);

#endif
