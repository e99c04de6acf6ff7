// The paper's experiments (sections 5.1 to 5.5) as one const table: which workloads, policies,
// values and seeds each crosses, and how a value becomes configuration. What runs them is
// elsewhere.
#ifndef SEMA_EXPERIMENT_H
#define SEMA_EXPERIMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "csim/config/config.h"
#include "csim/evaluation/metric.h"
#include "csim/policy/policy.h"

enum { EXPERIMENT_LIST_MAX = 28 };

// The six of the paper.
#define EXPERIMENT_WORKLOADS                                                                       \
    { "hbm_hotspot", "atomic", "response", "allreduce", "moe", "remote_read" }

// Lists end with NULL. A value type: a copy with other seeds is another experiment.
struct experiment {
    const char *name;
    const char *loop; // of a study: "burst", "closed", "tight", "open"; else NULL
    const char *workloads[EXPERIMENT_LIST_MAX];
    const char *policies[EXPERIMENT_LIST_MAX]; // first NULL: the paper's
    const char *parameter;                     // what is swept; "": nothing
    const char *values[EXPERIMENT_LIST_MAX];   // as they stand in the CSV; none: one run without
    uint64_t first_seed;
    unsigned seeds;
    bool reduced; // 0.6 of the workload's operations
    bool block; // the admission block with what disturbs it (tb/sweep/block_study.h), in place of a
                // policy
    bool subclasses;                           // are measured (csim/simulator/metrics.h)
    const char *settings[EXPERIMENT_LIST_MAX]; // "key=value" that every run has
    // What a value, a whole number, does to a workload's configuration; NULL: it sets keys.
    void (*apply)(struct config *config, uint64_t value);
};

// In the order of tables; a row without a name ends it.
extern const struct experiment experiments[];

// By its name; NULL if there is none.
const struct experiment *experiment_find(const char *name);

// One run of an experiment.
struct experiment_run {
    const char *workload;
    const struct policy *policy;
    const char *value; // "" where nothing is swept
    uint64_t seed;
};

// How many runs an experiment has. They are numbered from 0: seeds of a policy, policies of a
// value, values of a workload, workloads, the first of these fastest.
unsigned experiment_runs(const struct experiment *experiment);

// Run number `index`, which exists.
struct experiment_run experiment_run(const struct experiment *experiment, unsigned index);

// Leaves of an experiment the policies for which `keep` holds. False: none is left.
bool experiment_narrow(struct experiment *experiment,
                       bool (*keep)(const struct experiment *experiment,
                                    const struct policy *policy));

// A decimal fraction, digits with or without a point, times `scale`; false unless that is whole.
bool experiment_scaled(const char *text, uint64_t scale, uint64_t *number);

// Does each run set the key of `setting`, "KEY=VALUE", itself?
bool experiment_sets(const struct experiment *experiment, const char *setting);

// The experiment's own settings, as they change a workload's configuration.
bool experiment_settings(const struct experiment *experiment, struct config *config,
                         struct text_error *error);

// Makes the run's configuration of the workload's. On failure returns false with one line in
// `error`; `config` is then undefined.
bool experiment_configure(const struct experiment *experiment, const struct experiment_run *run,
                          struct config *config, struct text_error *error);

// A planned run, of which the configuration is made.
struct experiment_job {
    const struct experiment *experiment;
    struct experiment_run run;
    struct config config;
};

// An experiment and what its runs measured, in the order of their numbers.
struct experiment_results {
    struct experiment experiment;
    const struct simulate_result *runs;
    const struct experiment_job *jobs;   // what was run; NULL: only results are known
    double full_ns[EXPERIMENT_LIST_MAX]; // for each workload, the time that its bottleneck works
                                         // for a mean operation, where that is of interest
};

// The heading of a CSV of runs; METRICS_ALL is for scripts/paper.
void experiment_columns(FILE *file, enum metric_columns columns);

// A row of METRICS_TIDY, without the end of the line: some add columns. The experiment's name and
// parameter may be empty.
void experiment_fields(FILE *file, const char *name, const char *parameter,
                       const struct experiment_run *run, const struct simulate_result *result);

// A row for each run; METRICS_ALL: unrounded.
void experiment_rows(FILE *file, const struct experiment_results *results,
                     enum metric_columns columns);

#endif
