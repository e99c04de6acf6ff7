// Beats of every kind, dense, for tests that compare two blocks clock by clock.
#ifndef SEMA_TEST_RANDOM_BEATS_H
#define SEMA_TEST_RANDOM_BEATS_H

#include "csim/base/rng.h"
#include "csim/interface/edge.h"

// What a driver may give after `last`, but that it holds no offer and no register write that is not
// taken. A gap where the block is quiet, and now and then a reset.
struct edge_in random_beats(struct rng *rng, const struct edge_out *last);

#endif
