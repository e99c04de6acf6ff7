// waiting.md of rtl/spec, 2.4 and 2.5, of the golden model: choices, looks, refusals.
#include "tb/tests/block/path_bench.h"

PATH_TEST(the_best_of_those_that_fit_is_chosen) {
    static const struct {
        unsigned wire_bytes;
        bool urgent;
    } table[] = {{300, false}, {20, false}, {4, false}, {20, false}, {9000, true}, {300, true}};

    b->in.pause = true;
    for (unsigned tag = 0; tag < 6; tag++) {
        op_write(b, tag, tag, 1);
        b->in.op_wire_bytes = table[tag].wire_bytes;
        b->in.op_urgent = table[tag].urgent;
        tick(b);
    }
    go_to(b, 20);
    b->in.pause = false;
    go_to(b, 40);
    expect_log(b, "24 grant 5, 25 grant 4, 26 grant 2, 27 grant 1, 28 grant 3, 29 grant 0");
}

// The example of 2.5: both fit in clock 10. A third, of nothing, fits all the time and yet is not
// chosen on that lane in 15 and 16; on another lane it is, and so is one of a better group.
static void refusal(struct path_bench *b, unsigned lane, bool urgent, const char *log) {
    window(b, 3, 4096);
    b->in.pause = true;
    go_to(b, 4);
    op_write(b, 1, 3, 4096);
    tick(b);
    op_write(b, 2, 3, 4096);
    go_to(b, 9);
    b->in.pause = false;
    go_to(b, 10);
    op_write(b, 3, lane, 0);
    b->in.op_wire_bytes = 1;
    b->in.op_urgent = urgent;
    go_to(b, 30);
    expect_log(b, log);
}

PATH_TEST(a_refused_choice_holds_its_lane_for_two_clocks) {
    refusal(b, 3, false, "4 window 3 is 4096, 13 grant 1, 14 deny 2 on 3, 19 grant 3");
}

PATH_TEST(a_refused_choice_holds_no_other_lane) {
    refusal(b, 4, false, "4 window 3 is 4096, 13 grant 1, 14 deny 2 on 3, 17 grant 3");
}

PATH_TEST(a_refused_choice_holds_no_better_group) {
    refusal(b, 3, true, "4 window 3 is 4096, 13 grant 1, 14 deny 2 on 3, 17 grant 3");
}

// The table refuses 2 in 12 and has room again in 13: in 13 and 14 only the rejected one is chosen.
PATH_TEST(a_refusal_by_the_table_holds_all_but_rejects) {
    window(b, TABLE, 1);
    go_to(b, 4);
    op_write(b, 1, 1, 1);
    tick(b);
    op_write(b, 2, 2, 1);
    go_to(b, 8);
    op(b, 4, 7, 0);
    tick(b);
    op_write(b, 3, 3, 1);
    window(b, TABLE, 128);
    go_to(b, 40);
    expect_log(b, "4 window T is 1, 11 grant 1, 12 deny 2 on T, 13 window T is 128, 15 reject 4, "
                  "17 grant 2, 18 grant 3");
}

PATH_TEST(a_look_holds_nobody) {
    window(b, 3, 100);
    go_to(b, 4);
    op_write(b, 1, 3, 100);
    go_to(b, 20);
    op_write(b, 2, 3, 50);
    go_to(b, 23);
    op_write(b, 3, 3, 0);
    go_to(b, 40);
    expect_log(b, "4 window 3 is 100, 11 grant 1, 27 deny 2 on 3, 30 grant 3");
}

// Room that is back when a look is decided is left to a choice.
PATH_TEST(a_look_never_grants) {
    window(b, 3, 0);
    go_to(b, 10);
    op_write(b, 1, 3, 1); // looked at in 15, decided in 16
    go_to(b, 12);
    window(b, 3, 1);
    go_to(b, 30);
    expect_log(b, "4 window 3 is 0, 16 window 3 is 1, 19 grant 1");
}

// A look tells once what is lacking, and again when that is something else.
PATH_TEST(looks_tell_each_change_of_what_is_lacking) {
    window(b, 3, 0);
    go_to(b, 4);
    window(b, RESPONSE_LANE, 0);
    go_to(b, 10);
    op(b, 1, READ, 3);
    go_to(b, 30);
    expect_log(b, "4 window 3 is 0, 8 window 9 is 0, 17 deny 1 on 3+9");
    window(b, 3, 1);
    go_to(b, 50);
    expect_log(b, "34 window 3 is 1, 37 deny 1 on 9");
    window(b, RESPONSE_LANE, 1);
    go_to(b, 70);
    expect_log(b, "54 window 9 is 1, 57 grant 1");
}

// A window write sampled in clock 3 is the choice of clock 5, in which the offer of 0 would be; the
// offer is decided by the new window.
PATH_TEST(a_window_write_takes_the_place_of_a_choice) {
    op_write(b, 1, 3, 4096);
    go_to(b, 3);
    window(b, 3, 0);
    go_to(b, 20);
    expect_log(b, "7 window 3 is 0, 8 deny 1 on 3");
}

PATH_TEST(a_window_write_is_decided_by_in_its_order) {
    op_write(b, 1, 3, 1);
    tick(b);
    op_write(b, 2, 3, 1);
    go_to(b, 4);
    window(b, 3,
           0); // the choice of 6, between those of 5 and 7; it commits before that of 7 is made
    go_to(b, 20);
    expect_log(b, "7 grant 1, 8 window 3 is 0, 9 deny 2 on 3");
}

PATH_TEST(a_pause_does_not_stop_window_writes) {
    b->in.pause = true;
    go_to(b, 10);
    window(b, 3, UINT32_MAX);
    go_to(b, 20);
    window(b, TABLE, 1000);
    go_to(b, 30);
    window(b, TABLE + 1, 5); // no lane
    go_to(b, 40);
    expect_log(b, "14 window 3 is 4294967294, 24 window T is 128");
}
