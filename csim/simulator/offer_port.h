// The port in front of the arbiter: which waiting operations the arbiter sees. Those that it does
// not see wait at their source.
//
// Without limits it sees all. With `arbiter_slots` it sees so many, and one queue stands in front
// of them, whose head keeps all the others back. With `port_slots` the places are shared by
// classes, so that what is kept back is a class and not what is behind it:
//
//   - Groups: latency-sensitive; small bulk, of at most `small_limit` wire bytes; large bulk. Each
//     has its share of the places, at least one.
//   - A class is a group and a lane: that of the operation's stage, and for one with a response
//     that of the response engine, too. It holds as many places as operations of it wait. One whose
//     stage has no room for it now does not count in the response engine's, so that those that wait
//     for one partition do not keep back reads of the others.
//   - A class is ready while a place of its group is free and it holds none, or fewer than are free
//     (dynamic thresholds: Choudhury and Hahne, 1998), or than `port_threshold_percent` of these.
//     So a lone hot lane gets half of its group's places, and of 2^n places the first n + 1 lanes
//     that come find one each, however many come.
//   - An operation enters when all its classes are ready. Of those that could, the earliest
//     submitted one enters. One that cannot keeps back those behind it that are of its classes, and
//     no others.
//
// An operation whose domain holds it back (csim/traffic/ordering.h) is not offered before it may
// go, and so keeps none back.
#ifndef SEMA_OFFER_PORT_H
#define SEMA_OFFER_PORT_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/text_error.h"
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
    bool bounded; // else what comes enters, and none need be counted
    bool classes;
    // The arbiter that those wait in that hold places, and what it goes by. Without one every
    // operation counts.
    struct offer_arbiter {
        struct dispatcher *dispatcher;
        const struct policy *policy;
        const struct policy_state *state;
    } arbiter;
    uint32_t small_limit;
    uint32_t queued; // operations in queues
    uint32_t taken;  // operations that have entered, where there are classes
    struct offer_group {
        uint32_t places;
        uint64_t threshold_percent;
        uint32_t held;                       // places,
        uint32_t held_by[LANES];             // and by each class of the group
        bool stirred;                        // one in a queue might enter
        struct job_list queue[OFFER_QUEUES]; // in the order of submission
    } group[OFFER_GROUPS];
};

// Why a configuration has no such port: one line in `error`, false.
bool offer_port_check(const struct config *config, struct text_error *error);
// `classes`: queues by class; config->port_slots says so, or the block that stands behind them.
void offer_port_init(struct offer_port *port, const struct config *config, bool classes);

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

// The arbiter lets it wait: it holds a place until it leaves.
void offer_port_hold(struct offer_port *port, const struct job *job);
void offer_port_leave(struct offer_port *port, const struct job *job);

// A lane may have less room than before. The classes then may have more: others might enter.
static inline void offer_port_stir(struct offer_port *port) {
    for (unsigned i = 0; port->bounded && i < OFFER_GROUPS; i++)
        port->group[i].stirred |= port->group[i].held_by[RESPONSE_LANE] > 0;
}

#endif
