#define _POSIX_C_SOURCE 200809L
#include "tb/wave/fst_file.h"

#include <errno.h>
#include <string.h>

#include "tb/wave/fst_close.h"

static bool lost; // something that was written to a file of the writer

int fst_close(FILE *file) {
    const bool failed = ferror(file) != 0;
    const int status = fclose(file);
    lost |= failed || status != 0;
    return status;
}

// A block is its type, a length that counts itself, and so many bytes.
enum { HEADER = 0, GEOMETRY = 3, HIERARCHY_GZIP = 4, HIERARCHY_LZ4 = 6 };
enum { WORD = 8 };

static bool word_read(FILE *file, uint64_t *word) {
    unsigned char bytes[WORD];
    *word = 0;
    const bool whole = fread(bytes, 1, sizeof bytes, file) == sizeof bytes;
    for (unsigned i = 0; whole && i < sizeof bytes; i++)
        *word = *word << 8 | bytes[i];
    return whole;
}

// The block of a type that was read, to its last byte. Of a header its second word is the end.
static bool block_skip(FILE *file, int type, uint64_t *end) {
    uint64_t length;
    bool fine = word_read(file, &length) && length > WORD && length <= INT64_MAX;
    if (fine && type == HEADER) {
        fine = length > 3 * WORD && word_read(file, end) && word_read(file, end);
        length -= 2 * WORD;
    }
    return fine && fseeko(file, (off_t)(length - WORD - 1), SEEK_CUR) == 0 && getc(file) != EOF;
}

bool fst_is_whole(const char *path, uint64_t end_ps, struct text_error *why) {
    FILE *const file = fopen(path, "rb");
    if (!file)
        return text_error_set(why, "it cannot be read: %s", strerror(errno));
    uint64_t end = UINT64_MAX;
    bool found[UINT8_MAX + 1] = {false}, fine = true;
    for (int type; fine && (type = getc(file)) != EOF; found[type] = true)
        fine = block_skip(file, type, &end);
    const bool whole = fine && end == end_ps && found[HEADER] && found[GEOMETRY] &&
                       (found[HIERARCHY_GZIP] || found[HIERARCHY_LZ4]);
    fclose(file);
    return (whole && !lost) ||
           text_error_set(why, "%s",
                          whole ? "not all of it could be written" : "a block is missing");
}
