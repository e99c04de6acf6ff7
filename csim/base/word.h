// A part of a line, as a number and as a message shows it.
#pragma once

#include "csim/base/std.h"

// Not terminated.
struct word {
    const char *text;
    size_t length;
};

bool word_is(const struct word *word, const char *text);

// A whole number up to `most`, decimal, or hexadecimal where it begins with 0x.
bool word_number(const struct word *word, uint64_t most, uint64_t *value);

enum { WORD_SHOWN = 43 };

// What to show of a word in a message: quoted, plain ASCII, shortened.
const char *word_show(const struct word *word, char shown[WORD_SHOWN]);

// --- the name that was probably meant: the nearest of those that there are --------------------

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
