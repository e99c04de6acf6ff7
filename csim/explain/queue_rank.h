// A queue that anybody may leave, and how many are before one: O(log capacity), bounded memory.
#ifndef SEMA_QUEUE_RANK_H
#define SEMA_QUEUE_RANK_H

#include <stdbool.h>
#include <stdint.h>

// Open value. Members are numbers below its capacity that the caller hands out.
struct queue_rank {
    uint32_t capacity;
    uint32_t places;    // twice the capacity: those left behind are cleared out now and then
    uint32_t next;      // place of who enters next
    uint32_t *count;    // Fenwick tree over the places, from 1: members there
    uint32_t *member;   // at a place; QUEUE_RANK_NONE: it has left
    uint32_t *place_of; // of a member
};

static const uint32_t QUEUE_RANK_NONE = UINT32_MAX;

// False when out of memory; capacity from 1 to 2^30. The caller closes it, also one that is zero
// throughout.
bool queue_rank_open(struct queue_rank *queue, uint32_t capacity);
void queue_rank_close(struct queue_rank *queue);

// Enters at the end, being no member; leaves, being one. Never allocate.
void queue_rank_enter(struct queue_rank *queue, uint32_t member);
void queue_rank_leave(struct queue_rank *queue, uint32_t member);

// Members that entered before this one.
uint32_t queue_rank_before(const struct queue_rank *queue, uint32_t member);

#endif
