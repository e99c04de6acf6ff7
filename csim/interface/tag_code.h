// From the index of an operation to its tag at the block, and back. Tags may be the indices
// themselves; or, Gray coded and turned, such that two operations in a row have tags that differ in
// one bit, which the turn moves to any place of the word.
#ifndef SEMA_TAG_CODE_H
#define SEMA_TAG_CODE_H

#include <stdbool.h>
#include <stdint.h>

struct tag_code {
    bool gray;     // else tag and index are the same
    unsigned turn; // bits to the left, 0..31
    uint32_t key;  // bits that are the other way round
};

static inline uint32_t tag_of_index(const struct tag_code *code, uint32_t index) {
    if (!code->gray)
        return index;
    const uint32_t gray = index ^ index >> 1;
    return (gray << code->turn | gray >> (-code->turn & 31)) ^ code->key;
}

static inline uint32_t index_of_tag(const struct tag_code *code, uint32_t tag) {
    if (!code->gray)
        return tag;
    const uint32_t turned = tag ^ code->key;
    uint32_t index = turned >> code->turn | turned << (-code->turn & 31);
    for (unsigned shift = 1; shift < 32; shift *= 2)
        index ^= index >> shift;
    return index;
}

#endif
