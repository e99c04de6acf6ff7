// Waves of a run as a file that is whole or not there. They are written by a process of its own, as
// what writes them does not survive a full disk, and last, when all else has been said.
#ifndef SEMA_WAVE_FILE_H
#define SEMA_WAVE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/text_error.h"
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

#endif
