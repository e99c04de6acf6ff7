// An admission block in a policy's place (csim/simulator/simulate.h), opened for one run and looked
// at after it.
#ifndef SEMA_BLOCK_POLICY_H
#define SEMA_BLOCK_POLICY_H

#include "csim/domain/domain.h"
#include "csim/simulator/simulate.h"
#include "tb/block/models.h"

// A run's configuration for a block: no more commands than it has reservations; its lanes admit
// when empty.
void block_policy_configure(struct config *config);

enum block_policy_outcome {
    BLOCK_POLICY_FINE,
    BLOCK_POLICY_REFUSED,  // cannot be run, or not to its end
    BLOCK_POLICY_DIVERGED, // lockstep: golden model and RTL do not agree
};

// Runs it with a block of `kind`, by block_policy_configure; NULL: nobody, the policy decides.
// `run` names no block. Where it is not fine, one line in `error`.
enum block_policy_outcome block_policy_run(const struct admitter_kind *kind,
                                           const struct simulate_run *run,
                                           struct simulate_result *result,
                                           struct text_error *error);

// The same for a domain, with one block for each receiver that is `wanted`; NULL: for all.
enum block_policy_outcome block_domain_run(const struct admitter_kind *kind, const bool *wanted,
                                           const struct domain_run *run,
                                           struct simulate_result *result,
                                           struct text_error *error);

#endif
