// Experiments run: every run of several experiments, in worker processes, results in the order of
// the runs' numbers, whatever process did them.
#ifndef SEMA_STUDY_H
#define SEMA_STUDY_H

#include <stdbool.h>
#include <stdio.h>

#include "experiment.h"
#include "verbs.h"

enum { STUDY_MAX = 16 };

struct study {
    unsigned count;
    struct experiment_results sets[STUDY_MAX];
    unsigned runs; // of all
    struct simulate_result *results;
};

// Puts an experiment at the end of the plan; at most STUDY_MAX.
void study_add(struct study *study, const struct experiment *experiment);

// Runs the plan; `settings` change every workload before the experiment's own parameter does.
// Returns an exit status, the reason of a failure printed. Free by study_close, also after failure.
int study_run(struct study *study, const struct settings *settings, unsigned jobs,
              const char *what);

void study_close(struct study *study);

// Opens build/results/NAME, calls `write` and puts the file into place. False: reason printed.
bool study_file(const char *name, void (*write)(const void *context, FILE *file),
                const void *context);

#endif
