// A size by its name, as scripts/block/sizes.txt has them.
#ifndef SEMA_BLOCK_SIZE_TEXT_H
#define SEMA_BLOCK_SIZE_TEXT_H

#include "csim/golden/path.h"

// HBM-ATOMIC-RESPONSE-CNTW-DEPTH-SLOTS-TAGW-GENW-AGEW-WIREW. False: it is not ten numbers of 16
// bits, and *size is whatever. Ranges are not looked at.
bool size_read(const char *text, struct path_size *size);

#endif
