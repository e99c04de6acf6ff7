// Plays a scenario on one model of the block, or on two in lockstep.
#ifndef SEMA_SCENARIO_PLAYER_H
#define SEMA_SCENARIO_PLAYER_H

#include <stdio.h>

#include "csim/next/path_model.h"
#include "tb/scenario/scenario_file.h"

// BROKEN: golden model and RTL differ, a promise is broken, or a statement cannot be played.
enum played { PLAYED_WELL, PLAYED_OTHERWISE, PLAYED_BROKEN };

// `other` has no `self`, or must show the same in every clock. What did not come about is told in
// `said`, in a line with `path` and the statement's: of an open scenario only what is broken.
// *clocks: how many it took. What crosses the boundary goes to `log`, if there is one
// (tb/next/path_log.h).
enum played player_run(const struct scenario *scenario, const char *path,
                       const struct path_size *size, const struct path_model *model,
                       const struct path_model *other, FILE *said, FILE *log, uint64_t *clocks);

#endif
