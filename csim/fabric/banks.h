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

// Is the row of this address open?
bool banks_open(const struct banks *banks, uint32_t address);

// An access within one row, which may be prepared from `now` on.
struct banks_served banks_access(struct banks *banks, uint64_t now, uint32_t address,
                                 uint32_t bytes, bool write);
