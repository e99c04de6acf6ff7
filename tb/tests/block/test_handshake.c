// Handshakes (rtl/spec/reservation.md): the block says ready exactly while it has room,
// for offers in the slots and for HBM beats in the slot of each partition. A beat that is not taken
// leaves no trace, one that is taken is never lost, and no partition waits for more than its turn.
#include "tb/tests/block/bench.h"

ADMIT(as_many_operations_wait_as_there_are_slots) {
    set(bench, CONFIG_COMMAND_LIMIT, 0);
    for (uint32_t tag = 0; tag < SLOTS; tag++) {
        EXPECT_OUT(bench, op_ready, 1);
        step(offer_write(bench, tag, 0, 10 + tag));
    }
    EXPECT_OUT(bench, op_ready, 0);
    for (unsigned clock = 0; clock < 3; clock++) {
        offer_write(bench, 99, 0, 1); // not taken
        EXPECT_OUT(step(bench), op_ready, 0);
    }
    steps(bench, DECISION + CREDIT); // all are denied
    steps(configure(bench, CONFIG_COMMAND_LIMIT, DEPTH), LIMIT_HEADROOM - 1);
    for (uint32_t tag = 0; tag < SLOTS; tag++) {
        expect_grant(step(bench), tag, tag, 1);
        expect_demand(bench, 10 + tag, 0, 0);
        EXPECT_OUT(bench, op_ready, 1);
    }
    expect_silence(step(bench));
}

// Two from each, in two clocks: one is served in each clock from the second on.
ADMIT(all_partitions_in_one_clock_are_served_one_a_clock) {
    enum { EACH = COLLECTOR_PLACES * HBM_LANES };
    for (uint16_t id = 0; id < EACH; id++)
        admit_write(bench, id, id % HBM_LANES, 100u + id, id);
    for (unsigned i = 0; i < EACH; i++) {
        give_hbm(bench, i % HBM_LANES, (uint16_t)i);
        if (i % HBM_LANES == HBM_LANES - 1)
            EXPECT_OUT(step(bench), hbm_ready, i < HBM_LANES ? 0xff : 1);
    }
    for (unsigned clock = COLLECTOR_PLACES + 1; clock < EACH + HBM_COMMIT; clock++) {
        step(bench);
        EXPECT_OUT(bench, hbm_ready, 0xff & ((1u << (clock < 9 ? clock - 1 : 8)) - 1));
        if (clock < HBM_COMMIT)
            continue;
        const unsigned id = clock - HBM_COMMIT;
        expect_return(bench, CLASS_HBM, id, 100u + id);
        EXPECT_OUT(bench, hbm_lane, id % HBM_LANES);
    }
    expect_silence(step(bench));
}

ADMIT(the_collector_goes_round) {
    for (uint16_t id = 0; id < 4; id++)
        admit_write(bench, id, 0, 100, id);
    steps(give_hbm(bench, 5, 0), 2); // the pointer goes to 6
    give_hbm(bench, 1, 1);
    give_hbm(bench, 5, 2);
    give_hbm(bench, 7, 3);
    expect_return(steps(bench, HBM_COMMIT - 2), CLASS_HBM, 0, 100);
    expect_return(steps(bench, 2), CLASS_HBM, 3, 100); // 7 first, then it wraps
    expect_return(step(bench), CLASS_HBM, 1, 100);
    expect_return(step(bench), CLASS_HBM, 2, 100);
}

ADMIT(a_partition_with_full_places_waits) {
    for (uint16_t id = 0; id < 5; id++)
        admit_write(bench, id, 0, 100u << id, id);
    give_hbm(bench, 2, 0);
    give_hbm(bench, 4, 1);
    EXPECT_OUT(step(bench), hbm_ready, 0xff);
    give_hbm(bench, 2, 2);
    give_hbm(bench, 4, 3);
    EXPECT_OUT(step(bench), hbm_ready, 0xef); // 2 was served
    give_hbm(bench, 4, 4);                    // not taken, though 4 is being served
    EXPECT_OUT(step(bench), hbm_ready, 0xff);
    give_hbm(bench, 4, 4);
    EXPECT_OUT(step(bench), hbm_ready, 0xef); // 2 was served
    steps(bench, HBM_COMMIT - 5);
    for (unsigned id = 0; id < 5; id++)
        expect_return(step(bench), CLASS_HBM, id, 100u << id);
    EXPECT_OUT(bench, debt[0], 0);
    expect_silence(step(bench));
}
