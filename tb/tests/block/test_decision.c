// Grant or deny (rtl/spec/decision.md): a grant fits to the last quantum on every lane
// that it uses and takes all of them or none; a deny names exactly the lanes without headroom, and
// says so again only when they change. A bound that is off by one overcommits a receiver.
#include <criterion/criterion.h>

#include "tb/tests/block/bench.h"
#include "tb/tests/block/mask.h"

ADMIT(grants_an_exact_fit_and_denies_one_above_on_every_hbm_lane) {
    for (unsigned lane = 0; lane < HBM_LANES; lane++) {
        const unsigned id = 2 * lane, tag = 2 * lane + 1;
        admit_write(bench, tag - 1, lane, WINDOW_HBM_RESET - 100, id);
        expect_debt(bench, lane, WINDOW_HBM_RESET - 100);
        offer_write(bench, tag, lane, 101); // one above
        steps(bench, DECISION);
        expect_deny(bench, tag, 1u << lane);
        expect_demand(bench, 101, 0, 0);
        expect(bench, "lane", lane, bench->out.lane);
        expect_debt(bench, lane, WINDOW_HBM_RESET - 100);
        steps(bench, CREDIT); // until it is compared with headroom
        configure(bench, CONFIG_WINDOW + lane, WINDOW_HBM_RESET + 1); // now exact
        steps(bench, HEADROOM);
        expect_grant(bench, tag, id + 1, 1u << lane);
        expect_debt(bench, lane, WINDOW_HBM_RESET + 1);
    }
}

ADMIT(grants_an_exact_fit_and_denies_one_above_on_the_atomic_lane) {
    set(bench, CONFIG_WINDOW + ATOMIC_LANE, 2 * ATOMIC_SERVICE_RESET - 1);
    admit_atomic(bench, 1, 0, 0);
    offer_atomic(bench, 2, 0);
    steps(bench, DECISION);
    expect_deny(bench, 2, ATOMIC_BIT);
    configure(bench, CONFIG_WINDOW + ATOMIC_LANE, 2 * ATOMIC_SERVICE_RESET);
    steps(bench, HEADROOM);
    expect_grant(bench, 2, 1, ATOMIC_BIT);
    expect_debt(bench, ATOMIC_LANE, 2 * ATOMIC_SERVICE_RESET);
}

ADMIT(grants_an_exact_fit_and_denies_one_above_on_the_response_lane) {
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, 2 * response_quanta(64) - 1);
    admit_read(bench, 1, 0, 64, 0);
    offer_read(bench, 2, 1, 64);
    steps(bench, DECISION);
    expect_deny(bench, 2, RESPONSE_BIT);
    configure(bench, CONFIG_WINDOW + RESPONSE_LANE, 2 * response_quanta(64));
    steps(bench, HEADROOM);
    expect_grant(bench, 2, 1, 1 << 1 | RESPONSE_BIT);
    expect_debt(bench, RESPONSE_LANE, 2 * response_quanta(64));
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
        expect_debt(bench, 5, (tag + 1) * 100 + tag * (tag + 1) / 2);
        expect(bench, "order", 2 + tag, bench->out.order);
    }
}

ADMIT(a_decision_sees_the_grant_of_the_clock_before) {
    offer_write(bench, 1, 0, WINDOW_HBM_RESET);
    step(bench);
    offer_write(bench, 2, 0, 1);
    steps(bench, OFFER_TO_DECISION);
    expect_grant(bench, 1, 0, 1);
    step(bench);
    expect_deny(bench, 2, 1);
}

ADMIT(a_decision_does_not_see_the_returns_of_its_clock) {
    set(bench, CONFIG_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET);
    admit_atomic(bench, 1, 0, 0);
    offer_atomic(bench, 2, 0);
    steps(bench, DECISION - STAGE_COMMIT);
    give_atomic(bench, 0); // commits in the clock of the decision
    steps(bench, STAGE_COMMIT);
    expect_deny(bench, 2, ATOMIC_BIT);
    expect_return(bench, CLASS_ATOMIC, 0, ATOMIC_SERVICE_RESET);
    expect_debt(bench, ATOMIC_LANE, 0);
    steps(bench, CREDIT);
    expect_grant(bench, 2, 1, ATOMIC_BIT);
}

ADMIT(reserves_all_or_none) {
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, response_quanta(4112));
    admit_read(bench, 1, 2, 4112, 0);
    expect_demand(bench, 4112, 0, response_quanta(4112));
    offer_read(bench, 2, 3, 4112); // lane 3 is empty, the response lane is full
    steps(bench, DECISION);
    expect_deny(bench, 2, RESPONSE_BIT);
    expect_debt(bench, 3, 0);
    expect_debt(bench, RESPONSE_LANE, response_quanta(4112));
    steps(bench, CREDIT);
    give_response(bench, 0);
    steps(bench, STAGE_COMMIT);
    expect_return(bench, CLASS_RESPONSE, 0, response_quanta(4112));
    steps(bench, CREDIT);
    expect_grant(bench, 2, 1, 1 << 3 | RESPONSE_BIT);
    expect_debt(bench, 3, 4112);
    expect_debt(bench, RESPONSE_LANE, response_quanta(4112));
}

ADMIT(denies_with_exactly_the_lanes_that_lack_headroom) {
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, response_quanta(0));
    set(bench, CONFIG_COMMAND_LIMIT, 1);
    offer_read(bench, 1, 6, 0);
    steps(bench, DECISION);
    expect_grant(bench, 1, 0, RESPONSE_BIT);
    offer_atomic(bench, 2, 0);
    steps(bench, DECISION);
    expect_deny(bench, 2, REFUSED_TABLE);
    configure(bench, CONFIG_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET - 1);
    steps(bench, HEADROOM);
    expect_deny(bench, 2, REFUSED_TABLE | ATOMIC_BIT);
    configure(bench, CONFIG_COMMAND_LIMIT, 2);
    steps(bench, HEADROOM);
    expect_deny(bench, 2, ATOMIC_BIT);
    configure(bench, CONFIG_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET);
    steps(bench, HEADROOM);
    expect_grant(bench, 2, 1, ATOMIC_BIT);
}

ADMIT(a_full_lane_does_not_refuse_what_does_not_use_it) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    set(bench, CONFIG_WINDOW, 0);
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, 0);
    admit_write(bench, 2, 1, 100, 1);
    admit_atomic(bench, 3, 0, 2);
    offer_write(bench, 4, 0, 0); // its lane, but no demand
    steps(bench, DECISION);
    expect_grant(bench, 4, 3, 0);
}

ADMIT(repeats_a_deny_only_when_its_mask_changes) {
    admit_read(bench, 1, 0, 61000, 0);
    offer_read(bench, 2, 0, 4112);
    steps(bench, DECISION);
    expect_deny(bench, 2, 1 | RESPONSE_BIT);
    for (unsigned clock = 0; clock < 5; clock++) {
        step(bench);
        expect_silence(bench);
    }
    give_hbm(bench, 0, 0);
    steps(bench, HBM_COMMIT + CREDIT - 1);
    expect_no_decision(bench);
    step(bench);
    expect_deny(bench, 2, RESPONSE_BIT);
    step(bench);
    expect_silence(bench);
}
