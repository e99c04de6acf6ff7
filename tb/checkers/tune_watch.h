// What a window may be tuned to, and when (rtl/spec/calibration.md, 9.2), from what crosses the
// boundary alone. Which lane is looked at does not show, nor does an epoch that changes nothing.
#ifndef SEMA_TUNE_WATCH_H
#define SEMA_TUNE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/edge.h"
#include "tb/checkers/register_image.h"

enum { TUNE_CLOCKS_KEPT = 32 }; // limits of so many clocks are remembered

// Of the classes.
struct tune_limits {
    uint32_t floor[CLASSES], ceiling[CLASSES];
};

// A lane. Clocks; zero is long ago.
struct tune_lane {
    uint64_t enabled;  // from which on it is
    uint64_t disabled; // from which on it is not; only where `enable` says so
    uint64_t first_deny, last_deny;
    bool denied; // since the end of the last epoch that has shown
};

struct tune_watch {
    struct tune_lane lane[LANES];
    struct tune_limits limits[TUNE_CLOCKS_KEPT]; // by the clock in which they are in force
    uint64_t written;                            // clock of the last write of a window
    uint64_t tuned;                              // clock from which the last tuned window is
    uint32_t enable;                             // lanes, in the last clock
};

void tune_watch_reset(struct tune_watch *watch, const struct register_image *image);

// With lanes that are wanted in an epoch, in a state at rest.
void tune_watch_begin(struct tune_watch *watch, const struct register_image *image,
                      lane_set wanted);

// A window comes into force with a clock, which no write of it explains. Returns what is wrong with
// that, NULL if nothing is. Comes before the clock is entered.
const char *tune_watch_window(struct tune_watch *watch, uint64_t clock, unsigned lane,
                              uint32_t before, uint32_t after);

// A clock, with what is in force in it; `written` says that it performs a write of a window.
void tune_watch_edge(struct tune_watch *watch, const struct edge_out *out,
                     const struct register_image *image, uint64_t clock, bool written);

#endif
