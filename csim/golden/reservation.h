// What is around reservations in the golden model (rtl/spec/reservation.md): the collector of
// completions on their way to them, the pool that their ids come from, the look-up of their tags.
// Values are as in force in the clock to come, or, while a clock is being evaluated, in that clock.
#ifndef SEMA_RESERVATION_H
#define SEMA_RESERVATION_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/edge.h"

// ---- collector: completions of all HBM partitions, one a clock. Bit p of a set: partition p.

struct completion {
    uint16_t id;
    uint16_t service;
};

// Open value: all zero is just out of reset.
struct collector {
    struct completion place[COLLECTOR_PLACES][HBM_LANES]; // the first is the oldest
    lane_set taken[COLLECTOR_PLACES]; // sets; one without the first has no other
    uint8_t pointer;                  // partition that is the first in turn

    // Served in the clock before, and so taken up in this one.
    bool is_served;
    uint8_t partition;
    struct completion served;
};

// A clock, with its beats.
void collector_clock(struct collector *collector, const struct edge_in *in);

static inline lane_set collector_ready(const struct collector *collector) {
    return ~collector->taken[COLLECTOR_PLACES - 1] & HBM_SET;
}

static inline bool collector_is_quiet(const struct collector *collector) {
    return !collector->taken[0] && !collector->is_served;
}

// ---- id pool: which id the next grant takes. An id is free, picked or held; picked ids stand in a
// queue, whose head is the candidate.

enum { NO_ID = -1, POOL_WORDS = DEPTH_MAX / 64 };

// Open value: initialise with id_pool_init.
struct id_pool {
    uint64_t free[POOL_WORDS]; // bit i: id i is free
    uint16_t queue[ID_QUEUE];  // a ring
    uint8_t head, length;
    int picked;          // in the clock before, or NO_ID; not yet in the queue
    unsigned spoken_for; // places of the queue
    bool granted;        // in the clock before: its place is still spoken for
};

void id_pool_init(struct id_pool *pool, unsigned depth);

// The id that a grant takes; NO_ID: none.
static inline int id_pool_candidate(const struct id_pool *pool) {
    return pool->length ? pool->queue[pool->head] : NO_ID;
}

// A clock, in which the candidate was granted or not. Comes before the retires of the clock.
void id_pool_clock(struct id_pool *pool, bool granted);

// An id whose reservation is freed.
static inline void id_pool_retire(struct id_pool *pool, unsigned id, bool is_freed) {
    pool->free[id / 64] |= (uint64_t)is_freed << id % 64;
}

// An id is not free but in the queue, as its last; or held.
void id_pool_queue(struct id_pool *pool, unsigned id);
void id_pool_hold(struct id_pool *pool, unsigned id);

// ---- look-up of tags (rtl/spec/decision.md): which reservation holds a tag, so that a
// retransmission is told from a new operation. A tag has one reservation at most, as an operation
// whose tag has one is never granted, so the lowest of several never arises.

enum { TAG_BUCKETS = 256, TAG_NONE = -1 };

// A chain of reservations for each bucket of tags. Open value: initialise with tag_lookup_init.
struct tag_lookup {
    uint32_t tag[DEPTH_MAX];
    int16_t next[DEPTH_MAX];
    int16_t first[TAG_BUCKETS];
};

void tag_lookup_init(struct tag_lookup *lookup);

// Adds reservation `id`, which is not there, and removes one that is.
void tag_lookup_add(struct tag_lookup *lookup, unsigned id, uint32_t tag);
void tag_lookup_remove(struct tag_lookup *lookup, unsigned id);

// The reservation of a tag, or TAG_NONE.
int tag_lookup_find(const struct tag_lookup *lookup, uint32_t tag);

#endif
