#include "csim/explain/queue_rank.h"

#include <stdlib.h>
#include <string.h>

bool queue_rank_open(struct queue_rank *queue, uint32_t capacity) {
    const uint32_t places = 2 * capacity;
    *queue = (struct queue_rank){.capacity = capacity, .places = places};
    queue->count = calloc(places + (size_t)1, sizeof *queue->count);
    queue->member = malloc(places * sizeof *queue->member);
    queue->place_of = malloc(capacity * sizeof *queue->place_of);
    if (queue->count && queue->member && queue->place_of)
        return true;
    queue_rank_close(queue);
    return false;
}

void queue_rank_close(struct queue_rank *queue) {
    free(queue->count);
    free(queue->member);
    free(queue->place_of);
    *queue = (struct queue_rank){0};
}

static void count_add(struct queue_rank *queue, uint32_t place, uint32_t change) {
    for (uint32_t at = place + 1; at <= queue->places; at += at & -at)
        queue->count[at] += change;
}

static void settle(struct queue_rank *queue, uint32_t member) {
    const uint32_t place = queue->next++;
    queue->member[place] = member;
    queue->place_of[member] = place;
    count_add(queue, place, 1);
}

// Moves the members up to the front, in their order: at most half of the places have one.
static void clear_out(struct queue_rank *queue) {
    const uint32_t used = queue->next;
    memset(queue->count, 0, (queue->places + (size_t)1) * sizeof *queue->count);
    queue->next = 0;
    for (uint32_t place = 0; place < used; place++)
        if (queue->member[place] != QUEUE_RANK_NONE)
            settle(queue, queue->member[place]);
}

void queue_rank_enter(struct queue_rank *queue, uint32_t member) {
    if (queue->next == queue->places)
        clear_out(queue);
    settle(queue, member);
}

void queue_rank_leave(struct queue_rank *queue, uint32_t member) {
    const uint32_t place = queue->place_of[member];
    queue->member[place] = QUEUE_RANK_NONE;
    count_add(queue, place, UINT32_MAX); // minus one
}

uint32_t queue_rank_before(const struct queue_rank *queue, uint32_t member) {
    uint32_t before = 0;
    for (uint32_t at = queue->place_of[member]; at > 0; at -= at & -at)
        before += queue->count[at];
    return before;
}
