#include "tb/wave/fst_hierarchy.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// No byte of a packed stream stands for more.
enum { PACKED_RATIO = 1032 };

// A length that does not fit its four bits goes on in bytes, up to one that is not full.
static bool lz4_length(const unsigned char **from, const unsigned char *end, size_t *length) {
    if (*length < 15)
        return true;
    unsigned char byte = UINT8_MAX;
    while (byte == UINT8_MAX) {
        if (*from == end)
            return false;
        byte = *(*from)++;
        *length += byte;
    }
    return true;
}

// One block of LZ4: literals, then a match that is copied from what was unpacked, over and over.
static bool lz4_unpack(const unsigned char *from, size_t packed, unsigned char *to, size_t count) {
    const unsigned char *const end = from + packed;
    size_t at = 0;
    bool ended = false; // by literals that no match follows
    while (from < end) {
        const unsigned token = *from++;
        size_t literals = token >> 4, match = token & 15;
        if (!lz4_length(&from, end, &literals) || literals > (size_t)(end - from) ||
            literals > count - at)
            return false;
        memcpy(to + at, from, literals);
        at += literals;
        from += literals;
        ended = from == end;
        if (ended)
            break;
        if (end - from < 2)
            return false;
        const size_t back = from[0] | (size_t)from[1] << 8;
        from += 2;
        if (!lz4_length(&from, end, &match) || back == 0 || back > at || match + 4 > count - at)
            return false;
        for (match += 4; match > 0; match--, at++)
            to[at] = to[at - back];
    }
    return ended && at == count;
}

static bool gzip_unpack(unsigned char *from, size_t packed, unsigned char *to, size_t count) {
    z_stream stream = {
        .next_in = from, .avail_in = (uInt)packed, .next_out = to, .avail_out = (uInt)count};
    if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK)
        return false;
    const int status = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return status == Z_STREAM_END && stream.avail_out == 0;
}

// Unpacks `packed` bytes, a block of LZ4 or else a gzip stream, that stand for exactly `count`. The
// caller frees the result, which has room for one byte more. NULL: they stand for something else,
// or out of memory.
static unsigned char *fst_unpack(bool lz4, unsigned char *from, size_t packed, size_t count) {
    unsigned char *const bytes = count / PACKED_RATIO <= packed ? malloc(count + 1) : NULL;
    if (bytes &&
        (lz4 ? lz4_unpack(from, packed, bytes, count) : gzip_unpack(from, packed, bytes, count)))
        return bytes;
    free(bytes);
    return NULL;
}

enum { NAME_BYTES = 1024 };

// Tags; others are signals.
enum { TAG_ATTRIBUTE = 252, TAG_ATTRIBUTE_END = 253, TAG_SCOPE = 254, TAG_SCOPE_END = 255 };

struct text {
    const unsigned char *at, *end;
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
static bool number_skip(struct text *text) {
    while (text->at < text->end)
        if (!(*text->at++ & 0x80))
            return true;
    return false;
}

static bool bytes_skip(struct text *text, size_t count) {
    if ((size_t)(text->end - text->at) < count)
        return false;
    text->at += count;
    return true;
}

static bool scope_enter(char scope[NAME_BYTES], const char *name) {
    const size_t at = strlen(scope);
    if (*name == '\0' || at + strlen(name) + 2 > NAME_BYTES)
        return false;
    snprintf(scope + at, NAME_BYTES - at, "%s%s", at ? "." : "", name);
    return true;
}

static bool scope_leave(char *scope) {
    if (*scope == '\0')
        return false;
    char *const dot = strrchr(scope, '.');
    *(dot ? dot : scope) = '\0';
    return true;
}

static bool text_read(struct fst_hierarchy *hierarchy, struct text text) {
    char scope[NAME_BYTES] = "";
    while (text.at < text.end) {
        const unsigned tag = *text.at++;
        const char *name;
        switch (tag) {
        case TAG_SCOPE: // its type, name and component
            if (!bytes_skip(&text, 1) || !(name = string_read(&text)) || !string_read(&text) ||
                !scope_enter(scope, name))
                return false;
            hierarchy->scopes++;
            break;
        case TAG_SCOPE_END:
            if (!scope_leave(scope))
                return false;
            break;
        case TAG_ATTRIBUTE: // type, subtype, name, value
            if (!bytes_skip(&text, 2) || !string_read(&text) || !number_skip(&text))
                return false;
            break;
        case TAG_ATTRIBUTE_END:
            break;
        default: // direction, name, length, alias
            if (!bytes_skip(&text, 1) || !(name = string_read(&text)) || !number_skip(&text) ||
                !number_skip(&text) ||
                (hierarchy->signal && !hierarchy->signal(hierarchy->context, scope, name)))
                return false;
            hierarchy->signals++;
        }
    }
    return *scope == '\0';
}

bool fst_hierarchy_read(const struct fst_block *block, struct fst_hierarchy *hierarchy) {
    uint64_t count;
    if (!fst_block_word(block, 0, &count))
        return false;
    const uint64_t length = block->length - FST_WORD;
    unsigned char *const packed = fst_block_bytes(block, FST_WORD, length);
    unsigned char *const bytes =
        packed ? fst_unpack(block->type == FST_HIERARCHY_LZ4, packed, length, count) : NULL;
    free(packed);
    const bool whole = bytes && text_read(hierarchy, (struct text){bytes, bytes + count});
    free(bytes);
    return whole;
}
