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
#include "csim/policy/policy.h"
#include "csim/simulator/simulate.h"

enum { EXPERIMENT_LIST_MAX = 16 };

// Lists end with NULL. A value type: a copy with other seeds is another experiment.
struct experiment {
    const char *name;
    const char *question; // what a reader learns from it, one line
    const char *workloads[EXPERIMENT_LIST_MAX];
    const char *policies[EXPERIMENT_LIST_MAX]; // first NULL: all, in the order of policies[]
    const char *parameter;                     // what is swept; "": nothing
    const char *values[EXPERIMENT_LIST_MAX];   // as they stand in the CSV; none: one run without
    uint64_t first_seed;
    unsigned seeds;
    bool reduced; // 0.6 of the workload's operations
    bool block; // the admission block in its own environment (tb/cosim/cosim_run.h), in place of a
                // policy
    unsigned neighbour;                        // of its workloads (neighbour.h); 0: they themselves
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

// The number of the run with the experiment's first seed; the other seeds' follow. `value` is ""
// where nothing is swept. False if the experiment has no such run.
bool experiment_locate(const struct experiment *experiment, const char *workload,
                       const char *policy, const char *value, unsigned *index);

// Makes the run's configuration of the workload's. On failure returns false with one line in
// `error`; `config` is then undefined.
bool experiment_configure(const struct experiment *experiment, const struct experiment_run *run,
                          struct config *config, struct text_error *error);

// An experiment and what its runs measured, in the order of their numbers.
struct experiment_results {
    struct experiment experiment;
    const struct simulate_result *runs;
};

// A row of the tidy CSV, and the line of its columns. `experiment`, `parameter` and `value` may be
// empty.
struct experiment_row {
    const char *experiment, *workload, *policy, *parameter, *value;
    uint64_t seed;
};
void experiment_row_header(FILE *file);
void experiment_row(FILE *file, const struct experiment_row *row,
                    const struct simulate_result *result);

// Both without the end of the line, for those who add columns.
void experiment_columns(FILE *file);
void experiment_fields(FILE *file, const struct experiment_row *row,
                       const struct simulate_result *result);

// The tidy CSV: heading and one row a run.
void experiment_write(const struct experiment_results *results, FILE *file);

#endif
