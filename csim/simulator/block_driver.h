// The admission block in the place of a policy: on one side operations that wait at their source
// and beats of the target, by their jobs; on the other an admitter, clock by clock.
//
// Operations of equal demand wait in one line, in submission order (csim/simulator/demand_class.h),
// so that the head of each line is all that an arbiter needs to see. The block's slots hold the
// heads, and behind them, as long as half of the slots is free, a few more of each line. Where
// every head has found a slot, and the arbiter chooses no more often in a row than
// block_driver_budget says, the block decides like one with a slot for everybody.
//
// Which of two operations was submitted first the block cannot know from the order of offers: one
// that waited behind its like is offered late. So the driver puts the number of the submission
// below the wire bytes, into the field by which the block orders operations (rtl/spec/ports.md):
// BLOCK_DRIVER_NUMBER_BITS of it, counted from the last time that nobody waited. The 24 bits limit
// both.
#ifndef SEMA_BLOCK_DRIVER_H
#define SEMA_BLOCK_DRIVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csim/interface/admitter.h"
#include "csim/interface/completion_queues.h"
#include "csim/policy/policy.h"
#include "csim/record/commit.h"
#include "csim/simulator/dispatcher.h"

enum {
    BLOCK_DRIVER_NUMBER_BITS = 11,
    BLOCK_DRIVER_WIRE_BITS = WIRE_BITS - BLOCK_DRIVER_NUMBER_BITS,
    BLOCK_DRIVER_LINES = 256,    // that can wait at a time, in slots or not
    BLOCK_DRIVER_LOOK_AHEAD = 4, // operations of one line in slots
    BLOCK_DRIVER_ERROR_SIZE = 200
};

struct block_driver;

// Does a policy charge and return as the block does? Then it can be decided by one.
bool block_driver_takes(const struct policy *policy);

// Why a block cannot decide like this policy of this configuration; `state` is what it starts with.
// False: it can; else one line in `error`.
bool block_driver_refuses(const struct policy *policy, const struct config *config,
                          const struct policy_state *state, struct text_error *error);

// Opens a driver for the jobs of an array of `capacity`, which stays the caller's, as does the
// admitter, just out of reset. Writes to its registers what the policy uses. NULL when out of
// memory. The caller closes it.
struct block_driver *block_driver_open(struct admitter *admitter, const struct policy *policy,
                                       const struct policy_state *state, struct job *jobs,
                                       uint32_t capacity);
void block_driver_close(struct block_driver *driver);

// The block's commits go to `sink` from the next clock on.
void block_driver_listen(struct block_driver *driver, const struct commit_sink *sink);

// What went wrong, one line; NULL: nothing.
const char *block_driver_error(const struct block_driver *driver);

// Something is wrong; what is wrong already counts.
void block_driver_fail(struct block_driver *driver, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// A job waits.
void block_driver_add(struct block_driver *driver, uint32_t job);

// A stage of a granted job is over: `observed` quanta of service, SERVICE_UNKNOWN where they do not
// fit. And the job itself is. Both are beats of the clocks that follow.
void block_driver_stage_done(struct block_driver *driver, uint32_t job, unsigned resource,
                             uint16_t observed);
void block_driver_completed(struct block_driver *driver, uint32_t job);

// Jobs that wait, in slots or not.
uint32_t block_driver_waiting(const struct block_driver *driver);

// Is there a beat for the next clock, an offer that could be made included?
bool block_driver_has_beats(const struct block_driver *driver);

// Does a line wait of which none is in a slot?
bool block_driver_is_exposed(const struct block_driver *driver);

// How many choices in a row see the head of every line that waits. UINT_MAX: any number.
unsigned block_driver_budget(const struct block_driver *driver);

// One clock, after `gap` idle ones, in which simulated time is `now_ps`: beats that wait, an offer
// if there is room for one. With `pause` the arbiter does not choose in the next clock.
void block_driver_edge(struct block_driver *driver, bool pause, uint64_t gap, uint64_t now_ps);

// What the block shows after the last clock.
const struct edge_out *block_driver_out(const struct block_driver *driver);

// The beats that the last clock took; and the job of its offer, or JOB_NONE.
const struct edge_in *block_driver_in(const struct block_driver *driver);
uint32_t block_driver_offered(const struct block_driver *driver);

// Slots that are taken. Is a job the first in its line, none of which is in a slot? The reservation
// of a granted job.
unsigned block_driver_taken(const struct block_driver *driver);
bool block_driver_is_next(const struct block_driver *driver, uint32_t job);
uint16_t block_driver_reservation(const struct block_driver *driver, uint32_t job);

// What it decided in that clock, and on whom: DECISION_NONE, or the job with its demand filled in
// where it was granted, in which case its reservation is known to the driver from then on. A deny
// leaves it waiting; otherwise it waits no longer.
enum decision_kind block_driver_decision(struct block_driver *driver, uint32_t *job);

// Clocks that were evaluated.
uint64_t block_driver_edges(const struct block_driver *driver);

#endif
