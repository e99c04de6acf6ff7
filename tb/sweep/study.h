// Experiments run: every run of several experiments, in worker processes, results in the order of
// the runs' numbers, whatever process did them.
#ifndef SEMA_STUDY_H
#define SEMA_STUDY_H

#include <stdbool.h>
#include <stdio.h>

#include "csim/evaluation/experiment.h"
#include "tb/cli/settings.h"
#include "tb/cosim/admitters.h"

enum { STUDY_MAX = 80 };

struct study {
    unsigned count;
    struct experiment_results sets[STUDY_MAX];
    unsigned runs;  // of all
    double seconds; // that they took
    // In the seat of the policies that a block can decide for (csim/simulator/seat.h), zero time
    // where the clock is 0; NULL: nobody.
    const struct admitter_kind *kind;
    uint64_t clock_ps;
    char folder[40]; // of files below build/results/, ends in a slash; empty: none
    struct simulate_result *results;
};

// The settings of runs that go on for `operations` measured operations and, before those, a tenth
// as many until the state is steady. Adds them to the experiment's; `lengths` holds their text for
// as long as the experiment is used.
struct study_lengths {
    char operations[64], warmup[64];
};
void study_lengthen(struct experiment *experiment, unsigned long long operations,
                    struct study_lengths *lengths);

// Puts an experiment at the end of the plan; at most STUDY_MAX.
void study_add(struct study *study, const struct experiment *experiment);

// Runs the plan; `settings` change every workload before the experiment's own parameter does.
// Returns an exit status, the reason of a failure printed. Free by study_close, also after failure.
int study_run(struct study *study, const struct settings *settings, unsigned jobs,
              const char *what);

void study_close(struct study *study);

#endif
