// The reservation table as decisions see it (rtl/spec/reservation.md): which id comes
// next, when a freed one can be used again, and what counts against the command limit. Two
// reservations under one id would make every later return ambiguous.
#include "tb/tests/block/bench.h"

ADMIT(a_full_table_denies_and_reuses_the_lowest_free_id) {
    for (unsigned i = 0; i < DEPTH + OFFER_TO_DECISION; i++) {
        if (i < DEPTH)
            offer_write(bench, i, 0, 1);
        step(bench);
        if (i >= OFFER_TO_DECISION)
            expect_grant(bench, i - OFFER_TO_DECISION, i - OFFER_TO_DECISION, 1);
    }
    expect_deny(decide_write(bench, 1000, 1, 1), 1000, REFUSED_TABLE);
    configure(bench, CONFIG_COMMAND_LIMIT, 2 * DEPTH - 1); // no help
    expect_silence(steps(bench, 3));
    give_done(bench, 90);
    give_hbm(bench, 0, 90);
    step(bench);
    give_done(bench, 40);
    give_hbm(bench, 0, 40);
    step(bench);
    expect_return(steps(bench, HBM_COMMIT - 2), CLASS_HBM, 90, 1);
    EXPECT_OUT(bench, retire, RETIRE_HBM);
    expect_undecided_clocks(bench, RETIRED - 1);
    expect_grant(step(bench), 1000, 90, 1 << 1);
    expect_grant(decide_write(bench, 1001, 1, 1), 1001, 40, 1 << 1);
}

ADMIT(the_lowest_free_ids_are_picked_ahead_and_queue) {
    for (uint16_t id = 0; id < 6; id++)
        admit_write(bench, id, id, 0, id); // 6 to 9 are in the queue
    for (uint16_t id = 1; id < 4; id++)
        step(give_done(bench, id));
    steps(bench, DONE_COMMIT);
    static const uint16_t next[] = {6, 7, 8, 9, 1, 2, 3, 10};
    for (unsigned i = 0; i < COUNT(next); i++)
        admit_write(bench, 10 + i, 0, 0, next[i]);
}
_Static_assert(ID_QUEUE == 4, "the queue of this test has so many ids");

ADMIT(the_command_limit_counts_reservations_held) {
    set(bench, CONFIG_COMMAND_LIMIT, 2);
    admit_write(bench, 1, 0, 100, 0);
    admit_write(bench, 2, 0, 0, 1); // an empty vector counts
    expect_deny(decide_write(bench, 3, 0, 100), 3, REFUSED_TABLE);
    give_hbm(bench, 0, 0); // returned, not completed: still held
    expect_no_decision(steps(bench, HBM_COMMIT + 1));
    expect_done(commit_done(bench, 1), CHANNEL_COMPLETE, 1);
    expect_no_decision(bench);
    expect_undecided_clocks(bench, RETIRED - 1);
    expect_grant(step(bench), 3, 2, 1);
    set(bench, CONFIG_COMMAND_LIMIT, 0);
    expect_deny(decide_write(bench, 4, 0, 100), 4, REFUSED_TABLE);
    expect_grant(reconfigure(bench, CONFIG_COMMAND_LIMIT, 3), 4, 3, 1);
}
