// Sizes that several tests of the block take.
#ifndef SEMA_BLOCK_SIZES_H
#define SEMA_BLOCK_SIZES_H

#include "csim/golden/path.h"

// Eight HBM partitions, 128 reservations: the first of scripts/block/sizes.txt.
extern const struct path_size block_default;

#endif
