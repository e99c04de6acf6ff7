// FST files read back: is one whole? Nothing of a file is trusted.
#ifndef SEMA_FST_FILE_H
#define SEMA_FST_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/text_error.h"

// Is a wave file whole, and was all written that this process wrote of any (fst_close.h)? Writers
// of FST files do not notice a full disk. Blocks of a closed file must follow each other to its
// end, header, geometry and hierarchy among them, and the header must say that the last change is
// at `end_ps`. False: what is missing, a few words, is in `why`.
bool fst_is_whole(const char *path, uint64_t end_ps, struct text_error *why);

#endif
