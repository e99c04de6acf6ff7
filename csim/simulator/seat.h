// The admission block in the seat of a policy: on one side operations that wait at their source and
// beats of the target, by their jobs; on the other an admitter, clock by clock.
//
// Operations of equal demand wait in one line, in submission order (csim/simulator/likeness.h), so
// that the head of each line is all that an arbiter needs to see. The block's slots hold the heads,
// and behind them, as long as half of the slots is free, a few more of each line. Where every head
// has found a slot, and the arbiter chooses no more often in a row than seat_budget says, the block
// decides like one with a slot for everybody.
//
// Which of two operations was submitted first the block cannot know from the order of offers: one
// that waited behind its like is offered late. So the seat puts the number of the submission below
// the wire bytes, into the field by which the block orders operations (rtl/spec/ports.md):
// SEAT_NUMBER_BITS of it, counted from the last time that nobody waited. The 24 bits limit both.
#ifndef SEMA_SEAT_H
#define SEMA_SEAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csim/interface/admitter.h"
#include "csim/interface/ports.h"
#include "csim/policy/policy.h"
#include "csim/record/commit.h"
#include "csim/simulator/dispatcher.h"

enum {
    SEAT_NUMBER_BITS = 11,
    SEAT_WIRE_BITS = WIRE_BITS - SEAT_NUMBER_BITS,
    SEAT_LINES = 256,    // that can wait at a time, in slots or not
    SEAT_LOOK_AHEAD = 4, // operations of one line in slots
    SEAT_ERROR_SIZE = 200
};

struct seat;

// Does a policy charge and return as the block does? Then it can be decided by one.
bool seat_takes(const struct policy *policy);

// Why a block cannot decide like this policy of this configuration; `state` is what it starts with.
// False: it can; else one line in `error`.
bool seat_refuses(const struct policy *policy, const struct config *config,
                  const struct policy_state *state, struct text_error *error);

// Takes a seat for the jobs of an array of `capacity`, which stays the caller's, as does the
// admitter, just out of reset. Writes to its registers what the policy uses. NULL when out of
// memory. The caller closes it.
struct seat *seat_open(struct admitter *admitter, const struct policy *policy,
                       const struct policy_state *state, struct job *jobs, uint32_t capacity);
void seat_close(struct seat *seat);

// The block's commits go to `sink` from the next clock on.
void seat_listen(struct seat *seat, const struct commit_sink *sink);

// What went wrong, one line; NULL: nothing.
const char *seat_error(const struct seat *seat);

// Something is wrong; what is wrong already counts.
void seat_fail(struct seat *seat, const char *format, ...) __attribute__((format(printf, 2, 3)));

// A job waits.
void seat_add(struct seat *seat, uint32_t job);

// A stage of a granted job is over: `observed` quanta of service, SERVICE_UNKNOWN where they do not
// fit. And the job itself is. Both are beats of the clocks that follow.
void seat_stage_done(struct seat *seat, uint32_t job, unsigned class, uint16_t observed);
void seat_through(struct seat *seat, uint32_t job);

// Jobs that wait, in slots or not.
uint32_t seat_waiting(const struct seat *seat);

// Is there a beat for the next clock, an offer that could be made included?
bool seat_has_beats(const struct seat *seat);

// Does a line wait of which none is in a slot?
bool seat_is_exposed(const struct seat *seat);

// How many choices in a row see the head of every line that waits. UINT_MAX: any number.
unsigned seat_budget(const struct seat *seat);

// One clock, after `gap` idle ones, in which simulated time is `now_ps`: beats that wait, an offer
// if there is room for one. With `pause` the arbiter does not choose in the next clock.
void seat_edge(struct seat *seat, bool pause, uint64_t gap, uint64_t now_ps);

// What the block shows after the last clock.
const struct edge_out *seat_out(const struct seat *seat);

// The beats that the last clock took; and the job of its offer, or JOB_NONE.
const struct edge_in *seat_in(const struct seat *seat);
uint32_t seat_offered(const struct seat *seat);

// Slots that are taken. Is a job the first in its line, none of which is in a slot? The reservation
// of a granted job.
unsigned seat_taken(const struct seat *seat);
bool seat_is_next(const struct seat *seat, uint32_t job);
uint16_t seat_reservation(const struct seat *seat, uint32_t job);

// What it decided in that clock, and on whom: DECISION_NONE, or the job with its demand filled in
// where it was granted, in which case its reservation is known to the seat from then on. A deny
// leaves it waiting; otherwise it waits no longer.
enum decision_kind seat_decision(struct seat *seat, uint32_t *job);

// Clocks that were evaluated.
uint64_t seat_edges(const struct seat *seat);

#endif
