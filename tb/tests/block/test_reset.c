// Reset (rtl/spec/pipeline.md): what it commits, and that nothing of before survives
// it: debt, reservations, operations that wait, beats in flight, registers. Whatever leaked through
// a reset would be charged to traffic that never used it.
#include "tb/tests/block/bench.h"

Test(admit, starts_with_reset_and_windows) {
    for (const struct admitter_kind *kind = admitter_kinds; kind->name; kind++) {
        struct bench bench;
        if (!bench_open(&bench, kind, DEPTH))
            continue;
        EXPECT_OUT(step(&bench), reset, 1);
        EXPECT_OUT(&bench, window, 1);
        EXPECT_OUT(&bench, window_lane, 0);
        EXPECT_OUT(&bench, window_value, 0);
        EXPECT_OUT(&bench, order, 0);
        EXPECT_OUT(&bench, op_ready, 1);
        EXPECT_OUT(&bench, hbm_ready, 0xff);
        expect_commits(&bench, 1); // the opening reset is not counted
        expect_silence(step(&bench));
        EXPECT_OUT(&bench, order, 2);
        bench_close(&bench);
    }
}

ADMIT(decides_an_offer_of_the_first_clock_after_reset) {
    step_reset(bench);
    expect_grant(decide_write(bench, 7, 3, 100), 7, 0, 1 << 3);
}

ADMIT(a_reset_voids_everything) {
    admit_write(bench, 1, 0, 40000, 0);
    admit_atomic(bench, 2, 8, 1);
    set(bench, CONFIG_WINDOW + 1, 5);
    set(bench, CONFIG_COMMAND_LIMIT, 2);
    step(offer_write(bench, 3, 0, 1)); // waits
    offer_write(bench, 4, 0, 1);       // behind it
    for (unsigned partition = 0; partition < HBM_LANES; partition++)
        give_hbm(bench, partition, 9);
    give_atomic(bench, 1);
    steps(bench, 2);
    configure(bench, CONFIG_WINDOW, 17);
    offer_write(bench, 5, 0, 1);
    give_response(bench, 1);
    expect_silence(step_reset(bench));
    EXPECT_OUT(bench, order, 0);
    EXPECT_OUT(bench, quiet, 0);
    EXPECT_OUT(bench, hbm_ready, 0xff);
    for (unsigned lane = 0; lane < LANES; lane++)
        EXPECT_OUT(bench, debt[lane], 0);
    EXPECT_OUT(step(bench), reset, 1);
    expect_commits(bench, 2);
    expect_no_decision(bench);
    expect_silence(step(bench));
    EXPECT_OUT(bench, order, 2);
    expect_silent_clocks(bench, QUIET_CLOCKS - 3);
    EXPECT_OUT(bench, quiet, 0);
    expect_silence(step(bench));
    EXPECT_OUT(bench, order, 2);
    EXPECT_OUT(bench, quiet, 1);
    // Windows, limit and ids are back: a full window, a third reservation, id 0 again.
    admit_write(bench, 6, 0, WINDOW_HBM_RESET, 0);
    admit_write(bench, 7, 1, WINDOW_HBM_RESET, 1);
    admit_write(bench, 8, 2, WINDOW_HBM_RESET, 2);
}

ADMIT(a_reset_of_several_clocks_commits_once) {
    admit_write(bench, 1, 0, 100, 0);
    for (unsigned clock = 0; clock < 3; clock++)
        expect_silence(step_reset(bench));
    EXPECT_OUT(step(bench), reset, 1);
    expect_silence(step(bench));
}
