// A run in zero time, and what each of its receivers decided: held against the same run with
// another in the policy's place, decision by decision.
#pragma once

#include "csim/domain/domain.h"
#include "csim/record/commit.h"
#include "csim/simulator/simulate.h"
#include "tb/block/models.h"

// Zero throughout: closed.
struct decided {
    uint32_t receivers;
    struct decisions *of; // each receiver
    struct commit_sink *sinks;
};

// Where two runs differ first; `differing` is the number of places.
struct decided_difference {
    uint64_t differing, place;
    uint32_t receiver;
};

// For a run of these tasks; NULL: of one receiver with config->operations. The
// caller closes it.
void decided_open(struct decided *decided, const struct config *config,
                  const struct task_graph *graph);
void decided_close(struct decided *decided);

uint64_t decided_count(const struct decided *decided);
struct decided_difference decided_compare(const struct decided *one, const struct decided *other);

// Runs it, of these tasks or, NULL, of one receiver, by a block or the policy (block_policy_run).
int decided_run(struct decided *decided, const struct admitter_kind *kind,
                const struct simulate_run *run, const struct task_graph *graph,
                struct simulate_result *result, struct text_error *error);

// After a run by a block, which `by_block` has: runs the policy, and prints how many decisions are
// the same, or why they need not be. False: one is another, or the policy cannot be run; one line
// in `error`.
bool decided_as_policy(const struct decided *by_block, const struct simulate_run *run,
                       const struct task_graph *graph, struct text_error *error);
