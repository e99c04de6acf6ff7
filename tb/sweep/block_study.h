// A run of the admission block in a policy's place for studies of what disturbs it: lost grants
// (loss_percent), completions that come again (duplicate_percent), a reset or smaller windows in
// between (upset_*), sources that die (dead_sources). One receiver in open loop, or a domain of
// them in closed loop (config->receivers).
#ifndef SEMA_BLOCK_STUDY_H
#define SEMA_BLOCK_STUDY_H

#include "csim/config/config.h"
#include "csim/simulator/simulate.h"
#include "tb/block/blocks.h"

// `kind` NULL: RTL in lockstep with the golden model. Fails, with one line in `error`, where it
// cannot be run or where the two differ.
bool block_study_run(const struct config *config, const struct admitter_kind *kind, uint64_t seed,
                     struct simulate_result *result, struct text_error *error);

#endif
