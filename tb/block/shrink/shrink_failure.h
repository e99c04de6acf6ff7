// What a user gets of a run that fails: the least that fails in the same way, as a scenario.
#ifndef SEMA_BLOCK_SHRINK_FAILURE_H
#define SEMA_BLOCK_SHRINK_FAILURE_H

#include "tb/block/failure/failure.h"
#include "tb/block/shrink/shrink.h"

// Repeats `run`, which failed as `outcome` tells, and shrinks it into
// FOLDER/WORKLOAD_SEED.scenario; `file` is told, with a table of the deeds, or why it was not
// shrunk. `traffic` may be NULL where `run` is driven. False, with a line in `error`: it could not
// be repeated, or nothing be written.
bool shrink_failure(const struct checked_run *run, const struct failure_traffic *traffic,
                    const struct checked_outcome *outcome, const char *folder, FILE *file,
                    struct text_error *error);

#endif
