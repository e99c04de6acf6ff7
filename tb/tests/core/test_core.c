// The decision core in both builds against its golden model, every clock.
#include <criterion/criterion.h>
#include <inttypes.h>

#include "tb/tests/core/core_streams.h"

static void run_build(enum core_build build) {
    for (unsigned stream = 0; stream < CORE_STREAMS; stream++) {
        struct core_outcome outcome;
        core_stream_run(build, stream, 0, 0, &outcome);
        cr_assert(!outcome.failed, "%s, clock %" PRIu64 ": %s", core_stream_name(stream),
                  outcome.clock, outcome.text);
    }
}

Test(core, high_rate_decides_as_golden) {
    run_build(CORE_HIGH_RATE);
}

Test(core, low_latency_decides_as_golden) {
    run_build(CORE_LOW_LATENCY);
}
