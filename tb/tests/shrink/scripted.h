// Regression tests made by shrinking (tb/shrink/shrink.h).
#ifndef SEMA_SCRIPTED_H
#define SEMA_SCRIPTED_H

#include "tb/shrink/script.h"

// Fails the test unless RTL and golden model agree on these deeds, and the checker with both.
void scripted_agree(const struct deed *deeds, uint32_t count, unsigned depth);

// The same from a state at rest on: `begins` are its lines (csim/record/block_text.h), ended by
// NULL; NULL: out of reset.
void scripted_agree_from(const char *const *begins, const struct deed *deeds, uint32_t count,
                         unsigned depth);

#endif
