// An admission block in a policy's place (csim/simulator/simulate.h), opened for one run and looked
// at after it.
#ifndef SEMA_BLOCK_POLICY_H
#define SEMA_BLOCK_POLICY_H

#include "csim/domain/domain.h"
#include "csim/simulator/simulate.h"
#include "csim/simulator/wait_breakdown.h"
#include "tb/cosim/admitters.h"

// A run's configuration for a block that exists: the RTL is built with 128 and with 256
// reservations, of which the command limit lets as many be held as before.
void block_policy_configure(struct config *config);

enum block_policy_outcome {
    BLOCK_POLICY_FINE,
    BLOCK_POLICY_REFUSED,  // cannot be run, or not to its end
    BLOCK_POLICY_DIVERGED, // lockstep: golden model and RTL do not agree
};

// Runs it with an admitter of `kind`, by block_policy_configure; NULL: nobody, the policy decides.
// `run` names no admitter. Where it is not fine, one line in `error`.
enum block_policy_outcome block_policy_run(const struct admitter_kind *kind,
                                           const struct simulate_run *run,
                                           struct simulate_result *result,
                                           struct text_error *error);

// The same for a domain, with one admitter for each receiver of `blocks`; NULL: for all. In
// lockstep the golden models decide, on this thread, and the RTL is evaluated by so many `cores`, 1
// and more, of which this thread is one; what comes of the run is the same with any number.
enum block_policy_outcome block_domain_run(const struct admitter_kind *kind, const bool *blocks,
                                           unsigned cores, const struct domain_run *run,
                                           struct simulate_result *result,
                                           struct text_error *error);

#endif
