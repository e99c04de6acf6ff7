// A progress line on a terminal, for work longer than a second. Silent where standard error is not
// one.
#pragma once

#include "csim/base/std.h"

struct progress {
    const char *what; // "random, seed 1"
    const char *unit; // "runs"
    uint64_t total;   // of them; 0: unknown
    bool terminal;
    bool shown;
    double started, last; // seconds
};

struct progress progress_start(const char *what, uint64_t total, const char *unit);

// So many are done: called as often as one likes; `context` is a struct progress.
void progress_show(void *context, uint64_t done);

// Wipes the line.
void progress_end(struct progress *progress);

// Whether standard output is a terminal that takes colours.
bool terminal_colours(void);

// Monotonic time in seconds.
double seconds_now(void);

// Time that the processor gave to this process so far, all its threads together, in seconds.
double cpu_seconds_now(void);
