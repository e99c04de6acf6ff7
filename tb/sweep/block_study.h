// A run of the admission block in a policy's place for studies of what disturbs it: lost grants
// (loss_percent), and a reset or smaller windows in between (upset_*). RTL in lockstep with the
// golden model.
#ifndef SEMA_BLOCK_STUDY_H
#define SEMA_BLOCK_STUDY_H

#include "csim/config/config.h"
#include "csim/simulator/simulate.h"

// Fails, with one line in `error`, where it cannot be run or where golden model and RTL differ.
bool block_study_run(const struct config *config, uint64_t seed, struct simulate_result *result,
                     struct text_error *error);

#endif
