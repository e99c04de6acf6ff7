// A model of the whole block of rtl/next: golden or RTL behind one pair of functions.
#ifndef SEMA_NEXT_BLOCK_MODEL_SEAM_H
#define SEMA_NEXT_BLOCK_MODEL_SEAM_H

#include "csim/next/block.h"

struct block_model {
    void *self;
    // What the outputs show in this clock; writes `out` whole.
    void (*show)(void *self, struct block_out *out);
    // The edge that ends this clock samples `in`.
    void (*clock)(void *self, const struct block_in *in);
    void (*close)(void *self);
};

// The golden model of that size, before its first reset; `self` is NULL if memory is short. The
// caller closes it.
struct block_model block_golden_model(const struct path_size *size);

#endif
