// The numbers that the paper states and that no experiment gives: table 2 and section 4, inputs of
// the simulator, and the counts of table 1.
#ifndef SEMA_STATED_H
#define SEMA_STATED_H

#include <stdio.h>

#include "tb/cli/settings.h"

struct stated {
    const char *where, *what, *paper;
    const char *setting; // KEY=VALUE, the same as in the paper
};

// Ends with a row without `what`.
extern const struct stated stated_numbers[];

// The first of the paper's six workloads that sets it otherwise; NULL: none. False: a workload
// cannot be loaded, and the reason has been printed.
bool stated_differs(const struct settings *settings, const struct stated *stated,
                    const char **workload);

#endif
