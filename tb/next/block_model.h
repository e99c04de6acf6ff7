// The RTL of the whole block as a model (csim/next/path_model.h).
#ifndef SEMA_NEXT_BLOCK_MODEL_H
#define SEMA_NEXT_BLOCK_MODEL_H

#ifdef __cplusplus
extern "C" {
#endif

#include "csim/next/path_model.h"

// The RTL of this build, before its first reset, and its size (more: tb/next/dut/block_rtl.h). The
// caller closes it.
struct block_model block_rtl_open(struct path_size *size);

#ifdef __cplusplus
}
#endif

// The golden model of that size; `self` is NULL if the size is out of range or memory is short.
struct block_model block_golden_model(const struct path_size *size);

#endif
