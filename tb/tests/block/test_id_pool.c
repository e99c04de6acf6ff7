// The reservation table as decisions see it (rtl/spec/reservation.md): which id comes
// next, when a freed one can be used again, and what counts against the command limit. Two
// reservations under one id would make every later return ambiguous.
#include <criterion/criterion.h>

#include "tb/tests/block/bench.h"

ADMIT(a_full_table_denies_and_reuses_the_lowest_free_id) {
    for (unsigned i = 0; i < DEPTH + OFFER_TO_DECISION; i++) {
        if (i < DEPTH)
            offer_write(bench, i, 0, 1);
        step(bench);
        if (i >= OFFER_TO_DECISION)
            expect_grant(bench, i - OFFER_TO_DECISION, i - OFFER_TO_DECISION, 1);
    }
    offer_write(bench, 1000, 1, 1);
    steps(bench, DECISION);
    expect_deny(bench, 1000, REFUSED_TABLE);
    configure(bench, CONFIG_COMMAND_LIMIT, 2 * DEPTH - 1); // no help
    steps(bench, 3);
    expect_silence(bench);
    give_done(bench, 90);
    give_hbm(bench, 0, 90);
    step(bench);
    give_done(bench, 40);
    give_hbm(bench, 0, 40);
    step(bench);
    step(bench);
    expect_return(bench, CLASS_HBM, 90, 1);
    expect_retire(bench, RETIRE_HBM);
    for (unsigned clock = 2; clock < RETIRE_TO_CANDIDATE + CREDIT; clock++) {
        step(bench);
        expect_no_decision(bench); // no candidate yet
    }
    step(bench);
    expect_grant(bench, 1000, 90, 1 << 1);
    offer_write(bench, 1001, 1, 1);
    steps(bench, DECISION);
    expect_grant(bench, 1001, 40, 1 << 1);
}

ADMIT(the_lowest_unallocated_id_becomes_the_candidate) {
    for (uint16_t id = 0; id < 6; id++)
        admit_write(bench, id, id, 0, id); // the candidate is now 6
    for (uint16_t id = 1; id < 4; id++) {
        give_done(bench, id);
        step(bench);
    }
    steps(bench, 2);
    admit_write(bench, 10, 0, 0, 6); // allocated ahead
    admit_write(bench, 11, 0, 0, 1);
    admit_write(bench, 12, 0, 0, 2);
    admit_write(bench, 13, 0, 0, 3);
    admit_write(bench, 14, 0, 0, 7);
}

ADMIT(the_command_limit_counts_reservations_held) {
    set(bench, CONFIG_COMMAND_LIMIT, 2);
    admit_write(bench, 1, 0, 100, 0);
    admit_write(bench, 2, 0, 0, 1); // an empty vector counts
    offer_write(bench, 3, 0, 100);
    steps(bench, DECISION);
    expect_deny(bench, 3, REFUSED_TABLE);
    give_hbm(bench, 0, 0); // returned, not completed: still held
    steps(bench, HBM_COMMIT + 1);
    expect_no_decision(bench);
    give_done(bench, 1);
    steps(bench, DONE_COMMIT);
    expect_done(bench, CHANNEL_COMPLETE, 1);
    for (unsigned clock = 1; clock < CREDIT; clock++) {
        expect_no_decision(bench); // this clock's value is still two
        step(bench);
    }
    step(bench);
    expect_grant(bench, 3, 2, 1);
    set(bench, CONFIG_COMMAND_LIMIT, 0);
    offer_write(bench, 4, 0, 100);
    steps(bench, DECISION);
    expect_deny(bench, 4, REFUSED_TABLE);
    configure(bench, CONFIG_COMMAND_LIMIT, 3);
    steps(bench, HEADROOM);
    expect_grant(bench, 4, 1, 1);
}
