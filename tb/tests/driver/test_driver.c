// The driver over AXI4-Lite, on the golden model: what it does shows in the block's decisions, and
// what the block does shows in what it reads. Other sizes and buses: test_driver_faults.c.

#include "csim/base/std.h"
#include "csim/driver/semacredit_driver.h"
#include "tb/tests/block/block_bench.h"

#define DRIVER_TEST(name)                                                                          \
    static void name(struct block_bench *b, const struct semacredit_bus *bus);                     \
    BLOCK_TEST_OF(driver, &block_default, name##_on_golden) {                                      \
        const struct semacredit_bus bus = block_bus(b);                                            \
        name(b, &bus);                                                                             \
    }                                                                                              \
    static void name(__attribute__((unused)) struct block_bench *b,                                \
                     const struct semacredit_bus *bus)
#define EXPECT_OK(call) cr_assert_eq(call, SEMACREDIT_OK)

enum { COUNTED = 40 }; // clocks after which the answer to anything has come

// A write of that length, which may be refused.
static void offer_write(struct block_bench *b, unsigned tag, unsigned partition, uint32_t length) {
    block_offer(b, tag, 0, partition)->op_length = length;
    block_run(b, COUNTED);
}

DRIVER_TEST(a_setup_is_in_force_and_read_back) {
    struct semacredit_setup setup, seen;
    EXPECT_OK(semacredit_setup_read(bus, &setup));
    cr_assert_eq(setup.window[0], 64000);
    cr_assert_eq(setup.command_limit, SEMACREDIT_DEPTH);
    setup.window[0] = 500;
    setup.window[SEMACREDIT_RESPONSE] = 32;
    setup.quantum_time = 3;
    setup.atomic_service[7] = 33;
    setup.holder_limit[0] = setup.holder_limit[2] = 1;
    setup.table_floor = 3;
    setup.response_split = 0;
    setup.starvation_bound = 9;
    setup.message_interval = 100;
    setup.message_threshold[2] = 7;
    setup.calibrate_fixed = 1280;
    setup.calibrate_work[1] = 128000;
    setup.calibrate_step = 3;
    setup.calibrate_enable[0] = 1 << SEMACREDIT_ATOMIC;
    EXPECT_OK(semacredit_init(bus, &setup));
    EXPECT_OK(semacredit_setup_read(bus, &seen));
    cr_assert_arr_eq(&seen, &setup, sizeof seen);
    offer_write(b, 1, 0, 500);
    offer_write(b, 2, 0, 1);
    cr_assert_geq(b->granted[1], 0);
    cr_assert_lt(b->granted[2], 0);
}

DRIVER_TEST(any_setup_may_follow_any_other) {
    struct semacredit_setup setup, low, high, seen;
    EXPECT_OK(semacredit_setup_read(bus, &setup));
    low = high = setup;
    low.calibrate_work[1] = 10;
    low.multiplier_min = low.multiplier_max = 1;
    high.calibrate_work[1] = 500000;
    high.multiplier_min = high.multiplier_max = 16000;
    high.message_interval = high.message_threshold[0] = 1;
    high.calibrate_step = high.calibrate_enable[0] = 1;
    const struct semacredit_setup *const turns[4] = {&low, &high, &low, &setup};
    for (unsigned i = 0; i < 4; i++) {
        EXPECT_OK(semacredit_init(bus, turns[i]));
        EXPECT_OK(semacredit_setup_read(bus, &seen));
        cr_assert_arr_eq(&seen, turns[i], sizeof seen, "setup %u", i);
    }
}

// C18: units and limits of classes do not change under what is held, and offers are taken again.
DRIVER_TEST(a_setup_of_a_block_in_use_waits_for_the_end_of_patience) {
    struct semacredit_setup setup, seen;
    EXPECT_OK(semacredit_setup_read(bus, &setup));
    setup.message_interval = 100;
    setup.message_threshold[0] = 1;
    EXPECT_OK(semacredit_init(bus, &setup));
    setup.quantum_hbm = 4;
    setup.message_interval = 7;
    setup.patience = 50;
    block_grant(b, 1, 0, 100);
    cr_assert_eq(semacredit_init(bus, &setup), SEMACREDIT_BUSY);
    EXPECT_OK(semacredit_setup_read(bus, &seen));
    cr_assert_eq(seen.quantum_hbm, 0);
    cr_assert_eq(seen.message_interval, 100);
    cr_assert_eq(seen.message_threshold[0], 1);
    block_grant(b, 2, 0, 100);
    block_complete(b, 0, 1, PATH_UNKNOWN);
    block_run(b, COUNTED);
    block_complete(b, 0, 2, PATH_UNKNOWN);
    EXPECT_OK(semacredit_init(bus, &setup));
    setup.patience = 0;
    EXPECT_OK(semacredit_setup_read(bus, &seen));
    cr_assert_arr_eq(&seen, &setup, sizeof seen);
}

