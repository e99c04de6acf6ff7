// A run for studies of what disturbs it: of the admission block in a policy's place, lost grants
// (loss_percent), completions that come again (duplicate_percent), a reset or smaller windows in
// between (upset_*), sources that die (dead_sources). One receiver in open loop, or a domain of
// them in closed loop (config->receivers), which the policy may decide, too.
#pragma once

#include "csim/simulator/simulate.h"
#include "tb/block/models.h"

// What is set of `run`: config, policy, seed, subclasses. `kind` NULL, for a domain: the policy
// decides. Fails, with one line in `error`, where it cannot be run or where golden model and RTL
// differ.
bool block_study_run(const struct simulate_run *run, const struct admitter_kind *kind,
                     struct simulate_result *result, struct text_error *error);
