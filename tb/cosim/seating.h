// An admission block in a policy's seat (csim/simulator/simulate.h), opened for one run and looked
// at after it.
#ifndef SEMA_SEATING_H
#define SEMA_SEATING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csim/config/config.h"
#include "csim/simulator/ledger.h"
#include "csim/simulator/simulate.h"
#include "tb/cosim/admitters.h"

// A run's configuration for a block that exists: the RTL is built with 128 and with 256
// reservations, of which the command limit lets as many be held as before.
void seating_configure(struct config *config);

struct seated_run {
    const struct admitter_kind *kind; // NULL: nobody, the policy decides
    const struct policy *policy;
    const struct config *config; // by seating_configure where somebody is in the seat
    bool clocked;
    struct traffic *traffic; // taken over
    uint64_t seed;
    const struct commit_sink *commits;      // or NULL
    const struct simulate_watcher *watcher; // or NULL
    struct ledger *ledger;                  // clocked only; or NULL
};

enum seated_outcome {
    SEATED_FINE,
    SEATED_REFUSED,  // cannot be run, or not to its end
    SEATED_DIVERGED, // lockstep: golden model and RTL do not agree
};

// Runs it. Where it is not fine, one line in `error`.
enum seated_outcome seated_run(const struct seated_run *run, struct simulate_result *result,
                               struct text_error *error);

#endif
