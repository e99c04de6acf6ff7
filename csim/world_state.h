// A world from inside: shared by the files that make it up, and by nobody else.
#ifndef SEMA_WORLD_STATE_H
#define SEMA_WORLD_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "chaos.h"
#include "config.h"
#include "ports.h"
#include "register_plan.h"
#include "stimulus.h"
#include "target.h"
#include "traffic.h"
#include "trips.h"
#include "world.h"

struct latencies {
    uint64_t *ps;
    size_t count;
};

struct world {
    struct stimulus stimulus;
    struct config config;
    bool skip;
    bool started;
    bool failed;

    // Time.
    uint64_t cycle;        // number of the edge that comes next
    uint64_t commit_cycle; // of the last commit
    uint64_t origin_ps;    // time zero of the traffic

    // Traffic.
    struct traffic *traffic;
    struct op op; // the next operation
    bool has_op;
    bool offering;  // valid is up for it
    bool closing;   // no further operation
    uint64_t phase; // number of the phase, counted over the run

    struct trips trips;
    struct target target;
    struct ports ports;

    struct register_plan registers;
    unsigned mend_step; // how much was tried since the last decision

    // Disturbances.
    struct chaos chaos;
    unsigned reset_clocks; // still to come
    uint32_t extra;        // beats under way that no reservation waits for

    struct world_stats stats;
    struct latencies latencies[2];
    char error[200];
};

// The run cannot go on; why, in one line. Only the first failure is kept.
void world_fail(struct world *world, const char *format, ...) __attribute__((format(printf, 2, 3)));

// A beat for a reservation waits at a port; too many there are a failure.
void world_queue_beat(struct world *world, unsigned port, uint16_t id);

// Takes in what the block showed after the last edge: its commits are what the world believes.
void world_absorb(struct world *world, const struct edge_out *last);

// Takes in what happens at the target: beats, and the figures of what has completed.
void world_absorb_step(struct world *world, const struct target_step *step);

#endif
