// The world's books: each operation's way from offer to completion, as the block's commits tell it,
// and which operation holds which reservation. Times are clocks.
#ifndef SEMA_TRIPS_H
#define SEMA_TRIPS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "csim/interface/edge.h"
#include "csim/interface/op.h"

enum {
    TRIPS = 4096, // operations remembered; a power of two
    // Operations under way at a time: reservations, and those whose reservation a disturbance
    // ended early. A world with a block that keeps its promises stays far below.
    UNDER_WAY_MAX = 4 * DEPTH_MAX,
};

enum trip_state {
    TRIP_NONE,
    TRIP_OFFERED,
    TRIP_GRANTED,
    TRIP_COMPLETE,
    TRIP_REJECTED,
    TRIP_VOID, // after a reset
};

// A time that has not come.
#define TRIP_NEVER UINT64_MAX

struct trip {
    struct op op;
    uint64_t offered;
    uint64_t decided;
    uint64_t returned[CLASSES];
    uint64_t completed;
    uint64_t repeated; // last answered again, with the reservation that it held
    uint32_t denials;
    uint32_t repeats;
    uint16_t refused; // mask of the last deny
    uint16_t id;
    uint16_t mask;
    uint8_t state;  // enum trip_state
    uint8_t copies; // further offers of it that are taken and not decided
    bool again;     // executed more than once: offered after it was complete
    uint16_t ahead; // events at the target that are still to come
    uint32_t place; // at the source of an operation of a domain that is not through; ORDERING_NONE
};

struct trips {
    uint32_t waiting;           // offers taken and not decided
    uint32_t under_way;         // operations with events still to come
    struct trip trip[TRIPS];    // the place of operation n is n % TRIPS
    uint16_t holder[DEPTH_MAX]; // place of the trip that holds a reservation, TRIPS: none
};

void trips_init(struct trips *trips);

// May operation `index` be offered, or does its place belong to one that is not through yet?
bool trips_has_room(const struct trips *trips, uint32_t index);

// The block takes an operation.
struct trip *trips_offer(struct trips *trips, const struct op *op, uint64_t cycle);

// May operation `index`, which was offered before, be offered once more?
bool trips_can_retry(const struct trips *trips, uint32_t index);

// The block takes such an offer. Returns its operation's trip.
struct trip *trips_offer_again(struct trips *trips, uint32_t index);

// The trip of an operation of which an offer waits for its decision, other than `repeat`; NULL if
// none does. Where the operation is through and only a further offer waits, it begins anew.
struct trip *trips_waiting(struct trips *trips, uint32_t index);

// A further offer is answered with reservation `id`. False: no such offer waits, or the operation
// was not granted that reservation.
bool trips_repeat(struct trips *trips, uint32_t index, uint16_t id, uint64_t cycle);

// It is refused for now, by the lanes of `mask`.
void trip_deny(struct trip *trip, uint16_t mask);

// It waits no longer: it is rejected by the lanes of `mask`, or granted as reservation `id`, below
// DEPTH_MAX, of the lanes of `mask`.
void trips_decide(struct trips *trips, struct trip *trip, uint64_t cycle);
void trip_reject(struct trip *trip, uint16_t mask);
void trips_grant(struct trips *trips, struct trip *trip, uint16_t id, uint16_t mask);

// The block takes back a component of a reservation, or frees it; any id. False: that component is
// not held.
bool trips_return(struct trips *trips, uint16_t id, enum resource_class class, uint64_t cycle);
// NULL: nobody holds it.
struct trip *trips_complete(struct trips *trips, uint16_t id, uint64_t cycle);

// Reservations that are held.
unsigned trips_held(const struct trips *trips);

// A reset: nothing waits, nothing is held, nothing is to come. Returns how many offers are lost.
unsigned trips_void(struct trips *trips);

// Does a reservation hold a component of the class? Only then has that stage something to report.
bool trip_holds(const struct trip *trip, enum resource_class class);

// What became of a trip that is remembered, without a newline. Submission is told in the world's
// time, `origin_ps` after that of the traffic.
void trip_describe(const struct trip *trip, uint64_t origin_ps, FILE *file);

#endif
