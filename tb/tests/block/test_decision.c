// Grant or deny (rtl/spec/decision.md): a grant fits to the last quantum on every lane
// that it uses and takes all of them or none; a deny names exactly the lanes without headroom, and
// says so again only when they change. A bound that is off by one overcommits a receiver.
#include "tb/tests/block/bench.h"

ADMIT(grants_an_exact_fit_and_denies_one_above_on_every_hbm_lane) {
    for (unsigned lane = 0; lane < HBM_LANES; lane++) {
        const unsigned id = 2 * lane, tag = 2 * lane + 1;
        admit_write(bench, tag - 1, lane, WINDOW_HBM_RESET - 100, id);
        EXPECT_OUT(bench, debt[lane], WINDOW_HBM_RESET - 100);
        expect_deny(decide_write(bench, tag, lane, 101), tag, 1u << lane); // one above
        expect_demand(bench, 101, 0, 0);
        EXPECT_OUT(bench, lane, lane);
        EXPECT_OUT(bench, debt[lane], WINDOW_HBM_RESET - 100);
        steps(bench, CREDIT); // until it is compared with headroom
        configure(bench, CONFIG_WINDOW + lane, WINDOW_HBM_RESET + 1); // now exact
        expect_grant(steps(bench, HEADROOM), tag, id + 1, 1u << lane);
        EXPECT_OUT(bench, debt[lane], WINDOW_HBM_RESET + 1);
    }
}

ADMIT(grants_an_exact_fit_and_denies_one_above_on_the_atomic_lane) {
    set(bench, CONFIG_WINDOW + ATOMIC_LANE, 2 * ATOMIC_SERVICE_RESET - 1);
    admit_atomic(bench, 1, 0, 0);
    expect_deny(decide_atomic(bench, 2, 0), 2, ATOMIC_BIT);
    expect_grant(reconfigure(bench, CONFIG_WINDOW + ATOMIC_LANE, 2 * ATOMIC_SERVICE_RESET), 2, 1,
                 ATOMIC_BIT);
    EXPECT_OUT(bench, debt[ATOMIC_LANE], 2 * ATOMIC_SERVICE_RESET);
}

ADMIT(grants_an_exact_fit_and_denies_one_above_on_the_response_lane) {
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, 2 * response_quanta(64) - 1);
    admit_read(bench, 1, 0, 64, 0);
    expect_deny(decide_read(bench, 2, 1, 64), 2, RESPONSE_BIT);
    expect_grant(reconfigure(bench, CONFIG_WINDOW + RESPONSE_LANE, 2 * response_quanta(64)), 2, 1,
                 1 << 1 | RESPONSE_BIT);
    EXPECT_OUT(bench, debt[RESPONSE_LANE], 2 * response_quanta(64));
}

ADMIT(grants_back_to_back_on_one_lane) {
    enum { COUNT = 20 };
    for (unsigned clock = 0; clock < COUNT + OFFER_TO_DECISION; clock++) {
        if (clock < COUNT)
            offer_write(bench, clock, 5, 100 + clock);
        step(bench);
        if (clock < OFFER_TO_DECISION)
            continue;
        const unsigned tag = clock - OFFER_TO_DECISION;
        expect_grant(bench, tag, tag, 1 << 5);
        EXPECT_OUT(bench, debt[5], (tag + 1) * 100 + tag * (tag + 1) / 2);
        EXPECT_OUT(bench, order, 2 + tag);
    }
}

ADMIT(a_decision_sees_the_grant_of_the_clock_before) {
    step(offer_write(bench, 1, 0, WINDOW_HBM_RESET));
    offer_write(bench, 2, 0, 1);
    expect_grant(steps(bench, OFFER_TO_DECISION), 1, 0, 1);
    expect_deny(step(bench), 2, 1);
}

ADMIT(a_decision_does_not_see_the_returns_of_its_clock) {
    set(bench, CONFIG_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET);
    admit_atomic(bench, 1, 0, 0);
    for (unsigned left = LATER(DECISION, STAGE_COMMIT); left > 0; left--) {
        if (left == DECISION)
            offer_atomic(bench, 2, 0);
        if (left == STAGE_COMMIT)
            give_atomic(bench, 0); // commits in the clock of the decision
        step(bench);
    }
    expect_deny(bench, 2, ATOMIC_BIT);
    expect_return(bench, CLASS_ATOMIC, 0, ATOMIC_SERVICE_RESET);
    EXPECT_OUT(bench, debt[ATOMIC_LANE], 0);
    expect_grant(steps(bench, CREDIT), 2, 1, ATOMIC_BIT);
}

ADMIT(reserves_all_or_none) {
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, response_quanta(4112));
    admit_read(bench, 1, 2, 4112, 0);
    expect_demand(bench, 4112, 0, response_quanta(4112));
    offer_read(bench, 2, 3, 4112); // lane 3 is empty, the response lane is full
    expect_deny(steps(bench, DECISION), 2, RESPONSE_BIT);
    EXPECT_OUT(bench, debt[3], 0);
    EXPECT_OUT(bench, debt[RESPONSE_LANE], response_quanta(4112));
    steps(bench, CREDIT);
    expect_return(commit_response(bench, 0), CLASS_RESPONSE, 0, response_quanta(4112));
    expect_grant(steps(bench, CREDIT), 2, 1, 1 << 3 | RESPONSE_BIT);
    EXPECT_OUT(bench, debt[3], 4112);
    EXPECT_OUT(bench, debt[RESPONSE_LANE], response_quanta(4112));
}

ADMIT(denies_with_exactly_the_lanes_that_lack_headroom) {
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, response_quanta(0));
    set(bench, CONFIG_COMMAND_LIMIT, 1);
    expect_grant(decide_read(bench, 1, 6, 0), 1, 0, RESPONSE_BIT);
    expect_deny(decide_atomic(bench, 2, 0), 2, REFUSED_TABLE);
    expect_report(reconfigure(bench, CONFIG_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET - 1), 2,
                  REFUSED_TABLE | ATOMIC_BIT);
    steps(bench, CREDIT);
    expect_report(reconfigure(bench, CONFIG_COMMAND_LIMIT, 2), 2, ATOMIC_BIT);
    steps(bench, CREDIT);
    expect_grant(reconfigure(bench, CONFIG_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET), 2, 1,
                 ATOMIC_BIT);
}

ADMIT(a_full_lane_does_not_refuse_what_does_not_use_it) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    set(bench, CONFIG_WINDOW, 0);
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, 0);
    admit_write(bench, 2, 1, 100, 1);
    admit_atomic(bench, 3, 0, 2);
    expect_grant(decide_write(bench, 4, 0, 0), 4, 3, 0); // its lane, but no demand
}

ADMIT(repeats_a_deny_only_when_its_mask_changes) {
    admit_read(bench, 1, 0, 61000, 0);
    expect_deny(decide_read(bench, 2, 0, 4112), 2, 1 | RESPONSE_BIT);
    expect_silent_clocks(bench, 5);
    give_hbm(bench, 0, 0);
    expect_undecided_clocks(bench, HBM_COMMIT + CREDIT - 1);
    expect_report(step(bench), 2, RESPONSE_BIT);
    expect_silence(step(bench));
}
