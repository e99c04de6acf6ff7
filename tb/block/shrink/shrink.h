// Shrinking: from transactions that fail to few and plain ones that are caught in the same way:
// operations left out in ever smaller groups, then single transactions (delta debugging), waits
// made shorter and values plainer, over and over until nothing helps.
#pragma once

#include "tb/block/failure/failure.h"
#include "tb/block/shrink/stimulus.h"

// Plays `play` to its end, or until something fails: in `outcome`. False: it could not be played.
typedef bool shrink_judge(void *context, struct replay *play, struct checked_outcome *outcome);

struct shrink_result {
    uint32_t operations_before, operations, transactions;
    uint64_t cycle; // of the failure
    char caught[CHECKED_CAUGHT], reason[CHECKED_REASON];
    uint64_t trials, clocks; // played
    double seconds;          // of processor time
    uint64_t *done; // the clock in which each transaction that is left is done; the caller's
};

// Makes `stimulus` as small as they get within so many clocks played. `outcome` is that of the run
// that they were recorded from. False: played, they are not caught in that way.
bool shrink(struct stimulus *stimulus, shrink_judge *judge, void *context,
            const struct checked_outcome *outcome, uint64_t budget, struct shrink_result *result);

// --- transactions as a scenario (tb/README.md): write.c ----------------------------------------

// A whole scenario that does the same in the same clocks, and what was run.
void shrink_write(const struct stimulus *stimulus, const struct shrink_result *result,
                  const struct checked_run *run, FILE *file);

// --- what a user gets of a run that fails: shrink_failure.c ----------------------------------

// Repeats `run`, which failed as `outcome` says, and shrinks it into the scenario `path`; `file`
// gets how far, or why not. False, with a line in `error`: it could not be repeated, or nothing be
// written.
bool shrink_failure(const struct checked_run *run, const struct checked_outcome *outcome,
                    const char *path, FILE *file, struct text_error *error);
