// One checked run of a workload: environment, admitter, checker and coverage put together, and the
// verdict.
#ifndef SEMA_CHECKED_RUN_H
#define SEMA_CHECKED_RUN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "csim/config/config.h"
#include "csim/explain/refusals.h"
#include "csim/explain/story.h"
#include "csim/record/tape.h"
#include "csim/traffic/trace.h"
#include "tb/cosim/admitters.h"
#include "tb/cosim/cosim_loop.h"
#include "tb/covergroups/coverage.h"
#include "tb/failure/failure.h"

// What to run. Everything a repetition needs is in here.
struct checked_run {
    const char *workload; // its name, for messages and folders
    const char *path; // file of its operations (csim/traffic/traffic.h), surveyed; NULL: generated
    struct traffic *stream; // its operations, this time; closed; NULL: they come from the file
    const struct config *config;
    uint64_t seed;
    const struct admitter_kind *kind;
    bool skip;   // skip idle clocks
    bool beside; // compare on a thread of its own

    // Outputs, each may be NULL.
    FILE *commits;
    struct tape_writer *tape;
    struct trace_writer *trace; // what the traffic is, operation by operation
    struct coverage *coverage;
    struct refusals *refusals; // told operations, commits and the end
    struct story *story;       // told the same, and clocks
    bool hash;
    void (*progress)(void *context, uint64_t cycles);
    void *context;
};

enum { CAUGHT_BYTES = 96, REASON_BYTES = 320 };

struct checked_outcome {
    struct cosim_loop_result result;
    uint64_t operations; // offered
    uint64_t fences;     // passed at the source
    uint64_t messages;   // grant messages taken
    uint64_t feedback;   // their bytes
    uint64_t mismatches; // lockstep: 1 after a divergence, as the run ends there
    bool failed;
    bool explainable;          // a divergence or a finding, which failure_write can repeat
    uint64_t cycle;            // of the failure
    char caught[CAUGHT_BYTES]; // "lockstep: field", "checker: check", "environment", ...
    char reason[REASON_BYTES]; // one line
};

// Runs it. Returns false, with a line in `error`, if it could not be set up (status 2); a failed
// check is in the outcome.
bool checked_run_do(const struct checked_run *run, struct checked_outcome *outcome,
                    struct text_error *error);

// Repeats a run that checked_run_do() made with a hash, and writes its waves (FST) and a view
// beside them. False, with a line in `error`: they are not there.
bool checked_run_waves(const struct checked_run *run, const struct checked_outcome *outcome,
                       const char *path, struct text_error *error);

// Explains a failed run (failure.h) to `file` and under build/failures, and shrinks it (shrink.h).
// `replay` is the command line to show.
bool checked_run_explain(const struct checked_run *run, const struct checked_outcome *outcome,
                         const char *replay, FILE *file, struct text_error *error);

#endif
