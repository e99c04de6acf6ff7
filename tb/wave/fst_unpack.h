// The packed hierarchy of an FST file, unpacked.
#ifndef SEMA_FST_UNPACK_H
#define SEMA_FST_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

// Unpacks `packed` bytes, a block of LZ4 or else a gzip stream, that stand for exactly `count`. The
// caller frees the result, which has room for one byte more. NULL: they stand for something else,
// or out of memory.
unsigned char *fst_unpack(bool lz4, unsigned char *from, size_t packed, size_t count);

#endif
