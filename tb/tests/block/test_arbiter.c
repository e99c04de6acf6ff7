// The arbiter (rtl/spec/arbiter.md): among what may fit, latency-sensitive operations first,
// then those with fewer bytes on the wire, then as offered; what does not fit holds up nobody but
// its own domain, and is not passed for ever.
#include "tb/tests/block/bench.h"

// From the last offer that was made in pause to seeing the first decision, if offers need no
// longer.
enum { UNPAUSED = 1 + PAUSE_TO_CHOICE + CHOICE_TO_DECISION };

struct rank {
    uint32_t wire_bytes;
    uint8_t urgent;
    uint8_t domain;
};

// A clock in which an operation of this rank is offered.
static struct bench *offer_ranked(struct bench *bench, uint32_t tag, unsigned lane, uint32_t length,
                                  struct rank rank) {
    offer_write(bench, tag, lane, length);
    bench->in.wire_bytes = rank.wire_bytes;
    bench->in.urgent = rank.urgent;
    bench->in.domain = rank.domain;
    return step(bench);
}

static struct bench *paused_steps(struct bench *bench, unsigned clocks) {
    while (clocks--) {
        bench->in.pause = 1;
        step(bench);
    }
    return bench;
}

// Grants in consecutive clocks, the first of them in the one seen.
static void expect_grants(struct bench *bench, const uint32_t *tags, unsigned count, unsigned id) {
    for (unsigned i = 0; i < count; i++) {
        EXPECT_OUT(bench, kind, DECISION_GRANT);
        EXPECT_OUT(bench, tag, tags[i]);
        EXPECT_OUT(bench, id, id + i);
        step(bench);
    }
    expect_no_decision(bench);
}

ADMIT(grants_in_the_papers_order) {
    static const struct rank ranks[] = {{500, 0, 0},      {80, 0, 0}, {500, 0, 0}, {0xffffff, 1, 0},
                                        {0xffffff, 0, 0}, {79, 0, 0}, {80, 0, 0},  {4, 1, 0},
                                        {0, 0, 0},        {4, 1, 0}};
    static const uint32_t order[] = {7, 9, 3, 8, 5, 1, 6, 0, 2, 4};
    enum { COUNT = COUNT(ranks) };

    for (unsigned i = 0; i < COUNT; i++) {
        bench->in.pause = 1;
        offer_ranked(bench, i, i % HBM_LANES, 100, ranks[i]);
    }
    paused_steps(bench, OFFER_TO_CHOICE);
    expect_grants(steps(bench, UNPAUSED), order, COUNT, 0);
}

ADMIT(fills_every_slot_and_empties_them_in_order) {
    for (uint32_t i = 0; i < SLOTS; i++) {
        EXPECT_OUT(bench, op_ready, 1);
        bench->in.pause = 1;
        offer_ranked(bench, i, 0, 100, (struct rank){SLOTS - i, 0, 0});
    }
    EXPECT_OUT(bench, op_ready, 0);
    uint32_t order[SLOTS];
    for (uint32_t i = 0; i < SLOTS; i++)
        order[i] = SLOTS - 1 - i;
    paused_steps(bench, OFFER_TO_CHOICE);
    offer_write(bench, 1000, 0, 100); // is not taken
    EXPECT_OUT(steps(bench, UNPAUSED - 1), op_ready, 0);
    EXPECT_OUT(step(bench), op_ready, 1);
    expect_grants(bench, order, SLOTS, 0);
}

ADMIT(what_does_not_fit_is_passed) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    offer_ranked(bench, 2, 0, 100, (struct rank){0, 1, 0});
    offer_write(bench, 3, 1, 100);
    expect_deny(steps(bench, DECISION - 1), 2, 1);
    expect_grant(step(bench), 3, 1, 1 << 1);
    expect_grant(credit_comes_back(bench, CLASS_HBM, 0), 2, 2, 1);
}

ADMIT(the_best_that_fits_goes_first_when_credit_comes_back) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    offer_ranked(bench, 2, 0, 40000, (struct rank){9, 0, 0});
    offer_ranked(bench, 3, 0, 30000, (struct rank){8, 0, 0});
    steps(offer_ranked(bench, 4, 0, 30000, (struct rank){7, 0, 0}), DECISION + CREDIT - 1);
    expect_grant(credit_comes_back(bench, CLASS_HBM, 0), 4, 1, 1);
    expect_grant(step(bench), 3, 2, 1);
    expect_silence(step(bench)); // known to fit when it was chosen: denied as before
    commit_hbm(bench, 0, 1);
    credit_comes_back(bench, CLASS_HBM, 2);
}

