// The decision core's golden model: one untimed step in integers, behind declared delays.
#ifndef SEMA_CORE_GOLDEN_H
#define SEMA_CORE_GOLDEN_H

#include "tb/dut/core.h"

enum { CORE_DELAY_MAX = 8 };

// All that the model knows; zero with `delays` set is a core after reset.
struct core_golden {
    struct core_delays delays;
    int64_t seen[LANES];                     // headroom as the next operation sees it
    int64_t shown[LANES];                    // and as it is shown after that operation's decision
    int64_t window[LANES];                   // as last written, in force or not
    int64_t returned[CORE_DELAY_MAX][LANES]; // of the last clocks, by clock modulo CORE_DELAY_MAX
    int64_t moved[CORE_DELAY_MAX][LANES];    // by window writes
    struct core_out decided[CORE_DELAY_MAX]; // on their way
    uint64_t clock;
};

// One clock, as core_rtl_edge. A reset voids everything, also what is on its way.
void core_golden_edge(struct core_golden *core, const struct core_in *in, struct core_out *out);

#endif
