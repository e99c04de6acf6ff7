// Returns (rtl/spec/reservation.md): each stage gives back the component
// that was frozen at the grant, once, to the lane it was taken from. Everything else that arrives
// is a stray: reported, without effect, so that a faulty receiver cannot mint credit.
#include "tb/tests/block/bench.h"

ADMIT(each_stage_returns_its_component) {
    admit_read(bench, 1, 3, 4112, 0);
    admit_atomic(bench, 2, 8, 1);
    steps(give_hbm(bench, 3, 0), HBM_EARLIER);
    give_atomic(bench, 1);
    give_response(bench, 0);
    expect_return(steps(bench, STAGE_COMMIT), CLASS_HBM, 0, 4112);
    EXPECT_OUT(bench, hbm_lane, 3);
    expect_return(bench, CLASS_ATOMIC, 1, ATOMIC_SERVICE_RESET);
    expect_return(bench, CLASS_RESPONSE, 0, response_quanta(4112));
    EXPECT_OUT(bench, retire, 0);
    EXPECT_OUT(bench, debt[3], 0);
    EXPECT_OUT(bench, debt[ATOMIC_LANE], 0);
    EXPECT_OUT(bench, debt[RESPONSE_LANE], response_quanta(8));
    expect_commits(bench, 3);
}

ADMIT(returns_and_a_grant_on_the_same_lanes_share_a_clock) {
    admit_read(bench, 1, 3, 4112, 0);
    admit_atomic(bench, 2, 8, 1);
    for (unsigned left = LATER(DECISION, HBM_COMMIT); left > 0; left--) {
        if (left == HBM_COMMIT)
            give_hbm(bench, 3, 0);
        if (left == STAGE_COMMIT)
            give_response(give_atomic(bench, 1), 0);
        if (left == DECISION)
            offer_read(bench, 3, 3, 100);
        step(bench);
    }
    expect_grant(bench, 3, 2, 1 << 3 | RESPONSE_BIT);
    expect_return(bench, CLASS_HBM, 0, 4112);
    expect_return(bench, CLASS_ATOMIC, 1, ATOMIC_SERVICE_RESET);
    expect_return(bench, CLASS_RESPONSE, 0, response_quanta(4112));
    EXPECT_OUT(bench, debt[3], 100);
    EXPECT_OUT(bench, debt[RESPONSE_LANE], response_quanta(8) + response_quanta(100));
    expect_commits(bench, 4);
    expect(bench, "debt between", 4212, bench->commits[0].debt[3]);
}

ADMIT(returns_what_was_frozen_whatever_has_changed_since) {
    admit_read(bench, 1, 0, 4112, 0);
    set(bench, CONFIG_MULTIPLIER, 0xa000);
    set(bench, CONFIG_RESPONSE_FIXED, 0);
    set(bench, CONFIG_QUANTUM_TIME, 3);
    set(bench, CONFIG_WINDOW, 0);
    expect_return(commit_hbm(bench, 0, 0), CLASS_HBM, 0, 4112);
    expect_return(commit_response(bench, 0), CLASS_RESPONSE, 0, response_quanta(4112));
}

ADMIT(an_hbm_return_goes_to_the_frozen_lane) {
    admit_write(bench, 1, 3, 100, 0);
    expect_return(commit_hbm(bench, 6, 0), CLASS_HBM, 0, 100);
    EXPECT_OUT(bench, hbm_lane, 3);
    EXPECT_OUT(bench, debt[3], 0);
    EXPECT_OUT(bench, debt[6], 0);
}

ADMIT(reports_second_returns_as_strays) {
    admit_read(bench, 1, 3, 4112, 0);
    admit_atomic(bench, 2, 8, 1);
    for (unsigned clock = 0; clock < 2; clock++) { // back to back
        give_hbm(bench, 3, 0);
        give_atomic(bench, 1);
        give_response(bench, 0);
        step(bench);
    }
    expect_return(steps(bench, STAGE_COMMIT - 2), CLASS_ATOMIC, 1, ATOMIC_SERVICE_RESET);
    expect_return(bench, CLASS_RESPONSE, 0, response_quanta(4112));
    expect_stray(step(bench), CLASS_ATOMIC, 1);
    expect_stray(bench, CLASS_RESPONSE, 0);
    expect_return(steps(bench, HBM_EARLIER - 1), CLASS_HBM, 0, 4112);
    expect_stray(step(bench), CLASS_HBM, 0);
    EXPECT_OUT(bench, hbm_lane, 3);
    EXPECT_OUT(bench, debt[3], 0);
    EXPECT_OUT(bench, debt[ATOMIC_LANE], 0);
    EXPECT_OUT(bench, debt[RESPONSE_LANE], response_quanta(8));
}

ADMIT(reports_returns_of_what_was_not_used_as_strays) {
    admit_write(bench, 1, 0, 100, 0);
    admit_atomic(bench, 2, 0, 1);
    give_hbm(bench, 5, 1);
    give_atomic(bench, 0);
    give_response(bench, 1);
    expect_stray(steps(bench, STAGE_COMMIT), CLASS_ATOMIC, 0);
    expect_stray(bench, CLASS_RESPONSE, 1);
    expect_stray(steps(bench, HBM_EARLIER), CLASS_HBM, 1);
    EXPECT_OUT(bench, hbm_lane, 5);
    EXPECT_OUT(bench, debt[0], 100);
    EXPECT_OUT(bench, debt[ATOMIC_LANE], ATOMIC_SERVICE_RESET);
}

ADMIT(reports_unknown_ids_as_strays) {
    give_hbm(bench, 7, DEPTH - 1);
    give_atomic(bench, 5);
    give_response(bench, 0); // the candidate
    give_done(bench, 77);
    expect_stray(steps(bench, STAGE_COMMIT), CLASS_ATOMIC, 5);
    expect_stray(bench, CLASS_RESPONSE, 0);
    expect_done(bench, CHANNEL_STRAY, 77);
    expect_commits(bench, 3);
    expect_stray(steps(bench, HBM_EARLIER), CLASS_HBM, DEPTH - 1);
    EXPECT_OUT(bench, hbm_lane, 7);
}

ADMIT(a_reservation_is_held_from_the_clock_after_its_grant) {
    steps(offer_atomic(bench, 1, 8), OFFER_TO_DECISION);
    give_atomic(bench, 0); // in the clock of the grant
    give_done(bench, 0);
    expect_grant(step(bench), 1, 0, ATOMIC_BIT | RESPONSE_BIT);
    give_atomic(bench, 0); // in the next
    give_done(bench, 0);
    step(bench);
    give_response(bench, 0);
    expect_stray(steps(bench, STAGE_COMMIT - 2), CLASS_ATOMIC, 0);
    expect_done(bench, CHANNEL_STRAY, 0);
    expect_return(step(bench), CLASS_ATOMIC, 0, ATOMIC_SERVICE_RESET);
    expect_done(bench, CHANNEL_NONE, 0);
    expect_return(step(bench), CLASS_RESPONSE, 0, response_quanta(8));
    EXPECT_OUT(bench, retire, RETIRE_RESPONSE);
}
