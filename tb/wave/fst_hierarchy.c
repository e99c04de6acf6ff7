#include "tb/wave/fst_hierarchy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/wave/fst_unpack.h"

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
