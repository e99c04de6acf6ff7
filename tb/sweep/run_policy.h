// semacredit run --policy: one workload, one seed, one policy in the event simulator: the policy
// itself, untimed, or an admission block in its seat (csim/simulator/simulate.h).
#ifndef SEMA_RUN_POLICY_H
#define SEMA_RUN_POLICY_H

#include "tb/cli/command.h"

// Runs it, prints a summary, writes the files. Returns the exit status; reasons have been printed.
int run_policy(const struct options *run);

#endif
