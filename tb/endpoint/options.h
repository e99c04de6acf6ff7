// What the command line of endpointstep says.
#pragma once

#include "csim/base/std.h"

struct options {
    const char *of, *admission, *windows, *litedram, *tape, *found;
    uint64_t percent, seed, operations, bulk, urgent, faults, alone, measure, reciprocal, bound;
    uint64_t header, cases, clocks, length, dead, dies;
    uint32_t window[3]; // of `windows`
};

// Its defaults, until it is read.
extern struct options options;

// What they mean, with ranges and defaults, a line each.
void options_print(FILE *to);

// NULL, or the word that is unknown or out of range.
const char *options_read(int argc, char **argv);
