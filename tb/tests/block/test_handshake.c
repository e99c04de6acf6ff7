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
    steps(configure(bench, CONFIG_COMMAND_LIMIT, DEPTH), HEADROOM - 1);
    for (uint32_t tag = 0; tag < SLOTS; tag++) {
        expect_grant(step(bench), tag, tag, 1);
        expect_demand(bench, 10 + tag, 0, 0);
        EXPECT_OUT(bench, op_ready, 1);
    }
    expect_silence(step(bench));
}

ADMIT(eight_partitions_in_one_clock_are_taken_one_a_clock) {
    for (uint16_t id = 0; id < HBM_LANES; id++)
        admit_write(bench, id, id, 100u + id, id);
    for (unsigned partition = 0; partition < HBM_LANES; partition++)
        give_hbm(bench, partition, (uint16_t)partition);
    EXPECT_OUT(step(bench), hbm_ready, 1); // the one that is being emptied
    step(bench);
    for (uint16_t id = 0; id < HBM_LANES; id++) {
        // Those that are empty, and the next to be emptied.
        EXPECT_OUT(bench, hbm_ready, 0xff & ((4u << id) - 1));
        expect_return(step(bench), CLASS_HBM, id, 100u + id);
        EXPECT_OUT(bench, hbm_lane, id);
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
    expect_return(step(bench), CLASS_HBM, 0, 100);
    expect_return(steps(bench, 2), CLASS_HBM, 3, 100); // 7 first, then it wraps
    expect_return(step(bench), CLASS_HBM, 1, 100);
    expect_return(step(bench), CLASS_HBM, 2, 100);
}

ADMIT(a_full_slot_makes_its_partition_wait) {
    admit_write(bench, 1, 0, 100, 0);
    admit_write(bench, 2, 0, 200, 1);
    admit_write(bench, 3, 0, 400, 2);
    give_hbm(bench, 2, 0);
    give_hbm(bench, 4, 1);
    EXPECT_OUT(step(bench), hbm_ready, 0xef); // 4 is full, 2 being emptied
    give_hbm(bench, 4, 2);                    // not taken
    give_hbm(bench, 2, 2);                    // refilled
    EXPECT_OUT(step(bench), hbm_ready, 0xfb); // 2 is full, 4 being emptied
    expect_return(step(bench), CLASS_HBM, 0, 100);
    expect_return(step(bench), CLASS_HBM, 1, 200);
    expect_return(step(bench), CLASS_HBM, 2, 400);
    EXPECT_OUT(bench, debt[0], 0);
    expect_silence(step(bench));
}
