// GTKWave save files of the admission block: what to look at, with names instead of numbers. One
// table of groups and signals (savefile.c) serves the views of failures and of whole runs.
#ifndef SEMA_SAVEFILE_H
#define SEMA_SAVEFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct savefile_view {
    const char *waves;  // name of the FST file, in the save file's folder
    unsigned depth;     // reservations of the RTL behind it: a power of two
    uint32_t clock_ps;  // period of the clock
    uint64_t clocks;    // at least so many are in sight, twice as many at most
    uint64_t marker_ps; // the marker, two fifths from the left edge
    const char *marker; // its name, one line
    uint16_t lanes;     // bit l: the group of lane l is open
};

// Writes the save file `path`, and beside it the folder `names` with the files that turn values
// into names; they are the same for every view. The save file finds both and the waves wherever the
// folder is moved to. False, with a line in `error`, if something cannot be written.
bool savefile_write(const char *path, const struct savefile_view *view, char *error, size_t size);

// Number of signals in a view, and the label of one as GTKWave shows it: valid until the next call.
unsigned savefile_signals(void);

#endif
