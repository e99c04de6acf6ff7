// sema_queues, Verilated, as the golden model is driven (csim/golden/queues.h).
#pragma once

#include "csim/golden/queues.h"

#ifdef __cplusplus
extern "C" {
#endif

// The size that the model was compiled for.
struct queues_size queues_rtl_size(void);

// One clock. Payload whose valid is low gets arbitrary values.
void queues_rtl_step(const struct queues_in *in, struct queues_out *out);

#ifdef __cplusplus
}
#endif
