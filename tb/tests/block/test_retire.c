// Retire (rtl/spec/reservation.md): a reservation is freed by the last of its returns and
// its done, in whatever order and however many in one clock, and exactly once. Freed too early it
// would be reused while credit is out; never freed, the table would leak.
#include "tb/tests/block/bench.h"

ADMIT(done_after_the_returns_frees_the_reservation) {
    admit_write(bench, 1, 0, 100, 0);
    EXPECT_OUT(commit_hbm(bench, 0, 0), retire, 0);
    expect_silent_clocks(give_done(bench, 0), DONE_COMMIT - 1);
    expect_done(step(bench), CHANNEL_COMPLETE, 0);
    expect_commits(bench, 1);
    expect(bench, "operation", 1, bench->commits[0].op);
}

ADMIT(done_before_the_returns_is_remembered) {
    admit_read(bench, 1, 0, 100, 0);
    expect_silence(commit_done(bench, 0));
    expect_return(commit_response(bench, 0), CLASS_RESPONSE, 0, response_quanta(100));
    EXPECT_OUT(bench, retire, 0);
    expect_done(commit_done(bench, 0), CHANNEL_STRAY, 0); // a second one
    expect_return(commit_hbm(bench, 0, 0), CLASS_HBM, 0, 100);
    EXPECT_OUT(bench, retire, RETIRE_HBM);
    expect_done(bench, CHANNEL_NONE, 0);
    expect_commits(bench, 2);
}

ADMIT(everything_is_stray_after_the_last_event) {
    admit_atomic(bench, 1, 0, 0);
    step(give_done(bench, 0));
    step(give_atomic(bench, 0));                                   // the last
    for (unsigned clock = 1; clock <= 2 * STAGE_COMMIT; clock++) { // up to the retire, and after
        give_atomic(bench, 0);
        step(give_done(bench, 0));
        if (clock < BEAT_TO_COMMIT)
            continue;
        if (clock == BEAT_TO_COMMIT) {
            expect_return(bench, CLASS_ATOMIC, 0, ATOMIC_SERVICE_RESET);
            EXPECT_OUT(bench, retire, RETIRE_ATOMIC);
        } else {
            expect_stray(bench, CLASS_ATOMIC, 0);
            expect_done(bench, CHANNEL_STRAY, 0);
        }
    }
}

ADMIT(an_empty_vector_holds_a_reservation_until_done) {
    expect_grant(decide_write(bench, 1, 5, 0), 1, 0, 0);
    expect_demand(bench, 0, 0, 0);
    EXPECT_OUT(bench, lane, 0);
    expect_stray(commit_hbm(bench, 5, 0), CLASS_HBM, 0);
    expect_done(commit_done(bench, 0), CHANNEL_COMPLETE, 0);
}

ADMIT(the_last_of_several_channels_frees_a_reservation) {
    admit_read(bench, 1, 0, 100, 0);
    admit_read(bench, 2, 0, 100, 1);
    admit_atomic(bench, 3, 8, 2);
    admit_write(bench, 4, 0, 100, 3);

    steps(give_hbm(bench, 0, 0), HBM_EARLIER); // reservation 0: HBM, response, done in one clock
    give_response(bench, 0);
    give_done(bench, 0);
    expect_return(steps(bench, STAGE_COMMIT), CLASS_HBM, 0, 100);
    expect_return(bench, CLASS_RESPONSE, 0, response_quanta(100));
    EXPECT_OUT(bench, retire, 0);
    expect_done(bench, CHANNEL_COMPLETE, 0);
    expect_commits(bench, 3);

    give_done(bench, 1); // reservation 1: done before, HBM and response in one clock
    give_hbm(bench, 0, 1);
    steps(bench, HBM_EARLIER);
    expect_return(commit_response(bench, 1), CLASS_HBM, 1, 100);
    EXPECT_OUT(bench, retire, RETIRE_RESPONSE);
    expect_commits(bench, 3);

    give_atomic(bench, 2); // reservation 2: Atomic and response, done later
    give_response(bench, 2);
    step(bench);
    give_done(bench, 2);
    EXPECT_OUT(steps(bench, STAGE_COMMIT - 1), retire, 0);
    expect_return(bench, CLASS_ATOMIC, 2, ATOMIC_SERVICE_RESET);
    expect_done(step(bench), CHANNEL_COMPLETE, 2);

    give_hbm(bench, 0, 3); // reservation 3: HBM, with a stray of the same id on a later channel
    give_done(bench, 3);
    steps(bench, HBM_EARLIER);
    give_response(bench, 3);
    give_done(bench, 3);
    expect_return(steps(bench, STAGE_COMMIT), CLASS_HBM, 3, 100);
    expect_stray(bench, CLASS_RESPONSE, 3);
    EXPECT_OUT(bench, retire, RETIRE_HBM);
    expect_done(bench, CHANNEL_STRAY, 3);
    expect_commits(bench, 4);
}

ADMIT(four_reservations_retire_in_one_clock) {
    admit_write(bench, 1, 0, 100, 0);
    admit_atomic(bench, 2, 0, 1);
    expect_grant(decide_read(bench, 3, 0, 0), 3, 2, RESPONSE_BIT);
    admit_write(bench, 4, 0, 0, 3);
    for (uint16_t id = 0; id < 3; id++) {
        step(give_done(bench, id));
    }
    set(bench, CONFIG_COMMAND_LIMIT, 4);
    steps(give_hbm(bench, 0, 0), HBM_EARLIER);
    give_atomic(bench, 1);
    give_response(bench, 2);
    give_done(bench, 3);
    EXPECT_OUT(steps(bench, STAGE_COMMIT), retire, RETIRE_HBM | RETIRE_ATOMIC | RETIRE_RESPONSE);
    expect_done(bench, CHANNEL_COMPLETE, 3);
    expect_commits(bench, 7);
    for (unsigned id = 4; id < 8; id++) // all four are counted as free
        admit_write(bench, 10 + id, 0, 0, id);
    expect_deny(decide_write(bench, 20, 0, 0), 20, REFUSED_TABLE);
    for (uint16_t id = 4; id < 8; id++)
        step(give_done(bench, id));
    steps(bench, DONE_COMMIT + CREDIT); // operation 20 has the first of them
    for (unsigned id = 1; id < 4; id++)
        admit_write(bench, 20 + id, 0, 0, id);
}
