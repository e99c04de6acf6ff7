// What a user gets when a check fails: the run is repeated up to the failure, with everything on.
#ifndef SEMA_FAILURE_H
#define SEMA_FAILURE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "csim/base/text_error.h"
#include "csim/interface/stimulus.h"

// How to repeat a run, and what to call it.
struct failure_case {
    const char *name;     // of the folder: workload and seed, or the tape's name
    const char *workload; // as the user named it
    const char *replay;   // the one command line that runs it again
    uint64_t seed;
    unsigned depth;
    uint32_t clock_ps;
    // Opens the run's stimulus afresh; NULL with a reason in `error`.
    struct stimulus *(*open)(const void *context, struct text_error *error);
    const void *context;
    // Writes what is known about an operation; may be NULL.
    void (*describe_op)(const struct stimulus *stimulus, uint32_t op, FILE *file);
};

enum { FAILURE_WAVES_BEFORE = 200, FAILURE_WAVES_AFTER = 20, FAILURE_COMMITS = 16 };

// Repeats the run in lockstep up to a few clocks after `cycle`, the clock of the first divergence
// or checker finding, and tells `file` what it finds; then writes FOLDER/NAME/report.txt, tape.gz
// and, last, waves.fst and view.gtkw. Returns false, with a line in `error`, if something could not
// be written or the failure did not show again; `file` is told in any case.
bool failure_write(const struct failure_case *failure, uint64_t cycle, const char *folder,
                   FILE *file, struct text_error *error);

#endif
