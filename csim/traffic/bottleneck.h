// Which resource a workload exhausts first: the mean service that an operation asks of each, from
// the operations that the configuration's traffic generator makes. The four paths of a direction
// count as one server of their rates' sum, as an operation takes whichever is free first.
#pragma once

#include "csim/config/config.h"
#include "csim/interface/numbers.h"

// A server each: the lanes of csim/interface/numbers.h and the two directions of the fabric.
enum { BOTTLENECK_FORWARD = LANES, BOTTLENECK_BACK, BOTTLENECKS };

struct bottleneck {
    uint64_t operations;             // looked at
    uint64_t demand_ps[BOTTLENECKS]; // their service in all
    unsigned server;                 // the one with the most; the lowest of equals
};

void bottleneck_find(const struct config *config, struct bottleneck *bottleneck);

// The mean time between submissions at which the bottleneck is offered load_percent (not 0) of what
// it can serve; rounded down to 1 ps.
uint64_t bottleneck_spacing_ps(const struct config *config);

// "HBM 0", "Atomic engine", "forward paths", ...
const char *bottleneck_name(unsigned server);