ADMIT(a_domain_keeps_its_order_and_holds_up_no_other) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    offer_ranked(bench, 2, 0, 100, (struct rank){0, 0, 5});
    offer_ranked(bench, 3, 1, 100, (struct rank){0, 1, 5}); // fits, and is better
    offer_ranked(bench, 4, 2, 100, (struct rank){9, 0, 6});
    offer_ranked(bench, 5, 3, 100, (struct rank){9, 0, 0});
    expect_deny(steps(bench, DECISION - 4), 2, 1);
    expect_silence(step(bench)); // when operation 4 was still to come
    expect_grant(step(bench), 4, 1, 1 << 2);
    expect_grant(step(bench), 5, 2, 1 << 3);
    expect_silent_clocks(bench, 2 * DECISION);
    expect_grant(credit_comes_back(bench, CLASS_HBM, 0), 2, 3, 1);
    expect_undecided_clocks(bench, UNBLOCKED - 1);
    expect_grant(step(bench), 3, 4, 1 << 1);
}

ADMIT(a_reject_lets_its_domain_go_on) {
    offer_ranked(bench, 1, 0, WINDOW_HBM_RESET + 1, (struct rank){0, 0, 255});
    offer_ranked(bench, 2, 0, 100, (struct rank){0, 0, 255});
    expect_reject(steps(bench, OFFER_TO_DECISION - 1), 1, 1);
    expect_undecided_clocks(bench, UNBLOCKED - 1);
    expect_grant(step(bench), 2, 0, 1);
}

// Operation 1 waits for all of lane 0, of which operation 0 holds some, while others are offered
// in each clock that fit. Returns how many are granted before it, until there is nothing more.
static unsigned granted_past(struct bench *bench, unsigned bound, unsigned clocks) {
    unsigned grants = 0;

    set(bench, CONFIG_STARVATION_BOUND, bound);
    admit_write(bench, 0, 0, 1, 0);
    offer_write(bench, 1, 0, WINDOW_HBM_RESET);
    for (unsigned clock = 0; clock < clocks; clock++) {
        if (clock)
            offer_write(bench, 1 + clock, 1, 1);
        step(bench);
        grants += bench->out.kind == DECISION_GRANT;
    }
    return grants;
}

ADMIT(without_a_bound_smaller_operations_pass_for_ever) {
    expect(bench, "grants", 96, granted_past(bench, 0, 96 + DECISION));
}

ADMIT(an_aged_operation_is_not_passed_any_more) {
    // The bound is reached in one clock and known AGE_TO_CHOICE later; until then others are
    // chosen.
    expect(bench, "grants", 10 + AGE_TO_CHOICE - 1 + CHOICE_TO_DECISION,
           granted_past(bench, 10, 96));
    credit_comes_back(bench, CLASS_HBM, 0);
    EXPECT_OUT(bench, tag, 1);
    EXPECT_OUT(bench, debt[0], WINDOW_HBM_RESET);
    expect_undecided_clocks(bench, UNBLOCKED - 1);
    EXPECT_OUT(step(bench), kind, DECISION_GRANT);
}

ADMIT(a_pause_holds_choices_and_not_decisions) {
    enum { LAST_PAUSE = OFFER_TO_CHOICE - PAUSE_TO_CHOICE }; // that holds a choice, from its offer

    steps(offer_write(bench, 1, 0, 100), LAST_PAUSE + 1);
    offer_write(bench, 2, 0, 100);
    for (unsigned clock = LAST_PAUSE + 1; clock < OFFER_TO_DECISION; clock++)
        expect_silence(paused_steps(bench, 1));
    expect_grant(paused_steps(bench, 1), 1, 0, 1);
    for (unsigned clock = 0; clock < 2 * DECISION; clock++)
        expect_silence(paused_steps(bench, 1));
    EXPECT_OUT(bench, quiet, 1);
    expect_silent_clocks(bench, UNPAUSED - 1);
    expect_grant(step(bench), 2, 1, 1);

    steps(offer_write(bench, 3, 0, 100), LAST_PAUSE);
    expect_silence(paused_steps(bench, 1));
    expect_silent_clocks(bench, OFFER_TO_DECISION - LAST_PAUSE);
    expect_grant(step(bench), 3, 2, 1); // a clock later than without the pause
}

