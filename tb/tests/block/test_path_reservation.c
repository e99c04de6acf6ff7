// reservation.md of rtl/spec, of the golden model: returns, the collector, ids.
#include "tb/tests/block/path_bench.h"

PATH_TEST(a_read_is_complete_after_both_returns_in_either_order) {
    op(b, 1, READ, 3);
    tick(b);
    op(b, 2, READ, 3);
    go_to(b, 20);
    expect_log(b, "7 grant 1, 8 grant 2");
    hbm(b, 3, 1);
    response(b, 2);
    go_to(b, 30);
    expect_log(b, "23 return 1 to 9 of 10, 24 return 0 to 3 of 0");
    hbm(b, 3, 2);
    tick(b);
    response(b, 1);
    go_to(b, 40);
    // Both were taken up in clock 31. Each is complete on the channel of its own return.
    expect_log(b, "34 return 1 to 3 of 0, 34 return 0 to 9 of 10, 36 free 1, 36 free 0");
}

PATH_TEST(returns_of_one_clock_complete_on_the_last_of_their_channels) {
    op(b, 1, READ, 3);
    go_to(b, 20);
    hbm(b, 3, 1);
    tick(b);
    response(b, 1);
    go_to(b, 26);
    expect_log(b, "7 grant 1, 24 return 0 to 3 of 0, 24 return 0 to 9 of 10, 26 free 0");
    cr_assert(b->out.free_valid[2] && !b->out.free_valid[0]);
}

PATH_TEST(a_second_completion_is_a_stray_in_the_next_clock_too) {
    op(b, 1, ATOMIC, 0);
    go_to(b, 20);
    atomic(b, 1);
    tick(b);
    atomic(b, 1);
    tick(b);
    response(b, 1); // it does not respond
    go_to(b, 40);
    expect_log(b, "7 grant 1, 23 return 0 to 8 of 100, 24 stray 0, 25 stray 0, 25 free 0");
}

// Flags are in force from the clock after the grant on: that of a completion taken up in the clock
// of the grant.
PATH_TEST(a_completion_that_guesses_its_handle_is_a_stray_before_the_grant) {
    b->granted[1] = true;
    op(b, 1, ATOMIC, 0);
    go_to(b, 6);
    atomic(b, 1);
    go_to(b, 7);
    atomic(b, 1);
    go_to(b, 20);
    expect_log(b, "7 grant 1, 9 stray 0, 10 return 0 to 8 of 100, 12 free 0");
}

PATH_TEST(hold_makes_a_reservation_owe_done) {
    b->in.hold = 1 << NOTIFICATION;
    op(b, 1, NOTIFICATION, 3);
    tick(b);
    op_write(b, 2, 3, 1);
    go_to(b, 20);
    expect_log(b, "7 grant 1, 8 grant 2");
    done(b, 2);
    tick(b);
    hbm(b, 3, 1);
    tick(b);
    hbm(b, 3, 2);
    go_to(b, 40);
    expect_log(b, "23 late 1, 25 return 0 to 3 of 0, 26 return 1 to 3 of 1, 28 free 1");
    done(b, 1);
    tick(b);
    done(b, 1);
    go_to(b, 60);
    expect_log(b, "43 done 0, 44 late 0, 45 free 0");
}

PATH_TEST(a_completion_from_before_a_reset_is_a_stray) {
    op(b, 1, ATOMIC, 0);
    go_to(b, 10);
    expect_log(b, "7 grant 1");
    path_bench_reset(b, 1);
    op(b, 2, ATOMIC, 0);
    go_to(b, 20);
    expect_log(b, "7 grant 2");
    cr_assert(b->handle[1] == 0 && b->handle[2] == 1u << (4 + 7));
    atomic(b, 1);
    tick(b);
    atomic(b, 2);
    go_to(b, 30);
    expect_log(b, "23 stray 0, 24 return 2048 to 8 of 100, 26 free 2048");
}

