// A model of the whole block of rtl/next: golden or RTL behind one pair of functions.
#ifndef SEMA_NEXT_BLOCK_MODEL_H
#define SEMA_NEXT_BLOCK_MODEL_H

#include "csim/next/block.h"

#ifdef __cplusplus
extern "C" {
#endif

struct block_model {
    void *self;
    // What the outputs show in this clock; writes `out` whole.
    void (*show)(void *self, struct block_out *out);
    // The edge that ends this clock samples `in`.
    void (*clock)(void *self, const struct block_in *in);
    void (*close)(void *self);
};

// The RTL of this build, before its first reset, and its size. The caller closes it.
struct block_model block_rtl_open(struct path_size *size);

#ifdef __cplusplus
}
#endif

#endif
