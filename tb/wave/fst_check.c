#define _POSIX_C_SOURCE 200809L
#include "tb/wave/fst_check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/wave/fst_block.h"
#include "tb/wave/fst_hierarchy.h"

enum { TIMES_TAIL = 3 * FST_WORD };

struct walk {
    uint64_t end, scopes, signals, handles, sections; // by the header
    uint64_t sections_found;
    uint64_t last; // time of the last change
    bool header, geometry, hierarchy;
};

// So many numbers of seven bits a byte, and nothing behind them; adds them up.
static bool numbers_read(const unsigned char *bytes, uint64_t count, uint64_t numbers,
                         uint64_t *sum) {
    uint64_t at = 0;
    *sum = 0;
    for (uint64_t i = 0; i < numbers; i++)
        for (unsigned shift = 0;; shift += 7) {
            if (at == count || shift > 63)
                return false;
            *sum += (uint64_t)(bytes[at] & 0x7f) << shift;
            if (!(bytes[at++] & 0x80))
                break;
        }
    return at == count;
}

// The times of a block of changes are at its end, and their last is the block's.
static bool changes_check(const struct fst_block *block, struct walk *walk) {
    uint64_t end, count, packed, times;
    if (block->length < TIMES_TAIL || !fst_block_word(block, FST_WORD, &end) ||
        !fst_block_word(block, block->length - TIMES_TAIL, &count) ||
        !fst_block_word(block, block->length - TIMES_TAIL + FST_WORD, &packed) ||
        !fst_block_word(block, block->length - FST_WORD, &times) ||
        packed > block->length - TIMES_TAIL)
        return false;
    unsigned char *const bytes =
        fst_block_unpacked(block, block->length - TIMES_TAIL - packed, packed, count);
    const bool fine = bytes && numbers_read(bytes, count, times, &walk->last) && walk->last == end;
    free(bytes);
    walk->sections_found++;
    return fine;
}

static bool header_check(const struct fst_block *block, struct walk *walk) {
    enum {
        END = FST_WORD,
        SCOPES = 4 * FST_WORD,
        SIGNALS = 5 * FST_WORD,
        HANDLES = 6 * FST_WORD,
        SECTIONS = 7 * FST_WORD
    };
    walk->header = true;
    return fst_block_word(block, END, &walk->end) && fst_block_word(block, SCOPES, &walk->scopes) &&
           fst_block_word(block, SIGNALS, &walk->signals) &&
           fst_block_word(block, HANDLES, &walk->handles) &&
           fst_block_word(block, SECTIONS, &walk->sections);
}

// One number for each handle: its bits.
static bool geometry_check(const struct fst_block *block, struct walk *walk) {
    uint64_t count, bits;
    if (block->length < 2 * FST_WORD || !fst_block_word(block, 0, &count))
        return false;
    unsigned char *const bytes =
        fst_block_unpacked(block, 2 * FST_WORD, block->length - 2 * FST_WORD, count);
    walk->geometry = bytes && numbers_read(bytes, count, walk->handles, &bits);
    free(bytes);
    return walk->geometry;
}

static bool hierarchy_check(const struct fst_block *block, struct walk *walk) {
    struct fst_hierarchy found = {0};
    walk->hierarchy = fst_hierarchy_read(block, &found) && found.scopes == walk->scopes &&
                      found.signals == walk->signals;
    return walk->hierarchy;
}

static bool block_check(const struct fst_block *block, struct walk *walk) {
    switch (block->type) {
    case FST_HEADER:
        return header_check(block, walk);
    case FST_CHANGES:
    case FST_CHANGES_ALIAS:
    case FST_CHANGES_ALIAS_2:
        return changes_check(block, walk);
    case FST_GEOMETRY:
        return geometry_check(block, walk);
    case FST_HIERARCHY_GZIP:
    case FST_HIERARCHY_LZ4:
        return hierarchy_check(block, walk);
    default:
        return true; // of no use to us
    }
}

bool fst_is_whole(const char *path, uint64_t end_ps, struct text_error *why) {
    struct fst_block block = {.file = fopen(path, "rb")};
    struct walk walk = {0};
    off_t bytes = -1;
    if (block.file && fseeko(block.file, 0, SEEK_END) == 0)
        bytes = ftello(block.file);
    if (bytes < 0)
        text_error_set(why, "it cannot be read: %s", strerror(errno));
    bool fine = bytes >= 0;
    while (fine && block.next < (uint64_t)bytes)
        fine = fst_block_next(&block, (uint64_t)bytes) && block_check(&block, &walk);
    if (block.file)
        fclose(block.file);
    if (bytes < 0)
        return false;
    const bool whole = fine && walk.header && walk.geometry && walk.hierarchy &&
                       walk.sections == walk.sections_found && walk.end == end_ps &&
                       walk.last == end_ps;
    if (!whole)
        text_error_set(why, "of its blocks not all are whole after %jd bytes", (intmax_t)bytes);
    return whole;
}
