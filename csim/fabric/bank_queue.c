#include "csim/fabric/bank_queue.h"

// In the order of the struct: banks, row, beat and its time, activate, precharge, column, recover,
// write to read, read to write, refresh and how often.
const struct banks_timing BANKS_DDR3_NS = {8, 2048, 16, 1, 14, 14, 14, 15, 8, 4, 110, 7800};
const struct banks_timing BANKS_HBM2_PS = {16,    4096,  64,    1000, 14000,  14000,
                                           14000, 16000, 22000, 2000, 260000, 3900000};
const struct banks_timing BANKS_LITEDRAM_CLOCKS = {8, 2048, 16, 1, 6, 3, 13, 3, 2, 5, 36, 782};

static uint64_t later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

void banks_begin(struct banks *banks, const struct banks_timing *timing) {
    memset(banks, 0, sizeof *banks);
    banks->timing = timing;
    banks->refresh = timing->refresh_every;
}

// All banks close for it; it begins when the bus is free.
static void refresh_until(struct banks *banks, uint64_t now) {
    const struct banks_timing *const timing = banks->timing;
    while (banks->refresh <= now) {
        const uint64_t end =
            later(banks->refresh, banks->bus) + timing->precharge + timing->refresh;
        for (unsigned b = 0; b < timing->banks; b++) {
            banks->open[b] = false;
            banks->ready[b] = banks->closes[b] = end;
        }
        banks->refresh += timing->refresh_every;
        banks->refreshes++;
    }
}

// When the row of this access takes a column command.
static uint64_t opened(struct banks *banks, uint64_t now, unsigned bank, uint32_t row) {
    const struct banks_timing *const timing = banks->timing;
    if (banks->open[bank] && banks->row[bank] == row) {
        banks->hits++;
        return later(now, banks->ready[bank]);
    }
    const uint64_t closed =
        later(now, banks->closes[bank]) + (banks->open[bank] ? timing->precharge : 0);
    banks->misses++;
    banks->open[bank] = true;
    banks->row[bank] = row;
    banks->ready[bank] = closed + timing->activate;
    return banks->ready[bank];
}

// Is the row of this address open?
static bool banks_open(const struct banks *banks, uint32_t address) {
    const uint32_t line = address / banks->timing->row_bytes;
    const unsigned bank = line % banks->timing->banks;
    return banks->open[bank] && banks->row[bank] == line / banks->timing->banks;
}

struct banks_served banks_access(struct banks *banks, uint64_t now, uint32_t address,
                                 uint32_t bytes, bool write) {
    const struct banks_timing *const timing = banks->timing;
    const uint32_t line = address / timing->row_bytes;
    const unsigned bank = line % timing->banks;
    refresh_until(banks, later(now, banks->bus));
    const uint64_t command = opened(banks, now, bank, line / timing->banks);
    const uint64_t turn = write == banks->wrote ? 0
                          : write               ? timing->read_write
                                                : timing->write_read;
    const uint64_t from = later(command + timing->column, banks->bus + turn);
    const uint64_t beats = (bytes + timing->beat_bytes - 1) / timing->beat_bytes;
    const uint64_t to = from + beats * timing->beat;
    banks->bus = to;
    banks->wrote = write;
    banks->closes[bank] = to + (write ? timing->recover : 0);
    return (struct banks_served){from, to};
}

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
