// Somebody who hears what crosses the boundary of the block, clock by clock.
#ifndef SEMA_BLOCK_LISTENER_H
#define SEMA_BLOCK_LISTENER_H

#include <stdint.h>

#include "csim/golden/block.h"

struct listener {
    void *self;
    // `out` is what the block shows in clock `clock`, counted from 0; `in` is what the edge that
    // ends that clock samples. Both belong to the caller, who calls for every clock, resets
    // included.
    void (*hear)(void *self, uint64_t clock, const struct block_out *out,
                 const struct block_in *in);
};

#endif
