// Deeds as a scenario (tb/README.md), and as a table of them.
#ifndef SEMA_BLOCK_SHRINK_WRITE_H
#define SEMA_BLOCK_SHRINK_WRITE_H

#include <stdio.h>

#include "tb/block/shrink/shrink.h"

// What was run, for the first line.
struct shrink_origin {
    const char *workload;
    uint64_t seed;
};

// A whole scenario that does the same in the same clocks.
void shrink_write(const struct deeds *deeds, const struct shrink_result *result,
                  const struct shrink_origin *origin, FILE *file);

// A line for each deed, with its clock.
void shrink_table(const struct deeds *deeds, const struct shrink_result *result, FILE *file);

#endif
