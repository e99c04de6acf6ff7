// A run of the admission block in its own environment (tb/env/env.h), for studies: the RTL in
// lockstep with the golden model, checked to its end, and what it measures in the form of a
// policy's run.
#ifndef SEMA_COSIM_RUN_H
#define SEMA_COSIM_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csim/config/config.h"
#include "csim/simulator/simulate.h"
#include "tb/cosim/admitters.h"

// Runs it with an admitter of `kind`. Latencies are of operations that complete for the first time.
// Fails, with one line in `error`, where it cannot be run, where golden model and RTL differ, where
// a check is broken, and where something is left at the end: debt, a reservation, an
// operation that waits.
bool cosim_run(const struct admitter_kind *kind, const struct config *config, uint64_t seed,
               struct simulate_result *result, struct text_error *error);

#endif
