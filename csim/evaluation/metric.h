// What a run measures, as the columns of its row in a CSV; and the mean of several runs with its
// interval. What else is computed of rows is computed by scripts/paper.
#pragma once

#include "csim/policy/policy.h"
#include "csim/simulator/simulate.h"

// ",name" of every column; `tenants`: those of groups of initiators, too.
void metric_names(FILE *file, bool tenants);

// ",number" of each, in full. `full_ns`: the time that the bottleneck works for a mean operation.
void metric_fields(FILE *file, const struct simulate_result *run, double full_ns, bool tenants);

// The CSV of `run --csv`, one row: the first columns, rounded as in every CSV of runs.
void metric_file(FILE *file, const char *workload, const struct policy *policy, uint64_t seed,
                 const struct simulate_result *run);

// A hash of these, but for tails and tenants, and of `hash`.
uint64_t metric_hash(uint64_t hash, const struct simulate_result *run);
