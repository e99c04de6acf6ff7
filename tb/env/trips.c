#include "tb/env/trips.h"

#include <inttypes.h>

#include "csim/interface/op.h"
#include "csim/traffic/ordering.h"

void trips_init(struct trips *trips) {
    trips->waiting = trips->under_way = 0;
    for (unsigned place = 0; place < TRIPS; place++)
        trips->trip[place] = (struct trip){.state = TRIP_NONE, .place = ORDERING_NONE};
    for (unsigned id = 0; id < DEPTH_MAX; id++)
        trips->holder[id] = TRIPS;
}

bool trips_has_room(const struct trips *trips, uint32_t index) {
    const struct trip *trip = &trips->trip[index % TRIPS];
    return trip->ahead == 0 && trip->copies == 0 && trip->state != TRIP_OFFERED &&
           trip->state != TRIP_GRANTED && trip->place == ORDERING_NONE;
}

struct trip *trips_offer(struct trips *trips, const struct op *op, uint64_t cycle) {
    struct trip *trip = &trips->trip[op->index % TRIPS];
    *trip = (struct trip){.op = *op,
                          .offered = cycle,
                          .decided = TRIP_NEVER,
                          .returned = {TRIP_NEVER, TRIP_NEVER, TRIP_NEVER},
                          .completed = TRIP_NEVER,
                          .repeated = TRIP_NEVER,
                          .state = TRIP_OFFERED,
                          .place = ORDERING_NONE};
    trips->waiting++;
    return trip;
}

// The trip of an operation that is remembered; NULL: it is not.
static struct trip *trip_known(struct trips *trips, uint32_t index) {
    struct trip *trip = &trips->trip[index % TRIPS];
    return trip->state != TRIP_NONE && trip->op.index == index ? trip : NULL;
}

bool trips_can_retry(const struct trips *trips, uint32_t index) {
    const struct trip *trip = &trips->trip[index % TRIPS];
    return trip->state != TRIP_NONE && trip->op.index == index && trip->copies < UINT8_MAX;
}

struct trip *trips_offer_again(struct trips *trips, uint32_t index) {
    struct trip *trip = &trips->trip[index % TRIPS];
    trip->copies++;
    trips->waiting++;
    return trip;
}

// A copy becomes the operation: what was known of it is of the past.
static void trip_begin_anew(struct trip *trip) {
    trip->copies--;
    trip->state = TRIP_OFFERED;
    trip->again = true;
    trip->decided = trip->completed = TRIP_NEVER;
    for (unsigned class = 0; class < CLASSES; class ++)
        trip->returned[class] = TRIP_NEVER;
}

struct trip *trips_waiting(struct trips *trips, uint32_t index) {
    struct trip *trip = trip_known(trips, index);
    if (!trip || trip->state == TRIP_OFFERED)
        return trip;
    if (trip->copies == 0 || trip->state == TRIP_GRANTED)
        return NULL;
    trip_begin_anew(trip);
    return trip;
}

// The block looks a reservation up one clock before it says so: it may have been freed meanwhile.
bool trips_repeat(struct trips *trips, uint32_t index, uint16_t id, uint64_t cycle) {
    struct trip *trip = trip_known(trips, index);
    if (!trip || trip->copies == 0 || trip->id != id ||
        !(trip->state == TRIP_GRANTED ||
          (trip->state == TRIP_COMPLETE && trip->completed + 1 >= cycle)))
        return false;
    trip->copies--;
    trip->repeats++;
    trip->repeated = cycle;
    trips->waiting--;
    return true;
}

void trip_deny(struct trip *trip, uint16_t mask) {
    trip->denials++;
    trip->refused = mask;
}

void trips_decide(struct trips *trips, struct trip *trip, uint64_t cycle) {
    trip->decided = cycle;
    trips->waiting--;
}

void trip_reject(struct trip *trip, uint16_t mask) {
    trip->state = TRIP_REJECTED;
    trip->mask = mask;
}

void trips_grant(struct trips *trips, struct trip *trip, uint16_t id, uint16_t mask) {
    trip->state = TRIP_GRANTED;
    trip->id = id;
    trip->mask = mask;
    trips->holder[id] = (uint16_t)(trip - trips->trip);
}

