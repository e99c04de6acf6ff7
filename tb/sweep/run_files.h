// The files that a run was asked to write: whole in the end, or not there.
#ifndef SEMA_RUN_FILES_H
#define SEMA_RUN_FILES_H

#include "csim/record/tape.h"
#include "csim/traffic/trace.h"
#include "tb/cli/command.h"
#include "tb/sweep/refusals_files.h"

// Zero throughout: closed.
struct run_files {
    struct atomic_file csv, commits, waits;
    struct refusals_files refusals;
    struct tape_writer *tape;
    struct trace_writer *trace;
};

// Opens those that the options name, all but the waves of the RTL, of which it finds out whether
// they can be written. False: nothing is left open, the reason has been printed.
bool run_files_open(struct run_files *files, const struct options *options,
                    const struct config *config);

// Puts the files in their places; `blocked` stays open for its tables. False: nothing is left open,
// the reason has been printed.
bool run_files_finish(struct run_files *files);

// Closes all, and removes what is not finished.
void run_files_close(struct run_files *files);

#endif
