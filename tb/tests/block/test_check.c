// The rule that is asked at the end of a run bites while something is held. All others find faults
// of twins.txt (make twins).
#include "tb/block/check/check.h"
#include "tb/block/checked_run.h"
#include "tb/tests/base/fixture.h"

static void end_too_soon(void *self, const struct ref_state *ref) {
    struct check *check = self;
    if (ref->held_count > 0 && check->findings == 0)
        check_end(check, ref);
}

Test(check, what_is_held_is_not_drained) {
    struct check check;
    struct checked_outcome outcome;
    struct text_error error;
    const struct config config = config_of("random", SETS("operations=100"));
    check_begin(&check, NULL);
    cr_assert(checked_run_do(&(struct checked_run){.traffic = traffic_open(&config, 1),
                                                   .config = &config,
                                                   .kind = BLOCK_GOLDEN,
                                                   .reader = {&check, end_too_soon}},
                             &outcome, &error));
    cr_expect(not(outcome.failed));
    cr_expect(check.found[CHECK_RULE_COUNT - 1] > 0);
}
