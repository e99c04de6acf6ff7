// Experiments run: every run of several experiments, in worker processes, results in the order of
// the runs' numbers, whatever process did them.
#ifndef SEMA_SWEEP_RUNNER_H
#define SEMA_SWEEP_RUNNER_H

#include <stdbool.h>
#include <stdio.h>

#include "csim/evaluation/experiment.h"
#include "tb/cli/settings.h"
#include "tb/cosim/admitters.h"

enum { SWEEP_RUNNER_MAX = 80 };

struct sweep_runner {
    unsigned count;
    struct experiment_results sets[SWEEP_RUNNER_MAX];
    unsigned runs;  // of all
    double seconds; // that they took
    // In the place of the policies that a block can decide for (csim/simulator/block_driver.h),
    // zero time where the clock is 0; NULL: nobody.
    const struct admitter_kind *kind;
    uint64_t clock_ps;
    char folder[40]; // of files below build/results/, ends in a slash; empty: none
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

// Runs the plan; `settings` change every workload before the experiment's own parameter does.
// Returns an exit status, the reason of a failure printed. Free by sweep_runner_close, also after
// failure.
int sweep_runner_run(struct sweep_runner *runner, const struct settings *settings, unsigned jobs,
                     const char *what);

void sweep_runner_close(struct sweep_runner *runner);

#endif
