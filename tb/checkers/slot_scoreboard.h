// Who waits in a block: the operations that it has taken and that have not left, as anybody can
// tell who watches what crosses its boundary. Checkers and coverage keep one each.
#ifndef SEMA_SLOT_SCOREBOARD_H
#define SEMA_SLOT_SCOREBOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/edge.h"
#include "csim/interface/raw_demand.h"

struct waiting_op {
    uint64_t rank;    // in the paper's order: the lower one goes first; never equal
    uint64_t offered; // clock of the offer
    uint64_t grants;  // made up to and with that clock
    uint64_t denied;  // clock of the last deny that was shown; only where has_denied
    uint32_t tag;
    uint32_t demand[CLASSES];   // at that deny
    uint16_t estimate[CLASSES]; // for whoever wants to keep one; 0
    struct raw_demand raw;      // the same
    lane_set refused;           // at that deny
    uint8_t lane;               // at that deny
    uint8_t domain;
    uint8_t opcode;
    bool urgent;
    bool at_begin; // it waited when the run began
    bool has_denied;
};

// The last to leave.
struct waiting_left {
    uint64_t clock;
    uint32_t tag;
    uint8_t domain;
    bool oldest; // it was
};
// As many as can have left since the choice of what is decided now could know it, or hold slots.
enum {
    WAITING_LEFT = CHOICE_TO_DECISION + LEAVE_TO_CHOICE + LEAVE_TO_OFFER + AGE_TO_CHOICE - 1,
};

// Open value: all zero is a block just out of reset. Bits of masks are places in `op`.
struct slot_scoreboard {
    struct waiting_op op[SLOTS]; // in the order of their offers
    uint64_t rank[SLOTS];        // theirs, and their tags, to be looked through in every clock
    uint32_t tag[SLOTS];
    unsigned count;
    uint64_t denied;  // those that were
    uint64_t blocked; // those that have a blocker
    uint64_t offers;
    uint64_t grants;
    struct waiting_left left[WAITING_LEFT]; // a ring; clock 0: nobody
    unsigned next_left;
};

// An operation is taken by the edge that ends `clock`. NULL: more than SLOTS would wait.
struct waiting_op *slot_scoreboard_offer(struct slot_scoreboard *list, const struct edge_in *in,
                                         uint64_t clock);

// Those that wait in a state at rest. Offers and denials count as long past.
struct block_state;
void slot_scoreboard_begin(struct slot_scoreboard *list, const struct block_state *state);

// The first of a tag; NULL: none waits.
struct waiting_op *slot_scoreboard_find(struct slot_scoreboard *list, uint32_t tag);

// The one that was offered in a clock; NULL: none waits.
struct waiting_op *slot_scoreboard_offered(struct slot_scoreboard *list, uint64_t clock);

// All that wait, as a mask.
static inline uint64_t slot_scoreboard_all(const struct slot_scoreboard *list) {
    return list->count ? UINT64_MAX >> (64 - list->count) : 0;
}

// Of a mask, those that rank above an operation.
uint64_t slot_scoreboard_above(const struct slot_scoreboard *list, const struct waiting_op *op,
                               uint64_t mask);

// Must it wait for one offered earlier, of its tag or its domain? Returns that one, or NULL.
const struct waiting_op *slot_scoreboard_blocker(const struct slot_scoreboard *list,
                                                 const struct waiting_op *op);

// The same, where one that left in `since` or later counts, too.
bool slot_scoreboard_blocked(const struct slot_scoreboard *list, const struct waiting_op *op,
                             uint64_t since);

// The first clock after `since` in which the oldest left; UINT64_MAX: none of those remembered.
uint64_t slot_scoreboard_oldest_left(const struct slot_scoreboard *list, uint64_t since);

// How many slots are not free in the clock after `clock`: those of operations that wait, and of
// those that left too short a time ago.
unsigned slot_scoreboard_occupied(const struct slot_scoreboard *list, uint64_t clock);

// What a decision that is shown for `clock` does to the operation that it is about.
void slot_scoreboard_decide(struct slot_scoreboard *list, struct waiting_op *op,
                            const struct edge_out *out, uint64_t clock);

#endif
