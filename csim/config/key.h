// The table of keys, for the files that make up config.h.
#pragma once

#include "csim/config/config.h"

struct key {
    const char *group; // set where a row is a title and nothing else
    const char *name;
    size_t offset;          // in struct config
    unsigned count;         // values: 1, or PATHS
    uint64_t preset[PATHS]; // the default
    uint64_t least, most;   // of a number
    const char *words;      // of a choice; empty for numbers
    const char *unit;
    const char *meaning;
    const char *when; // a run reads it
};

#define KEY_ONE(...) +1
enum { KEYS = CONFIG_KEYS(KEY_ONE, KEY_ONE, KEY_ONE, KEY_ONE) };
extern const struct key keys[KEYS];

// NULL: there is none of that name.
const struct key *key_find(const char *name, size_t length);

// A line of text that is written piece by piece, and cut where the buffer ends.
struct line {
    char *text;
    size_t size;
    size_t used;
};

void line_add(struct line *line, const char *format, ...) __attribute__((format(printf, 2, 3)));
