// Plays a scenario on one model of the block, or on two in lockstep.
#ifndef SEMA_SCENARIO_PLAYER_H
#define SEMA_SCENARIO_PLAYER_H

#include <stdio.h>

#include "csim/next/path_model.h"
#include "tb/scenario/scenario.h"

// `other` has no `self`, or must show the same in every clock. Did all come about? If not, a line
// of `path` and the statement is in `said`. *clocks: how many it took.
bool player_run(const struct scenario *scenario, const char *path, const struct path_size *size,
                const struct path_model *model, const struct path_model *other, FILE *said,
                uint64_t *clocks);

#endif
