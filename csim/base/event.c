#include "csim/base/event.h"

#include <assert.h>

#include "csim/base/large.h"

// Most events are near: they come within some microseconds of now. Those are kept in a ring of
// buckets, one for each stretch of 2^BUCKET_BITS picoseconds, or less where many have events, every
// bucket a sorted list that is mostly of one or none. Events beyond the ring are in a heap. The
// next event is the earlier one of the two fronts, so that none ever moves from heap to ring.

enum {
    BUCKET_BITS = 10, // about a clock
    BUCKETS = 8192,   // about 8 us
    PARTIES_BITS = 5, // from so many on, stretches are halved each time that they are doubled
    HALVED_MOST = 7,
    BUCKETS_MOST = BUCKETS << 5,
    CHILDREN = 4, // of a node of the heap: four entries are one cache line
};

static const uint32_t none = UINT32_MAX;
static const uint64_t nowhere = UINT64_MAX;

struct entry {
    uint64_t time_ps;
    uint32_t order; // of posting; wraps, and is compared as a difference
    uint32_t what;  // kind and subject
};

struct link {
    struct entry entry;
    uint32_t next; // link; none ends a list
};

struct event_queue {
    uint64_t now_ps; // time of the last event taken
    uint64_t front;  // stretch of the first bucket in use, counted from time 0; nowhere: ring empty
    uint32_t order;
    uint32_t near; // events in the ring
    uint32_t far;  // events in the heap
    uint32_t capacity;
    uint32_t free; // first unused link
    unsigned bucket_bits;
    uint32_t bucket_mask; // buckets less one
    uint64_t *used;       // one bit for each bucket
    struct bucket {
        uint32_t first, last; // links; valid where the bucket is used
    } * buckets;
    struct entry *heap;
    struct link links[];
};

// Two events of one instant are never 2^31 postings apart while both wait.
static bool entry_before(const struct entry *a, const struct entry *b) {
    if (a->time_ps != b->time_ps)
        return a->time_ps < b->time_ps;
    return (int32_t)(a->order - b->order) < 0;
}

static void queue_empty(struct event_queue *queue) {
    queue->near = queue->far = 0;
    queue->front = nowhere;
    memset(queue->used, 0, (queue->bucket_mask + UINT64_C(1)) / 8);
    for (uint32_t i = 0; i < queue->capacity; i++)
        queue->links[i].next = i + 1 < queue->capacity ? i + 1 : none;
    queue->free = queue->capacity ? 0 : none;
}

struct event_queue *event_queue_open(uint32_t capacity, uint32_t parties) {
    struct event_queue *queue = large_open(sizeof *queue + capacity * sizeof queue->links[0]);
    unsigned halved = 0;
    while (halved < HALVED_MOST && parties >> (PARTIES_BITS + halved) > 0)
        halved++;
    uint32_t buckets = (uint32_t)BUCKETS << halved;
    if (buckets > BUCKETS_MOST)
        buckets = BUCKETS_MOST;
    while (buckets > 64 && buckets / 128 >= capacity) // memory that few events would go through
        buckets /= 2;
    queue->now_ps = 0;
    queue->order = 0;
    queue->capacity = capacity;
    queue->bucket_bits = BUCKET_BITS - halved;
    queue->bucket_mask = buckets - 1;
    queue->used = memory_there(malloc(buckets / 8));
    queue->buckets = memory_there(malloc(buckets * sizeof *queue->buckets));
    queue->heap = memory_there(malloc((capacity + UINT64_C(1)) * sizeof *queue->heap));
    queue_empty(queue);
    return queue;
}

void event_queue_close(struct event_queue *queue) {
    if (!queue)
        return;
    free(queue->used);
    free(queue->buckets);
    free(queue->heap);
    free(queue);
}

static void ring_insert(struct event_queue *queue, const struct entry *entry) {
    const uint64_t stretch = entry->time_ps >> queue->bucket_bits;
    const uint32_t number = (uint32_t)stretch & queue->bucket_mask;
    struct bucket *const bucket = &queue->buckets[number];
    const uint32_t link = queue->free;
    queue->free = queue->links[link].next;
    queue->links[link].entry = *entry;
    uint64_t *word = &queue->used[number / 64];
    const uint64_t bit = UINT64_C(1) << number % 64;
    if (!(*word & bit)) {
        *word |= bit;
        bucket->first = none;
    }
    uint32_t *at = &bucket->first;
    // Many are of one instant where many receivers do the same: most go to the end.
    if (*at != none && queue->links[bucket->last].entry.time_ps <= entry->time_ps)
        at = &queue->links[bucket->last].next;
    while (*at != none && queue->links[*at].entry.time_ps <= entry->time_ps)
        at = &queue->links[*at].next;
    queue->links[link].next = *at;
    if (*at == none)
        bucket->last = link;
    *at = link;
    if (stretch < queue->front)
        queue->front = stretch;
    queue->near++;
}

