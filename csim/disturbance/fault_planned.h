// One planned disturbance of a block: a reset, or windows that shrink for a while, in a given
// clock. It says when and what; the environment carries it out.
#ifndef SEMA_FAULT_PLANNED_H
#define SEMA_FAULT_PLANNED_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/config/config.h"

enum fault_planned_kind { FAULT_PLANNED_RESET, FAULT_PLANNED_SHRINK, FAULT_PLANNED_RESTORE };

struct fault_planned {
    enum fault_planned_kind kind; // of the next
    uint64_t next_cycle;          // its clock; UINT64_MAX: none
    uint64_t clocks;              // for which windows are smaller
};

void fault_planned_init(struct fault_planned *fault_planned, const struct config *config);

// What is due.
enum fault_planned_kind fault_planned_take(struct fault_planned *fault_planned);

// No further one. Returns whether windows are smaller now.
bool fault_planned_stop(struct fault_planned *fault_planned);

#endif
