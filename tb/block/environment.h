// The environment of the whole block in a co-simulation: operations of a workload
// (csim/traffic), stages that take random times, software on the bus, and what disturbs all of
// them, as a configuration says (sim/random.yaml, sim/adversarial.yaml). agents.h has what a
// transport and stages do, bus.h what software does.
#pragma once

#include "csim/config/config.h"
#include "csim/traffic/traffic.h"
#include "tb/block/agents.h"
#include "tb/block/bus.h"

// Constrained-random operations and registers instead of a workload (agents.h), for so many clocks;
// then all must be granted and complete, and software reads all there is.
struct random_traffic {
    const struct agents_profile *profile;
    uint64_t clocks;
    struct path_size size;
};

struct environment {
    const struct random_traffic *random; // or NULL: a workload
    bool sweeps;
    struct agents agents;
    struct bus bus;
    struct rng rng;
    struct config config;
    struct traffic *traffic;
    struct agents_source source;
    struct op op; // the next one
    bool has_op, over;
    uint64_t scenario; // of adversarial traffic, counted over the run
    uint64_t operations, fences;
    uint64_t still;    // clocks in which nothing was granted or freed
    uint64_t progress; // grants, rejects and frees so far
    char failure[120]; // why it cannot go on; empty: it can
};

// Takes `traffic` over. The caller closes it.
void environment_open(struct environment *env, const struct config *config, struct traffic *traffic,
                      uint64_t seed, const struct path_size *size);
void environment_random(struct environment *env, const struct random_traffic *random,
                        uint64_t seed);
void environment_close(struct environment *env);

// What the inputs, which begin as zeros, carry in this clock, in which the block shows `out`, and
// which completions are genuine. False: all is granted and completed, or `failure` says what is
// not.
bool environment_drive(struct environment *env, const struct block_out *out, struct block_in *in,
                       struct agents_executed *executed);
