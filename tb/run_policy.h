// semacredit run --policy: one workload, one seed, one policy, in the untimed event simulator.
#ifndef SEMA_RUN_POLICY_H
#define SEMA_RUN_POLICY_H

#include <stdint.h>
#include <stdio.h>

#include "config.h"
#include "simulate.h"

// The tidy row of a run, and the line of its columns. `experiment`, `parameter` and `value` may be
// empty.
struct policy_row {
    const char *experiment, *workload, *policy, *parameter, *value;
    uint64_t seed;
};
void policy_csv_header(FILE *file);
void policy_csv(FILE *file, const struct policy_row *row, const struct simulate_result *result);

struct run_policy {
    const char *workload, *policy;
    uint64_t seed;
    const char *csv, *commits; // files to write, or NULL
};

// Runs it, prints a summary, writes the files. Returns the exit status; reasons have been printed.
int run_policy(const struct run_policy *run, const struct config *config);

#endif
