// An admission block in a policy's place (csim/simulator/simulate.h), opened for one run and looked
// at after it.
#pragma once

#include "csim/domain/domain.h"
#include "csim/simulator/simulate.h"
#include "tb/block/models.h"
#include "tb/cli/settings.h"

// A run's configuration for a block, and for a policy that is compared with it: no more commands
// than it has reservations; its lanes admit when empty; its slots and their shares (waiting.md of
// rtl/spec, 2.2) are the policy's port.
void block_policy_configure(struct config *config);

// Why a block in zero time need not decide as this policy does; NULL: it must.
const char *block_policy_apart(const struct policy *policy, const struct config *config);

// Runs it with a block of `kind`, by block_policy_configure; NULL: none, the policy decides.
// `run` names no block. Returns an exit status: STATUS_USAGE, it cannot be run, or not to its end;
// STATUS_FAILED, golden model and RTL do not agree in lockstep; one line in `error` where it is not
// fine.
int block_policy_run(const struct admitter_kind *kind, const struct simulate_run *run,
                     struct simulate_result *result, struct text_error *error);

// The same for a domain, with one block for each receiver that is `wanted`; NULL: for all.
int block_domain_run(const struct admitter_kind *kind, const bool *wanted,
                     const struct domain_run *run, struct simulate_result *result,
                     struct text_error *error);
