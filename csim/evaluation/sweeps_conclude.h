// What a sweep comes to, in a few lines, each of them computed from its runs.
#ifndef SEMA_SWEEPS_CONCLUDE_H
#define SEMA_SWEEPS_CONCLUDE_H

#include "csim/evaluation/sweeps.h"

// Prints them.
void sweeps_conclude(const struct sweeps_results *results);

#endif
