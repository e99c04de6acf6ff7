// The RTL of the whole block as a model (csim/next/path_model.h).
#ifndef SEMA_NEXT_BLOCK_MODEL_H
#define SEMA_NEXT_BLOCK_MODEL_H

#ifdef __cplusplus
extern "C" {
#endif

#include "csim/next/path_model.h"

// The RTL of this build, before its first reset, and its size. The caller closes it.
struct block_model block_rtl_open(struct path_size *size);

#ifdef __cplusplus
}
#endif

#endif
