// Experiments run: every run of several experiments, in worker processes, results in the order of
// the runs' numbers, whatever process did them.
#ifndef SEMA_SWEEP_RUNNER_H
#define SEMA_SWEEP_RUNNER_H

#include <stdbool.h>

#include "csim/evaluation/experiment.h"
#include "tb/cli/command.h"

enum { SWEEP_RUNNER_MAX = 160 };

struct sweep_runner {
    const char *name; // of the verb, for messages
    unsigned count;
    struct experiment_results sets[SWEEP_RUNNER_MAX];
    unsigned servers[EXPERIMENT_LIST_MAX]; // of the first experiment, by sweep_runner_bottlenecks
    unsigned runs;                         // of all
    double seconds;                        // that they took
    // In the place of the policies that a block can decide for (csim/simulator/block_driver.h),
    // zero time where the clock is 0; NULL: nobody.
    const struct admitter_kind *kind;
    uint64_t clock_ps;
    char folder[40]; // of files below build/results/, ends in a slash; empty: none

    // Does run `number` in a worker process: jobs[number], to results[number]. Returns an exit
    // status, that of a failure with one line in `error`, after which no other run begins. NULL:
    // by its policy, or by the block in its place or in its own environment.
    int (*run)(const struct sweep_runner *runner, unsigned number, struct text_error *error);
    size_t outcome_bytes; // what such a run may write beside its result, for each run;
    void *outcomes;       // zero before

    struct experiment_job *jobs;
    struct simulate_result *results;
};

// The settings of runs that go on for `operations` measured operations and, before those, a tenth
// as many until the state is steady. Adds them to the experiment's; `lengths` holds their text for
// as long as the experiment is used.
struct sweep_runner_lengths {
    char operations[64], warmup[64];
};
void sweep_runner_lengthen(struct experiment *experiment, unsigned long long operations,
                           struct sweep_runner_lengths *lengths);

// Puts an experiment at the end of the plan; at most SWEEP_RUNNER_MAX.
void sweep_runner_add(struct sweep_runner *runner, const struct experiment *experiment);

// Finds the bottleneck (csim/traffic/bottleneck.h) of each workload of each experiment of the plan,
// and the time that it works for a mean operation. False: the reason has been printed.
bool sweep_runner_bottlenecks(struct sweep_runner *runner, const struct settings *settings);

// Runs the plan; the options' settings change every workload before the experiment's own settings
// and parameter do, and one without effect on any run is refused. Returns an exit status, the
// reason of a failure printed. Free by sweep_runner_close, also after failure.
int sweep_runner_run(struct sweep_runner *runner, const struct options *options);

// "micro: atomic, scalar, seed 1, window 4": a run, for messages.
const char *sweep_runner_job_name(const struct experiment_job *job);

void sweep_runner_close(struct sweep_runner *runner);

#endif
