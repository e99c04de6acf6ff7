// waiting.md of rtl/spec, 2.1, 2.2 and 2.6, of the golden model: classes, slots,
// retransmissions.
#include "tb/tests/block/path_bench.h"

// --- waiting.md, 2.1 ---------------------------------------------------------------------------

PATH_TEST(a_class_is_ready_while_it_has_fewer_than_its_group_has_left) {
    b->in.pause = true;
    for (unsigned tag = 0; tag < 7; tag++) {
        op_write(b, tag, tag < 5 ? 3 : 4, 4096);
        b->in.op_urgent = true;
        cr_assert(b->out.op_ready[0][b->in.op_stage]);
        tick(b);
    }
    for (unsigned lane = 0; lane < TABLE; lane++) {
        cr_assert(b->out.op_ready[0][lane] == (lane != 3), "lane %u", lane);
        cr_assert(b->out.op_ready[1][lane] && b->out.op_ready[2][lane]);
    }
}

// A lone lane gets half of its group's share: 6, 6 and 8 of 12, 12 and 16.
PATH_TEST(a_lone_lane_gets_half_of_its_groups_share) {
    static const unsigned half[PATH_GROUPS] = {6, 6, 8};

    b->in.pause = true;
    for (unsigned group = 0; group < PATH_GROUPS; group++) {
        unsigned taken = 0;
        for (; b->out.op_ready[group][3]; taken++) {
            op_write(b, 20 * group + taken, 3, 4096);
            b->in.op_urgent = group == 0;
            b->in.op_wire_bytes = group == 2 ? 257 : 256;
            tick(b);
        }
        cr_assert(taken == half[group], "%u of group %u", taken, group);
    }
}

PATH_TEST(an_operation_counts_in_its_two_classes_and_a_rejected_one_in_lane_0s) {
    b->in.pause = true;
    for (unsigned tag = 0; tag < 6; tag++) {
        op(b, tag, READ, tag);
        tick(b);
    }
    for (unsigned lane = 0; lane < TABLE; lane++)
        cr_assert(b->out.op_ready[1][lane] == (lane != RESPONSE_LANE), "lane %u", lane);
    for (unsigned tag = 6; tag < 9; tag++) {
        op(b, tag, 7, 5)->op_reply = true;
        tick(b);
    }
    for (unsigned lane = 0; lane < TABLE; lane++)
        cr_assert(b->out.op_ready[1][lane] == (lane != RESPONSE_LANE && lane != 0), "%u", lane);
}

// Six reads that are taken in clocks 4 to 9 wait for partition 3, of twelve places: the first opens
// in 8, and counts up to 10. With a window that commits in 34 they count again from 37 on.
PATH_TEST(who_waits_for_a_stage_does_not_count_in_the_class_of_its_response_engine) {
    window(b, 3, 0);
    go_to(b, 4);
    for (unsigned tag = 0; tag < 6; tag++) {
        op(b, tag, READ, 3);
        tick(b);
    }
    cr_assert(!b->out.op_ready[1][3] && !b->out.op_ready[1][RESPONSE_LANE]);
    tick(b);
    cr_assert(!b->out.op_ready[1][3] && b->out.op_ready[1][RESPONSE_LANE]);
    b->in.pause = true;
    go_to(b, 30);
    window(b, 3, 64000);
    for (; b->clock < 37; tick(b))
        cr_assert(!b->out.op_ready[1][3] && b->out.op_ready[1][RESPONSE_LANE]);
    cr_assert(!b->out.op_ready[1][3] && !b->out.op_ready[1][RESPONSE_LANE]);
}

// A response engine that is short itself.
PATH_TEST(who_waits_for_a_response_engine_counts_in_its_class) {
    window(b, RESPONSE_LANE, 0);
    go_to(b, 4);
    for (unsigned tag = 0; tag < 6; tag++) {
        op(b, tag, READ, tag);
        tick(b);
    }
    run(b, 20);
    for (unsigned lane = 0; lane < TABLE; lane++)
        cr_assert(b->out.op_ready[1][lane] == (lane != RESPONSE_LANE), "lane %u", lane);
}

