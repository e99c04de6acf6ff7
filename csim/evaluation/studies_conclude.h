// What a sweep comes to, in a few lines, each of them computed from its runs.
#ifndef SEMA_STUDIES_CONCLUDE_H
#define SEMA_STUDIES_CONCLUDE_H

#include "csim/evaluation/studies.h"

// Prints them.
void studies_conclude(const struct studies_results *results);

#endif
