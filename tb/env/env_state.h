// An environment from inside: shared by the files that make it up, and by nobody else.
#ifndef SEMA_ENV_STATE_H
#define SEMA_ENV_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csim/base/rng.h"
#include "csim/config/config.h"
#include "csim/config/register_plan.h"
#include "csim/disturbance/fault_planned.h"
#include "csim/disturbance/fault_random.h"
#include "csim/disturbance/retries.h"
#include "csim/interface/block_state.h"
#include "csim/interface/completion_queues.h"
#include "csim/interface/stimulus.h"
#include "csim/interface/tag_code.h"
#include "csim/traffic/ordering.h"
#include "csim/traffic/traffic.h"
#include "tb/env/env.h"
#include "tb/env/op_tracker.h"
#include "tb/env/target.h"

struct latencies {
    uint64_t *ps;
    size_t count;
};

// How long a block that something is expected of may do nothing. Time in which nothing is expected
// of it does not count; nor does anything but decisions and returns end the wait: a reset does not.
struct watchdog {
    bool expects;   // something is expected of the block;
    uint64_t since; // from this clock on, in which that began, or in which it last did such a thing
    uint64_t resets; // that the run had seen by then
};

// The initiators' side of grant messages (rtl/spec/messages.md): what they have been told. One
// stands for all: every message goes to each.
struct credit_receiver {
    struct rng rng;
    unsigned stall_percent; // of the clocks in which a message is shown, it is not taken
    uint32_t seen[LANES];   // counts of the last message
    uint64_t credit[LANES]; // told so far, as 64-bit sums of differences; over resets
};

// Operations of ordering domains between submission and completion, at most: where as many are
// under way or held, the source waits for one of them.
enum { SOURCE_PLACES = 4096 };

// Where operations come from.
struct source {
    struct traffic *traffic;
    struct op next; // of the traffic, in the environment's time
    bool more;      // there is one
    struct ordering *ordering;
    struct op *place;               // the operations of domains; members of `ordering`
    uint16_t unused[SOURCE_PLACES]; // places used and given back
    uint32_t unused_count;
    uint32_t fresh;  // places never used begin here
    bool has_chosen; // an operation is to be offered: that of
    uint32_t chosen; // this place; ORDERING_NONE: the traffic's next
};

struct env {
    struct stimulus stimulus;
    struct config config;
    bool skip;
    bool started;
    bool failed;

    // Time.
    uint64_t cycle;     // number of the edge that comes next
    uint64_t origin_ps; // time zero of the traffic
    uint64_t time;      // that the block is told in the first clock
    struct watchdog watchdog;

    // Where the run begins, if not out of reset.
    bool drawn;
    struct block_state state;
    struct tag_code code;   // of operations to tags
    uint64_t message_until; // clock up to which no grant message is taken
    uint64_t left;          // operations still to come from the traffic
    unsigned sweep;         // next word of the status registers, which are read in the end

    // Traffic.
    struct source source;
    struct retries retries;
    bool offering;     // valid is up, for the operation chosen,
    bool retrying;     // or for the next retry
    bool closing;      // no further operation
    uint64_t scenario; // number of the scenario, counted over the run

    struct op_tracker tracker;
    struct target target;
    struct completion_queues queues;
    struct credit_receiver credit_receiver;

    struct register_plan registers;
    unsigned mend_step; // how much was tried since the last decision

    // Disturbances.
    struct fault_random fault_random;
    struct fault_planned fault_planned;
    uint64_t pause_until;  // clock from which the arbiter may choose again
    bool paused;           // as last told to the block
    unsigned reset_clocks; // still to come
    uint32_t extra;        // beats under way that no reservation waits for

    struct env_stats stats;
    struct latencies latencies[2];
    struct text_error error;
};

// The run cannot go on; why, in one line. Only the first failure is kept.
void env_fail(struct env *env, const char *format, ...) __attribute__((format(printf, 2, 3)));

// A beat waits at a port; too many there are a failure.
void env_queue_beat(struct env *env, unsigned port, struct port_beat beat);

// Takes in what the block showed after the last edge: its commits are what the environment
// believes.
void env_absorb(struct env *env, const struct edge_out *last);

// Takes in what happens at the target: beats, and the figures of what has completed.
void env_absorb_step(struct env *env, const struct target_step *step);

// Draws the state that the run begins in, and everything here begins in it, too.
void env_begin(struct env *env, uint64_t seed);
const struct block_state *env_begins(const struct stimulus *env);

// At the end of a run that began so: are there status registers still to be read? Some are asked
// for.
bool env_sweeps(struct env *env);

// The source takes over `traffic`, which may be NULL; false: that, or out of memory. It is to be
// closed either way.
bool source_open(struct source *source, struct traffic *traffic);
void source_close(struct source *source);

// The traffic's next operation.
void source_fetch(struct env *env);

// Is there an operation to offer by now? From then on it is source_op, until the block has taken
// it.
bool source_choose(struct env *env, uint64_t now_ps);
const struct op *source_op(const struct source *source);

// The block has taken it. Returns its place, for the operation; ORDERING_NONE: it is of no domain.
uint32_t source_taken(struct env *env);

// When there is something to offer, if nothing completes before; UINT64_MAX: never.
uint64_t source_next_ps(const struct source *source);

// Nothing is left to offer, and nothing held.
bool source_is_over(const struct source *source);

// An operation has changed, or any may have: what followed an operation that is through or lost may
// go.
void source_settle(struct env *env, struct tracked_op *tracked);
void source_settle_all(struct env *env);

#endif
