// States at rest, drawn: every counter, sum, timer and time, every window and multiplier near zero,
// near wrap, near saturation, or anywhere; tables full to any degree; operations that wait for a
// little more than there is.
#ifndef SEMA_BLOCK_DRAW_H
#define SEMA_BLOCK_DRAW_H

#include "csim/interface/block_state.h"
#include "csim/interface/tag_code.h"

// The state of a block of `depth` reservations that belongs to a seed. Its operations are those of
// indices below `first`, one after the other downwards (`block_state_operations` of them at most),
// and have their tags.
enum { BLOCK_STATE_OPERATIONS = DEPTH_MAX + SLOTS };
void block_state_draw(struct block_state *state, unsigned depth, uint64_t seed,
                      const struct tag_code *code, uint32_t first);

// A number of so many bits that is near zero, near the largest, near a power of two, or anywhere.
struct rng;
uint64_t draw_wide(struct rng *rng, unsigned bits);

#endif
