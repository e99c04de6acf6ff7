// The admission block in the place of a policy: on one side operations that wait at their source
// and beats of the target, by their jobs; on the other an admitter, clock by clock.
//
// Operations of equal demand wait in one line, in submission order (csim/simulator/dispatcher.h),
// so that the head of each line is all that an arbiter needs to see. The block's slots hold the
// heads, and behind them, as long as half of the slots is free, a few more of each line. Where
// every head has found a slot, and the arbiter chooses no more often in a row than
// block_driver_budget says, the block decides like one with a slot for everybody.
//
// Which of two operations was submitted first the block cannot know from the order of offers: one
// that waited behind its like is offered late. So the driver puts the number of the submission
// below the wire bytes, into the field by which the block orders operations (rtl/spec/ports.md):
// BLOCK_DRIVER_NUMBER_BITS of it, counted from the last time that nobody waited. The 24 bits limit
// both. Who knows beforehand what wire bytes there are tells the driver: it then puts their places
// there, of BLOCK_DRIVER_PLACE_BITS, and leaves all other bits to the numbers.
#ifndef SEMA_BLOCK_DRIVER_H
#define SEMA_BLOCK_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/admitter.h"
#include "csim/interface/completion_queues.h"
#include "csim/policy/policy.h"
#include "csim/record/commit.h"
#include "csim/simulator/dispatcher.h"

enum {
    BLOCK_DRIVER_NUMBER_BITS = 11,
    BLOCK_DRIVER_WIRE_BITS = WIRE_BITS - BLOCK_DRIVER_NUMBER_BITS,
    BLOCK_DRIVER_PLACE_BITS = 4,
    BLOCK_DRIVER_PLACES = 1 << BLOCK_DRIVER_PLACE_BITS,
    BLOCK_DRIVER_LINES = 256,    // that can wait at a time, in slots or not
    BLOCK_DRIVER_LOOK_AHEAD = 4, // operations of one line in slots
    BLOCK_DRIVER_VOID = UINT16_MAX,
    BLOCK_DRIVER_ERROR_SIZE = 200
};

// Operations of equal demand.
struct block_driver_line {
    struct demand_class demand_class;
    uint32_t head, tail; // of those in no slot; JOB_NONE: there are none
    uint16_t slotted;    // how many are
    bool used;
};

struct block_driver_slot {
    uint32_t job; // JOB_NONE: the slot is free
    uint16_t line;
    bool again; // it is of no line: its grant was lost
};

// Open value, which others only read.
struct block_driver {
    struct admitter *admitter;
    struct edge_in in;   // the beats that the last clock took,
    struct edge_out out; // and what the block shows after it
    struct completion_queues queues;
    struct commit_spread spread;
    const struct commit_sink *sink; // of commits from the next clock on; or NULL
    uint64_t cycle;                 // of the next clock
    uint64_t edges;                 // clocks that were evaluated

    struct job *jobs;
    uint32_t capacity;     // jobs
    uint16_t *reservation; // of each job that was granted; BLOCK_DRIVER_VOID: lost in a reset
    uint32_t again;        // first of the jobs, granted, that are offered once more, or JOB_NONE
    uint64_t draining;     // jobs under way whose reservations are void: nobody is offered
    uint64_t lost;         // grants that the block is still to repeat
    uint64_t written_ps;   // time at which the registers were written
    struct block_driver_line line[BLOCK_DRIVER_LINES];
    unsigned lines; // from here on, none is used
    struct block_driver_slot slot[SLOTS];
    unsigned taken;                      // slots
    uint32_t waiting;                    // jobs, in slots or not
    uint32_t origin;                     // index of the operation that numbers count from
    uint32_t wires[BLOCK_DRIVER_PLACES]; // ascending: wire bytes that there are,
    unsigned wire_count;                 // so many; 0, or more than places: not known, or too many
    uint32_t offered;                    // job that the last clock took, or JOB_NONE
    bool failed;                         // something went wrong: one line
    char error[BLOCK_DRIVER_ERROR_SIZE];
};

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

// Something is wrong; what is wrong already counts.
void block_driver_fail(struct block_driver *driver, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// There are operations of so many wire bytes: to be told before anybody waits, of all or of none.
void block_driver_wire(struct block_driver *driver, uint32_t wire_bytes);

// A job waits. Are there operations of ordering domains, some of which may join it although they
// were submitted before it?
void block_driver_add(struct block_driver *driver, uint32_t job, bool ordered);

// A stage of a granted job is over: `observed` quanta of service, SERVICE_UNKNOWN where they do not
// fit. And the job itself is. Both are beats of the clocks that follow.
void block_driver_stage_done(struct block_driver *driver, uint32_t job, unsigned resource,
                             uint16_t observed);
void block_driver_completed(struct block_driver *driver, uint32_t job);

// Is there a beat for the next clock, an offer that could be made included?
bool block_driver_has_beats(const struct block_driver *driver);

// Does a line wait of which none is in a slot?
bool block_driver_is_exposed(const struct block_driver *driver);

// How many choices in a row see the head of every line that waits. UINT_MAX: any number.
unsigned block_driver_budget(const struct block_driver *driver);

// One clock, after `gap` idle ones, in which simulated time is `now_ps`: beats that wait, an offer
// if there is room for one. With `pause` the arbiter does not choose in the next clock.
void block_driver_edge(struct block_driver *driver, bool pause, uint64_t gap, uint64_t now_ps);

// The job's grant, decided last, was lost on its way: it waits again. Some time later its source
// offers it once more; a block that still has its reservation answers with that.
void block_driver_lose(struct block_driver *driver, uint32_t job);
void block_driver_again(struct block_driver *driver, uint32_t job);

// The block is reset, at once, and its registers are written again. Reservations are void: what
// waits is offered anew, once the `under_way` jobs that have left their sources are complete.
void block_driver_reset(struct block_driver *driver, const struct policy *policy,
                        const struct policy_state *state, uint64_t under_way, uint64_t now_ps);

// Is a job the first in its line, none of which is in a slot?
bool block_driver_is_next(const struct block_driver *driver, uint32_t job);

// What it decided in that clock, and on whom: DECISION_NONE, or the job with its demand filled in
// where it was granted, in which case its reservation is known to the driver from then on. A deny
// leaves it waiting; otherwise it waits no longer.
enum decision_kind block_driver_decision(struct block_driver *driver, uint32_t *job);

#endif
