// A run of the admission block in its own world (tb/env/world.h), for studies: the RTL in lockstep
// with the golden model, audited to its end, and what it measures in the form of a policy's run.
#ifndef SEMA_BLOCK_RUN_H
#define SEMA_BLOCK_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csim/config/config.h"
#include "csim/simulator/simulate.h"
#include "tb/cosim/admitters.h"

// Runs it with an admitter of `kind`. Latencies are of operations that complete for the first time.
// Fails, with one line in `error`, where it cannot be run, where golden model and RTL differ, where
// a claim of the audit is broken, and where something is left at the end: debt, a reservation, an
// operation that waits.
bool block_run(const struct admitter_kind *kind, const struct config *config, uint64_t seed,
               struct simulate_result *result, struct text_error *error);

#endif