// Partitions 1, 2 and 5 in one clock, 1 twice more: one a clock in turn, and no third place.
PATH_TEST(the_collector_serves_in_turn) {
    for (unsigned tag = 0; tag < 6; tag++) {
        op_write(b, tag, tag < 3 ? 1 : tag, 1);
        tick(b);
    }
    run(b, 14);
    b->log[0] = '\0';
    hbm(b, 1, 0);
    hbm(b, 3, 3);
    hbm(b, 5, 5);
    tick(b);
    cr_assert(b->out.hbm_ready[1]);
    hbm(b, 1, 1);
    tick(b);
    hbm(b, 1, 2);
    tick(b);
    cr_assert(!b->out.hbm_ready[1]); // 1 and 2 wait for partitions 3 and 5
    tick(b);
    cr_assert(!b->out.hbm_ready[1]);
    hbm(b, 1, 2); // not transferred
    go_to(b, 28);
    expect_log(b, "24 return 0 to 1 of 1, 25 return 3 to 3 of 1, 26 return 5 to 5 of 1, 26 free 0, "
                  "27 return 1 to 1 of 1, 27 free 3, 28 return 2 to 1 of 1, 28 free 5");
}

PATH_TEST(software_sends_on_each_channel) {
    op(b, 1, ATOMIC, 0);
    tick(b);
    op_write(b, 2, 3, 1);
    tick(b);
    op_write(b, 3, 3, 2);
    go_to(b, 20);
    expect_log(b, "7 grant 1, 8 grant 2, 9 grant 3");
    software_sends(b, 1, b->handle[1]);
    tick(b);
    cr_assert(!b->out.atomic_ready[0] && b->out.response_ready[0] && b->out.done_ready);
    atomic(b, 1); // not transferred
    tick(b);
    cr_assert(b->out.atomic_ready[0]);
    hbm(b, 3, 2);
    software_sends(b, 0, b->handle[3]); // in clock 23 the collector serves nobody
    go_to(b, 25);
    software_sends(b, 15, b->handle[3]); // no channel
    tick(b);
    cr_assert(b->out.atomic_ready[0] && b->out.response_ready[0] && b->out.done_ready);
    go_to(b, 40);
    expect_log(b,
               "24 return 0 to 8 of 100, 26 return 2 to 3 of 2, 26 free 0, 27 return 1 to 3 of 1, "
               "28 free 2, 29 free 1");
}

// --- ids, generations, narrow counters ---------------------------------------------------------

// Grants a write of `tag` in a clock in which everything is idle, and returns its handle.
static uint32_t grant_one(struct path_bench *b, unsigned tag) {
    op_write(b, tag, 0, 1);
    run(b, 7);
    cr_assert(b->out.trace_kind == PATH_GRANT && b->out.trace_tag == tag);
    return b->out.trace_handle;
}

static void complete_one(struct path_bench *b, unsigned tag) {
    hbm(b, 0, tag);
    run(b, 6);
    cr_assert(b->out.free_valid[0] && b->out.free_handle[0] == b->handle[tag]);
    run(b, 6);
    b->log[0] = '\0';
}

PATH_TEST_OF(&path_eight, ids_go_round_and_their_generations_up) {
    for (unsigned i = 0; i < 40; i++) {
        cr_assert(grant_one(b, i) == i, "id %u, generation %u", i % 8, i / 8);
        complete_one(b, i);
    }
}

PATH_TEST_OF(&path_eight, a_late_duplicate_after_the_next_grant_of_its_id_is_a_stray) {
    for (unsigned tag = 0; tag < 8; tag++) {
        grant_one(b, tag);
        complete_one(b, tag);
    }
    cr_assert(grant_one(b, 8) == 8); // id 0, generation 1
    b->clock = 0;
    b->log[0] = '\0';
    hbm(b, 0, 0);
    tick(b);
    hbm(b, 0, 8);
    run(b, 10);
    expect_log(b, "4 stray 0, 5 return 8 to 0 of 1, 7 free 8");
}

