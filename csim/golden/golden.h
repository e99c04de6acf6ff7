// The golden model: rtl/spec, executed. One untimed step for each clock, behind the declared
// latencies, so that it equals the RTL output by output, clock by clock.
#ifndef SEMA_GOLDEN_H
#define SEMA_GOLDEN_H

#include "csim/interface/admitter.h"

// Opens a golden model with `depth` reservations, a power of two from 2 to DEPTH_MAX. Returns NULL
// when out of memory. The caller closes it.
struct admitter *golden_open(unsigned depth);

#endif
