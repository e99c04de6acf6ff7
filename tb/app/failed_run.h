// What a user gets of a run that failed: a report, waves, a tape and what is left of the run when
// everything is taken away that the failure does not need, under build/failures.
#ifndef SEMA_FAILED_RUN_H
#define SEMA_FAILED_RUN_H

#include "tb/block/checked_run.h"

// Repeats a run that failed. `path`: file of its operations, or NULL; `replay`: the command line
// that runs it again, to show. False, with a line in `error`: something could not be written.
bool failed_run_explain(const struct checked_run *run, const char *path,
                        const struct checked_outcome *outcome, const char *replay, FILE *file,
                        struct text_error *error);

#endif
