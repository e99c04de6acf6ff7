#define _POSIX_C_SOURCE 200809L
#include "fst_check.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "fst_unpack.h"

// A file is blocks one after the other: a type, a length that counts itself, and so many bytes.
enum block {
    BLOCK_HEADER = 0,
    BLOCK_CHANGES = 1,
    BLOCK_GEOMETRY = 3,
    BLOCK_HIERARCHY_GZIP = 4,
    BLOCK_CHANGES_ALIAS = 5,
    BLOCK_HIERARCHY = 6, // LZ4
    BLOCK_HIERARCHY_TWICE = 7,
    BLOCK_CHANGES_ALIAS_2 = 8,
};

enum { WORD = 8, TIMES_TAIL = 3 * WORD, DEFLATE_RATIO = 1032 };

struct walk {
    FILE *file;
    uint64_t at, length; // of the block's bytes, behind its length
    uint64_t end;        // by the header
    uint64_t sections, sections_found;
    uint64_t last; // time of the last change
    bool header, geometry, hierarchy;
};

static uint64_t word_of(const unsigned char *bytes) {
    uint64_t word = 0;
    for (unsigned i = 0; i < WORD; i++)
        word = word << 8 | bytes[i];
    return word;
}

// Reads bytes of the block. NULL: they are not there. To be freed.
static unsigned char *part_read(const struct walk *walk, uint64_t from, uint64_t count) {
    if (from > walk->length || count > walk->length - from)
        return NULL;
    unsigned char *bytes = malloc(count + 1);
    if (bytes && fseeko(walk->file, (off_t)(walk->at + from), SEEK_SET) == 0 &&
        fread(bytes, 1, count, walk->file) == count)
        return bytes;
    free(bytes);
    return NULL;
}

static bool word_read(const struct walk *walk, uint64_t from, uint64_t *word) {
    unsigned char *bytes = part_read(walk, from, WORD);
    if (bytes)
        *word = word_of(bytes);
    free(bytes);
    return bytes != NULL;
}

// The same, unpacked where it is packed. NULL: not all of it is there.
static unsigned char *unpacked_read(const struct walk *walk, uint64_t from, uint64_t packed,
                                    uint64_t count) {
    unsigned char *bytes = part_read(walk, from, packed);
    if (!bytes || packed == count)
        return bytes;
    uLongf unpacked = (uLongf)count;
    unsigned char *whole = count / DEFLATE_RATIO <= packed ? malloc(count + 1) : NULL;
    if (!whole || uncompress(whole, &unpacked, bytes, (uLong)packed) != Z_OK || unpacked != count) {
        free(whole);
        whole = NULL;
    }
    free(bytes);
    return whole;
}

// Adds up the differences of times; false: they are cut short.
static bool times_add(const unsigned char *bytes, uint64_t count, uint64_t times, uint64_t *sum) {
    uint64_t at = 0;
    *sum = 0;
    for (uint64_t i = 0; i < times; i++)
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
static bool changes_check(struct walk *walk) {
    uint64_t end, count, packed, times;
    if (walk->length < TIMES_TAIL || !word_read(walk, WORD, &end) ||
        !word_read(walk, walk->length - TIMES_TAIL, &count) ||
        !word_read(walk, walk->length - TIMES_TAIL + WORD, &packed) ||
        !word_read(walk, walk->length - WORD, &times) || packed > walk->length - TIMES_TAIL)
        return false;
    unsigned char *bytes = unpacked_read(walk, walk->length - TIMES_TAIL - packed, packed, count);
    const bool fine = bytes && times_add(bytes, count, times, &walk->last) && walk->last == end;
    free(bytes);
    walk->sections_found++;
    return fine;
}

static bool header_check(struct walk *walk) {
    enum { END = WORD, SECTIONS = 7 * WORD };
    walk->header = true;
    return word_read(walk, END, &walk->end) && word_read(walk, SECTIONS, &walk->sections);
}

static bool geometry_check(struct walk *walk) {
    uint64_t count;
    if (walk->length < 2 * WORD || !word_read(walk, 0, &count))
        return false;
    unsigned char *bytes = unpacked_read(walk, 2 * WORD, walk->length - 2 * WORD, count);
    free(bytes);
    walk->geometry = true;
    return bytes != NULL;
}

static bool hierarchy_check(struct walk *walk, enum block type) {
    uint64_t count;
    if (!word_read(walk, 0, &count))
        return false;
    walk->hierarchy = true;
    const uint64_t from = type == BLOCK_HIERARCHY_TWICE ? 2 * WORD : WORD;
    if (walk->length < from)
        return false;
    unsigned char *bytes = part_read(walk, from, walk->length - from);
    unsigned char *const whole =
        bytes && type != BLOCK_HIERARCHY_TWICE
            ? fst_unpack(type == BLOCK_HIERARCHY, bytes, walk->length - from, count)
            : NULL;
    const bool fine = whole || (bytes && type == BLOCK_HIERARCHY_TWICE); // packed once more
    free(whole);
    free(bytes);
    return fine;
}

static bool block_check(struct walk *walk, enum block type) {
    switch (type) {
    case BLOCK_HEADER:
        return header_check(walk);
    case BLOCK_CHANGES:
    case BLOCK_CHANGES_ALIAS:
    case BLOCK_CHANGES_ALIAS_2:
        return changes_check(walk);
    case BLOCK_GEOMETRY:
        return geometry_check(walk);
    case BLOCK_HIERARCHY_GZIP:
    case BLOCK_HIERARCHY:
    case BLOCK_HIERARCHY_TWICE:
        return hierarchy_check(walk, type);
    default:
        return true; // of no use to us
    }
}

// From block to block to the end of the file, which must be the end of one.
static bool walk_blocks(struct walk *walk, uint64_t bytes) {
    uint64_t at = 0;
    while (at < bytes) {
        unsigned char head[1 + WORD];
        if (bytes - at < sizeof head || fseeko(walk->file, (off_t)at, SEEK_SET) != 0 ||
            fread(head, 1, sizeof head, walk->file) != sizeof head)
            return false;
        const uint64_t length = word_of(head + 1);
        if (length < WORD || length > bytes - at - 1)
            return false;
        walk->at = at + sizeof head;
        walk->length = length - WORD;
        if (!block_check(walk, (enum block)head[0]))
            return false;
        at += 1 + length;
    }
    return true;
}

bool fst_is_whole(const char *path, uint64_t end_ps, char *why, size_t size) {
    struct walk walk = {.file = fopen(path, "rb")};
    off_t bytes = -1;
    if (walk.file && fseeko(walk.file, 0, SEEK_END) == 0)
        bytes = ftello(walk.file);
    if (bytes < 0)
        snprintf(why, size, "it cannot be read: %s", strerror(errno));
    const bool walked = bytes >= 0 && walk_blocks(&walk, (uint64_t)bytes);
    if (walk.file)
        fclose(walk.file);
    if (bytes < 0)
        return false;
    const bool whole = walked && walk.header && walk.geometry && walk.hierarchy &&
                       walk.sections == walk.sections_found && walk.end == end_ps &&
                       walk.last == end_ps;
    if (!whole)
        snprintf(why, size, "of its blocks not all are whole after %jd bytes", (intmax_t)bytes);
    return whole;
}
