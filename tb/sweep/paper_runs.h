// Runs of a plan, of a user or of scripts/paper/plan.py, in worker processes; what they measure in
// the order of the plan, whatever process did them. A line of a plan is a run; blank lines and
// those that begin with # are skipped, and so is a heading:
//
//   experiment,loop,workload,policy,parameter,value,seed SETTING...
//
// Columns tell of the run; experiment, loop, parameter and value may be empty. Settings change the
// workload's configuration in their order: KEY=VALUE, or one of
//
//   operations_percent=N   so many per cent of the operations
//   counter_bits=N         the finest units with which counters of N bits hold the windows
//   admission=WHO          a block decides in the policy's place: golden, rtl or lockstep,
//   clocked                by its clock, as mode=clocked; else time stands still while it decides
//   environment            the block in its own environment (tb/sweep/block_study.c)
//   subclasses             are measured (csim/simulator/metrics.h)
//   windows                are (tb/sweep/paper_runs.c)
#pragma once

#include "csim/policy/policy.h"
#include "csim/simulator/simulate.h"
#include "tb/block/models.h"
#include "tb/cli/command.h"

#define PAPER_COLUMNS "experiment,loop,workload,policy,parameter,value,seed"

struct paper_run {
    char *row;  // the columns, as they stand in the plan
    char *path; // of a file of tasks; NULL: the configuration says what runs
    char *settings;
    char *experiment, *workload, *parameter, *value;
    const struct policy *policy;
    uint64_t seed;
    const struct admitter_kind *kind; // NULL: the policy decides
    bool environment, subclasses, windows;
    const char *bottleneck;
    unsigned lane;  // that works most, in phases that are not changed
    double full_ns; // that it works for a mean operation
    struct config config;
};

struct paper_runs {
    const char *name; // for messages
    // Does run `number` in a worker process: plan[number], to results[number]. Returns an exit
    // status, that of a failure with one line in `error`, after which no other run begins. NULL:
    // as planned.
    int (*run)(const struct paper_runs *runs, unsigned number, struct text_error *error);
    size_t outcome_bytes; // what such a run may write beside its result, for each run;
    void *outcomes;       // zero before

    struct paper_run *plan;
    unsigned count;
    struct simulate_result *results;
    double seconds; // that they took
};

// Reads the plan of a file or of a stream (csim/base/text_reader.h); the settings change every
// workload before the runs' own do. False: the reason has been printed. Free by paper_runs_close,
// also then.
bool paper_runs_read(struct paper_runs *runs, const char *path, const struct settings *settings);

// The tasks of a run of a domain; to be closed either way.
struct task_graph;
bool paper_run_tasks(const struct paper_run *run, struct task_graph *graph,
                     struct text_error *error);

// What runs of the plan set themselves has an effect on one of them at least. False: refused.
bool paper_runs_own_have_effect(const struct paper_runs *runs);

// Runs it; a setting of the options without effect on any run is refused. Returns an exit status,
// the reason of a failure printed.
int paper_runs_run(struct paper_runs *runs, const struct options *options);

// A CSV, unrounded: the columns of the plan and what was measured.
void paper_runs_write(const struct paper_runs *runs, FILE *file);

// "micro: atomic, scalar, seed 1, window 4": a run, for messages.
void paper_run_name(const struct paper_run *run, char *text, size_t size);

void paper_runs_close(struct paper_runs *runs);

// A run for studies of what disturbs it: of the admission block in a policy's place, lost grants
// (loss_percent), completions that come again (duplicate_percent), a reset or smaller windows in
// between (upset_*), sources that die (dead_sources). One receiver in open loop, or a domain of
// them in closed loop (config->receivers), which the policy may decide, too.
//
// What is set of `run`: config, policy, seed, subclasses. `kind` NULL, for a domain: the policy
// decides. Fails, with one line in `error`, where it cannot be run or where golden model and RTL
// differ.
bool block_study_run(const struct simulate_run *run, const struct admitter_kind *kind,
                     struct simulate_result *result, struct text_error *error);
