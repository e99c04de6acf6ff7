#include "csim/fabric/bank_queue.h"

enum { PORT_ACCESSES = 2 }; // of each kind (litedram/frontend/axi.py)

void bank_queue_begin(struct bank_queue *queue, const struct banks_timing *timing, bool litedram,
                      struct bank_access *access) {
    *queue = (struct bank_queue){.access = access,
                                 .litedram = litedram,
                                 .first = BANK_ACCESS_NONE,
                                 .last = BANK_ACCESS_NONE};
    banks_begin(&queue->banks, timing);
}

void bank_queue_add(struct bank_queue *queue, uint32_t number) {
    struct bank_access *const access = &queue->access[number];
    access->next = BANK_ACCESS_NONE;
    access->begun = false;
    if (queue->first == BANK_ACCESS_NONE)
        queue->first = number;
    else
        queue->access[queue->last].next = number;
    queue->last = number;
}

static void take_out(struct bank_queue *queue, uint32_t number, uint32_t before) {
    const uint32_t next = queue->access[number].next;
    if (before == BANK_ACCESS_NONE)
        queue->first = next;
    else
        queue->access[before].next = next;
    if (next == BANK_ACCESS_NONE)
        queue->last = before;
}

// The next one, and the one before it in the queue.
static uint32_t find(const struct bank_queue *queue, uint32_t *before) {
    unsigned passed = 0;
    uint32_t last = BANK_ACCESS_NONE;
    *before = BANK_ACCESS_NONE;
    for (uint32_t i = queue->first; i != BANK_ACCESS_NONE; last = i, i = queue->access[i].next) {
        const struct bank_access *const access = &queue->access[i];
        if (queue->litedram ? access->write == queue->turn
                            : banks_open(&queue->banks, access->address)) {
            *before = last;
            return i;
        }
        if (queue->litedram && ++passed > PORT_ACCESSES)
            break;
    }
    return queue->first;
}

struct bank_pick bank_queue_pick(struct bank_queue *queue) {
    const struct banks_timing *const timing = queue->banks.timing;
    uint32_t before;
    struct bank_pick pick = {.number = find(queue, &before)};
    struct bank_access *const access = &queue->access[pick.number];
    const uint32_t row = timing->row_bytes - access->address % timing->row_bytes;
    const uint32_t bytes = access->bytes < row ? access->bytes : row;
    uint64_t from = access->since;
    if (queue->litedram) {
        const bool turns = access->write && !queue->banks.wrote;
        from = (from > queue->free ? from : queue->free) + (turns ? timing->read_write : 0);
    }
    pick.served = banks_access(&queue->banks, from, access->address, bytes, access->write);
    pick.begins = !access->begun;
    access->begun = true;
    access->address += bytes;
    access->bytes -= bytes;
    pick.ends = access->bytes == 0;
    if (pick.ends)
        take_out(queue, pick.number, before);
    queue->turn = !(access->write && pick.ends);
    queue->free = pick.served.to - timing->column;
    return pick;
}
