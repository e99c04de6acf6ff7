#define _POSIX_C_SOURCE 200809L
#include "fst_signals.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fst_unpack.h"

// A file is blocks one after the other: a type, a length that counts itself, and so many bytes.
// That of the hierarchy begins with the number of its bytes unpacked.
enum { WORD = 8, HIERARCHY_GZIP = 4, HIERARCHY_LZ4 = 6, NAME_BYTES = 1024, MOST = 1 << 28 };

// Tags of the hierarchy; others are variables.
enum { TAG_ATTRIBUTE = 252, TAG_ATTRIBUTE_END = 253, TAG_SCOPE = 254, TAG_SCOPE_END = 255 };

struct fst_signals {
    char **names; // sorted
    size_t count, room;
};

static uint64_t word_of(const unsigned char *bytes) {
    uint64_t word = 0;
    for (unsigned i = 0; i < WORD; i++)
        word = word << 8 | bytes[i];
    return word;
}

// ---- names

static bool add(struct fst_signals *signals, const char *scope, const char *name) {
    char text[NAME_BYTES];
    const size_t length = strcspn(name, " "); // its range
    snprintf(text, sizeof text, "%s%s%.*s", scope, *scope ? "." : "", (int)length, name);
    if (signals->count == signals->room) {
        const size_t room = signals->room ? 2 * signals->room : 1024;
        char **const names = realloc(signals->names, room * sizeof *names);
        if (!names)
            return false;
        signals->names = names;
        signals->room = room;
    }
    signals->names[signals->count] = strdup(text);
    return signals->names[signals->count] && ++signals->count;
}

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

static void scope_leave(char *scope) {
    char *const dot = strrchr(scope, '.');
    *(dot ? dot : scope) = '\0';
}

static bool scope_enter(char scope[NAME_BYTES], const char *name) {
    const size_t at = strlen(scope);
    snprintf(scope + at, NAME_BYTES - at, "%s%s", at ? "." : "", name);
    return at + strlen(name) + 2 <= NAME_BYTES;
}

static bool hierarchy_read(struct fst_signals *signals, struct text text) {
    char scope[NAME_BYTES] = "";
    while (text.at < text.end) {
        const unsigned tag = *text.at++;
        const char *name;
        switch (tag) {
        case TAG_SCOPE: // its type, name and component
            if (!bytes_skip(&text, 1) || !(name = string_read(&text)) || !string_read(&text) ||
                !scope_enter(scope, name))
                return false;
            break;
        case TAG_SCOPE_END:
            scope_leave(scope);
            break;
        case TAG_ATTRIBUTE: // type, subtype, name, value
            if (!bytes_skip(&text, 2) || !string_read(&text) || !number_skip(&text))
                return false;
            break;
        case TAG_ATTRIBUTE_END:
            break;
        default: // direction, name, length, alias
            if (!bytes_skip(&text, 1) || !(name = string_read(&text)) || !number_skip(&text) ||
                !number_skip(&text) || !add(signals, scope, name))
                return false;
        }
    }
    return true;
}

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool fst_signals_has(const struct fst_signals *signals, const char *name) {
    return signals->count > 0 &&
           bsearch(&name, signals->names, signals->count, sizeof *signals->names, compare) != NULL;
}

void fst_signals_close(struct fst_signals *signals) {
    for (size_t i = 0; signals && i < signals->count; i++)
        free(signals->names[i]);
    if (signals)
        free(signals->names);
    free(signals);
}

// The block of the hierarchy that is at the file's place: `length` bytes, unpacked and read.
static struct fst_signals *block_read(FILE *file, unsigned type, uint64_t length) {
    unsigned char *const packed = length > WORD && length < MOST ? malloc(length) : NULL;
    struct fst_signals *signals = NULL;
    if (packed && fread(packed, 1, length, file) == length) {
        const uint64_t count = word_of(packed);
        unsigned char *const bytes =
            count < MOST ? fst_unpack(type == HIERARCHY_LZ4, packed + WORD, length - WORD, count)
                         : NULL;
        signals = bytes ? calloc(1, sizeof *signals) : NULL;
        if (signals && !hierarchy_read(signals, (struct text){bytes, bytes + count})) {
            fst_signals_close(signals);
            signals = NULL;
        }
        free(bytes);
    }
    free(packed);
    return signals;
}

struct fst_signals *fst_signals_open(const char *path) {
    FILE *const file = fopen(path, "rb");
    struct fst_signals *signals = NULL;
    unsigned char head[1 + WORD];
    while (file && !signals && fread(head, 1, sizeof head, file) == sizeof head) {
        const uint64_t length = word_of(head + 1);
        if (length < WORD)
            break;
        if (head[0] == HIERARCHY_GZIP || head[0] == HIERARCHY_LZ4) {
            signals = block_read(file, head[0], length - WORD);
            break;
        }
        if (fseeko(file, (off_t)(length - WORD), SEEK_CUR) != 0)
            break;
    }
    if (file)
        fclose(file);
    if (signals && signals->count > 0)
        qsort(signals->names, signals->count, sizeof *signals->names, compare);
    return signals;
}
