// Regression tests made by shrinking (tb/shrink.h).
#ifndef SEMA_SCRIPTED_H
#define SEMA_SCRIPTED_H

#include "script.h"

// Fails the test unless RTL and golden model agree on these deeds, and the audit with both.
void scripted_agree(const struct deed *deeds, uint32_t count, unsigned depth);

#endif
