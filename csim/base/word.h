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
