// Prints the registers of the default build, one a line, members of a family each, words going up:
//   name|member|count|word|bits|access|reset|meaning
// with the terms of rtl/registers.txt as numbers. Sources for scripts/ip/.
#include <stdio.h>
#include <string.h>

#include "tb/checkers/register_image.h"

// Bits of an index into n things, and of a count of up to n.
#define INDEX_BITS(n) (32 - __builtin_clz((n)-1))
enum { ID_BITS = INDEX_BITS(DEPTH), SLOT_BITS = INDEX_BITS(SLOTS + 1) };

static const struct {
    const char *name;
    unsigned first, count, bits;
    enum register_access access;
    const char *meaning;
} rows[] = {
#define ROW(name, first, count, bits, access, reset, meaning)                                      \
    {#name, first, count, bits, access, meaning},
    REGISTER_TABLE(ROW)
#undef ROW
};

int main(void) {
    static const char *const accesses[] = {[REGISTER_RW] = "rw",
                                           [REGISTER_RWH] = "rwh",
                                           [REGISTER_EXT] = "ext",
                                           [REGISTER_RO] = "ro",
                                           [REGISTER_W1C] = "w1c"};
    struct register_image image;

    register_image_reset(&image, DEPTH);
    for (unsigned row = 0; row < sizeof rows / sizeof *rows; row++)
        for (unsigned i = 0; i < rows[row].count; i++) {
            const unsigned word = rows[row].first + i;
            printf("%s|%u|%u|%u|%u|%s|%u|%s\n", rows[row].name, i, rows[row].count, word,
                   rows[row].bits, accesses[rows[row].access],
                   word < IMAGE_WORDS ? image.word[word] : 0, rows[row].meaning);
        }
    return ferror(stdout) || fflush(stdout);
}
