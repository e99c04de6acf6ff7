// A plan: a table of jobs whose results are rows of a CSV, so that they can be run on many machines
// and go on after they were killed. Processes that see one folder share a plan by nothing but these
// files, FOLDER/I-of-N.csv, to which the process with share I of N adds a row after each job:
//
//   workload,seed,operations,cycles,hash,mismatches,signature,of
//   random,17,5000,10732,4be1f29c07c3e1aa,0,,9c61d0a7b4e2f513
//
// The last column, which the plan does not know, names what the row is a result of: a hash of the
// program, the configuration and the key, which are the first columns. A row counts where that is
// what this program would write, and the key is there, too: no row of another program, and none
// that was cut short when its writer was killed. A job without a row that counts is run again.
#pragma once

#include "csim/base/std.h"
#include "csim/config/config.h"

enum { PLAN_KEY_BYTES = 128, PLAN_JOBS_MAX = 1 << 22 };

struct plan {
    const char *name; // of the verb
    const char *unit; // what a job is: "runs"
    const char *heading;
    unsigned count; // at most PLAN_JOBS_MAX
    void *self;
    // The first columns of a job's row: "random,17".
    void (*key)(const void *self, unsigned job, char key[PLAN_KEY_BYTES]);
    // What else its result depends on (plan_hash_config).
    bool (*configuration)(void *self, unsigned job, uint64_t *hash);
    // Does it, and writes the other columns to `row`, without an end of line. Returns an exit
    // status. Where it failed with a line in `error`, there is no row, and the others end.
    int (*run)(void *self, unsigned job, FILE *row, struct text_error *error);
    // Writes the other columns where `signal` has ended the process. NULL: there is no row.
    void (*crashed)(int signal, FILE *row);
};

uint64_t plan_hash_config(const struct config *config);

// Which jobs of a plan: each `of`-th, from `share` on, which is 1 to `of`. All where it is 1 of 1.
struct plan_share {
    unsigned share, of;
};

// "3/8". NULL: all. False: the reason has been printed.
bool plan_share_read(const char *text, struct plan_share *share);

struct plan_row {
    const char *text; // NULL: there is none; stays while the program runs
    int length;
};

struct plan_rows {
    const struct plan *plan;
    struct plan_share share;
    const char *folder;
    struct plan_id *ids;  // what each job's row is named, sorted
    uint64_t *id;         // the same by job
    struct plan_row *row; // by job, without the last column
    unsigned *pending;    // jobs of the share without a row
    unsigned pending_count;
    FILE *file; // of the share; its process has it to itself
};

// Finds the rows that are there. False: the reason has been printed. Where another process has the
// share, it waits until that has ended. The caller closes it, also then.
bool plan_open(struct plan_rows *rows, const struct plan *plan, const char *folder,
               const struct plan_share *share);
void plan_close(struct plan_rows *rows);

// Runs what is pending, and says how much that is. Returns STATUS_FINE where all jobs of the share
// have rows, or else why not, which has been printed.
int plan_run(struct plan_rows *rows, unsigned processes);
