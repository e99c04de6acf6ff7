// One planned disturbance of a block: a reset, or windows that shrink for a while, in a given
// clock. It says when and what; the world carries it out.
#ifndef SEMA_UPSET_H
#define SEMA_UPSET_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/config/config.h"

enum upset_kind { UPSET_RESET, UPSET_SHRINK, UPSET_RESTORE };

struct upset {
    enum upset_kind kind; // of the next
    uint64_t next_cycle;  // its clock; UINT64_MAX: none
    uint64_t clocks;      // for which windows are smaller
};

void upset_init(struct upset *upset, const struct config *config);

// What is due.
enum upset_kind upset_take(struct upset *upset);

// No further one. Returns whether windows are smaller now.
bool upset_stop(struct upset *upset);

#endif
