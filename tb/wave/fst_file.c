#define _POSIX_C_SOURCE 200809L
#include "tb/wave/fst_file.h"

#include <errno.h>
#include <inttypes.h>
#include <lz4.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// ---- blocks: a type, a length that counts itself, and so many bytes

enum block_type {
    FST_HEADER = 0,
    FST_CHANGES = 1,
    FST_GEOMETRY = 3,
    FST_HIERARCHY_GZIP = 4,
    FST_CHANGES_ALIAS = 5,
    FST_HIERARCHY_LZ4 = 6,
    FST_CHANGES_ALIAS_2 = 8,
};

enum { FST_WORD = 8 };

struct block {
    FILE *file;
    uint64_t size; // of the file
    enum block_type type;
    uint64_t at, length; // of its bytes, behind its length
    uint64_t next;       // of the block behind it; 0 for the first
};

// False: there is no such file.
static bool blocks_open(struct block *block, const char *path) {
    *block = (struct block){.file = fopen(path, "rb")};
    off_t size = -1;
    if (block->file && fseeko(block->file, 0, SEEK_END) == 0)
        size = ftello(block->file);
    block->size = (uint64_t)size;
    return size >= 0;
}

static void blocks_close(struct block *block) {
    if (block->file)
        fclose(block->file);
}

static uint64_t word_of(const unsigned char *bytes) {
    uint64_t word = 0;
    for (unsigned i = 0; i < FST_WORD; i++)
        word = word << 8 | bytes[i];
    return word;
}

// False: the file ends, or no whole block is there.
static bool block_next(struct block *block) {
    unsigned char head[1 + FST_WORD];
    const uint64_t at = block->next;
    if (at >= block->size || block->size - at < sizeof head ||
        fseeko(block->file, (off_t)at, SEEK_SET) != 0 ||
        fread(head, 1, sizeof head, block->file) != sizeof head)
        return false;
    const uint64_t length = word_of(head + 1);
    if (length < FST_WORD || length > block->size - at - 1)
        return false;
    block->type = (enum block_type)head[0];
    block->at = at + sizeof head;
    block->length = length - FST_WORD;
    block->next = at + 1 + length;
    return true;
}

// So many bytes of the block. NULL: they are not there, or out of memory. The caller frees them.
static unsigned char *block_bytes(const struct block *block, uint64_t from, uint64_t count) {
    if (from > block->length || count > block->length - from)
        return NULL;
    unsigned char *bytes = malloc(count + 1);
    if (bytes && fseeko(block->file, (off_t)(block->at + from), SEEK_SET) == 0 &&
        fread(bytes, 1, count, block->file) == count)
        return bytes;
    free(bytes);
    return NULL;
}

static bool block_word(const struct block *block, uint64_t from, uint64_t *word) {
    unsigned char *const bytes = block_bytes(block, from, FST_WORD);
    if (bytes)
        *word = word_of(bytes);
    free(bytes);
    return bytes != NULL;
}

static bool inflated(unsigned char *from, uint64_t packed, unsigned char *to, uint64_t count) {
    enum { ZLIB_OR_GZIP = 32 };
    z_stream stream = {
        .next_in = from, .avail_in = (uInt)packed, .next_out = to, .avail_out = (uInt)count};
    if (inflateInit2(&stream, ZLIB_OR_GZIP + MAX_WBITS) != Z_OK)
        return false;
    const int status = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return status == Z_STREAM_END && stream.avail_out == 0;
}

// The bytes of the block that stand for exactly `count`, unpacked; those of LZ4 in a block of that
// type, else deflated ones. As block_bytes().
static unsigned char *block_unpacked(const struct block *block, uint64_t from, uint64_t packed,
                                     uint64_t count) {
    enum { RATIO = 1032 }; // no byte that is packed stands for more
    unsigned char *const bytes = block_bytes(block, from, packed);
    const bool fits = count / RATIO <= packed && packed <= INT32_MAX && count <= INT32_MAX;
    unsigned char *const whole = bytes && fits ? malloc(count + 1) : NULL;
    const bool fine = whole && (block->type == FST_HIERARCHY_LZ4
                                    ? LZ4_decompress_safe((const char *)bytes, (char *)whole,
                                                          (int)packed, (int)count) == (int)count
                                    : inflated(bytes, packed, whole, count));
    free(bytes);
    if (fine)
        return whole;
    free(whole);
    return NULL;
}

// The same of what is not packed where `packed` and `count` are one.
static unsigned char *block_table(const struct block *block, uint64_t from, uint64_t packed,
                                  uint64_t count) {
    return packed == count ? block_bytes(block, from, packed)
                           : block_unpacked(block, from, packed, count);
}

// ---- the hierarchy: scopes, and the signals in them

// Tags; others are signals.
enum { TAG_ATTRIBUTE = 252, TAG_ATTRIBUTE_END = 253, TAG_SCOPE = 254, TAG_SCOPE_END = 255 };

struct text {
    const unsigned char *at, *end;
};

struct hierarchy {
    uint64_t scopes, signals; // found
};

// A string with its end; NULL: it is cut short.
static const char *string_read(struct text *text) {
    const unsigned char *const begin = text->at;
    const unsigned char *const zero = memchr(begin, 0, (size_t)(text->end - begin));
    if (!zero)
        return NULL;
    text->at = zero + 1;
    return (const char *)begin;
}

