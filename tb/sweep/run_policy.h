// semacredit run --policy: one workload, one seed, one policy in the event simulator: the policy
// itself, untimed, or an admission block in its seat (csim/simulator/simulate.h).
#ifndef SEMA_RUN_POLICY_H
#define SEMA_RUN_POLICY_H

#include <stdint.h>

#include "csim/config/config.h"
#include "tb/cosim/admitters.h"

struct run_policy {
    const char *workload, *policy;
    const char *path; // file of the operations (csim/traffic/traffic.h), surveyed; NULL: generated
    const char *note; // what is to be said of it; empty: nothing
    uint64_t seed;
    const struct admitter_kind *kind; // in the policy's seat; NULL: the policy decides
    const char *csv, *commits, *trace, *blocked, *blocked_wave, *ledger; // files to write, or NULL
};

// Runs it, prints a summary, writes the files. Returns the exit status; reasons have been printed.
int run_policy(const struct run_policy *run, const struct config *asked);

#endif
