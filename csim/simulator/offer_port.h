// The port in front of the arbiter: which waiting operations the arbiter sees. Those that it does
// not see wait at their source.
//
// Without limits it sees all. With `arbiter_slots` it sees so many, and one queue stands in front
// of them, whose head keeps all the others back. With `port_slots` the places are those of classes,
// so that what is kept back is a class and not what is behind it:
//
//   - Groups: latency-sensitive; small bulk, of at most `small_limit` wire bytes; large bulk. A
//     class is a group and a lane.
//   - An operation that waits counts in the class of its stage if that has no room for it now; else
//     in that of its response engine if that has none; else in both, or in that of its stage if it
//     does not respond. One window for all lanes is no lane's.
//   - Every stage in none of whose classes one counts keeps a place. The other places that are free
//     are the pool, which is less than none where there are few.
//   - While a place is free, a class in which none counts is ready if it is a response engine's, or
//     latency-sensitive, or if none counts in its lane's classes, or if the pool has a place. One
//     in which some count is ready if they are no more than the pool; if its lane has no room for
//     one of them, only if there is one, and the pool has a place. So a lane that is full holds two
//     places of each group, a lone one about half of the pool.
//   - An operation enters when all its classes are ready. Of those that could, the earliest
//     submitted one enters. One that cannot keeps back those behind it that are of its classes, and
//     no others.
//
// An operation whose domain holds it back (csim/traffic/ordering.h) is not offered before it may
// go, and so keeps none back.
#pragma once

#include "csim/base/std.h"
#include "csim/config/config.h"
#include "csim/golden/path.h"
#include "csim/simulator/dispatcher.h"

enum {
    OFFER_URGENT,
    OFFER_SMALL,
    OFFER_LARGE,
    OFFER_GROUPS,
    OFFER_QUEUES = 2 * (HBM_LANES + 1) // of a group: a stage, with a response or without
};

// Open value.
struct offer_port {
    bool classes;
    uint32_t places; // 0: what comes enters
    // What waits in the arbiter has places.
    struct offer_arbiter {
        struct dispatcher *dispatcher;
        const struct policy *policy;
        const struct policy_state *state;
    } arbiter;
    uint32_t small_limit;
    uint32_t queued; // operations in queues
    uint32_t taken;  // operations that have entered, where there are classes
    uint32_t turn;   // operations that were offered
    struct job_list queue[OFFER_GROUPS][OFFER_QUEUES]; // in the order of submission
};

// Why a configuration has no such port: one line in `error`, false.
bool offer_port_check(const struct config *config, struct text_error *error);
// `classes`: queues by class; config->port_slots says so, or the block that stands behind them.
void offer_port_init(struct offer_port *port, const struct config *config, bool classes,
                     const struct offer_arbiter *arbiter);

// A job is offered. True: it enters now; false: it waits in its queue. Its place in the arbiter's
// order is that in which the port took it where there are classes, else that of its submission.
bool offer_port_enter(struct offer_port *port, struct job *jobs, uint32_t index);

// The job that enters next; JOB_NONE: none may. To be called when none that the arbiter sees is
// admissible, until there is none.
uint32_t offer_port_take(struct offer_port *port, struct job *jobs);

// For a block with such a port of its own, which says what is ready: a job joins its queue; the
// first submitted of the heads whose classes are `ready` leaves it, JOB_NONE: there is none; is
// there one?
void offer_port_queue(struct offer_port *port, struct job *jobs, uint32_t index);
uint32_t offer_port_take_ready(struct offer_port *port, struct job *jobs,
                               const bool ready[OFFER_GROUPS][PATH_LANES]);
bool offer_port_has_ready(const struct offer_port *port, const struct job *jobs,
                          const bool ready[OFFER_GROUPS][PATH_LANES]);
