// Latencies: the clocks from an offer, a return or a register write to the first decision that
// depends on it. Each is exact: no effect in any clock before, the effect in the clock itself. The
// rest of the harness counts on these numbers of csim/interface/numbers.h.
#include "tb/tests/block/bench.h"

ADMIT(an_offer_that_waits_alone_is_decided_offer_to_decision_later) {
    offer_write(bench, 1, 0, 100);
    expect_silent_clocks(bench, OFFER_TO_DECISION);
    expect_grant(step(bench), 1, 0, 1);
    expect_silence(step(bench));
}

ADMIT(hbm_credit_is_usable_after_collector_and_pipeline) {
    admit_write(bench, 1, 4, WINDOW_HBM_RESET, 0);
    steps(offer_write(bench, 2, 4, 1), DECISION + CREDIT);
    credit_comes_back(bench, CLASS_HBM, 0);
}

ADMIT(atomic_credit_is_usable_after_the_pipeline) {
    set(bench, CONFIG_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET);
    admit_atomic(bench, 1, 0, 0);
    steps(offer_atomic(bench, 2, 0), DECISION + CREDIT);
    credit_comes_back(bench, CLASS_ATOMIC, 0);
}

ADMIT(response_credit_is_usable_after_the_pipeline) {
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, response_quanta(8));
    admit_read(bench, 1, 0, 8, 0);
    steps(offer_read(bench, 2, 0, 8), DECISION + CREDIT);
    credit_comes_back(bench, CLASS_RESPONSE, 0);
}

// The decision on an Atomic offered in clock 0 that fits if operation 0's Atomic has come back,
// which commits so many clocks before.
static struct bench *decide_after_return(struct bench *bench, unsigned before) {
    set(bench, CONFIG_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET);
    admit_atomic(bench, 0, 0, 0);
    steps(offer_atomic(bench, 1, 0), OFFER_TO_DECISION - BEAT_TO_COMMIT - before);
    return steps(give_atomic(bench, 0), BEAT_TO_COMMIT + before + 1);
}

ADMIT(a_decision_knows_a_return_commit_to_decision_after_it) {
    expect_grant(decide_after_return(bench, COMMIT_TO_DECISION), 1, 1, ATOMIC_BIT);
}

ADMIT(a_decision_does_not_know_a_later_return) {
    expect_deny(decide_after_return(bench, COMMIT_TO_DECISION - 1), 1, ATOMIC_BIT);
}

// The same of a write with an empty vector that needs a reservation, of which one may be held.
static struct bench *decide_after_retire(struct bench *bench, unsigned before) {
    set(bench, CONFIG_COMMAND_LIMIT, 1);
    admit_write(bench, 0, 0, 0, 0);
    steps(offer_write(bench, 1, 0, 0), OFFER_TO_DECISION - BEAT_TO_COMMIT - before);
    return steps(give_done(bench, 0), BEAT_TO_COMMIT + before + 1);
}

ADMIT(a_decision_counts_a_retire_retire_to_use_after_it) {
    expect_grant(decide_after_retire(bench, RETIRE_TO_USE), 1, 1, 0);
}

ADMIT(a_decision_does_not_count_a_later_retire) {
    expect_deny(decide_after_retire(bench, RETIRE_TO_USE - 1), 1, REFUSED_TABLE);
}

ADMIT(a_decision_knows_a_limit_limit_to_decision_after_it_is_in_force) {
    for (unsigned late = 0; late < 2; late++) {
        set(bench, CONFIG_COMMAND_LIMIT, DEPTH);
        steps(offer_write(bench, late, 0, 0),
              OFFER_TO_DECISION - LIMIT_TO_DECISION - CONFIG_TO_USE + late);
        configure(bench, CONFIG_COMMAND_LIMIT, 0);
        steps(bench, LIMIT_TO_DECISION + CONFIG_TO_USE + 1 - late);
        if (late)
            expect_grant(bench, late, 0, 0);
        else
            expect_deny(bench, late, REFUSED_TABLE);
        step_reset(bench);
        step(bench);
    }
}

// Operation 1 does not fit, operation 2 passes it, and 3 is held back from then on.
ADMIT(a_choice_knows_a_bound_bound_to_choice_after_it_is_in_force) {
    set(bench, CONFIG_STARVATION_BOUND, 1);
    admit_write(bench, 0, 0, WINDOW_HBM_RESET, 0);
    expect_deny(decide_write(bench, 1, 0, 1), 1, 1);
    admit_write(bench, 2, 1, 1, 1);
    steps(bench, AGE_TO_CHOICE + CHOICE_TO_DECISION);
    expect_undecided_clocks(offer_write(bench, 3, 1, 1), 2 * DECISION);
    configure(bench, CONFIG_STARVATION_BOUND, 0);
    expect_undecided_clocks(bench, CONFIG_TO_USE + BOUND_TO_CHOICE + CHOICE_TO_DECISION);
    expect_grant(step(bench), 3, 2, 1 << 1);
}

// While one is granted in every clock, one that ranks below all is chosen when it is aged. Grants
// count for it from OFFER_TO_AGE after its offer on.
ADMIT(is_chosen_age_to_choice_after_the_grant_that_ages_it) {
    enum { BOUND = 20, BACKLOG = 4, OFFERED = 2 * DECISION };
    set(bench, CONFIG_STARVATION_BOUND, BOUND);
    const uint64_t first = bench->clock;
    do {
        const uint32_t clock = (uint32_t)(bench->clock - first);
        offer_write(bench, clock, clock % HBM_LANES, 1);
        bench->in.wire_bytes = clock == OFFERED;
        bench->in.pause = clock < OFFER_TO_CHOICE - PAUSE_TO_CHOICE + BACKLOG;
        step(bench);
        cr_assert(bench->clock < first + 4 * OFFERED);
    } while (bench->out.kind == DECISION_NONE || bench->out.tag != OFFERED);
    expect(bench, "clock", OFFERED + OFFER_TO_AGE + BOUND + AGE_TO_CHOICE + CHOICE_TO_DECISION,
           bench->clock - 1 - first);
}

// The last clock in which a window is given for the decision on an operation offered in clock 0.
enum { LAST_WINDOW = OFFER_TO_DECISION - WINDOW_TO_DECISION - CONFIG_TO_USE };

ADMIT(a_window_is_in_force_and_then_known_to_decisions) {
    steps(offer_write(bench, 1, 0, 100), LAST_WINDOW);
    configure(bench, CONFIG_WINDOW, 99);
    expect_silent_clocks(bench, CONFIG_TO_USE);
    EXPECT_OUT(step(bench), window, 1);
    EXPECT_OUT(bench, window_value, 99);
    expect_commits(bench, 1);
    expect_silent_clocks(bench, WINDOW_TO_DECISION - 1);
    expect_reject(step(bench), 1, 1);

    steps(offer_write(bench, 2, 0, 99), LAST_WINDOW + 1);
    configure(bench, CONFIG_WINDOW, 98); // a clock too late
    expect_silent_clocks(bench, CONFIG_TO_USE);
    EXPECT_OUT(step(bench), window, 1);
    EXPECT_OUT(bench, window_value, 98);
    expect_silent_clocks(bench, WINDOW_TO_DECISION - 2);
    expect_grant(step(bench), 2, 0, 1);
}
