// FST files read back: is one whole? Nothing of a file is trusted.
#ifndef SEMA_FST_FILE_H
#define SEMA_FST_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/text_error.h"

// Is a wave file whole? Writers of FST files (those of GTKWave, and so of Verilator) do not notice
// a full disk. Walks the blocks of a closed file to its end: those of value changes with their
// tables of times, which must end at `end_ps`, the time of the last change or of the last clock;
// geometry and hierarchy with all their bytes. False: what is missing, a few words, is in `why`.
bool fst_is_whole(const char *path, uint64_t end_ps, struct text_error *why);

#endif
