// Reset (rtl/spec/pipeline.md): what it commits, and that nothing of before survives
// it: debt, reservations, operations that wait, beats in flight, registers. Whatever leaked through
// a reset would be charged to traffic that never used it.
#include <criterion/criterion.h>

#include "tb/tests/block/bench.h"

Test(admit, starts_with_reset_and_windows) {
    for (const struct admitter_kind *kind = admitter_kinds; kind->name; kind++) {
        struct bench bench;
        if (!bench_open(&bench, kind, DEPTH))
            continue;
        step(&bench);
        expect(&bench, "reset", 1, bench.out.reset);
        expect(&bench, "window", 1, bench.out.window);
        expect(&bench, "window's lane", 0, bench.out.window_lane);
        expect(&bench, "window's value", 0, bench.out.window_value);
        expect(&bench, "order", 0, bench.out.order);
        expect(&bench, "ready for an offer", 1, bench.out.op_ready);
        expect(&bench, "partitions ready", 0xff, bench.out.hbm_ready);
        expect(&bench, "commits, the opening reset not counted", 1, bench.count);
        step(&bench);
        expect_silence(&bench);
        expect(&bench, "order", 2, bench.out.order);
        bench_close(&bench);
    }
}

ADMIT(decides_an_offer_of_the_first_clock_after_reset) {
    step_reset(bench);
    offer_write(bench, 7, 3, 100);
    steps(bench, DECISION);
    expect_grant(bench, 7, 0, 1 << 3);
}

ADMIT(a_reset_voids_everything) {
    admit_write(bench, 1, 0, 40000, 0);
    admit_atomic(bench, 2, 8, 1);
    set(bench, CONFIG_WINDOW + 1, 5);
    set(bench, CONFIG_COMMAND_LIMIT, 2);
    offer_write(bench, 3, 0, 1); // waits
    step(bench);
    offer_write(bench, 4, 0, 1); // behind it
    for (unsigned partition = 0; partition < HBM_LANES; partition++)
        give_hbm(bench, partition, 9);
    give_atomic(bench, 1);
    steps(bench, 2);
    configure(bench, CONFIG_WINDOW, 17);
    offer_write(bench, 5, 0, 1);
    give_response(bench, 1);
    step_reset(bench);
    expect_silence(bench);
    expect(bench, "order in reset", 0, bench->out.order);
    expect(bench, "quiet in reset", 0, bench->out.quiet);
    expect(bench, "partitions ready", 0xff, bench->out.hbm_ready);
    for (unsigned lane = 0; lane < LANES; lane++)
        expect_debt(bench, lane, 0);
    step(bench);
    expect(bench, "reset", 1, bench->out.reset);
    expect(bench, "commits", 2, bench->count);
    expect_no_decision(bench);
    steps(bench, 1);
    expect_silence(bench);
    expect(bench, "order", 2, bench->out.order);
    steps(bench, 12);
    expect_silence(bench);
    expect(bench, "order", 2, bench->out.order);
    expect(bench, "quiet", 1, bench->out.quiet);
    // Windows, limit and ids are back: a full window, a third reservation, id 0 again.
    admit_write(bench, 6, 0, WINDOW_HBM_RESET, 0);
    admit_write(bench, 7, 1, WINDOW_HBM_RESET, 1);
    admit_write(bench, 8, 2, WINDOW_HBM_RESET, 2);
}

ADMIT(a_reset_of_several_clocks_commits_once) {
    admit_write(bench, 1, 0, 100, 0);
    for (unsigned clock = 0; clock < 3; clock++) {
        step_reset(bench);
        expect_silence(bench);
    }
    step(bench);
    expect(bench, "reset", 1, bench->out.reset);
    step(bench);
    expect_silence(bench);
}
