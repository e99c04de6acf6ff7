// The files that a run was asked to write: whole in the end, or not there.
#pragma once

#include "csim/base/atomic_file.h"
#include "csim/explain/explain.h"
#include "csim/record/decisions.h"
#include "csim/simulator/latencies.h"
#include "csim/tasks/trace.h"
#include "tb/block/block_tape.h"
#include "tb/cli/command.h"

// Zero throughout: closed.
struct run_files {
    const struct options *options; // that name them
    struct atomic_file csv, commits, latencies_csv;
    struct latencies latencies; // watches the run; zero: nothing is to be written of it
    struct refusals *refusals;  // observes the run; NULL: nothing is to be written of refusals
    struct atomic_file refusals_csv;
    uint64_t hash; // of --hash: of the commits so far
    struct block_tape *tape;
    struct text_writer trace;
};

// Opens those that the options name, all but the waves of the RTL, of which it finds out whether
// they can be written. False: nothing is left open, the reason has been printed.
bool run_files_open(struct run_files *files, const struct options *options,
                    const struct config *config);

// The operations of the run, and what observes them. NULL, with a line in `error`.
struct traffic *run_files_traffic(const struct run_files *files, const struct config *config,
                                  struct text_error *error);

// A sink of a receiver's commits, for its files, its hash and its decisions, NULL: none.
struct run_observer {
    struct run_files *files;
    struct decisions *decisions;
};
void run_observer_take(void *context, const struct commit *commit);

// Prints the hash of --hash, of commits and measures.
void run_files_print_hash(const struct run_files *files, const struct simulate_result *result);

// Puts the files in their places. The refusals, which have ended (refusals_end), stay open for
// their tables. False: nothing is left open, the reason has been printed.
bool run_files_finish(struct run_files *files);

// Closes all, and removes what is not finished.
void run_files_close(struct run_files *files);
