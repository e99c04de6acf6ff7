// Latencies: the clocks from an offer, a return or a register write to the first decision that
// depends on it. Each is exact: no effect in any clock before, the effect in the clock itself. The
// rest of the harness counts on these numbers of csim/interface/numbers.h.
#include <criterion/criterion.h>

#include "tb/tests/block/bench.h"

ADMIT(an_offer_that_waits_alone_is_decided_three_clocks_later) {
    offer_write(bench, 1, 0, 100);
    for (unsigned clock = 0; clock < OFFER_TO_DECISION; clock++) {
        step(bench);
        expect_silence(bench);
    }
    step(bench);
    expect_grant(bench, 1, 0, 1);
    step(bench);
    expect_silence(bench);
}

ADMIT(hbm_credit_is_usable_three_clocks_later) {
    admit_write(bench, 1, 4, WINDOW_HBM_RESET, 0);
    offer_write(bench, 2, 4, 1);
    steps(bench, DECISION + CREDIT);
    give_hbm(bench, 4, 0);
    credit_comes_back(bench, CLASS_HBM, HBM_RETURN_TO_USE);
}

ADMIT(atomic_credit_is_usable_two_clocks_later) {
    set(bench, CONFIG_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET);
    admit_atomic(bench, 1, 0, 0);
    offer_atomic(bench, 2, 0);
    steps(bench, DECISION + CREDIT);
    give_atomic(bench, 0);
    credit_comes_back(bench, CLASS_ATOMIC, RETURN_TO_USE);
}

ADMIT(response_credit_is_usable_two_clocks_later) {
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, response_quanta(8));
    admit_read(bench, 1, 0, 8, 0);
    offer_read(bench, 2, 0, 8);
    steps(bench, DECISION + CREDIT);
    give_response(bench, 0);
    credit_comes_back(bench, CLASS_RESPONSE, RETURN_TO_USE);
}

ADMIT(a_write_is_in_force_in_the_clock_after_it_is_performed) {
    offer_write(bench, 1, 0, 100);
    steps(bench, OFFER_TO_DECISION - CONFIG_TO_USE);
    configure(bench, CONFIG_WINDOW, 99); // performed in the clock before the decision
    steps(bench, CONFIG_TO_USE);
    expect_silence(bench);
    step(bench);
    expect(bench, "window", 1, bench->out.window);
    expect(bench, "commits", 2, bench->count);
    expect_reject(bench, 1, 1);

    offer_write(bench, 2, 0, 99);
    steps(bench, OFFER_TO_DECISION - CONFIG_TO_USE + 1);
    configure(bench, CONFIG_WINDOW, 98); // in the clock of the decision: too late
    steps(bench, CONFIG_TO_USE);
    expect_grant(bench, 2, 0, 1);
    expect(bench, "window", 0, bench->out.window);
    step(bench);
    expect(bench, "window", 1, bench->out.window);
    expect(bench, "window's value", 98, bench->out.window_value);
}
