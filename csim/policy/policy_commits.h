// The commit stream of a policy's run, in the format of the admission block's
// (csim/record/commit.h): the operation's index is its reservation, lanes and amounts are the
// policy's own.
#pragma once

#include "csim/policy/policy.h"
#include "csim/record/commit.h"

// Open value; without a sink nothing is reported, and what every operation has need not be called.
struct policy_commits {
    const struct commit_sink *sink;
    uint64_t clock_ps;                // what `cycle` counts
    uint64_t order;                   // of the next commit
    const struct policy_state *state; // that of the run
    bool link;                        // which its policy counts
};

// Comes first, and reports the windows in force. `state` must live as long.
void policy_commits_open(struct policy_commits *commits, const struct policy *policy,
                         const struct policy_state *state);

// A commit of a demand (grant, deny, reject), of the return of one component, of the multipliers
// that changed on a lane, of the windows of which one did, of a completion. The state is that after
// the commit.
void policy_commits_demand(struct policy_commits *commits, uint64_t now_ps, enum commit_kind kind,
                           uint32_t op, lane_set refused, const struct demand *demand);
void policy_commits_return(struct policy_commits *commits, uint64_t now_ps, uint32_t op,
                           const struct demand *demand, unsigned resource);
void policy_commits_multipliers(struct policy_commits *commits, uint64_t now_ps, unsigned lane);
void policy_commits_windows(struct policy_commits *commits, uint64_t now_ps);
void policy_commits_complete(struct policy_commits *commits, uint64_t now_ps, uint32_t op);
