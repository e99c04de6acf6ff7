// sema_ledger, Verilated, as its golden model is driven.
#pragma once

#include "tb/ledger/ledger_golden.h"

#ifdef __cplusplus
extern "C" {
#endif

// The size that the model was compiled for.
struct ledger_size ledger_rtl_size(void);

// One clock.
void ledger_rtl_step(const struct ledger_in *in, struct ledger_out *out);

#ifdef __cplusplus
}
#endif
