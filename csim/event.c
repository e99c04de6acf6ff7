#include "event.h"

#include <assert.h>
#include <stdlib.h>

// An entry is 16 bytes, four children are one cache line: a heap with four children a node.
struct entry {
    uint64_t time_ps;
    uint32_t order; // of posting; wraps, and is compared as a difference
    uint32_t what;  // kind and subject
};

enum { CHILDREN = 4, SUBJECT_BITS = 28 };

struct event_queue {
    uint64_t now_ps; // time of the last event taken
    uint32_t order;
    uint32_t count;
    uint32_t capacity;
    struct entry heap[];
};

// Two events of one instant are never 2^31 postings apart while both wait.
static bool entry_before(const struct entry *a, const struct entry *b) {
    if (a->time_ps != b->time_ps)
        return a->time_ps < b->time_ps;
    return (int32_t)(a->order - b->order) < 0;
}

struct event_queue *event_queue_open(uint32_t capacity) {
    struct event_queue *queue = malloc(sizeof *queue + capacity * sizeof queue->heap[0]);
    if (queue)
        *queue = (struct event_queue){.capacity = capacity};
    return queue;
}

void event_queue_close(struct event_queue *queue) {
    free(queue);
}

void event_post(struct event_queue *queue, uint64_t time_ps, unsigned kind, uint32_t subject) {
    assert(time_ps >= queue->now_ps && "an event in the past");
    assert(queue->count < queue->capacity);
    assert(kind < EVENT_KINDS_MAX && subject < EVENT_SUBJECTS_MAX);
    const struct entry entry = {time_ps, queue->order++, (uint32_t)kind << SUBJECT_BITS | subject};
    uint32_t hole = queue->count++;
    while (hole > 0) {
        uint32_t parent = (hole - 1) / CHILDREN;
        if (!entry_before(&entry, &queue->heap[parent]))
            break;
        queue->heap[hole] = queue->heap[parent];
        hole = parent;
    }
    queue->heap[hole] = entry;
}

// Fills the hole at the root with the last entry, moved to where it belongs.
static void heap_settle(struct event_queue *queue) {
    const struct entry last = queue->heap[--queue->count];
    uint32_t hole = 0;
    for (;;) {
        uint32_t first = hole * CHILDREN + 1;
        if (first >= queue->count)
            break;
        uint32_t end = first + CHILDREN < queue->count ? first + CHILDREN : queue->count;
        uint32_t least = first;
        for (uint32_t child = first + 1; child < end; child++)
            if (entry_before(&queue->heap[child], &queue->heap[least]))
                least = child;
        if (!entry_before(&queue->heap[least], &last))
            break;
        queue->heap[hole] = queue->heap[least];
        hole = least;
    }
    queue->heap[hole] = last;
}

bool event_take(struct event_queue *queue, uint64_t until_ps, struct event *event) {
    if (queue->count == 0 || queue->heap[0].time_ps > until_ps)
        return false;
    const struct entry top = queue->heap[0];
    queue->now_ps = top.time_ps;
    *event = (struct event){.time_ps = top.time_ps,
                            .subject = top.what & (EVENT_SUBJECTS_MAX - 1),
                            .kind = (uint8_t)(top.what >> SUBJECT_BITS)};
    heap_settle(queue);
    return true;
}

uint64_t event_next_ps(const struct event_queue *queue) {
    return queue->count ? queue->heap[0].time_ps : UINT64_MAX;
}

uint32_t event_count(const struct event_queue *queue) {
    return queue->count;
}

void event_clear(struct event_queue *queue) {
    queue->count = 0;
}
