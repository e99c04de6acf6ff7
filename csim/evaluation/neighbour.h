// Settings near a workload's own. A published number that holds at the very settings that were
// fitted to it may fail next to them. Each neighbour changes one of the four numbers of a workload
// that the paper leaves open: operations and spacing by 5 and 10 %, period and phase of the
// latency-sensitive operations by one operation, the least step that they have.
#ifndef SEMA_NEIGHBOUR_H
#define SEMA_NEIGHBOUR_H

#include "csim/config/config.h"

enum { NEIGHBOURS = 12 };

// Makes of a workload's configuration that of its neighbour `number`, 1 to NEIGHBOURS; 0 leaves it
// as it is. The phase stays within the period.
void neighbour_apply(struct config *config, unsigned number);

// What neighbour `number` changes, without a comma: "operations -10 %"; "" for 0. A static text.
const char *neighbour_name(unsigned number);

#endif