// Of twelve places six are a response engine's and one a write's. The first read leaves in
// clock 24.
PATH_TEST(what_left_counts_in_no_class) {
    b->in.pause = true;
    for (unsigned tag = 0; tag < 7; tag++) {
        op(b, tag, tag < 6 ? READ : WRITE, tag);
        tick(b);
    }
    go_to(b, 20);
    b->in.pause = false;
    tick(b);
    b->in.pause = true;
    go_to(b, 24);
    expect_log(b, "24 grant 0");
    cr_assert(!b->out.op_ready[1][RESPONSE_LANE]);
    tick(b);
    cr_assert(b->out.op_ready[1][RESPONSE_LANE]);
}

PATH_TEST(a_slot_is_free_from_the_clock_after_its_operation_left) {
    window(b, 3, 0);
    go_to(b, 4);
    for (unsigned tag = 0; tag < 6; tag++) {
        op_write(b, tag, 3, 1);
        tick(b);
    }
    run(b, 20);
    expect_log(b,
               "4 window 3 is 0, 11 deny 0 on 3, 12 deny 1 on 3, 13 deny 2 on 3, 14 deny 3 on 3, "
               "15 deny 4 on 3, 16 deny 5 on 3");
    cr_assert(!b->out.op_ready[1][3]);
    window(b, 3, 1); // commits in 34; compared in 34, chosen in 35, in 37 the first leaves
    go_to(b, 37);
    expect_log(b, "34 window 3 is 1, 37 grant 0");
    cr_assert(!b->out.op_ready[1][3]);
    tick(b);
    cr_assert(b->out.op_ready[1][3]);
}

// --- waiting.md, 2.6 ---------------------------------------------------------------------------

PATH_TEST(an_offer_whose_class_is_not_ready_is_asked) {
    b->in.pause = true;
    for (unsigned tag = 0; tag < 6; tag++) {
        op_write(b, tag, 3, 1);
        tick(b);
    }
    op_write(b, 5, 3, 1);
    b->in.op_again = true;
    tick(b);
    op_write(b, 6, 3, 1);
    b->in.op_again = true;
    go_to(b, 20);
    expect_log(b, "9 waits 5, 10 unknown 6");
    b->in.pause = false;
    go_to(b, 40);
    expect_log(b, "24 grant 0, 25 grant 1, 26 grant 2, 27 grant 3, 28 grant 4, 29 grant 5");
}

// Found in the slot up to the clock of the grant, from then on in the table: without a gap.
PATH_TEST(a_retransmission_is_found_in_every_clock_around_the_grant) {
    op_write(b, 1, 3, 1);
    tick(b);
    for (int clock = 1; clock < 12; clock++) {
        op_write(b, 1, 3, 1);
        tick(b);
    }
    go_to(b, 40);
    expect_log(b, "4 waits 1, 5 waits 1, 6 waits 1, 7 grant 1, 7 waits 1, 8 waits 1, 9 waits 1, "
                  "10 held 1, 11 held 1, 12 held 1, 13 held 1, 14 held 1");
}

// The completion is taken up in clock 20: free in 25. A retransmission offered up to 24 is found.
PATH_TEST(a_tag_is_free_from_the_clock_that_shows_it) {
    op(b, 1, ATOMIC, 0);
    go_to(b, 20);
    expect_log(b, "7 grant 1");
    atomic(b, 1);
    go_to(b, 24);
    op_write(b, 1, 3, 1);
    tick(b);
    op_write(b, 1, 3, 1);
    go_to(b, 40);
    expect_log(b, "23 return 0 to 8 of 100, 25 free 0, 27 held 1, 32 grant 1");
}

// A duplicate has a slot up to clock 26, in which the tag is looked for when it is used again.
PATH_TEST(a_tag_used_again_is_not_found_in_a_duplicate_that_leaves) {
    op(b, 1, ATOMIC, 0);
    go_to(b, 20);
    atomic(b, 1);
    go_to(b, 23);
    op(b, 1, ATOMIC, 0);
    go_to(b, 25);
    op(b, 1, ATOMIC, 0);
    go_to(b, 40);
    expect_log(b, "7 grant 1, 23 return 0 to 8 of 100, 25 free 0, 26 held 1, 32 grant 1");
}

PATH_TEST(a_duplicate_blocks_nobody_of_its_domain) {
    op_write(b, 1, 3, 1);
    go_to(b, 20);
    op_write(b, 1, 3, 1);
    b->in.op_domain = 5;
    tick(b);
    op_write(b, 2, 3, 1);
    b->in.op_domain = 5;
    go_to(b, 40);
    expect_log(b, "7 grant 1, 23 held 1, 28 grant 2");
}