// A number of seven bits a byte.
static bool number_read(struct text *text, uint64_t *number) {
    *number = 0;
    for (unsigned shift = 0; text->at < text->end && shift <= 63; shift += 7) {
        *number += (uint64_t)(*text->at & 0x7f) << shift;
        if (!(*text->at++ & 0x80))
            return true;
    }
    return false;
}

static bool bytes_skip(struct text *text, size_t count) {
    if ((size_t)(text->end - text->at) < count)
        return false;
    text->at += count;
    return true;
}

static bool hierarchy_text(struct hierarchy *hierarchy, struct text text) {
    uint64_t depth = 0; // scopes entered
    uint64_t number;
    while (text.at < text.end) {
        const unsigned tag = *text.at++;
        const char *name;
        switch (tag) {
        case TAG_SCOPE: // its type, name and component
            if (!bytes_skip(&text, 1) || !(name = string_read(&text)) || !string_read(&text) ||
                *name == '\0')
                return false;
            depth++;
            hierarchy->scopes++;
            break;
        case TAG_SCOPE_END:
            if (depth-- == 0)
                return false;
            break;
        case TAG_ATTRIBUTE: // type, subtype, name, value
            if (!bytes_skip(&text, 2) || !string_read(&text) || !number_read(&text, &number))
                return false;
            break;
        case TAG_ATTRIBUTE_END:
            break;
        default: // direction, name, length, alias
            if (!bytes_skip(&text, 1) || !string_read(&text) || !number_read(&text, &number) ||
                !number_read(&text, &number))
                return false;
            hierarchy->signals++;
        }
    }
    return depth == 0;
}

// False: the block is no whole hierarchy, in which every scope is left.
static bool hierarchy_read(const struct block *block, struct hierarchy *hierarchy) {
    uint64_t count;
    if (!block_word(block, 0, &count))
        return false;
    unsigned char *const bytes = block_unpacked(block, FST_WORD, block->length - FST_WORD, count);
    const bool whole = bytes && hierarchy_text(hierarchy, (struct text){bytes, bytes + count});
    free(bytes);
    return whole;
}

// ---- is it whole?

enum { TIMES_TAIL = 3 * FST_WORD };

struct walk {
    uint64_t end, scopes, signals, handles, sections; // by the header
    uint64_t sections_found;
    uint64_t last; // time of the last change
    bool header, geometry, hierarchy;
};

// So many numbers, and nothing behind them; adds them up.
static bool numbers_add(struct text text, uint64_t numbers, uint64_t *sum) {
    uint64_t number;
    for (*sum = 0; numbers > 0; numbers--) {
        if (!number_read(&text, &number))
            return false;
        *sum += number;
    }
    return text.at == text.end;
}

// The times of a block of changes are at its end, and their last is the block's.
static bool changes_check(const struct block *block, struct walk *walk) {
    uint64_t end, count, packed, times;
    if (block->length < TIMES_TAIL || !block_word(block, FST_WORD, &end) ||
        !block_word(block, block->length - TIMES_TAIL, &count) ||
        !block_word(block, block->length - TIMES_TAIL + FST_WORD, &packed) ||
        !block_word(block, block->length - FST_WORD, &times) || packed > block->length - TIMES_TAIL)
        return false;
    unsigned char *const bytes =
        block_table(block, block->length - TIMES_TAIL - packed, packed, count);
    const bool fine = bytes && numbers_add((struct text){bytes, bytes + count}, times, &walk->last);
    free(bytes);
    walk->sections_found++;
    return fine && walk->last == end;
}

static bool header_check(const struct block *block, struct walk *walk) {
    enum { END = 1, SCOPES = 4, SIGNALS, HANDLES, SECTIONS };
    walk->header = true;
    return block_word(block, END * FST_WORD, &walk->end) &&
           block_word(block, SCOPES * FST_WORD, &walk->scopes) &&
           block_word(block, SIGNALS * FST_WORD, &walk->signals) &&
           block_word(block, HANDLES * FST_WORD, &walk->handles) &&
           block_word(block, SECTIONS * FST_WORD, &walk->sections);
}

// One number for each handle: its bits.
static bool geometry_check(const struct block *block, struct walk *walk) {
    uint64_t count, bits;
    if (block->length < 2 * FST_WORD || !block_word(block, 0, &count))
        return false;
    unsigned char *const bytes =
        block_table(block, 2 * FST_WORD, block->length - 2 * FST_WORD, count);
    walk->geometry =
        bytes && numbers_add((struct text){bytes, bytes + count}, walk->handles, &bits);
    free(bytes);
    return walk->geometry;
}

static bool hierarchy_check(const struct block *block, struct walk *walk) {
    struct hierarchy found = {0};
    walk->hierarchy = hierarchy_read(block, &found) && found.scopes == walk->scopes &&
                      found.signals == walk->signals;
    return walk->hierarchy;
}

static bool block_check(const struct block *block, struct walk *walk) {
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
    struct block block;
    struct walk walk = {0};
    if (!blocks_open(&block, path)) {
        text_error_set(why, "it cannot be read: %s", strerror(errno));
        blocks_close(&block);
        return false;
    }
    bool fine = true;
    while (fine && block.next < block.size)
        fine = block_next(&block) && block_check(&block, &walk);
    blocks_close(&block);
    const bool whole = fine && walk.header && walk.geometry && walk.hierarchy &&
                       walk.sections == walk.sections_found && walk.end == end_ps &&
                       walk.last == end_ps;
    return whole || text_error_set(why, "of its blocks not all are whole after %" PRIu64 " bytes",
                                   block.size);
}
