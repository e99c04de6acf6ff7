// What the parts of a report on a divergence share: for failure_about.c alone and what it is cut
// into.
#ifndef SEMA_FAILURE_SIDES_H
#define SEMA_FAILURE_SIDES_H

#include <stdio.h>

#include "csim/interface/edge.h"
#include "tb/cosim/witness.h"

// The two sides of a divergence.
struct sides {
    const struct edge_in *in;
    const struct edge_out *dut, *ref;
    const struct witness *witness;
    FILE *file;
};

// How many clocks a clock is before that of the divergence.
static inline uint64_t ago(const struct witness *witness, uint64_t clock) {
    return witness->clock - clock;
}

// What was offered, a line.
void demand_write_offer(const struct witness_offer *offer, FILE *file);

// How an operation that is decided in the witness's clock came by its demands: raw, multiplier,
// quantum, with the registers that were in force, a line a class; and what would have made them
// what a side shows instead. A side that does not decide on it is NULL.
void demand_write(const struct witness *witness, const struct witness_offer *offer,
                  const struct edge_out *dut, const struct edge_out *ref, FILE *file);

// A register access.
void write_access_part(const struct sides *sides);

#endif
