#include "tb/bench/bench_heap.h"

#include <stdbool.h>
#include <stdlib.h>

#include "csim/base/progress.h"

// The record of csim/base/event.c: the comparison is of what is done with it.
struct record {
    uint64_t time_ps;
    uint32_t order;
    uint32_t what;
};

static bool record_before(const struct record *a, const struct record *b) {
    return a->time_ps != b->time_ps ? a->time_ps < b->time_ps : (int32_t)(a->order - b->order) < 0;
}

static void heap_push(struct record *heap, uint32_t count, struct record record) {
    uint32_t hole = count;
    while (hole > 0 && record_before(&record, &heap[(hole - 1) / 2])) {
        heap[hole] = heap[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    heap[hole] = record;
}

// `count` is that before; there is at least one.
static struct record heap_pop(struct record *heap, uint32_t count) {
    const struct record first = heap[0], last = heap[count - 1];
    uint32_t hole = 0, child;
    while ((child = 2 * hole + 1) < count - 1) {
        if (child + 1 < count - 1 && record_before(&heap[child + 1], &heap[child]))
            child++;
        if (!record_before(&heap[child], &last))
            break;
        heap[hole] = heap[child];
        hole = child;
    }
    heap[hole] = last;
    return first;
}

double bench_heap(const struct bench_load *load, uint64_t events) {
    struct record *heap = malloc(load->depth * sizeof *heap);
    if (!heap)
        return 0;
    uint32_t order = 0, next = 0;
    for (; order < load->depth; order++)
        heap_push(heap, order,
                  (struct record){.time_ps = load->ahead_ps[order % load->count], .order = order});
    const double started = seconds_now();
    for (uint64_t i = 0; i < events; i++) {
        struct record record = heap_pop(heap, load->depth);
        record.time_ps += load->ahead_ps[next];
        record.order = order++;
        next = next + 1 < load->count ? next + 1 : 0;
        heap_push(heap, load->depth - 1, record);
    }
    const double seconds = seconds_now() - started;
    free(heap);
    return seconds;
}
