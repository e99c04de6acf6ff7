// A set of slots.
#pragma once

#include "csim/golden/path.h"

enum { SLOTS_WORDS = (PATH_SLOTS + 63) / 64 };

struct slots {
    uint64_t word[SLOTS_WORDS];
};

static inline bool slots_have(const struct slots *set, unsigned slot) {
    return set->word[slot / 64] >> slot % 64 & 1;
}

// Puts a slot in, or takes it out.
static inline void slots_put(struct slots *set, unsigned slot, bool in) {
    uint64_t *const word = &set->word[slot / 64];
    *word = (*word & ~(UINT64_C(1) << slot % 64)) | (uint64_t)in << slot % 64;
}

static inline bool slots_any(const struct slots *set) {
    uint64_t any = 0;
    for (unsigned i = 0; i < SLOTS_WORDS; i++)
        any |= set->word[i];
    return any != 0;
}

static inline unsigned slots_count(const struct slots *set) {
    unsigned count = 0;
    for (unsigned i = 0; i < SLOTS_WORDS; i++)
        count += (unsigned)__builtin_popcountll(set->word[i]);
    return count;
}

// The lowest slot that is not in it; at least PATH_SLOTS if there is none.
static inline unsigned slots_without(const struct slots *set) {
    unsigned word = 0;
    while (word < SLOTS_WORDS - 1 && set->word[word] == UINT64_MAX)
        word++;
    return set->word[word] == UINT64_MAX ? PATH_SLOTS
                                         : word * 64 + (unsigned)__builtin_ctzll(~set->word[word]);
}

// Each slot of a set as it is now, lowest first. To be left by return, not by break.
#define SLOTS_EACH(slot, set)                                                                      \
    for (unsigned slot##_word = 0; slot##_word < SLOTS_WORDS; slot##_word++)                       \
        for (uint64_t slot##_left = (set)->word[slot##_word]; slot##_left;                         \
             slot##_left &= slot##_left - 1)                                                       \
            for (unsigned slot = slot##_word * 64 + (unsigned)__builtin_ctzll(slot##_left),        \
                          slot##_once = 1;                                                         \
                 slot##_once; slot##_once = 0)
