// GTKWave save files of the admission block: what to look at, with names instead of numbers. One
// table of groups and signals (savefile.c) serves the views of failures and of whole runs.
#ifndef SEMA_SAVEFILE_H
#define SEMA_SAVEFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/text_error.h"
#include "csim/interface/numbers.h"

struct savefile_view {
    const char *waves;  // name of the FST file, in the save file's folder
    const char *marker; // what the marker marks, a few words without a line end
    uint64_t marker_ps; // where it is: two fifths from the left edge
    uint64_t clocks;    // so many clocks are in sight, or up to twice as many; below 2^32
    uint32_t clock_ps;  // period of the clock
    unsigned depth;     // reservations of the RTL that made the waves
    lane_set lanes;     // bit l: the group of lane l is open
    bool differs;       // what differs from the golden model comes first
};

// Writes the save file `path`, and beside it the folder `names` with the files that turn values
// into names (the same for every view). The save file finds both and the waves wherever the folder
// is moved to. It names signals of the block, and in the scope `ref` what the golden model shows;
// GTKWave leaves out those that the waves of another block do not have. False, with a line in
// `error`, if something could not be written.
bool savefile_write(const char *path, const struct savefile_view *view, struct text_error *error);

// The same beside the FST file `waves`: NAME.gtkw for NAME.fst, NAME.x.gtkw for NAME.x. The view's
// own `waves` is ignored.
bool savefile_write_beside(const char *waves, const struct savefile_view *view,
                           struct text_error *error);

#endif