ADMIT(is_tried_anew_when_its_multiplier_or_unit_is_written) {
    static const unsigned address[] = {CONFIG_MULTIPLIER + 0, CONFIG_QUANTUM_HBM};
    static const uint32_t data[] = {MULTIPLIER_ENABLE | 1 << 11, 1};

    for (uint32_t i = 0; i < 2; i++) {
        const uint16_t id = (uint16_t)(2 * i);
        admit_write(bench, id, 0, 40000, id);
        expect_deny(decide_write(bench, id + 1u, 0, 40000), id + 1u, 1);
        steps(bench, CREDIT);
        configure(bench, address[i], data[i]); // half the demand
        expect_silent_clocks(bench, CONFIG_TO_USE + RESCALED);
        expect_grant(step(bench), id + 1u, id + 1u, 1);
        expect_demand(bench, 20000, 0, 0);
        steps(bench, WALK);
        set(bench, address[i], i ? 0 : MULTIPLIER_ONE);
        give_hbm(bench, 0, id);
        step(bench);
        EXPECT_OUT(commit_hbm(bench, 0, (uint16_t)(id + 1)), debt[0], 0);
    }
}

ADMIT(a_write_for_another_lane_leaves_it_alone) {
    admit_write(bench, 1, 0, 40000, 0);
    steps(offer_write(bench, 2, 0, 40000), DECISION + CREDIT);
    configure(bench, CONFIG_MULTIPLIER + 1, MULTIPLIER_ENABLE);
    expect_silent_clocks(bench, CONFIG_TO_USE + WALK + RESCALED);
    configure(bench, CONFIG_QUANTUM_TIME, 1);
    expect_silent_clocks(bench, CONFIG_TO_USE + WALK + RESCALED);
    EXPECT_OUT(bench, quiet, 1);
}

ADMIT(reports_another_refusal_when_nothing_may_fit) {
    // Clock of the choice of the report.
    enum { REPORT = LIMIT_HEADROOM - 1 + REPORT_TO_CHOICE - CHOICE_TO_DECISION };

    set(bench, CONFIG_COMMAND_LIMIT, 1);
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    expect_deny(decide_write(bench, 2, 0, 1), 2, 1 | REFUSED_TABLE);
    steps(bench, CREDIT);
    configure(bench, CONFIG_COMMAND_LIMIT, 2);
    for (unsigned clock = 0; clock < LIMIT_HEADROOM + REPORT_TO_CHOICE; clock++) {
        if (clock == REPORT + 1 - OFFER_TO_CHOICE)
            offer_write(bench, 3, 1, 1); // may be chosen in the clock after the report
        if (clock == REPORT + 2 - OFFER_TO_CHOICE)
            offer_write(bench, 4, 1, 1);
        expect_no_decision(bench);
        step(bench);
    }
    expect_deny(bench, 2, 1);
    expect_grant(step(bench), 3, 1, 1 << 1);
    expect_deny(step(bench), 4, REFUSED_TABLE);
    expect_silent_clocks(bench, CREDIT + REPORT_TO_CHOICE - 2);
    expect_deny(step(bench), 2, 1 | REFUSED_TABLE);
}

ADMIT(a_report_of_what_fits_by_then_says_nothing) {
    // Clocks after the first return: the other is compared when the report is chosen.
    enum { APART = 1 + REPORT_TO_CHOICE };

    admit_read(bench, 1, 0, 61000, 0);
    expect_deny(decide_read(bench, 2, 0, 4112), 2, 1 | RESPONSE_BIT);
    steps(bench, CREDIT);
    steps(give_hbm(bench, 0, 0), HBM_EARLIER + APART);
    give_response(bench, 0);
    expect_return(steps(bench, STAGE_COMMIT), CLASS_RESPONSE, 0, response_quanta(61000));
    // Chosen again as soon as the report is no longer in flight.
    expect_silent_clocks(bench, COMPARE_TO_CHOICE + REPORT_TO_CHOICE + CHOICE_TO_CHOICE +
                                    CHOICE_TO_DECISION - APART - 1);
    expect_grant(step(bench), 2, 1, 1 | RESPONSE_BIT);
}
