#include "tb/env/op_tracker.h"

#include <inttypes.h>

#include "csim/interface/op.h"
#include "csim/traffic/ordering.h"

void op_tracker_init(struct op_tracker *tracker) {
    tracker->waiting = tracker->under_way = 0;
    for (unsigned place = 0; place < TRACKED_OPS; place++)
        tracker->tracked[place] =
            (struct tracked_op){.state = TRACKED_NONE, .place = ORDERING_NONE};
    for (unsigned id = 0; id < DEPTH_MAX; id++)
        tracker->holder[id] = TRACKED_OPS;
}

bool op_tracker_has_room(const struct op_tracker *tracker, uint32_t index) {
    const struct tracked_op *tracked = &tracker->tracked[index % TRACKED_OPS];
    return tracked->ahead == 0 && tracked->copies == 0 && tracked->state != TRACKED_OFFERED &&
           tracked->state != TRACKED_GRANTED && tracked->place == ORDERING_NONE;
}

struct tracked_op *op_tracker_offer(struct op_tracker *tracker, const struct op *op,
                                    uint64_t cycle) {
    struct tracked_op *tracked = &tracker->tracked[op->index % TRACKED_OPS];
    *tracked = (struct tracked_op){.op = *op,
                                   .offered = cycle,
                                   .decided = TRACKED_NEVER,
                                   .returned = {TRACKED_NEVER, TRACKED_NEVER, TRACKED_NEVER},
                                   .completed = TRACKED_NEVER,
                                   .repeated = TRACKED_NEVER,
                                   .state = TRACKED_OFFERED,
                                   .place = ORDERING_NONE};
    tracker->waiting++;
    return tracked;
}

struct tracked_op *op_tracker_known(struct op_tracker *tracker, uint32_t index) {
    struct tracked_op *tracked = &tracker->tracked[index % TRACKED_OPS];
    return tracked->state != TRACKED_NONE && tracked->op.index == index ? tracked : NULL;
}

bool op_tracker_can_retry(struct op_tracker *tracker, uint32_t index) {
    const struct tracked_op *tracked = op_tracker_known(tracker, index);
    return tracked && tracked->copies < UINT8_MAX;
}

void op_tracker_offer_again(struct op_tracker *tracker, uint32_t index) {
    tracker->tracked[index % TRACKED_OPS].copies++;
    tracker->waiting++;
}

// A copy becomes the operation: what was known of it is of the past.
static void tracked_op_begin_anew(struct tracked_op *tracked) {
    tracked->copies--;
    tracked->state = TRACKED_OFFERED;
    tracked->again = true;
    tracked->executed = false;
    tracked->decided = tracked->completed = TRACKED_NEVER;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        tracked->returned[resource] = TRACKED_NEVER;
}

struct tracked_op *op_tracker_waiting(struct op_tracker *tracker, uint32_t index) {
    struct tracked_op *tracked = op_tracker_known(tracker, index);
    if (!tracked || tracked->state == TRACKED_OFFERED)
        return tracked;
    if (tracked->copies == 0 || tracked->state == TRACKED_GRANTED)
        return NULL;
    tracked_op_begin_anew(tracked);
    return tracked;
}

// The block looks a reservation up some clocks before it says so: it may have been freed meanwhile.
bool op_tracker_repeat(struct op_tracker *tracker, uint32_t index, uint16_t id, uint64_t cycle) {
    struct tracked_op *tracked = op_tracker_known(tracker, index);
    if (!tracked || tracked->copies == 0 || tracked->id != id ||
        !(tracked->state == TRACKED_GRANTED ||
          (tracked->state == TRACKED_COMPLETE && tracked->completed + LOOK_TO_DECISION >= cycle)))
        return false;
    tracked->copies--;
    tracked->repeats++;
    tracked->repeated = cycle;
    tracker->waiting--;
    return true;
}

void tracked_op_deny(struct tracked_op *tracked, lane_set mask) {
    tracked->denials++;
    tracked->refused = mask;
}

void op_tracker_decide(struct op_tracker *tracker, struct tracked_op *tracked, uint64_t cycle) {
    tracked->decided = cycle;
    tracker->waiting--;
}

void tracked_op_reject(struct tracked_op *tracked, lane_set mask) {
    tracked->state = TRACKED_REJECTED;
    tracked->mask = mask;
}

void op_tracker_grant(struct op_tracker *tracker, struct tracked_op *tracked, uint16_t id,
                      lane_set mask) {
    tracked->state = TRACKED_GRANTED;
    tracked->id = id;
    tracked->mask = mask;
    tracker->holder[id] = (uint16_t)(tracked - tracker->tracked);
}

