// Why operations waited, as waves: a VCD file of what csim/explain/refusals.h tells, for runs of
// policies and of the block alike. Text is in string variables, as GTKWave reads them.
//
// At a time, every value is that after all commits of the time; what is told of a refusal (of the
// last one of a lane, and in the rows of who is refused) is as it began.
//
//   blocked.denied, .by        the last deny: whom, and the lanes that refuse it, by name
//   blocked.LANE.              LANE: hbm0 to hbm7, atomic, response, table
//     window, debt, headroom   headroom is window - debt, signed; not of the table
//     refused, holders         operations that it refuses, and that hold debt of it
//     urgent_held, bulk_held   debt by whose it is
//     last                     whom it refused last, "57 urgent Atomic"; and of that refusal
//     demand, headroom_then, short_by, holders_then
//     oldest, greatest         the holder granted first, with when, and the one with most
//     refused_0 to 31          a row for each operation refused: "57 urgent Atomic: 340, short 20"
//     holder_0 to 127          a row for each holder: "41 bulk Atomic: 1600"
//
// `denied`, `by` and what is told of the last refusal stay until nobody is refused. An operation
// takes the lowest row that is free; one that finds none waits for one.
#ifndef SEMA_REFUSALS_WAVE_H
#define SEMA_REFUSALS_WAVE_H

#include <stdint.h>
#include <stdio.h>

#include "csim/explain/refusals.h"

enum { REFUSALS_REFUSED_ROWS = 32, REFUSALS_HOLDER_ROWS = 128 };

// What a view of the file needs to know.
struct refusals_wave_facts {
    struct refusal_report worst; // the longest; the first of equal ones
    uint64_t worst_to_ps;
    uint64_t refusals;                     // 0: there is no worst
    uint64_t refused_ps[REFUSALS_LANES];   // sum of refusals' lengths
    unsigned refused_rows[REFUSALS_LANES]; // that were in use at any time
    unsigned holder_rows[REFUSALS_LANES];
    uint64_t rowless; // times that an operation found no row
};

struct refusals_wave;

// Writes to `file`, which stays the caller's. `one_window` as refusals_lane_name(). NULL when out
// of memory.
struct refusals_wave *refusals_wave_open(FILE *file, bool one_window);
void refusals_wave_close(struct refusals_wave *wave);

// To be given to refusals_watched.
struct refusals_watch refusals_wave_watch(struct refusals_wave *wave);

// Whole after refusals_end.
const struct refusals_wave_facts *refusals_wave_facts(const struct refusals_wave *wave);

// Name of a lane's scope: "hbm0".
const char *refusals_wave_scope(unsigned lane);

#endif
