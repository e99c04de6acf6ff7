// The files that a run was asked to write: whole in the end, or not there.
#pragma once

#include "csim/base/atomic_file.h"
#include "csim/explain/explain.h"
#include "csim/record/commit.h"
#include "csim/simulator/simulate.h"
#include "csim/tasks/trace.h"
#include "tb/block/block_tape.h"
#include "tb/cli/command.h"

// A row for each operation of a run of the event simulator, as it completes: what it was and when
// each of its steps was, as CSV that pandas reads as integers. A watcher of the run (simulate.h).

// Operations that are on their way have places by their numbers' lowest bits.
enum { LATENCIES_MAX = 1 << 22 };

// Zero before it is opened.
struct latencies {
    FILE *file; // the caller's
    uint64_t mask;
    struct latencies_steps {
        uint32_t op;   // the last one of this place
        uint16_t seen; // its steps, bit by bit
        unsigned retries;
        uint64_t at_ps[STEPS]; // of its last of each that was seen
    } * steps;
    bool full; // an operation was on its way while LATENCIES_MAX later ones came: rows lack
};

// Writes the line of names. Of a run of so many operations: memory that none needs is not touched.
void latencies_open(struct latencies *latencies, uint64_t operations, FILE *file);
void latencies_close(struct latencies *latencies);

// As simulate_watcher has it; `context`: the struct latencies.
void latencies_saw(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                   unsigned partition, const struct policy_state *state);

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
