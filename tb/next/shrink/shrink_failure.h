// What a user gets of a run that fails: the least that fails in the same way, as a scenario.
#ifndef SEMA_NEXT_SHRINK_FAILURE_H
#define SEMA_NEXT_SHRINK_FAILURE_H

#include "tb/next/shrink/write.h"

// Runs `run` again, whose traffic is opened anew and is closed here, and shrinks its failure,
// `outcome`, into FOLDER/WORKLOAD_SEED.scenario, of which `file` is told with a table of the deeds.
// A failure that cannot be shrunk is told, too. False, with a line in `error`: it could not be run,
// or nothing could be written.
bool shrink_failure(const struct checked_run *run, const struct checked_outcome *outcome,
                    const char *folder, FILE *file, struct text_error *error);

// The same of deeds that were recorded, which become small.
bool shrink_recorded(struct deeds *deeds, const struct checked_run *run,
                     const struct checked_outcome *outcome, const char *folder, FILE *file,
                     struct text_error *error);

#endif
