// The environment's scoreboard: each operation's way from offer to completion, as the block's
// commits tell it, and which operation holds which reservation. Times are clocks.
#ifndef SEMA_OP_TRACKER_H
#define SEMA_OP_TRACKER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "csim/interface/op.h"

enum {
    TRACKED_OPS = 4096, // operations remembered; a power of two
    // Operations under way at a time: reservations, and those whose reservation a disturbance
    // ended early. An environment with a block that keeps its promises stays far below.
    UNDER_WAY_MAX = 4 * DEPTH_MAX,
};

enum tracked_op_state {
    TRACKED_NONE,
    TRACKED_OFFERED,
    TRACKED_GRANTED,
    TRACKED_COMPLETE,
    TRACKED_REJECTED,
    TRACKED_VOID, // after a reset
};

// A time that has not come.
#define TRACKED_NEVER UINT64_MAX

struct tracked_op {
    struct op op;
    uint64_t offered;
    uint64_t decided;
    uint64_t returned[CLASSES];
    uint64_t completed;
    uint64_t repeated; // last answered again, with the reservation that it held
    uint32_t denials;
    uint32_t repeats;
    lane_set refused; // mask of the last deny
    uint16_t id;
    lane_set mask;
    uint8_t state;  // enum tracked_op_state
    uint8_t copies; // further offers of it that are taken and not decided
    bool again;     // executed more than once: offered after it was complete
    bool executed;  // has completed end to end, whatever the block knows of it by now
    uint16_t ahead; // events at the target that are still to come
    uint32_t place; // at the source of an operation of a domain that is not through; ORDERING_NONE
};

struct op_tracker {
    uint32_t waiting;                       // offers taken and not decided
    uint32_t under_way;                     // operations with events still to come
    struct tracked_op tracked[TRACKED_OPS]; // the place of operation n is n % TRACKED_OPS
    uint16_t holder[DEPTH_MAX];             // of a reservation: place; TRACKED_OPS: none
};

void op_tracker_init(struct op_tracker *tracker);

// May operation `index` be offered, or does its place belong to one that is not through yet?
bool op_tracker_has_room(const struct op_tracker *tracker, uint32_t index);

// The block takes an operation.
struct tracked_op *op_tracker_offer(struct op_tracker *tracker, const struct op *op,
                                    uint64_t cycle);

// What is remembered of operation `index`; NULL: nothing.
struct tracked_op *op_tracker_known(struct op_tracker *tracker, uint32_t index);

// May operation `index`, which was offered before, be offered once more?
bool op_tracker_can_retry(struct op_tracker *tracker, uint32_t index);

// The block takes such an offer.
void op_tracker_offer_again(struct op_tracker *tracker, uint32_t index);

// What is remembered of an operation of which an offer waits for its decision, other than `repeat`;
// NULL if none does. Where the operation is through and only a further offer waits, it begins anew.
struct tracked_op *op_tracker_waiting(struct op_tracker *tracker, uint32_t index);

// A further offer is answered with reservation `id`. False: no such offer waits, or the operation
// was not granted that reservation.
bool op_tracker_repeat(struct op_tracker *tracker, uint32_t index, uint16_t id, uint64_t cycle);

// It is refused for now, by the lanes of `mask`.
void tracked_op_deny(struct tracked_op *tracked, lane_set mask);

// It waits no longer: it is rejected by the lanes of `mask`, or granted as reservation `id`, below
// DEPTH_MAX, of the lanes of `mask`.
void op_tracker_decide(struct op_tracker *tracker, struct tracked_op *tracked, uint64_t cycle);
void tracked_op_reject(struct tracked_op *tracked, lane_set mask);
void op_tracker_grant(struct op_tracker *tracker, struct tracked_op *tracked, uint16_t id,
                      lane_set mask);

// The block takes back a component of a reservation, or frees it; any id. False: that component is
// not held.
bool op_tracker_return(struct op_tracker *tracker, uint16_t id, enum resource_class resource,
                       uint64_t cycle);
// NULL: nobody holds it.
struct tracked_op *op_tracker_complete(struct op_tracker *tracker, uint16_t id, uint64_t cycle);

// Reservations that are held.
unsigned op_tracker_held(const struct op_tracker *tracker);

// A reset: nothing waits, nothing is held, nothing is to come. Returns how many offers are lost;
// `executed` of them are of operations that have completed end to end.
unsigned op_tracker_void(struct op_tracker *tracker, unsigned *executed);

// Does a reservation hold a component of the class? Only then has that stage something to report.
bool tracked_op_holds(const struct tracked_op *tracked, enum resource_class resource);

// What became of an operation that is remembered, without a newline. Submission is told in the
// environment's time, `origin_ps` after that of the traffic.
void tracked_op_describe(const struct tracked_op *tracked, uint64_t origin_ps, FILE *file);

#endif