// The ids 0 to 7 are held; when 5 and 2 come back, 2 is the first above the pointer.
PATH_TEST_OF(&path_eight, a_full_table_refuses_until_an_id_is_back) {
    for (unsigned tag = 0; tag < 8; tag++)
        grant_one(b, tag);
    b->clock = 0;
    b->log[0] = '\0';
    op_write(b, 8, 1, 1);
    tick(b);
    op_write(b, 9, 2, 1);
    go_to(b, 20);
    expect_log(b, "7 deny 8 on T, 8 deny 9 on T");
    hbm(b, 0, 5);
    software_sends(b, 0, b->handle[2]);
    go_to(b, 40); // 2 is taken up in 21, 5 in 22: room from 26 and 27 on
    expect_log(b, "24 return 2 to 0 of 1, 25 return 5 to 0 of 1, 26 free 2, 27 free 5, 29 grant 8, "
                  "30 grant 9");
    cr_assert(b->handle[8] == 8 + 2 && b->handle[9] == 8 + 5);
}

// Ids 0 to 5 are held, 6, 7, 3 and 4 queued, 1 is free, and the pointer is at 5. Software gives 5
// back in `sent`; the grant of 6 commits in 7, so that the place is filled in 8. Returns the order
// of the grants after it as a number.
static unsigned order_of_ids(struct path_bench *b, int sent) {
    static const unsigned back[] = {3, 4, 1};
    unsigned order = 0;

    for (unsigned tag = 0; tag < 6; tag++)
        grant_one(b, tag);
    for (unsigned i = 0; i < 3; i++)
        complete_one(b, back[i]);
    b->clock = 0;
    op_write(b, 6, 0, 1);
    go_to(b, sent);
    software_sends(b, 0, b->handle[5]);
    go_to(b, 20);
    for (unsigned tag = 7; tag < 12; tag++)
        order = 10 * order + grant_one(b, tag) % 8;
    return order;
}

// Taken up in 5, an id is free from 8 on.
PATH_TEST_OF(&path_eight, an_id_is_queued_in_the_first_clock_in_which_it_is_free) {
    cr_assert(order_of_ids(b, 4) == 73451);
}

PATH_TEST_OF(&path_eight, an_id_that_is_free_a_clock_later_is_queued_after_another) {
    cr_assert(order_of_ids(b, 5) == 73415);
}

PATH_TEST_OF(&path_narrow, narrow_counters_saturate) {
    b->in.response_fixed = 100;
    op(b, 1, READ, 0)->op_response_length = 1000;
    tick(b);
    op(b, 2, ATOMIC, 0);
    run(b, 6);
    cr_assert(b->out.trace_stage == 15 && b->out.trace_response == 15);
    tick(b);
    cr_assert(b->out.trace_stage == 15 && b->out.trace_response == 0);
    expect_log(b, "7 grant 1, 8 grant 2");
    window(b, 0, 15);
    run(b, 4);
    window(b, 3, 15);
    run(b, 4);
    expect_log(b, "12 window 0 is 14, 16 window T is 8");
}

// A window after reset is 14: debt 14 fits, 15 does not, and wire bytes are of four bits.
PATH_TEST_OF(&path_narrow, narrow_windows_after_reset) {
    op_write(b, 1, 0, 13);
    tick(b);
    op_write(b, 2, 0, 2);
    b->in.op_wire_bytes = 16; // 0
    tick(b);
    op_write(b, 3, 0, 1);
    b->in.op_wire_bytes = 15;
    run(b, 20);
    expect_log(b, "7 grant 1, 8 deny 2 on 0, 9 grant 3");
}

// With one bit of generation a handle is the same again after two grants of its id.
PATH_TEST_OF(&path_narrow, a_generation_of_one_bit_comes_again) {
    for (unsigned i = 0; i < 32; i++) {
        cr_assert(grant_one(b, i) == i % 16);
        complete_one(b, i);
    }
}
