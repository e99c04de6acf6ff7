// What crosses the boundary as lines of text, for readers that know no latency (rtl/spec,
// README.md, principle 1): `CLOCK WORD FIELD...`, in the order of commits.
#ifndef SEMA_BLOCK_PATH_LOG_H
#define SEMA_BLOCK_PATH_LOG_H

#include <stdio.h>

#include "csim/golden/path.h"

void path_log_begin(FILE *file, const struct path_size *size);

// What the block shows in this clock, then what its edge samples.
void path_log(FILE *file, const struct path_size *size, uint64_t clock, const struct path_out *out,
              const struct path_in *in);

#endif