// The trip that holds a reservation, NULL if none does.
static struct trip *trip_of(struct trips *trips, uint16_t id) {
    const uint16_t place = id < DEPTH_MAX ? trips->holder[id] : TRIPS;
    return place < TRIPS ? &trips->trip[place] : NULL;
}

bool trips_return(struct trips *trips, uint16_t id, enum resource_class class, uint64_t cycle) {
    struct trip *trip = trip_of(trips, id);
    if (!trip)
        return false;
    const bool held = trip_holds(trip, class) && trip->returned[class] == TRIP_NEVER;
    trip->returned[class] = cycle;
    return held;
}

struct trip *trips_complete(struct trips *trips, uint16_t id, uint64_t cycle) {
    struct trip *trip = trip_of(trips, id);
    if (!trip)
        return NULL;
    trip->completed = cycle;
    trip->state = TRIP_COMPLETE;
    trips->holder[id] = TRIPS;
    return trip;
}

unsigned trips_held(const struct trips *trips) {
    unsigned held = 0;
    for (unsigned id = 0; id < DEPTH_MAX; id++)
        held += trips->holder[id] != TRIPS;
    return held;
}

unsigned trips_void(struct trips *trips) {
    unsigned lost = 0;
    for (unsigned place = 0; place < TRIPS; place++) {
        struct trip *trip = &trips->trip[place];
        trip->ahead = 0;
        lost += trip->copies;
        trip->copies = 0;
        if (trip->state == TRIP_OFFERED || trip->state == TRIP_GRANTED) {
            trip->state = TRIP_VOID;
            lost++;
        }
    }
    for (unsigned id = 0; id < DEPTH_MAX; id++)
        trips->holder[id] = TRIPS;
    trips->waiting = trips->under_way = 0;
    return lost;
}

bool trip_holds(const struct trip *trip, enum resource_class class) {
    static const uint16_t lanes[CLASSES] = {(1 << HBM_LANES) - 1, 1 << ATOMIC_LANE,
                                            1 << RESPONSE_LANE};
    return trip->mask & lanes[class];
}

static void clock_describe(const char *what, uint64_t clock, FILE *file) {
    if (clock != TRIP_NEVER)
        fprintf(file, ", %s in clock %" PRIu64, what, clock);
}

void trip_describe(const struct trip *trip, uint64_t origin_ps, FILE *file) {
    static const char *const state[] = {"not offered", "waiting",  "granted",
                                        "complete",    "rejected", "void after a reset"};
    static const char *const returned[CLASSES] = {"HBM returned", "Atomic returned",
                                                  "response returned"};
    const struct op *op = &trip->op;
    fprintf(file,
            "opcode %u address 0x%016" PRIx64 " (partition %u) length %" PRIu32 " response %" PRIu32
            "%s domain %" PRIu32 " wire %" PRIu32 ", submitted at %" PRIu64
            " ps, taken in clock %" PRIu64,
            op->opcode, op->address, address_partition(op->address), op->length,
            op->response_length, op->urgent ? ", urgent" : "", op->domain, op->wire_bytes,
            op->submit_ps + origin_ps, trip->offered);
    if (trip->denials)
        fprintf(file, ", %" PRIu32 " denials, the last by lanes 0x%03x", trip->denials,
                trip->refused);
    clock_describe(trip->state == TRIP_REJECTED ? "rejected" : "granted", trip->decided, file);
    if (trip->decided != TRIP_NEVER && trip->state != TRIP_REJECTED)
        fprintf(file, " as reservation %u with lanes 0x%03x", trip->id, trip->mask);
    for (unsigned class = 0; class < CLASSES; class ++)
        clock_describe(returned[class], trip->returned[class], file);
    clock_describe("complete", trip->completed, file);
    if (trip->repeats)
        fprintf(file, ", %" PRIu32 " repeats, the last in clock %" PRIu64, trip->repeats,
                trip->repeated);
    if (trip->copies)
        fprintf(file, ", offered again and waiting %u times", trip->copies);
    if (trip->again)
        fputs(", executed before", file);
    fprintf(file, "; %s", state[trip->state]);
}
