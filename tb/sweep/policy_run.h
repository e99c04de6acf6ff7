// semacredit run --policy: one workload, one seed, one policy in the event simulator: the policy
// itself, untimed, or an admission block in its place (csim/simulator/simulate.h).
#ifndef SEMA_POLICY_RUN_H
#define SEMA_POLICY_RUN_H

#include "tb/cli/command.h"

// Runs it, prints a summary, writes the files. Returns the exit status; reasons have been printed.
int policy_run(const struct options *run);

#endif
