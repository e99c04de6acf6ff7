// The scenarios of adversarial traffic: each aims at one thing that admission could get wrong. A
// scenario is a row of a table: which operations, under which windows, when their stages complete,
// and what disturbs them.
#pragma once

#include "csim/base/rng.h"
#include "csim/config/config.h"
#include "csim/interface/op.h"

// What disturbs a block in constrained-random traffic, and how often: rates for each million
// clocks, of keys chaos_*. `bus` is any access of software, `pause` one of the arbiter, for a
// while; then come completions, and resets.
#define DISTURBANCE_LIST(X)                                                                        \
    X(BUS, bus)                                                                                    \
    X(PAUSE, pause)                                                                                \
    X(DUPLICATE, duplicate)                                                                        \
    X(UNKNOWN, unknown)                                                                            \
    X(DONE, done)                                                                                  \
    X(RESET, reset)
#define DISTURB(NAME, key) DISTURB_##NAME,
enum disturbance { DISTURBANCE_LIST(DISTURB) DISTURBANCES };
#undef DISTURB

// The rates of a configuration.
void disturbance_rates(const struct config *config, uint64_t rate[DISTURBANCES]);

// When the beats of a granted operation come, counted from its grant.
enum timing {
    TIMING_CHAIN,      // each stage after the one before it, done last
    TIMING_ALIGNED,    // the same, HBM stages completing only in every 16th clock
    TIMING_SAME_CLOCK, // HBM one clock ahead (its collector takes that), all others in one clock
    TIMING_DONE_FIRST, // done, then the stages in any order
    TIMING_ANY,        // all in any order
};

struct adversarial_scenario {
    const char *name;
    // Fills address, lengths and opcode of operation n of the scenario, and what decides its place
    // in the order of grants where that is not 0, or not the configuration's bytes.
    void (*make)(struct rng *rng, uint32_t n, struct op *op);
    uint32_t window[RESOURCES]; // of each lane of a resource; 0: the configuration's
    enum timing timing;
    uint32_t delay_clocks;  // a stage takes at least so long,
    uint32_t spread_clocks; // at most so much longer
    uint32_t starvation_bound;
    bool calibrates; // multipliers follow observed service
    unsigned loss_percent;
    uint64_t rate[DISTURBANCES]; // disturbances for each million clocks
};

// Number of the scenario that an operation belongs to, from 0; scenarios follow each other over and
// over.
uint64_t adversarial_scenario_number(const struct config *config, uint32_t index);

extern const struct adversarial_scenario adversarial_scenarios[];
extern const unsigned adversarial_scenario_count;
