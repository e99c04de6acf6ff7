// How many decisions a block makes in a clock where nothing but itself holds it up: full slots, an
// offer of mixed traffic in every clock, and stages that complete in the clock after the grant.
#ifndef SEMA_DECISION_RATE_H
#define SEMA_DECISION_RATE_H

#include <stdint.h>

#include "csim/interface/admitter.h"

struct decision_rate {
    uint64_t clocks;
    uint64_t decisions; // grants, denials that are shown, rejections, repeats
    uint64_t grants;
    uint64_t waiting; // operations that wait, summed over clocks
};

// Drives `admitter`, just opened, for `clocks` clocks in which it is measured.
struct decision_rate decision_rate_measure(struct admitter *admitter, uint64_t clocks);

#endif
