// Retransmissions (rtl/spec/decision.md): an operation whose tag holds a reservation
// is answered with it and charged nothing. Charged twice, its credit would come back once.
#include "tb/tests/block/bench.h"

ADMIT(answers_a_retransmission_with_its_reservation) {
    admit_read(bench, 7, 2, 4112, 0);
    admit_write(bench, 8, 3, 100, 1);
    expect_repeat(decide_read(bench, 7, 2, 4112), 7, 0);
    expect_commits(bench, 1);
    EXPECT_OUT(bench, debt[2], 4112);
    EXPECT_OUT(bench, debt[RESPONSE_LANE], response_quanta(4112));
    expect_repeat(decide_write(bench, 8, 3, 100), 8, 1);
    admit_write(bench, 9, 3, 100, 2); // neither took an id
}

ADMIT(a_repeat_needs_no_room_and_is_never_rejected) {
    admit_write(bench, 7, 0, WINDOW_HBM_RESET, 0);
    set(bench, CONFIG_COMMAND_LIMIT, 1);
    expect_repeat(decide_write(bench, 7, 0, UINT32_MAX), 7, 0); // never fits, if it were new
    offer(bench, 7, 5, 0, 0, 0);                                // unknown, if it were new
    expect_repeat(steps(bench, DECISION), 7, 0);
    expect_silence(step(bench));
}

ADMIT(a_copy_of_a_waiting_operation_waits_for_it) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    step(offer_write(bench, 7, 0, 100));
    offer_write(bench, 7, 1, 100); // would fit, were it another operation
    expect_deny(steps(bench, DECISION - 1), 7, 1);
    expect_silent_clocks(bench, 2 * DECISION);
    expect_grant(credit_comes_back(bench, CLASS_HBM, 0), 7, 1, 1);
    expect_undecided_clocks(bench, UNBLOCKED - 1);
    expect_repeat(step(bench), 7, 1);
}

ADMIT(a_tag_is_new_once_its_reservation_is_freed) {
    enum { GIVEN = OFFER_TO_DECISION - LOOK_TO_DECISION - BEAT_TO_COMMIT };

    for (unsigned early = 0; early < 2; early++) {
        const uint16_t id = 0;
        admit_write(bench, 7, 0, 0, id);
        steps(offer_write(bench, 7, 0, 0), GIVEN - early);
        steps(give_done(bench, id), (unsigned)DECISION - GIVEN + early);
        // Freed in the clock of the look-up it still counts; in the clock before it does not.
        if (early)
            EXPECT_OUT(bench, kind, DECISION_GRANT);
        else
            expect_repeat(bench, 7, id);
        step_reset(bench);
        steps(bench, 2);
    }
}

ADMIT(a_completed_reservation_still_answers_while_a_component_is_out) {
    admit_write(bench, 7, 0, 100, 0);
    steps(give_done(bench, 0), DONE_COMMIT);
    expect_repeat(decide_write(bench, 7, 0, 100), 7, 0);
    EXPECT_OUT(commit_hbm(bench, 0, 0), retire, RETIRE_HBM);
    admit_write(bench, 7, 0, 100, 1);
}

ADMIT(finds_the_tag_among_all_reservations) {
    for (unsigned i = 0; i < DEPTH + OFFER_TO_DECISION; i++) {
        if (i < DEPTH)
            offer_write(bench, i * 0x01000001u, i % HBM_LANES, 1);
        step(bench);
    }
    for (unsigned i = 0; i < DEPTH; i++) {
        expect_repeat(decide_write(bench, i * 0x01000001u, 0, 1), i * 0x01000001u, i);
    }
    // One bit from a tag that is there.
    expect_deny(decide_write(bench, 0x80000000u, 0, 1), 0x80000000u, REFUSED_TABLE);
}
