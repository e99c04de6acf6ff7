// The run loop: a stimulus drives an admitter; commits go to whoever listens.
#ifndef SEMA_COSIM_LOOP_H
#define SEMA_COSIM_LOOP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "csim/explain/refusals.h"
#include "csim/explain/story.h"
#include "csim/interface/admitter.h"
#include "csim/interface/stimulus.h"
#include "csim/record/commit.h"
#include "tb/checkers/checker.h"
#include "tb/covergroups/coverage.h"

// Somebody who listens to a run. Every member may be NULL.
struct cosim_loop_listeners {
    struct checker *checker;
    struct coverage *coverage;
    struct refusals *refusals;
    struct story *story;
    FILE *commits;                                              // CSV, header included
    bool hash;                                                  // of the commit stream
    void (*commit)(void *context, const struct commit *commit); // each commit, in order
    // Called every 2^18 clocks or so; for a progress line.
    void (*progress)(void *context, uint64_t cycles);
    void *context;
};

struct cosim_loop_result {
    uint64_t cycles; // clocks, skipped ones counted
    uint64_t edges;  // clocks evaluated
    uint64_t commits[COMMIT_KINDS];
    uint64_t denials[LANES + 1]; // deny commits by refusing lane; last: table
    uint64_t first_deny;         // clock of the first deny commit, if there was one
    uint64_t hash;
    uint64_t order_gaps; // times the order numbers were not gap-free
    double seconds;
    bool checked;     // the checker found nothing; also true without one
    bool unable;      // nothing was run: the admitter cannot begin in the stimulus's state
    bool interrupted; // ended as the user asked for (csim/base/interrupt.h)
    bool stopped;     // ended early, by a divergence, the checker, or the caller's limit
};

// How far a run goes.
struct cosim_loop_limits {
    uint64_t cycles; // end after this many clocks; 0: when the stimulus ends
    uint64_t
        after_fail; // clocks to go on after a divergence or a finding (at most 100 by contract)
};

// Runs until the stimulus ends. `lockstep` is the admitter again if it is one whose divergence ends
// the run, else NULL. Neither is closed. Does not allocate.
struct cosim_loop_result cosim_loop(struct stimulus *stimulus, struct admitter *admitter,
                                    struct admitter *lockstep, uint32_t clock_ps,
                                    const struct cosim_loop_listeners *listeners,
                                    const struct cosim_loop_limits *limits);

// Why a run shows nothing, whatever held in it: nothing was granted, or nothing completed. NULL: it
// shows something.
const char *cosim_loop_empty(const struct cosim_loop_result *result);

#endif
