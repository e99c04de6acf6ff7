// Blocks of an FST file: a type, a length that counts itself, and so many bytes. Nothing is
// trusted: what is read lies within the file, and what it is unpacked to is no larger than it can
// be.
#ifndef SEMA_FST_BLOCK_H
#define SEMA_FST_BLOCK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum fst_block_type {
    FST_HEADER = 0,
    FST_CHANGES = 1,
    FST_GEOMETRY = 3,
    FST_HIERARCHY_GZIP = 4,
    FST_CHANGES_ALIAS = 5,
    FST_HIERARCHY_LZ4 = 6,
    FST_CHANGES_ALIAS_2 = 8,
};

enum { FST_WORD = 8 };

struct fst_block {
    FILE *file;
    enum fst_block_type type;
    uint64_t at, length; // of its bytes, behind its length
    uint64_t next;       // of the block behind it
};

// The block at `next`, which is 0 for the first of an open file; false: the file ends, or no whole
// block is there. `bytes` is the size of the file.
bool fst_block_next(struct fst_block *block, uint64_t bytes);

// So many bytes of the block. NULL: they are not there, or out of memory. The caller frees them.
unsigned char *fst_block_bytes(const struct fst_block *block, uint64_t from, uint64_t count);

// A number of eight bytes; false: it is not there.
bool fst_block_word(const struct fst_block *block, uint64_t from, uint64_t *word);

// `count` bytes that are packed by zlib, unless `packed` says the same. As fst_block_bytes().
unsigned char *fst_block_unpacked(const struct fst_block *block, uint64_t from, uint64_t packed,
                                  uint64_t count);

#endif
