// A model of the admission path: golden or RTL behind one pair of functions.
#ifndef SEMA_NEXT_PATH_MODEL_H
#define SEMA_NEXT_PATH_MODEL_H

#include "csim/next/path.h"

#ifdef __cplusplus
extern "C" {
#endif

struct path_model {
    void *self;
    // What the outputs show in this clock; writes `out` whole.
    void (*show)(void *self, struct path_out *out);
    // The edge that ends this clock samples `in`.
    void (*clock)(void *self, const struct path_in *in);
    void (*close)(void *self);
};

// tb/next: the RTL of this build, before its first reset, and its size. The caller closes it.
struct path_model path_rtl_open(struct path_size *size);

#ifdef __cplusplus
}
#endif

// The golden model of that size; `self` is NULL if memory is short.
struct path_model path_golden_model(const struct path_size *size);

#endif
