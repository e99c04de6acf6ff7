// What follows from a state at rest (csim/interface/block_state.h): debts, who waits and is
// refused, what a block in it shows, and whether it can be.
#ifndef SEMA_STATE_AT_REST_H
#define SEMA_STATE_AT_REST_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/block_state.h"
#include "csim/interface/edge.h"

// That of a block of `depth` reservations some clocks after a reset.
void block_state_reset(struct block_state *state, unsigned depth);

// What follows from it: reservations held, debts, slots in the order of their offers, and what
// would refuse each slot's demand now, of those that are compared.
struct block_derived {
    unsigned held, waiting;
    uint32_t debt[LANES];
    uint8_t order[SLOTS]; // slots, the oldest first; `waiting` of them
    lane_set refused[SLOTS];
    uint64_t blocked; // slots that must not pass an earlier one
    bool aged;        // the oldest has waited too long
};
void block_derive(const struct block_state *state, struct block_derived *derived);

// Is it a state that a block of `depth` reservations can be in at rest? NULL, or what is wrong, one
// line.
const char *block_state_check(const struct block_state *state, unsigned depth);

// What a block in that state shows.
void block_state_show(const struct block_state *state, struct edge_out *out);

#endif
