// Many jobs in worker processes: the runs of cosim and of experiments, and whatever else a plan
// (plan.h) consists of. The result of a job goes to memory or to a file that the processes share,
// at its own place, so that results are the same for any number of processes.
#pragma once

#include "csim/base/progress.h"
#include "csim/base/std.h"

struct jobs {
    const char *name; // of the verb, for messages and the progress line
    const char *unit; // what a job is: "runs"
    unsigned count;
    void *self;
    // Does a job, in a worker process. Returns an exit status (tb/cli/settings.h). The line of the
    // first that failed with one in `error`, which is empty before, is reported; no other job
    // begins.
    int (*run)(void *self, unsigned job, struct text_error *error);
    bool patient; // the others go on after a job that failed without such a line
    // Says in a job's result that `signal` ended its process; the others go on. NULL: they do not.
    int (*crashed)(void *self, unsigned job, int signal, struct text_error *error);
    // "micro: atomic, scalar, seed 1": a job, for messages.
    void (*describe)(const void *self, unsigned job, char *text, size_t size);

    // After jobs_run.
    unsigned done;
    double seconds;
};

// Returns the status of the first job that failed, or of processes that were lost; STATUS_FINE
// where there is none. The line in `error`, if any, has been printed.
int jobs_run(struct jobs *jobs, unsigned processes);
