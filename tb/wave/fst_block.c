#define _POSIX_C_SOURCE 200809L
#include "tb/wave/fst_block.h"

#include <stdlib.h>
#include <zlib.h>

enum { DEFLATE_RATIO = 1032 }; // of what is unpacked to what is packed, at most

static uint64_t word_of(const unsigned char *bytes) {
    uint64_t word = 0;
    for (unsigned i = 0; i < FST_WORD; i++)
        word = word << 8 | bytes[i];
    return word;
}

bool fst_block_next(struct fst_block *block, uint64_t bytes) {
    unsigned char head[1 + FST_WORD];
    const uint64_t at = block->next;
    if (at >= bytes || bytes - at < sizeof head || fseeko(block->file, (off_t)at, SEEK_SET) != 0 ||
        fread(head, 1, sizeof head, block->file) != sizeof head)
        return false;
    const uint64_t length = word_of(head + 1);
    if (length < FST_WORD || length > bytes - at - 1)
        return false;
    block->type = (enum fst_block_type)head[0];
    block->at = at + sizeof head;
    block->length = length - FST_WORD;
    block->next = at + 1 + length;
    return true;
}

unsigned char *fst_block_bytes(const struct fst_block *block, uint64_t from, uint64_t count) {
    if (from > block->length || count > block->length - from)
        return NULL;
    unsigned char *bytes = malloc(count + 1);
    if (bytes && fseeko(block->file, (off_t)(block->at + from), SEEK_SET) == 0 &&
        fread(bytes, 1, count, block->file) == count)
        return bytes;
    free(bytes);
    return NULL;
}

bool fst_block_word(const struct fst_block *block, uint64_t from, uint64_t *word) {
    unsigned char *const bytes = fst_block_bytes(block, from, FST_WORD);
    if (bytes)
        *word = word_of(bytes);
    free(bytes);
    return bytes != NULL;
}

unsigned char *fst_block_unpacked(const struct fst_block *block, uint64_t from, uint64_t packed,
                                  uint64_t count) {
    unsigned char *const bytes = fst_block_bytes(block, from, packed);
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
