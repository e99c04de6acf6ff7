// Golden model of the whole block of rtl, clock by clock.
#ifndef SEMA_BLOCK_BLOCK_GOLDEN_H
#define SEMA_BLOCK_BLOCK_GOLDEN_H

#include "csim/golden/block.h"

struct block_golden;

// A block of that size before its first reset, or NULL: the size is out of range or memory is
// short. The caller closes it.
struct block_golden *block_golden_open(const struct path_size *size);
void block_golden_close(struct block_golden *golden);

// What the outputs show in this clock: a function of the clocks before. `out` is written whole.
void block_golden_show(const struct block_golden *golden, struct block_out *out);

// The edge that ends this clock samples `in`. Allocates nothing.
void block_golden_clock(struct block_golden *golden, const struct block_in *in);

#endif