// The first stretch after `from` with a bucket in use. There is one: all within the ring's reach.
static uint64_t ring_seek(const struct event_queue *queue, uint64_t from) {
    const uint32_t bucket = (uint32_t)from & queue->bucket_mask;
    uint32_t index = bucket / 64;
    uint64_t word = queue->used[index] & ~UINT64_C(0) << bucket % 64;
    while (!word) {
        index = (index + 1) & queue->bucket_mask >> 6;
        word = queue->used[index];
    }
    const uint32_t found = index * 64 + (uint32_t)__builtin_ctzll(word);
    return from + ((found - bucket) & queue->bucket_mask);
}

static void ring_remove(struct event_queue *queue) {
    const uint32_t number = (uint32_t)queue->front & queue->bucket_mask;
    struct bucket *const bucket = &queue->buckets[number];
    const uint32_t link = bucket->first;
    bucket->first = queue->links[link].next;
    queue->links[link].next = queue->free;
    queue->free = link;
    queue->near--;
    if (bucket->first != none)
        return;
    queue->used[number / 64] &= ~(UINT64_C(1) << number % 64);
    queue->front = queue->near ? ring_seek(queue, queue->front) : nowhere;
}

static void heap_insert(struct event_queue *queue, const struct entry *entry) {
    uint32_t hole = queue->far++;
    while (hole > 0) {
        const uint32_t parent = (hole - 1) / CHILDREN;
        if (!entry_before(entry, &queue->heap[parent]))
            break;
        queue->heap[hole] = queue->heap[parent];
        hole = parent;
    }
    queue->heap[hole] = *entry;
}

// Fills the hole at the root with the last entry, moved to where it belongs.
static void heap_remove(struct event_queue *queue) {
    const struct entry last = queue->heap[--queue->far];
    uint32_t hole = 0;
    for (;;) {
        const uint32_t first = hole * CHILDREN + 1;
        if (first >= queue->far)
            break;
        const uint32_t end = first + CHILDREN < queue->far ? first + CHILDREN : queue->far;
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

void event_post(struct event_queue *queue, uint64_t time_ps, unsigned kind, uint32_t subject) {
    assert(time_ps >= queue->now_ps && "an event in the past");
    assert(queue->near + queue->far < queue->capacity);
    assert(kind < EVENT_KINDS_MAX && subject < EVENT_SUBJECTS_MAX);
    const struct entry entry = {time_ps, queue->order++,
                                (uint32_t)kind << EVENT_SUBJECT_BITS | subject};
    if ((time_ps >> queue->bucket_bits) - (queue->now_ps >> queue->bucket_bits) <=
        queue->bucket_mask)
        ring_insert(queue, &entry);
    else
        heap_insert(queue, &entry);
}

// The earliest event, NULL if there is none; `far` says where it is.
static const struct entry *queue_front(const struct event_queue *queue, bool *far) {
    const struct entry *near =
        queue->near ? &queue->links[queue->buckets[queue->front & queue->bucket_mask].first].entry
                    : NULL;
    *far = queue->far && (!near || entry_before(&queue->heap[0], near));
    return *far ? &queue->heap[0] : near;
}

static struct event event_of(const struct entry *entry) {
    return (struct event){.time_ps = entry->time_ps,
                          .subject = entry->what & (EVENT_SUBJECTS_MAX - 1),
                          .kind = (uint8_t)(entry->what >> EVENT_SUBJECT_BITS)};
}

bool event_peek(const struct event_queue *queue, struct event *event) {
    bool far;
    const struct entry *front = queue_front(queue, &far);
    if (front)
        *event = event_of(front);
    return front;
}

bool event_take(struct event_queue *queue, struct event *event) {
    bool far;
    const struct entry *front = queue_front(queue, &far);
    if (!front)
        return false;
    *event = event_of(front);
    queue->now_ps = event->time_ps;
    if (far)
        heap_remove(queue);
    else
        ring_remove(queue);
    return true;
}

uint64_t event_next_ps(const struct event_queue *queue) {
    bool far;
    const struct entry *front = queue_front(queue, &far);
    return front ? front->time_ps : UINT64_MAX;
}

uint64_t event_stretch(const struct event_queue *queue) {
    return queue->now_ps >> queue->bucket_bits;
}

unsigned event_look(const struct event_queue *queue, uint64_t stretch, unsigned most,
                    struct event *events) {
    const uint32_t number = (uint32_t)stretch & queue->bucket_mask;
    unsigned found = 0;
    if (queue->used[number / 64] >> number % 64 & 1)
        for (uint32_t at = queue->buckets[number].first; at != none && found < most;
             at = queue->links[at].next)
            events[found++] = event_of(&queue->links[at].entry);
    return found;
}

uint32_t event_count(const struct event_queue *queue) {
    return queue->near + queue->far;
}
