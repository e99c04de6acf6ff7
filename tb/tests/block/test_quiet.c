// Quiet (rtl/spec/state.md): low for QUIET_CLOCKS behind every event and while something goes on,
// high in all other clocks. The harness skips clocks in which it is high. High too soon is a
// failure of determinism.sh and of proof `quiet`; low for longer is one here.
#include "tb/tests/block/bench.h"

static void expect_quiet(struct bench *bench, unsigned quiet) {
    EXPECT_OUT(bench, quiet, quiet);
}

// The last of so many steps is the first to show quiet.
static void quiet_after(struct bench *bench, unsigned clocks) {
    while (clocks--)
        expect_quiet(step(bench), clocks == 0);
}

// Steps to quiet, from what disturbs it.
enum {
    RESTED = 1 + QUIET_CLOCKS,                        // a beat that is taken up at once
    CHOSEN = OFFER_TO_CHOICE + RESTED,                // an offer
    WRITTEN = CONFIG_TO_USE - 1 + RESTED,             // a register write: it is performed
    WALKED = CONFIG_TO_USE + (unsigned)WALK + RESTED, // of a multiplier or quantum
};

// The bench has made one step since reset.
static void rest(struct bench *bench) {
    quiet_after(bench, QUIET_CLOCKS - 1);
}

ADMIT(is_quiet_when_nothing_can_happen) {
    rest(bench);
    quiet_after(offer_write(bench, 1, 0, 100), CHOSEN);
    quiet_after(give_hbm(bench, 0, 0), HBM_EARLIER + RESTED); // from the collector
    quiet_after(give_done(bench, 0), RESTED);
    quiet_after(give_atomic(bench, 9), RESTED); // strays too
    quiet_after(configure(bench, CONFIG_WINDOW, 100), WRITTEN);
    quiet_after(configure(bench, CONFIG_QUANTUM_TIME, 0), WALKED); // nothing comes of it
    quiet_after(configure(bench, CONFIG_COMMAND_LIMIT, 5), WRITTEN);
    quiet_after(send_read(bench, CONFIG_COMMAND_LIMIT), READ_CLOCKS + 1); // its answer is taken
    bench->in.pause = 1;
    expect_quiet(step(bench), 0);
    quiet_after(bench, RESTED); // it ends
}

ADMIT(is_quiet_while_denied_operations_wait) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    quiet_after(offer_write(bench, 2, 0, 1), CHOSEN); // denied
    quiet_after(offer_write(bench, 3, 0, 1), CHOSEN);
    quiet_after(give_response(bench, 3), RESTED);
    quiet_after(configure(bench, CONFIG_MULTIPLIER + 4, 0), WALKED); // not theirs
    quiet_after(configure(bench, CONFIG_MULTIPLIER, MULTIPLIER_ONE), WALKED);
    configure(bench, CONFIG_COMMAND_LIMIT, 1); // the table refuses, too: two reports
    expect_report(steps(bench, LIMIT_HEADROOM), 2, 1 | REFUSED_TABLE);
    expect_quiet(bench, 0);
    expect_deny(steps(bench, 1 + REPORT_TO_CHOICE), 3, 1 | REFUSED_TABLE);
    quiet_after(bench, SETTLED);
    configure(bench, CONFIG_COMMAND_LIMIT, 3);
    expect_report(steps(bench, LIMIT_HEADROOM + 1 + REPORT_TO_CHOICE), 3, 1);
    quiet_after(bench, SETTLED);
    give_hbm(bench, 0, 0);
    expect_grant(steps(bench, HBM_COMMIT + CREDIT), 2, 1, 1);
    expect_quiet(bench, 0);
    expect_grant(step(bench), 3, 2, 1);
    quiet_after(bench, SETTLED);
}

ADMIT(is_quiet_while_credit_waits_below_its_threshold) {
    set(bench, CONFIG_GRANT_THRESHOLD_TIME, 2 * ATOMIC_SERVICE_RESET);
    admit_atomic(bench, 1, 0, 0);
    admit_atomic(bench, 2, 0, 1);
    quiet_after(give_atomic(bench, 0), RESTED);
    bench->in.gap = 1000;
    expect_quiet(step(bench), 1);
    steps(commit_atomic(bench, 1), DUE_TO_LOAD);
    for (unsigned clock = 0; clock < 2 * QUIET_CLOCKS; clock++) {
        bench->in.grant_ready = 0;
        EXPECT_OUT(step(bench), grant_valid, 1);
        expect_quiet(bench, 0);
    }
    expect_quiet(step(bench), 1);
}
