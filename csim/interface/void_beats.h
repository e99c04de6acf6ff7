// What is on the ports while reset is asserted is void, so it may be anything.
#ifndef SEMA_VOID_BEATS_H
#define SEMA_VOID_BEATS_H

#include "csim/base/rng.h"
#include "csim/interface/edge.h"

// Fills the ports for one clock, of a block with `depth` reservations.
void void_beats_fill(struct rng *rng, uint32_t depth, struct edge_in *in);

// The generator as it was before it filled these: with it they are filled alike.
struct rng void_beats_rng(const struct edge_in *in);

#endif
