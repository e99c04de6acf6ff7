// Accesses that wait at a memory of banks (banks.h), and the scheduler that picks the next one, row
// by row:
//
//   first ready  what goes to an open row, else what came first; rows of banks that are idle are
//                prepared meanwhile (S. Rixner et al., Memory Access Scheduling, ISCA 2000).
//   LiteDRAM     one AXI port of that controller: it takes accesses as they come, up to two of each
//                kind; reads and writes go by turns, a write whole, of a read one row, at which its
//                places for data are full; a row is prepared when the one before has been asked
//                for, as a port waits for one bank until it asks another. So the controller, in
//                order in each bank, has one bank at a time to serve, its round robin one to choose
//                from, and its read_time of 32 and write_time of 16 clocks end no turn.
//
// Times are in the units of the memory's timing. No allocation.
#pragma once

#include "csim/fabric/banks.h"

static const uint32_t BANK_ACCESS_NONE = UINT32_MAX;

// One that waits. The caller has an array of them, whose numbers name them.
struct bank_access {
    uint64_t since;          // when it came
    uint32_t address, bytes; // of what is left of it
    uint32_t next;
    bool write, begun;
    uint32_t job;  // both the caller's: whose it is; since when it is served, and then how long
    uint64_t time; // that kept the memory busy
};

struct bank_queue {
    struct banks banks;
    struct bank_access *access; // the caller's
    bool litedram;
    uint32_t first, last;
    uint64_t free; // when the next one is to be picked: its data follow those before
    bool turn;     // LiteDRAM: of writes
};

void bank_queue_begin(struct bank_queue *queue, const struct banks_timing *timing, bool litedram,
                      struct bank_access *access);

// Access number `number` comes at `now`; its `since`, `address`, `bytes` (at least 1) and `write`
// are set.
void bank_queue_add(struct bank_queue *queue, uint32_t number);

// What is picked next, where one waits, at `free` at the earliest: whether it begins, or ends with
// these data.
struct bank_pick {
    uint32_t number;
    bool begins, ends;
    struct banks_served served;
};
struct bank_pick bank_queue_pick(struct bank_queue *queue);
