// The name that was probably meant: the nearest of those that there are.
#pragma once

#include "csim/base/std.h"

// Open value. `best` is the nearest of the names tried so far, one of the pointers given to
// nearest_try; NULL: none is near enough to be worth a question.
struct nearest {
    const char *name; // what was given; not kept beyond the value's life
    size_t length;
    const char *best;
    unsigned distance; // of `best`; without one, the first that is too far
};

struct nearest nearest_start(const char *name, size_t length);
void nearest_try(struct nearest *nearest, const char *candidate);

enum { NEAREST_TEXT_SIZE = 96 };

// ", did you mean BEST?", or nothing. Returns `text`.
const char *nearest_text(const struct nearest *nearest, char text[NEAREST_TEXT_SIZE]);
