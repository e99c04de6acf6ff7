// Register writes while operations are under way (rtl/spec/registers.md): after a write of a
// multiplier or a quantum a walk scales the demands of waiting operations again; any window write
// commits and leaves the debt alone. An operation that waits must be decided on with the registers
// of now, not with those it came in under.
#include "tb/tests/block/bench.h"

// Scaling ----------------------------------------------------------------------------------------

ADMIT(a_multiplier_is_sampled_offer_to_scale_after_the_offer) {
    for (uint16_t i = 0; i < DECISION; i++) {
        set(bench, CONFIG_MULTIPLIER + 1, MULTIPLIER_ONE);
        steps(offer_write(bench, i, 1, 100), i);
        configure(bench, CONFIG_MULTIPLIER + 1, 0xa000); // times two
        expect_grant(steps(bench, (unsigned)DECISION - i), i, i, 1 << 1);
        expect_demand(bench, i + CONFIG_TO_USE <= OFFER_TO_SCALE ? 200 : 100, 0, 0);
    }
}

// `steps` of them, the first WALK_CLOCKS after clock `from`, in which a change came into force.
// Ends in the last of them.
static void expect_walk(struct bench *bench, uint64_t from, unsigned steps) {
    for (uint64_t clock = bench->clock; clock <= from + steps * WALK_CLOCKS; clock++) {
        const bool is_step = clock > from && (clock - from) % WALK_CLOCKS == 0;
        EXPECT_OUT(bench, op_ready, !is_step);
        step(bench);
    }
}

ADMIT(a_walk_takes_no_offer_in_its_steps) {
    const uint64_t from = bench->clock + CONFIG_TO_USE;

    configure(bench, CONFIG_MULTIPLIER + 3, MULTIPLIER_ONE);
    expect_walk(bench, from, SLOTS);
    for (unsigned clock = 0; clock < 2 * WALK_CLOCKS; clock++)
        EXPECT_OUT(step(bench), op_ready, 1);
}

ADMIT(a_change_during_a_walk_makes_it_longer) {
    const uint64_t from = bench->clock + CONFIG_TO_USE;

    configure(bench, CONFIG_QUANTUM_HBM, 0);
    steps(bench, CONFIG_TO_USE + 2 * WALK_CLOCKS); // one step is made, the other begins
    configure(bench, CONFIG_QUANTUM_TIME, 0);
    expect_walk(bench, from, 2 + SLOTS);
    for (unsigned clock = 0; clock < 2 * WALK_CLOCKS; clock++)
        EXPECT_OUT(step(bench), op_ready, 1);
}

ADMIT(a_walk_scales_the_slots_in_turn) {
    admit_write(bench, 0, 0, WINDOW_HBM_RESET - 1000, 0);
    for (uint32_t tag = 1; tag <= SLOTS; tag++)
        step(offer_write(bench, tag, 0, 1900)); // above what is left
    steps(bench, DECISION + CREDIT);
    configure(bench, CONFIG_MULTIPLIER, MULTIPLIER_ENABLE | MULTIPLIER_ONE / 64); // 30, so all fit
    expect_silent_clocks(bench, CONFIG_TO_USE + RESCALED);
    for (uint32_t tag = 1; tag <= SLOTS; tag++) {
        expect_grant(step(bench), tag, tag, 1);
        expect_demand(bench, 30, 0, 0);
        if (tag < SLOTS)
            expect_silent_clocks(bench, WALK_CLOCKS - 1);
    }
}

ADMIT(other_writes_leave_demands_alone) {
    static const unsigned address[] = {
        CONFIG_MULTIPLIER + LANES, CONFIG_WINDOW + LANES,     CONFIG_ATOMIC_SERVICE + OP_NOTIFY,
        CONFIG_MAP_MASK + 6,       CONFIG_RESPONSE_FIXED,     CONFIG_GRANT_INTERVAL,
        CONFIG_HBM_RECIPROCAL,     CONFIG_MULTIPLIER_MAX + 1, 0xff};
    for (uint16_t i = 0; i < COUNT(address); i++) {
        step(offer_write(bench, i, 1, 100));
        configure(bench, address[i], 0);
        expect_grant(steps(bench, DECISION - 1), i, i, 1 << 1);
        expect_commits(bench, 1);
        expect_demand(bench, 100, 0, 0);
    }
}

ADMIT(a_new_demand_above_the_window_is_denied_if_it_was_denied_before) {
    admit_write(bench, 1, 0, WINDOW_HBM_RESET, 0);
    expect_deny(decide_write(bench, 2, 0, 40000), 2, 1);
    steps(bench, CREDIT);
    configure(bench, CONFIG_MULTIPLIER, 0xa000);                  // times two
    expect_silent_clocks(bench, CONFIG_TO_USE + WALK + RESCALED); // mask unchanged
    expect_report(reconfigure(bench, CONFIG_COMMAND_LIMIT, 1), 2, 1 | REFUSED_TABLE);
    expect_demand(bench, 80000, 0, 0);
}

// Windows ----------------------------------------------------------------------------------------

ADMIT(commits_every_window_write) {
    for (unsigned lane = 0; lane < LANES; lane++) {
        configure(bench, CONFIG_WINDOW + lane, 1000 + lane);
        expect_silent_clocks(bench, CONFIG_TO_USE);
        EXPECT_OUT(step(bench), window, 1);
        EXPECT_OUT(bench, window_lane, lane);
        EXPECT_OUT(bench, window_value, 1000 + lane);
        expect_commits(bench, 1);
        expect(bench, "window in the commit", 1000 + lane, bench->commits[0].d[lane]);
    }
    EXPECT_OUT(set(bench, CONFIG_WINDOW, 1000), window, 1); // what it is already
}

ADMIT(a_window_may_shrink_below_the_debt) {
    admit_write(bench, 1, 0, 50000, 0);
    EXPECT_OUT(set(bench, CONFIG_WINDOW, 20000), window, 1);
    EXPECT_OUT(bench, debt[0], 50000);
    expect_deny(decide_write(bench, 2, 0, 1), 2, 1);
    expect_return(commit_hbm(bench, 0, 0), CLASS_HBM, 0, 50000);
    expect_grant(steps(bench, CREDIT), 2, 1, 1);
}
