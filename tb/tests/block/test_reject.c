// Reject (rtl/spec/decision.md): what could never be granted leaves at once with the
// lanes to blame, since it would wait for good, and all of its domain behind it. Only the first
// decision on an operation rejects.
#include "tb/tests/block/bench.h"

ADMIT(rejects_a_demand_above_an_hbm_window) {
    for (unsigned lane = 0; lane < HBM_LANES; lane++) {
        expect_reject(decide_write(bench, lane, lane, WINDOW_HBM_RESET + 1), lane, 1u << lane);
        expect_demand(bench, WINDOW_HBM_RESET + 1, 0, 0);
        EXPECT_OUT(bench, lane, lane);
        EXPECT_OUT(bench, debt[lane], 0);
        expect_silence(step(bench));
    }
}

ADMIT(rejects_with_exactly_the_lanes_above) {
    set(bench, CONFIG_WINDOW + ATOMIC_LANE, ATOMIC_SERVICE_RESET - 1);
    expect_reject(decide_atomic(bench, 1, 8), 1, ATOMIC_BIT);
    expect_demand(bench, 0, ATOMIC_SERVICE_RESET, response_quanta(8));
    set(bench, CONFIG_WINDOW + RESPONSE_LANE, response_quanta(8) - 1);
    expect_reject(decide_atomic(bench, 2, 8), 2, ATOMIC_BIT | RESPONSE_BIT);
    expect_reject(decide_read(bench, 3, 0, 8), 3, RESPONSE_BIT);
    expect_reject(decide_read(bench, 4, 7, WINDOW_HBM_RESET + 1), 4, 1 << 7 | RESPONSE_BIT);
}

ADMIT(rejects_a_demand_above_the_window_also_when_the_table_refuses) {
    set(bench, CONFIG_COMMAND_LIMIT, 0);
    expect_reject(decide_write(bench, 1, 0, WINDOW_HBM_RESET + 1), 1, 1); // not bit 10
}

ADMIT(rejects_unknown_opcodes) {
    set(bench, CONFIG_COMMAND_LIMIT, 0); // a reject needs no reservation
    for (uint8_t opcode = OP_NOTIFY + 1; opcode < OP_FETCH_ADD; opcode++) {
        offer(bench, opcode, opcode, 0x1000, 4112, 4112);
        expect_reject(steps(bench, DECISION), opcode, 0);
        expect_demand(bench, 0, 0, 0);
        EXPECT_OUT(bench, lane, 0);
    }
}

ADMIT(a_reject_makes_way_for_the_next) {
    step(offer_write(bench, 1, 0, WINDOW_HBM_RESET + 1));
    offer_write(bench, 2, 0, WINDOW_HBM_RESET);
    expect_reject(steps(bench, OFFER_TO_DECISION), 1, 1);
    expect_grant(step(bench), 2, 0, 1);
}

ADMIT(only_denies_a_waiting_operation_whose_window_shrinks) {
    admit_write(bench, 1, 0, 60000, 0);
    expect_deny(decide_write(bench, 2, 0, 10000), 2, 1);
    expect_no_decision(reconfigure(bench, CONFIG_WINDOW, 9999)); // below its demand
    give_hbm(bench, 0, 0);
    expect_no_decision(steps(bench, HBM_COMMIT + 2 * CREDIT)); // no debt, and still denied
    EXPECT_OUT(bench, debt[0], 0);
    expect_grant(reconfigure(bench, CONFIG_WINDOW, 10000), 2, 1, 1);
}
