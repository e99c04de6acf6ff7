// The stages of the admission path, in both forms, against a plain reading, every clock.
#include <criterion/criterion.h>
#include <inttypes.h>

#include "tb/tests/admit/admit_streams.h"

static void run_streams(void (*run)(enum admit_form, unsigned, struct admit_outcome *)) {
    for (unsigned form = 0; form < ADMIT_FORMS; form++) {
        for (unsigned stream = 0; stream < ADMIT_STREAMS; stream++) {
            struct admit_outcome outcome;
            run((enum admit_form)form, stream, &outcome);
            cr_assert(!outcome.failed, "%s, stream %u, clock %" PRIu64 ": %s",
                      form == ADMIT_GATES ? "gates" : "words", stream, outcome.clock, outcome.text);
        }
    }
}

Test(admit, demand_estimates_scales_and_walks) {
    run_streams(demand_stream_run);
}

Test(admit, decide_knows_what_the_specification_says) {
    run_streams(decide_stream_run);
}

Test(admit, lookup_finds_lowest_held) {
    run_streams(lookup_stream_run);
}