// The operation that holds a reservation, NULL if none does.
static struct tracked_op *tracked_op_of(struct op_tracker *tracker, uint16_t id) {
    const uint16_t place = id < DEPTH_MAX ? tracker->holder[id] : TRACKED_OPS;
    return place < TRACKED_OPS ? &tracker->tracked[place] : NULL;
}

bool op_tracker_return(struct op_tracker *tracker, uint16_t id, enum resource_class resource,
                       uint64_t cycle) {
    struct tracked_op *tracked = tracked_op_of(tracker, id);
    if (!tracked)
        return false;
    const bool held =
        tracked_op_holds(tracked, resource) && tracked->returned[resource] == TRACKED_NEVER;
    tracked->returned[resource] = cycle;
    return held;
}

struct tracked_op *op_tracker_complete(struct op_tracker *tracker, uint16_t id, uint64_t cycle) {
    struct tracked_op *tracked = tracked_op_of(tracker, id);
    if (!tracked)
        return NULL;
    tracked->completed = cycle;
    tracked->state = TRACKED_COMPLETE;
    tracker->holder[id] = TRACKED_OPS;
    return tracked;
}

unsigned op_tracker_held(const struct op_tracker *tracker) {
    unsigned held = 0;
    for (unsigned id = 0; id < DEPTH_MAX; id++)
        held += tracker->holder[id] != TRACKED_OPS;
    return held;
}

unsigned op_tracker_void(struct op_tracker *tracker, unsigned *executed) {
    unsigned lost = 0;
    *executed = 0;
    for (unsigned place = 0; place < TRACKED_OPS; place++) {
        struct tracked_op *tracked = &tracker->tracked[place];
        tracked->ahead = 0;
        lost += tracked->copies;
        tracked->copies = 0;
        if (tracked->state == TRACKED_OFFERED || tracked->state == TRACKED_GRANTED) {
            tracked->state = TRACKED_VOID;
            *executed += tracked->executed;
            lost++;
        }
    }
    for (unsigned id = 0; id < DEPTH_MAX; id++)
        tracker->holder[id] = TRACKED_OPS;
    tracker->waiting = tracker->under_way = 0;
    return lost;
}

bool tracked_op_holds(const struct tracked_op *tracked, enum resource_class resource) {
    static const lane_set lanes[CLASSES] = {HBM_SET, LANE_BIT(ATOMIC_LANE),
                                            LANE_BIT(RESPONSE_LANE)};
    return tracked->mask & lanes[resource];
}

static void clock_describe(const char *what, uint64_t clock, FILE *file) {
    if (clock != TRACKED_NEVER)
        fprintf(file, ", %s in clock %" PRIu64, what, clock);
}

void tracked_op_describe(const struct tracked_op *tracked, uint64_t origin_ps, FILE *file) {
    static const char *const state[] = {"not offered", "waiting",  "granted",
                                        "complete",    "rejected", "void after a reset"};
    static const char *const returned[CLASSES] = {"HBM returned", "Atomic returned",
                                                  "response returned"};
    const struct op *op = &tracked->op;
    fprintf(file,
            "opcode %u address 0x%016" PRIx64 " (partition %u) length %" PRIu32 " response %" PRIu32
            "%s domain %" PRIu32 " wire %" PRIu32 ", submitted at %" PRIu64
            " ps, taken in clock %" PRIu64,
            op->opcode, op->address, address_partition(op->address), op->length,
            op->response_length, op->urgent ? ", urgent" : "", op->domain, op->wire_bytes,
            op->submit_ps + origin_ps, tracked->offered);
    if (tracked->denials)
        fprintf(file, ", %" PRIu32 " denials, the last by lanes 0x%03" PRIxLANES, tracked->denials,
                tracked->refused);
    clock_describe(tracked->state == TRACKED_REJECTED ? "rejected" : "granted", tracked->decided,
                   file);
    if (tracked->decided != TRACKED_NEVER && tracked->state != TRACKED_REJECTED)
        fprintf(file, " as reservation %u with lanes 0x%03" PRIxLANES, tracked->id, tracked->mask);
    for (unsigned resource = 0; resource < CLASSES; resource++)
        clock_describe(returned[resource], tracked->returned[resource], file);
    clock_describe("complete", tracked->completed, file);
    if (tracked->repeats)
        fprintf(file, ", %" PRIu32 " repeats, the last in clock %" PRIu64, tracked->repeats,
                tracked->repeated);
    if (tracked->copies)
        fprintf(file, ", offered again and waiting %u times", tracked->copies);
    if (tracked->again)
        fputs(", executed before", file);
    fprintf(file, "; %s", state[tracked->state]);
}
