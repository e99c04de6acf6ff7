// How an operation came by its demands: raw, multiplier, quantum, with the registers that were in
// force, and what would have made them what a model shows instead.
#ifndef SEMA_FAILURE_DEMAND_H
#define SEMA_FAILURE_DEMAND_H

#include <stdio.h>

#include "csim/interface/edge.h"
#include "tb/cosim/witness.h"

// What was offered, a line.
void demand_write_offer(const struct witness_offer *offer, FILE *file);

// Raw and scaled demands of an operation that is decided in the witness's clock, a line a class,
// with those that dut and ref show; a side that does not decide on it is NULL.
void demand_write(const struct witness *witness, const struct witness_offer *offer,
                  const struct edge_out *dut, const struct edge_out *ref, FILE *file);

#endif
