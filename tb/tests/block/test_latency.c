// Latencies: the clocks from an offer, a return or a register write to the first decision that
// depends on it. Each is exact: no effect in any clock before, the effect in the clock itself. The
// rest of the harness counts on these numbers of csim/interface/numbers.h.
#include "tb/tests/block/bench.h"

ADMIT(an_offer_that_waits_alone_is_decided_three_clocks_later) {
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

ADMIT(a_write_is_in_force_in_the_clock_after_it_is_performed) {
    steps(offer_write(bench, 1, 0, 100), OFFER_TO_DECISION - CONFIG_TO_USE);
    configure(bench, CONFIG_WINDOW, 99); // performed in the clock before the decision
    expect_silence(steps(bench, CONFIG_TO_USE));
    EXPECT_OUT(step(bench), window, 1);
    expect_commits(bench, 2);
    expect_reject(bench, 1, 1);

    steps(offer_write(bench, 2, 0, 99), OFFER_TO_DECISION - CONFIG_TO_USE + 1);
    configure(bench, CONFIG_WINDOW, 98); // in the clock of the decision: too late
    expect_grant(steps(bench, CONFIG_TO_USE), 2, 0, 1);
    EXPECT_OUT(bench, window, 0);
    EXPECT_OUT(step(bench), window, 1);
    EXPECT_OUT(bench, window_value, 98);
}
