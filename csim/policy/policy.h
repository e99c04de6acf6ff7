// The untimed seam: what an operation is charged and when it comes back. A family of policies for
// the paper's event simulator. A policy orders nothing: arbiter and dispatcher are the same for all
// of them (csim/simulator/dispatcher.h), and so is the endpoint's bound on commands.
#pragma once

#include "csim/config/config.h"
#include "csim/fabric/hbm_classes.h"
#include "csim/fabric/stages.h"
#include "csim/interface/op.h"
#include "csim/policy/demand.h"

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
