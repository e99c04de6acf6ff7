// The rule that is asked at the end of a run bites while something is held. All others find faults
// of twins.txt (make twins).
#include "tb/block/check/check.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/block/drawn.h"

Test(check, what_is_held_is_not_drained) {
    static struct drawn drawn;
    static struct check check;
    drawn_open(&drawn, &block_default, "busy", 2);
    check_begin(&check, NULL);
    view_add(&drawn.view, check_reader(&check));
    while (drawn.view.held_count == 0)
        drawn_clock(&drawn);
    cr_expect(eq(u64, check.findings, 0), "%s", check.first);
    check_end(&check, &drawn.view);
    cr_expect(check.found[CHECK_RULE_COUNT - 1] > 0);
    drawn_close(&drawn);
}