DRIVER_TEST(a_disabled_block_takes_no_offers_until_it_is_set_up) {
    struct semacredit_setup setup;
    EXPECT_OK(semacredit_enable_write(bus, 0));
    block_run(b, COUNTED);
    for (unsigned class = 0; class < 3 * SEMACREDIT_LANES; class ++)
        cr_assert(!b->out.path.op_ready[class / SEMACREDIT_LANES][class % SEMACREDIT_LANES]);
    EXPECT_OK(semacredit_setup_read(bus, &setup));
    EXPECT_OK(semacredit_init(bus, &setup));
    block_grant(b, 1, 0, 100);
}

DRIVER_TEST(windows_and_multipliers_of_lanes) {
    struct semacredit_lane_status lane;
    for (unsigned l = 0; l < SEMACREDIT_LANES; l++) {
        EXPECT_OK(semacredit_window_write(bus, l, 1000 + 2 * l));
        EXPECT_OK(semacredit_multiplier_write(bus, l, 8192));
    }
    for (unsigned l = 0; l < SEMACREDIT_LANES; l++) {
        EXPECT_OK(semacredit_lane_read(bus, l, &lane));
        cr_assert_eq(lane.window, 1000 + 2 * l);
        cr_assert_eq(lane.multiplier, 8192);
        cr_assert_eq(lane.in_force, 500 + l);
    }
}

DRIVER_TEST(status_and_lanes_say_what_happened) {
    struct semacredit_status status;
    struct semacredit_lane_status lane;
    EXPECT_OK(semacredit_window_write(bus, 1, 150));
    offer_write(b, 1, 1, 100);
    offer_write(b, 2, 1, 100);
    block_offer(b, 3, 15, 9); // there is no such engine
    block_run(b, COUNTED);
    EXPECT_OK(semacredit_status_read(bus, &status));
    cr_assert_eq(status.grants, 1);
    cr_assert_eq(status.rejects, 1);
    cr_assert_eq(status.held, 1);
    cr_assert_eq(status.waiting, 1);
    cr_assert_eq(status.denials_table, 0);
    EXPECT_OK(semacredit_lane_read(bus, 1, &lane));
    cr_assert_eq(lane.debt, 100);
    cr_assert_gt(lane.denials, 0);
    block_complete(b, 1, 1, PATH_UNKNOWN);
    block_run(b, COUNTED);
    EXPECT_OK(semacredit_status_read(bus, &status));
    cr_assert_eq(status.returns[0], 1);
    cr_assert_eq(status.returns[1], 0);
    cr_assert_eq(status.frees, 1);
    cr_assert_eq(status.grants, 2);
    cr_assert_eq(status.held_max, 1);
}

DRIVER_TEST(the_command_limit_denies_by_the_table) {
    struct semacredit_setup setup;
    struct semacredit_status status;
    EXPECT_OK(semacredit_setup_read(bus, &setup));
    setup.command_limit = 1;
    EXPECT_OK(semacredit_init(bus, &setup));
    offer_write(b, 1, 0, 100);
    offer_write(b, 2, 0, 100);
    EXPECT_OK(semacredit_status_read(bus, &status));
    cr_assert_eq(status.grants, 1);
    cr_assert_gt(status.denials_table, 0);
}

