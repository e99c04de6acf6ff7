// A set of slots.
#ifndef SEMA_BLOCK_VIEW_SLOTS_H
#define SEMA_BLOCK_VIEW_SLOTS_H

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
    const uint64_t bit = UINT64_C(1) << slot % 64;
    set->word[slot / 64] = in ? set->word[slot / 64] | bit : set->word[slot / 64] & ~bit;
}

static inline bool slots_any(const struct slots *set) {
    uint64_t any = 0;
    for (unsigned i = 0; i < SLOTS_WORDS; i++)
        any |= set->word[i];
    return any != 0;
}

// The lowest slot of the set from `from` on, or of those that are not in it; at least PATH_SLOTS if
// there is none.
static inline unsigned slots_from(const struct slots *set, unsigned from, bool in) {
    for (; from < PATH_SLOTS; from = (from | 63) + 1) {
        const uint64_t word = (in ? set->word[from / 64] : ~set->word[from / 64]) >> from % 64;
        if (word)
            return from + (unsigned)__builtin_ctzll(word);
    }
    return from;
}

#define SLOTS_EACH(slot, set)                                                                      \
    for (unsigned slot = slots_from(set, 0, true); slot < PATH_SLOTS;                              \
         slot = slots_from(set, slot + 1, true))

#endif
