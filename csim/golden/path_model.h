// Models of the admission path and of the whole block: golden or RTL behind one pair of functions.
#ifndef SEMA_BLOCK_PATH_MODEL_H
#define SEMA_BLOCK_PATH_MODEL_H

#include "csim/golden/block.h"

#ifdef __cplusplus
extern "C" {
#endif

// show: what the outputs show in this clock; writes `out` whole. clock: the edge that ends this
// clock samples `in`. Neither allocates.
struct path_model {
    void *self;
    void (*show)(void *self, struct path_out *out);
    void (*clock)(void *self, const struct path_in *in);
    void (*close)(void *self);
};

struct block_model {
    void *self;
    void (*show)(void *self, struct block_out *out);
    void (*clock)(void *self, const struct block_in *in);
    void (*close)(void *self);
};

// tb/block: the RTL of the path of this build, before its first reset, and its size. The caller
// closes it.
struct path_model path_rtl_open(struct path_size *size);

#ifdef __cplusplus
}
#endif

// The golden models of that size, before their first reset; `self` is NULL if memory is short. The
// caller closes them.
struct path_model path_golden_model(const struct path_size *size);
struct block_model block_golden_model(const struct path_size *size);

#endif
