// The untimed seam: what an operation is charged and when it comes back. A family of policies for
// the paper's event simulator. A policy orders nothing: arbiter and dispatcher are the same for all
// of them (csim/simulator/dispatcher.h), and so is the endpoint's bound on commands.
#pragma once

#include "csim/config/config.h"
#include "csim/fabric/stages.h"
#include "csim/interface/numbers.h"
#include "csim/interface/op.h"
#include "csim/policy/demand.h"
#include "csim/record/commit.h"

// When the components of a charge come back.
enum policy_returns {
    RETURNS_BY_STAGE,   // each as its stage completes
    RETURNS_AT_ARRIVAL, // all as the operation arrives at the target
    RETURNS_AT_END,     // all as it completes end to end
};

// Whether request bytes on the link are charged, too; they come back as the request has arrived.
enum policy_link {
    LINK_UNCOUNTED,
    LINK_FROM_GRANT,
    LINK_AS_SENT, // from when the operation leaves its source, by which the window may be above
};

// What a lane's multiplier has learnt from (policy_adaptive.c).
struct calibration {
    uint64_t observed, estimate; // quanta, since it last moved
    // Fraction bits below the multiplier's: a step finer than a sixteenth has as many more, or it
    // would rest so much farther below its target.
    uint32_t rest;
};

// Opaque classes of HBM partitions (paper, section 6: explicit credits, "coarse bank groups or
// learned conflict classes"). The receiver advertises `hbm_classes` of them beside the classes of
// the Atomic and of the response engine. The initiator attaches the class of the partition that it
// gets for the address, and an operation is charged to that class: a debt and a window for each.
// The window of a class is that of its slowest member, so that no partition has more work than its
// own window, or the sum of those of its members (`class_window`).
//
// Configured classes are neighbours. With `class_learn` they follow from refusals: all partitions
// begin in class 0; the partition for which that has refused so many operations, counted as they
// come, gets a class of its own, for good, while there is one left. What is under way stays charged
// to the class that it was charged to: until that is over the partition may have two windows of
// work.

// Open value. The lane that a partition's demand is charged to is its class.
struct hbm_classes {
    uint8_t lane[HBM_LANES];
    uint8_t used;
    uint64_t refusals[HBM_LANES];
};

// Those of the configuration. Of each lane of HBM the window is that of a partition before, and
// that of a class after.
void hbm_classes_open(struct hbm_classes *classes, const struct config *config,
                      uint64_t window[LANES]);

// Lane 0 has refused an operation for that partition. Has it left class 0 by this?
bool hbm_classes_refused(struct hbm_classes *classes, const struct config *config,
                         unsigned partition, uint64_t window[LANES]);

// Bounds and debts of a run. Lanes as in csim/interface/numbers.h, in the policy's own units;
// debts, which are written by csim/policy/policy_windows.h only, are the receiver's and what
// they were reported to initiators: those decide, and are never below.
struct policy_state {
    const struct config *config; // of the run
    struct estimates estimates;
    struct calibration calibration[RESOURCES];
    uint64_t window[ALL_LANES];  // in force
    uint64_t full_window[LANES]; // where they follow multipliers: at a multiplier of one
    uint64_t debt[ALL_LANES];
    uint64_t known_debt[ALL_LANES];
    uint64_t in_flight;         // commands at the endpoint: dispatched and not through,
    uint64_t command_limit;     // at most so many
    struct hbm_classes classes; // the lanes of HBM
    lane_set disabled;          // lanes that may not be used until they have recovered
    uint64_t closures[LANES];   // how often each has recovered
};

struct policy {
    const char *name;
    const char *meaning;    // one line for help texts
    unsigned state_entries; // counters that it keeps at the receiver
    enum policy_returns returns;
    enum policy_link link;
    bool vector_and_more; // charges the service vector, and what it leaves out
    bool one_window;      // lane 0's window is that of all resources together
    bool scales_windows;  // windows in force follow the multipliers, which scale no demand
    bool knows_mapping;   // charged on the true partition, else on the predicted one
    // Sets windows and bounds; the rest of the state is as policy_open describes. NULL: none.
    void (*open)(struct policy_state *state, const struct config *config);
    // What an operation on HBM lane `lane` is charged, by now. The mask has the lanes with an
    // amount; a component of zero is charged nothing.
    void (*charge)(const struct policy_state *state, const struct op *op, unsigned lane,
                   struct demand *demand);
    // The lanes that refuse it; REFUSED_TABLE for the bound on commands; 0: it is admissible.
    lane_set (*refuse)(const struct policy_state *state, const struct op *op,
                       const struct demand *demand);
    // An operation with these lanes arrives at the target: those that are exhausted, which are
    // disabled from now on; 0: it may enter. NULL: it always may.
    lane_set (*arrive)(struct policy_state *state, lane_set lanes, const struct stages *stages,
                       uint64_t now_ps);
    // A lane disabled by `arrive` may be used again. NULL where that is.
    void (*recover)(struct policy_state *state, unsigned lane);
    // A stage took `observed` quanta for an operation. Returns whether the multipliers changed.
    // NULL: nothing is learned.
    bool (*observe)(struct policy_state *state, const struct op *op, enum resource resource,
                    uint64_t observed);
};

// Defines policy_ID; behind its functions what else is not zero, by name.
#define POLICY(id, text, entries, when, opens, charges, refuses, ...)                              \
    const struct policy policy_##id = {.name = #id,                                                \
                                       .meaning = text,                                            \
                                       .state_entries = entries,                                   \
                                       .returns = when,                                            \
                                       .open = opens,                                              \
                                       .charge = charges,                                          \
                                       .refuse = refuses,                                          \
                                       __VA_ARGS__}

// As policy_NAME, in the order of tables: those that every experiment of all policies has, which
// are the paper's and two that count bytes on the link; and those that experiments have only where
// they name them.
#define POLICY_LIST_EVERY(X)                                                                       \
    X(aggregate)                                                                                   \
    X(aggregate_class)                                                                             \
    X(bdp)                                                                                         \
    X(resource_byte)                                                                               \
    X(primary)                                                                                     \
    X(scalar)                                                                                      \
    X(reactive)                                                                                    \
    X(semacredit)                                                                                  \
    X(vector_link)                                                                                 \
    X(arrival_return)                                                                              \
    X(end_return)                                                                                  \
    X(adaptive)                                                                                    \
    X(oracle)
#define POLICY_LIST(X) POLICY_LIST_EVERY(X) X(adaptive_window) X(vector_link_sent) X(read_charged)
#define DECLARED(name) extern const struct policy policy_##name;
POLICY_LIST(DECLARED)
#undef DECLARED

// The same as an array that ends with NULL.
extern const struct policy *const policies[];

// NULL if there is none of that name.
const struct policy *policy_find(const char *name);

// Starts a run: estimates of the configured (biased) service times, no debt, nothing in flight. The
// state keeps `config`, which stays the caller's.
// Returns false, with one line in `error`, if an estimate does not fit its register.
bool policy_open(const struct policy *policy, struct policy_state *state,
                 const struct config *config, struct text_error *error);

// The commit stream of a policy's run, in the format of the admission block's
// (csim/record/commit.h): the operation's index is its reservation, lanes and amounts are the
// policy's own.

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
