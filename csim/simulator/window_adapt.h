// One rule by which windows follow what is measured, the same for every policy that has windows
// (paper, section 6: from idle time, feedback delay and queue occupancy). Of a lane, in the units
// of its policy, an epoch measures
//
//   rate   what came back, over the time that the stage was busy: what it serves while not idle,
//   delay  from a grant until its return is reported, without the time queued at the stage: by
//   Little's
//          law the credit reported to be in debt that is not queued, times how long, over what came
//          back; but at most half more than the least delay of any operation so far, as what takes
//          longer queues on its way, which no window should feed.
//
// Rate times delay is the debt that just keeps the stage busy, whatever the units and the estimates
// are. An epoch ends with the first return after its period; the window then goes a quarter of the
// way to that debt and half as much again, and never above sixteen of those that the policy opens.
#pragma once

#include "csim/policy/policy.h"

// Open value.
struct window_adapt {
    uint64_t period_ps; // 0: windows stay
    bool one_window;    // lane 0, for all stages; of these the one counts that is busiest
    struct adapt_lane {
        uint64_t most;     // its window may be
        uint64_t start_ps; // of the epoch
        uint64_t noted_ps; // `used` is summed up to here
        uint64_t used;     // credit reported to be in debt that is not queued, times picoseconds
        uint64_t present;  // at the stage, queued or served
        uint64_t returned, busy_ps, least_ps;
    } lane[LANES];
};

// Why a policy's windows cannot follow: one line in `error`, false. True also where they need not.
bool window_adapt_check(const struct config *config, const struct policy *policy,
                        struct text_error *error);

void window_adapt_open(struct window_adapt *adapt, const struct policy *policy,
                       const struct policy_state *state);

// What is below is called where windows follow only.

// A lane's reported debt is about to change.
void window_adapt_note(struct window_adapt *adapt, const struct policy_state *state, unsigned lane,
                       uint64_t now_ps);

// What a stage did for an operation; its own lane, whatever lane is charged.
struct adapt_service {
    unsigned stage;
    uint64_t ps;
};

// An operation comes to a stage; it was served and leaves, before its credit comes back.
void window_adapt_enter(struct window_adapt *adapt, const struct policy_state *state,
                        const struct demand *demand, unsigned resource, uint64_t now_ps);
void window_adapt_leave(struct window_adapt *adapt, const struct policy_state *state,
                        const struct demand *demand, unsigned resource,
                        struct adapt_service service, uint64_t now_ps);

// Credit of a lane came back, so long after its grant, the time in queues not counted. Whether the
// lane's window is another one now.
bool window_adapt_return(struct window_adapt *adapt, struct policy_state *state, unsigned lane,
                         uint64_t amount, uint64_t delay_ps, uint64_t now_ps);
