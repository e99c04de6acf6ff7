// Waves of a run as a file that is whole or not there. They are written by a process of its own, as
// what writes them does not survive a full disk, and last, when all else has been said.
#ifndef SEMA_WAVE_FILE_H
#define SEMA_WAVE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/text_error.h"
#include "csim/interface/admitter.h"
#include "csim/interface/stimulus.h"

// A run that is repeated for its waves.
struct wave_run {
    // Opens the run's stimulus afresh; NULL with a reason in `error`.
    struct stimulus *(*open)(const void *context, struct text_error *error);
    const void *context;
    unsigned depth; // of the RTL
    uint32_t clock_ps;
    uint64_t hash;     // of the run's commits, which those of its repetition must be;
    uint64_t cycles;   // clocks of the run,
    uint64_t from, to; // and those that are written
};

// Repeats the run with the RTL, in the build that has tracing, and writes the FST file `path`.
// False, with "PATH: reason" in `error`: it could not be written whole, and is not there.
bool wave_file_write(const char *path, const struct wave_run *run, struct text_error *error);

// ---- an admitter that runs the RTL and writes waves of some of its clocks

// Takes `rtl` (opened by rtl_open) over. Clocks from..to, skipped ones counted, are written to the
// FST file `path`; it ends when the window or the admitter is closed. NULL when out of memory, or
// without rtl.
struct admitter *wave_window_open(struct admitter *rtl, const char *path, uint64_t from,
                                  uint64_t to, uint32_t clock_ps);

// Whether the window was reached and its file could be written so far.
bool wave_window_written(const struct admitter *window);

// Time of the last clock written.
uint64_t wave_window_last_ps(const struct admitter *window);

#endif