// B13: whose it is, what it owes, and the way to free it.
DRIVER_TEST(a_reservation_is_told_and_released) {
    uint32_t parked;
    struct semacredit_holder holder;
    struct semacredit_status status;
    struct path_in *const atomic = block_offer(b, 77, ATOMIC, 0);
    atomic->op_reply = true;
    atomic->op_response_length = 8;
    block_run(b, 2048);
    const unsigned id = b->handle[77] & (SEMACREDIT_DEPTH - 1);
    EXPECT_OK(semacredit_holder_read(bus, id, &holder));
    cr_assert(holder.held);
    cr_assert_eq(holder.owed, 1 << 1 | 1 << 2);
    cr_assert_eq(holder.handle, b->handle[77]);
    cr_assert_eq(holder.tag, 77);
    cr_assert_eq(holder.age, 2);
    EXPECT_OK(semacredit_send(bus, 2, holder.handle));
    block_run(b, COUNTED);
    EXPECT_OK(semacredit_holder_read(bus, id, &holder));
    cr_assert(holder.held);
    cr_assert_eq(holder.owed, 1 << 1);
    EXPECT_OK(semacredit_release(bus, holder.handle, holder.owed));
    block_run(b, COUNTED);
    const uint32_t handle = holder.handle;
    EXPECT_OK(semacredit_holder_read(bus, id, &holder));
    cr_assert(!holder.held && holder.owed == 0 && holder.handle == 0 && holder.tag == 0);
    EXPECT_OK(semacredit_release(bus, handle, 1 << 1)); // of one that is not held any more: late
    block_run(b, COUNTED);
    EXPECT_OK(semacredit_status_read(bus, &status));
    cr_assert_eq(status.frees, 1);
    cr_assert_eq(status.lates, 1);
    cr_assert_eq(status.strays, 0);
    EXPECT_OK(semacredit_parked_read(bus, id / 32, &parked));
    cr_assert_eq(parked, UINT32_C(1) << id % 32);
    EXPECT_OK(semacredit_unpark(bus, id / 32, parked));
    block_run(b, COUNTED);
    EXPECT_OK(semacredit_parked_read(bus, id / 32, &parked));
    cr_assert_eq(parked, 0);
}

// Once, whatever the interval.
DRIVER_TEST(a_message_comes_when_it_is_asked_for) {
    struct semacredit_status status;
    b->in.message_ready = true;
    EXPECT_OK(semacredit_message_now(bus));
    block_run(b, COUNTED);
    EXPECT_OK(semacredit_status_read(bus, &status));
    cr_assert_eq(status.messages, 1);
}

static void keep_line(void *text, const char *name, unsigned index, uint32_t value) {
    const size_t used = strlen(text);
    snprintf((char *)text + used, 4096 - used, "%s[%u]=%u ", name, index, value);
}

DRIVER_TEST(status_is_printed_line_by_line) {
    char text[4096] = "";
    block_grant(b, 1, 3, 100);
    block_complete(b, 3, 1, PATH_UNKNOWN);
    block_run(b, COUNTED);
    EXPECT_OK(semacredit_status_print(bus, keep_line, text));
    cr_assert(strstr(text, "grants[0]=1 ") && strstr(text, "returns[2]=0 "));
    cr_assert(strstr(text, "lane_returns[3]=1 ") && !strstr(text, "lane_returns[2]"));
}

// Whatever bit of a lane's headroom flips (C25).
DRIVER_TEST(a_headroom_that_was_wrong_is_told_of) {
    struct semacredit_errors errors;
    struct semacredit_lane_status lane;
    for (unsigned l = 0; l < SEMACREDIT_LANES; l++)
        for (unsigned bit = 0; bit <= b->size.cnt_w; bit++) {
            b->in.flip = (uint16_t)(1 + BLOCK_FLIPS * l + bit);
            block_step(b);
            b->in.flip = 0;
            EXPECT_OK(semacredit_errors_take(bus, &errors));
            cr_assert_eq(errors.bits, SEMACREDIT_ERROR_HEADROOM);
            cr_assert_eq(errors.info[7], l);
            EXPECT_OK(semacredit_lane_read(bus, l, &lane));
            cr_assert_eq(lane.debt, 0);
        }
}

DRIVER_TEST(errors_are_taken_once) {
    struct semacredit_errors errors;
    EXPECT_OK(semacredit_errors_take(bus, &errors));
    cr_assert_eq(errors.bits, 0);
    b->handle[9] = 5;
    b->granted[9] = 0;
    block_complete(b, 0, 9, PATH_UNKNOWN); // of what was never granted
    block_run(b, COUNTED);
    cr_assert_eq(block_try_write(b, SEMACREDIT_HOLDER_TAG, 0, 0xf), SLVERR);
    EXPECT_OK(semacredit_error_mask_write(bus, SEMACREDIT_ERROR_WRITE));
    block_run(b, COUNTED);
    cr_assert(b->out.irq);
    EXPECT_OK(semacredit_errors_take(bus, &errors));
    cr_assert_eq(errors.bits, SEMACREDIT_ERROR_STRAY | SEMACREDIT_ERROR_WRITE);
    cr_assert_eq(errors.info[0], 5);
    cr_assert_eq(errors.info[3], SEMACREDIT_HOLDER_TAG);
    block_run(b, COUNTED);
    cr_assert(!b->out.irq);
    EXPECT_OK(semacredit_errors_take(bus, &errors));
    cr_assert_eq(errors.bits | errors.info[0] | errors.info[3], 0);
}
