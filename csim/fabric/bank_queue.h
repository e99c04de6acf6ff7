// A memory of banks: when an access is served, as a function of time and address. One open row a
// bank, in order, with refresh and the turn of the data bus; rows are prepared while others are
// transferred. Times are in units of the caller's, the same for all. No allocation.
#pragma once

#include "csim/base/std.h"

enum { BANKS_MAX = 16 };

struct banks_timing {
    uint32_t banks, row_bytes;       // powers of two; neighbouring rows are of neighbouring banks
    uint32_t beat_bytes;             // that the data bus carries in `beat`
    uint32_t beat;                   // time of a beat
    uint32_t activate, precharge;    // tRCD, tRP
    uint32_t column;                 // from a column command to its data
    uint32_t recover;                // from the last data written to a precharge, tWR
    uint32_t write_read, read_write; // of the data bus, from one direction to the other
    uint32_t refresh, refresh_every; // tRFC, tREFI
};

// DDR3-1600 of 1 Gb (JESD79-3, speed bin 11-11-11), a data bus of 16 bytes a ns: in ns.
extern const struct banks_timing BANKS_DDR3_NS;
// HBM2 of 8 Gb, in ps: two channels of 128 bits and 2 Gb/s a pin side by side, 64 bytes a ns
// (JESD235A; the numbers are those of DRAMsim3, configs/HBM2_8Gb_x128.ini: tRCD, tRP, CL 14 ns, tWR
// 16, tRFC 260, tREFI 3900; from written data to read data tWTR_L and CL, 22). Without tRAS, tFAW
// and groups of banks.
extern const struct banks_timing BANKS_HBM2_PS;
// DDR3-1600 behind LiteDRAM's controller, in its clocks of four of the memory's, 16 bytes a clock:
// MT41K64M16 of litedram/modules.py, with the clocks of its bank machines and its port.
extern const struct banks_timing BANKS_LITEDRAM_CLOCKS;

struct banks {
    const struct banks_timing *timing;
    uint64_t bus;         // from when on the data bus is free
    uint64_t refresh;     // when the next refresh is due
    bool wrote;           // the last access
    bool open[BANKS_MAX]; // a row is
    uint32_t row[BANKS_MAX];
    uint64_t ready[BANKS_MAX];  // for the next column command of the open row
    uint64_t closes[BANKS_MAX]; // for a precharge, at the earliest
    uint64_t hits, misses, refreshes;
};

struct banks_served {
    uint64_t from, to; // first data, behind the last
};

void banks_begin(struct banks *banks, const struct banks_timing *timing);

// An access within one row, which may be prepared from `now` on.
struct banks_served banks_access(struct banks *banks, uint64_t now, uint32_t address,
                                 uint32_t bytes, bool write);

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
