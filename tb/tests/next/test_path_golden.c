// The golden model of the admission path of rtl/next against its specification: examples and clocks
// as rtl/next/spec has them, chapter by chapter.
#include <string.h>

#include "tb/tests/next/path_bench.h"

// A test on a block of the default size, or of another.
#define PATH_TEST_OF(size, name)                                                                   \
    static void name(struct path_bench *b);                                                        \
    Test(path_golden, name) {                                                                      \
        struct path_bench bench;                                                                   \
        path_bench_open(&bench, size);                                                             \
        name(&bench);                                                                              \
        path_bench_close(&bench);                                                                  \
    }                                                                                              \
    static void name(struct path_bench *b)
#define PATH_TEST(name) PATH_TEST_OF(&path_default, name)

// Every counter as narrow as it can be.
static const struct path_size narrow = {.hbm = 1,
                                        .atomic = 1,
                                        .response = 1,
                                        .cnt_w = 4,
                                        .depth = 8,
                                        .slots = 10,
                                        .tag_w = 8,
                                        .gen_w = 1,
                                        .age_w = 4,
                                        .wire_w = 4};

enum { ATOMIC_LANE = 8, RESPONSE_LANE = 9, TABLE = 10 }; // of the default size

// --- ports.md ----------------------------------------------------------------------------------

Test(path_golden, refuses_sizes_out_of_range) {
    static const struct path_size wrong[] = {
        {0, 1, 1, 32, 128, 40, 32, 4, 16, 24},  {33, 1, 1, 32, 128, 40, 32, 4, 16, 24},
        {8, 0, 1, 32, 128, 40, 32, 4, 16, 24},  {8, 1, 5, 32, 128, 40, 32, 4, 16, 24},
        {8, 1, 1, 3, 128, 40, 32, 4, 16, 24},   {8, 1, 1, 33, 128, 40, 32, 4, 16, 24},
        {8, 1, 1, 32, 4, 40, 32, 4, 16, 24},    {8, 1, 1, 32, 96, 40, 32, 4, 16, 24},
        {8, 1, 1, 32, 2048, 40, 32, 4, 16, 24}, {8, 1, 1, 32, 128, 9, 32, 4, 16, 24},
        {8, 1, 1, 32, 128, 81, 32, 4, 16, 24},  {8, 1, 1, 32, 128, 40, 65, 4, 16, 24},
        {8, 1, 1, 32, 128, 40, 32, 0, 16, 24},  {8, 1, 1, 32, 128, 40, 32, 9, 16, 24},
        {8, 1, 1, 32, 128, 40, 32, 4, 17, 24},  {8, 1, 1, 32, 128, 40, 32, 4, 16, 25},
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_assert(path_golden_open(&wrong[i]) == NULL, "row %zu", i);
}

PATH_TEST(shows_nothing_in_the_clock_after_reset) {
    static const struct path_out nothing;

    op_write(b, 1, 3, 4096);
    path_step(b);
    op_write(b, 2, 3, 4096);
    run(b, 6);
    path_expect(b, "7 grant 1");
    b->in.rst_n = false;
    op_write(b, 3, 3, 4096);
    path_step(b);
    cr_assert(memcmp(&b->out, &nothing, sizeof nothing) == 0);
    b->in.rst_n = true;
    op_write(b, 4, 3, 0);
    b->in.op_again = true; // asked: its class is not ready
    path_step(b);
    cr_assert(b->out.op_ready[0][0] && b->out.op_ready[2][9] && b->out.hbm_ready[7] &&
              b->out.atomic_ready[0] && b->out.response_ready[0] && b->out.done_ready);
    cr_assert(!b->out.op_ready[0][10] && !b->out.hbm_ready[8] && !b->out.atomic_ready[1]);
    run(b, 20);
    path_expect(b, "11 unknown 4");
}

// --- pipeline.md -------------------------------------------------------------------------------

PATH_TEST(offers_commit_seven_clocks_later_one_a_clock) {
    for (unsigned tag = 0; tag < 4; tag++) {
        op_write(b, tag, 3, 4096);
        path_step(b);
    }
    run(b, 20);
    path_expect(b, "7 grant 0, 8 grant 1, 9 grant 2, 10 grant 3");
}

PATH_TEST(a_grant_shows_its_handle_lanes_and_demands) {
    op(b, 77, READ, 3)->op_response_length = 4096;
    run(b, 7);
    cr_assert(b->out.trace_kind == PATH_GRANT && b->out.trace_tag == 77);
    cr_assert(b->out.trace_mask == (1u << 3 | 1u << RESPONSE_LANE));
    cr_assert(b->out.trace_stage == 4096 && b->out.trace_response == 10 + 256);
    cr_assert(b->out.trace_handle == 0);
}

// One that waits for a return on the Atomic engine commits 6 clocks after the beat, on a
// partition 7.
PATH_TEST(returns_admit_six_clocks_later_a_partition_seven) {
    window(b, ATOMIC_LANE, 100);
    op(b, 1, ATOMIC, 0);
    path_step(b);
    op(b, 2, ATOMIC, 0);
    go_to(b, 4);
    window(b, 3, 100);
    go_to(b, 5);
    op_write(b, 3, 3, 100);
    go_to(b, 6);
    op_write(b, 4, 3, 100);
    go_to(b, 20);
    path_expect(b, "4 window 8 is 100, 7 grant 1, 8 window 3 is 100, 9 deny 2 on 8, 12 grant 3, "
                   "13 deny 4 on 3");
    atomic(b, 1);
    go_to(b, 30);
    path_expect(b, "23 return 0 to 8 of 100, 25 free 0, 26 grant 2");
    hbm(b, 3, 3);
    go_to(b, 40);
    path_expect(b, "34 return 1 to 3 of 100, 36 free 1, 37 grant 4");
}

PATH_TEST(answers_come_three_clocks_later) {
    op_write(b, 1, 3, 4096);
    run(b, 4);
    b->in.pause = true;
    op_write(b, 2, 3, 4096);
    go_to(b, 10);
    op_write(b, 1, 3, 4096);
    go_to(b, 11);
    op_write(b, 2, 3, 4096);
    b->in.op_again = true;
    go_to(b, 20);
    path_expect(b, "7 grant 1, 13 held 1, 14 waits 2");
    b->in.pause = false; // in clock 20: a choice in 22
    go_to(b, 40);
    path_expect(b, "24 grant 2");
}

PATH_TEST(one_domain_commits_every_three_clocks) {
    for (unsigned tag = 0; tag < 3; tag++) {
        op_write(b, tag, tag, 4096);
        b->in.op_domain = 9;
        b->in.op_wire_bytes = 100 - tag; // the later would be the better
        path_step(b);
    }
    op_write(b, 3, 3, 4096);
    b->in.op_wire_bytes = 200;
    run(b, 20);
    path_expect(b, "7 grant 0, 10 grant 1, 11 grant 3, 13 grant 2");
}

// Choices are made in the clocks up to the one after the pause: three more grants commit.
PATH_TEST(pause_lets_three_more_grants_commit) {
    for (unsigned tag = 0; tag < 12; tag++) {
        op_write(b, tag, tag % 4, 1);
        b->in.pause = b->clock >= 8;
        path_step(b);
    }
    run(b, 20);
    path_expect(b, "7 grant 0, 8 grant 1, 9 grant 2, 10 grant 3, 11 grant 4");
    b->clock = 0;
    b->in.pause = false;
    run(b, 6);
    path_expect(b, "4 grant 5, 5 grant 6, 6 grant 7");
}

// --- waiting.md, 2.1 ---------------------------------------------------------------------------

PATH_TEST(a_class_is_ready_while_it_has_fewer_than_its_group_has_left) {
    b->in.pause = true;
    for (unsigned tag = 0; tag < 7; tag++) {
        op_write(b, tag, tag < 5 ? 3 : 4, 4096);
        b->in.op_urgent = true;
        cr_assert(b->out.op_ready[0][b->in.op_stage]);
        path_step(b);
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
            path_step(b);
        }
        cr_assert(taken == half[group], "%u of group %u", taken, group);
    }
}

PATH_TEST(an_operation_counts_in_its_two_classes_and_a_rejected_one_in_lane_0s) {
    b->in.pause = true;
    for (unsigned tag = 0; tag < 6; tag++) {
        op(b, tag, READ, tag);
        path_step(b);
    }
    for (unsigned lane = 0; lane < TABLE; lane++)
        cr_assert(b->out.op_ready[1][lane] == (lane != RESPONSE_LANE), "lane %u", lane);
    for (unsigned tag = 6; tag < 9; tag++) {
        op(b, tag, 7, 5)->op_reply = true;
        path_step(b);
    }
    for (unsigned lane = 0; lane < TABLE; lane++)
        cr_assert(b->out.op_ready[1][lane] == (lane != RESPONSE_LANE && lane != 0), "%u", lane);
}

PATH_TEST(a_slot_is_free_from_the_clock_after_its_operation_left) {
    window(b, 3, 0);
    go_to(b, 4);
    for (unsigned tag = 0; tag < 6; tag++) {
        op_write(b, tag, 3, 1);
        path_step(b);
    }
    run(b, 20);
    path_expect(b,
                "4 window 3 is 0, 11 deny 0 on 3, 12 deny 1 on 3, 13 deny 2 on 3, 14 deny 3 on 3, "
                "15 deny 4 on 3, 16 deny 5 on 3");
    cr_assert(!b->out.op_ready[1][3]);
    window(b, 3, 1); // commits in 34; compared in 34, chosen in 35, in 37 the first leaves
    go_to(b, 37);
    path_expect(b, "34 window 3 is 1, 37 grant 0");
    cr_assert(!b->out.op_ready[1][3]);
    path_step(b);
    cr_assert(b->out.op_ready[1][3]);
}

// --- waiting.md, 2.4 and 2.5 -------------------------------------------------------------------

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
        path_step(b);
    }
    go_to(b, 20);
    b->in.pause = false;
    go_to(b, 40);
    path_expect(b, "24 grant 5, 25 grant 4, 26 grant 2, 27 grant 1, 28 grant 3, 29 grant 0");
}

// The example of 2.5: both fit in clock 10. A third, of nothing, fits all the time and yet is not
// chosen on that lane in 15 and 16; on another lane it is, and so is one of a better group.
static void refusal(struct path_bench *b, unsigned lane, bool urgent, const char *log) {
    window(b, 3, 4096);
    b->in.pause = true;
    go_to(b, 4);
    op_write(b, 1, 3, 4096);
    path_step(b);
    op_write(b, 2, 3, 4096);
    go_to(b, 9);
    b->in.pause = false;
    go_to(b, 10);
    op_write(b, 3, lane, 0);
    b->in.op_wire_bytes = 1;
    b->in.op_urgent = urgent;
    go_to(b, 30);
    path_expect(b, log);
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
    path_step(b);
    op_write(b, 2, 2, 1);
    go_to(b, 8);
    op(b, 4, 7, 0);
    path_step(b);
    op_write(b, 3, 3, 1);
    window(b, TABLE, 128);
    go_to(b, 40);
    path_expect(b, "4 window T is 1, 11 grant 1, 12 deny 2 on T, 13 window T is 128, 15 reject 4, "
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
    path_expect(b, "4 window 3 is 100, 11 grant 1, 27 deny 2 on 3, 30 grant 3");
}

// A look tells once what is lacking, and again when that is something else.
PATH_TEST(looks_tell_each_change_of_what_is_lacking) {
    window(b, 3, 0);
    go_to(b, 4);
    window(b, RESPONSE_LANE, 0);
    go_to(b, 10);
    op(b, 1, READ, 3);
    go_to(b, 30);
    path_expect(b, "4 window 3 is 0, 8 window 9 is 0, 17 deny 1 on 3+9");
    window(b, 3, 1);
    go_to(b, 50);
    path_expect(b, "34 window 3 is 1, 37 deny 1 on 9");
    window(b, RESPONSE_LANE, 1);
    go_to(b, 70);
    path_expect(b, "54 window 9 is 1, 57 grant 1");
}

// A window write sampled in clock 3 is the choice of clock 5, in which the offer of 0 would be; the
// offer is decided by the new window.
PATH_TEST(a_window_write_takes_the_place_of_a_choice) {
    op_write(b, 1, 3, 4096);
    go_to(b, 3);
    window(b, 3, 0);
    go_to(b, 20);
    path_expect(b, "7 window 3 is 0, 8 deny 1 on 3");
}

PATH_TEST(a_window_write_is_decided_by_in_its_order) {
    op_write(b, 1, 3, 1);
    path_step(b);
    op_write(b, 2, 3, 1);
    go_to(b, 4);
    window(b, 3,
           0); // the choice of 6, between those of 5 and 7; it commits before that of 7 is made
    go_to(b, 20);
    path_expect(b, "7 grant 1, 8 window 3 is 0, 9 deny 2 on 3");
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
    path_expect(b, "14 window 3 is 4294967294, 24 window T is 128");
}

// A flood of small ones on partition 3, which complete after 30 clocks, keeps a large one from ever
// fitting; Atomics come all the time. Returns the clock in which the large one was granted, or 0.
static int flood(struct path_bench *b, int clocks, unsigned *atomics_meanwhile) {
    unsigned served[64][2]; // by the clock of their grants, modulo 64: tag, or none
    int offered = 0;

    memset(served, 0xff, sizeof served);
    window(b, 3, 4096);
    for (int i = 0; i < clocks; i++) {
        const bool atomic_turn = i % 8 == 4;
        if (i == 50) {
            op_write(b, 255, 3, 4096);
            b->in.op_wire_bytes = 4096;
            offered = i;
        } else if (atomic_turn && b->out.op_ready[1][ATOMIC_LANE]) {
            op(b, 200 + (unsigned)i / 8 % 50, ATOMIC, 0);
        } else if (!atomic_turn && b->out.op_ready[1][3]) {
            op_write(b, (unsigned)i % 200, 3, 512);
        }
        unsigned *const due = served[(b->clock + 34) % 64];
        if (due[0] < 200)
            hbm(b, 3, due[0]);
        else if (due[0] < 255)
            atomic(b, due[0]);
        due[0] = UINT32_MAX;
        path_step(b);
        b->log[0] = '\0';
        if (b->out.trace_kind != PATH_GRANT)
            continue;
        if (b->out.trace_tag == 255)
            return b->clock - offered;
        served[b->clock % 64][0] = (unsigned)b->out.trace_tag;
        if (b->out.trace_tag >= 200 && i > 50)
            ++*atomics_meanwhile;
    }
    return 0;
}

PATH_TEST(without_a_bound_a_large_one_starves) {
    unsigned atomics = 0;

    cr_assert(flood(b, 5000, &atomics) == 0);
    cr_assert(atomics > 500);
}

PATH_TEST(the_aged_operation_gets_its_lanes_while_others_go_on) {
    unsigned atomics = 0;

    b->in.bound = 100;
    const int waited = flood(b, 5000, &atomics);
    cr_assert(waited > 0 && waited < 900, "waited %d clocks", waited);
    cr_assert(atomics > (unsigned)waited / 8 - 5, "%u Atomics in %d clocks", atomics, waited);
}

// Grants visit slots 0, 1 and 2 in 13, 22 and later: with a bound of one visit the read of tag 1,
// in slot 1, is the aged one from clock 23 on, and what it lacks in 22 counts for the choice of 25.
// Tag 2, in slot 2 for a closed lane, cannot take its place.
static void age_one(struct path_bench *b) {
    b->in.bound = b->size.slots;
    window(b, 3, 100);
    go_to(b, 4);
    window(b, 4, 0);
    op_write(b, 0, 3, 60);
    go_to(b, 7);
    op(b, 1, READ, 3)->op_response_length = 60;
    path_step(b);
    op_write(b, 2, 4, 1);
    go_to(b, 13);
    op_write(b, 3, 5, 1);
    go_to(b, 16);
    path_expect(b,
                "4 window 3 is 100, 8 window 4 is 0, 11 grant 0, 14 deny 1 on 3, 15 deny 2 on 4");
}

PATH_TEST(nobody_is_held_back_before_the_aged_one_counts) {
    age_one(b);
    go_to(b, 19);
    op_write(b, 4, 3, 40);
    go_to(b, 30);
    path_expect(b, "20 grant 3, 26 grant 4");
}

PATH_TEST(the_aged_operation_holds_back_what_it_needs_next) {
    age_one(b);
    go_to(b, 20);
    op_write(b, 4, 3, 40); // fits, but for the aged one
    path_step(b);
    op_write(b, 5, 6, 1);
    b->in.op_reply =
        true; // the aged one's response engine, which it does not take before its stage
    go_to(b, 30);
    path_expect(b, "20 grant 3, 28 grant 5");
    hbm(b, 3, 0); // commits in 34; tag 1 is chosen in 35
    path_step(b);
    op_write(b, 6, 6, 1); // stands in 36, one clock before all others are held back
    path_step(b);
    op_write(b, 7, 6, 1); // stands in 37
    path_step(b);
    op(b, 8, 7, 0); // stands in 38, and is rejected
    go_to(b, 50);
    path_expect(
        b, "34 return 0 to 3 of 60, 36 free 0, 37 grant 1, 38 grant 6, 40 reject 8, 42 grant 4, "
           "43 grant 7");
}

// Now it lacks its response only: it holds its stage and its response engine.
PATH_TEST(the_aged_operation_keeps_its_stage_while_it_waits_for_its_response) {
    b->in.bound = b->size.slots;
    b->in.response_fixed = 60;
    window(b, RESPONSE_LANE, 100);
    go_to(b, 4);
    op_write(b, 0, 5, 1);
    b->in.op_reply = true;
    go_to(b, 7);
    op(b, 1, READ, 3);
    go_to(b, 13);
    op_write(b, 3, 5, 1);
    go_to(b, 20);
    b->in.response_fixed = 5;
    op_write(b, 4, 3, 1);
    path_step(b);
    op_write(b, 5, 6, 1);
    b->in.op_reply = true;
    path_step(b);
    op_write(b, 6, 6, 1);
    go_to(b, 50);
    path_expect(b, "4 window 9 is 100, 11 grant 0, 14 deny 1 on 9, 20 grant 3, 29 grant 6");
    b->in.bound = 0; // in clock 50: nobody is the aged one from 51 on, and 53 chooses again
    go_to(b, 60);
    path_expect(b, "55 grant 4, 56 grant 5");
}

PATH_TEST(an_aged_operation_holds_nothing_back_for_a_closed_lane) {
    b->in.bound = b->size.slots;
    window(b, RESPONSE_LANE, 0);
    go_to(b, 4);
    op_write(b, 0, 5, 1);
    go_to(b, 7);
    op(b, 1, READ, 3);
    go_to(b, 13);
    op_write(b, 3, 5, 1);
    go_to(b, 20);
    op_write(b, 4, 3, 1);
    go_to(b, 40);
    path_expect(b, "4 window 9 is 0, 11 grant 0, 14 deny 1 on 9, 20 grant 3, 27 grant 4");
}

// The grant of 9 visits slot 1, which tag 1 leaves in clock 11: nobody is aged.
PATH_TEST(who_leaves_in_the_clock_of_the_visit_does_not_age) {
    b->in.bound = b->size.slots;
    op_write(b, 0, 1, 1);
    b->in.op_domain = 9;
    path_step(b);
    op_write(b, 1, 2, 1);
    b->in.op_domain = 9;
    path_step(b);
    op_write(b, 2, 3, 1);
    go_to(b, 6);
    window(b, 7, 1); // the choice of 8, which were tag 1's
    go_to(b, 20);
    op_write(b, 3, 2, 1);
    go_to(b, 40);
    path_expect(b, "7 grant 0, 9 grant 2, 10 window 7 is 1, 11 grant 1, 27 grant 3");
}

// --- waiting.md, 2.6 ---------------------------------------------------------------------------

PATH_TEST(an_offer_whose_class_is_not_ready_is_asked) {
    b->in.pause = true;
    for (unsigned tag = 0; tag < 6; tag++) {
        op_write(b, tag, 3, 1);
        path_step(b);
    }
    op_write(b, 5, 3, 1);
    b->in.op_again = true;
    path_step(b);
    op_write(b, 6, 3, 1);
    b->in.op_again = true;
    go_to(b, 20);
    path_expect(b, "9 waits 5, 10 unknown 6");
    b->in.pause = false;
    go_to(b, 40);
    path_expect(b, "24 grant 0, 25 grant 1, 26 grant 2, 27 grant 3, 28 grant 4, 29 grant 5");
}

// Found in the slot up to the clock of the grant, from then on in the table: without a gap.
PATH_TEST(a_retransmission_is_found_in_every_clock_around_the_grant) {
    op_write(b, 1, 3, 1);
    path_step(b);
    for (int clock = 1; clock < 12; clock++) {
        op_write(b, 1, 3, 1);
        path_step(b);
    }
    go_to(b, 40);
    path_expect(b, "4 waits 1, 5 waits 1, 6 waits 1, 7 grant 1, 7 waits 1, 8 waits 1, 9 waits 1, "
                   "10 held 1, 11 held 1, 12 held 1, 13 held 1, 14 held 1");
}

// The completion is taken up in clock 20: free in 25. A retransmission offered up to 24 is found.
PATH_TEST(a_tag_is_free_from_the_clock_that_shows_it) {
    op(b, 1, ATOMIC, 0);
    go_to(b, 20);
    path_expect(b, "7 grant 1");
    atomic(b, 1);
    go_to(b, 24);
    op_write(b, 1, 3, 1);
    path_step(b);
    op_write(b, 1, 3, 1);
    go_to(b, 40);
    path_expect(b, "23 return 0 to 8 of 100, 25 free 0, 27 held 1, 32 grant 1");
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
    path_expect(b, "7 grant 1, 23 return 0 to 8 of 100, 25 free 0, 26 held 1, 32 grant 1");
}

PATH_TEST(a_duplicate_blocks_nobody_of_its_domain) {
    op_write(b, 1, 3, 1);
    go_to(b, 20);
    op_write(b, 1, 3, 1);
    b->in.op_domain = 5;
    path_step(b);
    op_write(b, 2, 3, 1);
    b->in.op_domain = 5;
    go_to(b, 40);
    path_expect(b, "7 grant 1, 23 held 1, 28 grant 2");
}

// --- decision.md -------------------------------------------------------------------------------

static void expect_demand(struct path_bench *b, uint32_t stage, uint32_t answer) {
    run(b, 7);
    cr_assert(b->out.trace_kind == PATH_GRANT);
    cr_assert(b->out.trace_stage == stage, "stage %u, not %u", b->out.trace_stage, stage);
    cr_assert(b->out.trace_response == answer, "response %u, not %u", b->out.trace_response,
              answer);
}

PATH_TEST(demands_are_rounded_up) {
    b->in.quantum_hbm = 4;
    b->in.quantum_time = 3;
    b->in.response_reciprocal = 1;
    b->in.atomic_service[7] = 101;
    op_write(b, 1, 3, 4097);
    expect_demand(b, 257, 0);
    op(b, 2, NOTIFICATION, 4)->op_length = 4096;
    b->in.op_reply = true;
    expect_demand(b, 256, 2);
    op(b, 3, READ, 5)->op_response_length = 6 << 12;
    expect_demand(b, 1536, 2);
    op(b, 4, READ, 5)->op_response_length = (6 << 12) + 1;
    b->in.op_length = 9000;
    expect_demand(b, 1537, 3);
    op(b, 5, 15, 0);
    expect_demand(b, 13, 0);
    op(b, 6, READ, 5);
    expect_demand(b, 0, 2);
}

// An offer is estimated by the service times of the clock after it.
PATH_TEST(service_times_of_the_clock_after_the_offer_count) {
    op(b, 1, ATOMIC, 0);
    path_step(b);
    b->in.atomic_service[0] = 7;
    path_step(b);
    b->in.atomic_service[0] = 9;
    run(b, 5);
    cr_assert(b->out.trace_kind == PATH_GRANT && b->out.trace_stage == 7);
}

PATH_TEST(an_empty_lane_admits_a_demand_above_its_window) {
    window(b, 3, 100);
    go_to(b, 4);
    op_write(b, 1, 3, 5000);
    path_step(b);
    op_write(b, 2, 3, 0);
    go_to(b, 20);
    path_expect(b, "4 window 3 is 100, 11 grant 1, 12 deny 2 on 3");
    hbm(b, 3, 1);
    go_to(b, 40);
    path_expect(b, "24 return 0 to 3 of 5000, 26 free 0, 27 grant 2");
}

// Who holds nothing holds the lane all the same.
PATH_TEST(a_component_of_nothing_holds_its_lane) {
    window(b, 3, 100);
    go_to(b, 4);
    op_write(b, 1, 3, 0);
    path_step(b);
    op_write(b, 2, 3, 101);
    go_to(b, 20);
    path_expect(b, "4 window 3 is 100, 11 grant 1, 12 deny 2 on 3");
    hbm(b, 3, 1);
    go_to(b, 40);
    path_expect(b, "24 return 0 to 3 of 0, 26 free 0, 27 grant 2");
}

PATH_TEST(unknown_opcodes_and_lanes_are_rejected) {
    op_write(b, 1, 8, 1);
    path_step(b);
    op(b, 2, ATOMIC, 1);
    path_step(b);
    op(b, 3, READ, 0)->op_engine = 1;
    path_step(b);
    for (unsigned opcode = 3; opcode < 8; opcode++) {
        op(b, 10 + opcode, opcode, 0)->op_urgent = true;
        path_step(b);
    }
    op_write(b, 4, 3, 1);
    b->in.op_engine = 3; // of no interest: it does not respond
    path_step(b);
    op_write(b, 5, 3, 1);
    b->in.op_engine = 3;
    b->in.op_response_length = 1;
    run(b, 20);
    path_expect(b, "7 reject 1, 8 reject 2, 9 reject 3, 10 reject 13, 11 reject 14, 12 reject 15, "
                   "13 reject 16, 14 reject 17, 15 grant 4, 16 reject 5");
}

PATH_TEST(a_follower_of_a_rejected_one_is_granted) {
    op(b, 1, 7, 0)->op_domain = 1;
    path_step(b);
    op_write(b, 2, 3, 1);
    b->in.op_domain = 1;
    run(b, 20);
    path_expect(b, "7 reject 1, 10 grant 2");
}

PATH_TEST(a_command_limit_of_zero_closes_the_table_but_rejects_go_on) {
    window(b, TABLE, 0);
    go_to(b, 4);
    op_write(b, 1, 3, 1);
    path_step(b);
    op(b, 2, 7, 0);
    go_to(b, 20);
    path_expect(b, "4 window T is 0, 11 deny 1 on T, 12 reject 2");
}

// --- reservation.md ----------------------------------------------------------------------------

PATH_TEST(a_read_is_complete_after_both_returns_in_either_order) {
    op(b, 1, READ, 3);
    path_step(b);
    op(b, 2, READ, 3);
    go_to(b, 20);
    path_expect(b, "7 grant 1, 8 grant 2");
    hbm(b, 3, 1);
    response(b, 2);
    go_to(b, 30);
    path_expect(b, "23 return 1 to 9 of 10, 24 return 0 to 3 of 0");
    hbm(b, 3, 2);
    path_step(b);
    response(b, 1);
    go_to(b, 40);
    // Both were taken up in clock 31. Each is complete on the channel of its own return.
    path_expect(b, "34 return 1 to 3 of 0, 34 return 0 to 9 of 10, 36 free 1, 36 free 0");
}

PATH_TEST(returns_of_one_clock_complete_on_the_last_of_their_channels) {
    op(b, 1, READ, 3);
    go_to(b, 20);
    hbm(b, 3, 1);
    path_step(b);
    response(b, 1);
    go_to(b, 26);
    path_expect(b, "7 grant 1, 24 return 0 to 3 of 0, 24 return 0 to 9 of 10, 26 free 0");
    cr_assert(b->out.free_valid[2] && !b->out.free_valid[0]);
}

PATH_TEST(a_second_completion_is_a_stray_in_the_next_clock_too) {
    op(b, 1, ATOMIC, 0);
    go_to(b, 20);
    atomic(b, 1);
    path_step(b);
    atomic(b, 1);
    path_step(b);
    response(b, 1); // it does not respond
    go_to(b, 40);
    path_expect(b, "7 grant 1, 23 return 0 to 8 of 100, 24 stray 0, 25 stray 0, 25 free 0");
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
    path_expect(b, "7 grant 1, 9 stray 0, 10 return 0 to 8 of 100, 12 free 0");
}

PATH_TEST(hold_makes_a_reservation_owe_done) {
    b->in.hold = 1 << NOTIFICATION;
    op(b, 1, NOTIFICATION, 3);
    path_step(b);
    op_write(b, 2, 3, 1);
    go_to(b, 20);
    path_expect(b, "7 grant 1, 8 grant 2");
    done(b, 2);
    path_step(b);
    hbm(b, 3, 1);
    path_step(b);
    hbm(b, 3, 2);
    go_to(b, 40);
    path_expect(b, "23 late 1, 25 return 0 to 3 of 0, 26 return 1 to 3 of 1, 28 free 1");
    done(b, 1);
    path_step(b);
    done(b, 1);
    go_to(b, 60);
    path_expect(b, "43 done 0, 44 late 0, 45 free 0");
}

PATH_TEST(a_completion_from_before_a_reset_is_a_stray) {
    op(b, 1, ATOMIC, 0);
    go_to(b, 10);
    path_expect(b, "7 grant 1");
    bench_reset(b, 1);
    op(b, 2, ATOMIC, 0);
    go_to(b, 20);
    path_expect(b, "7 grant 2");
    cr_assert(b->handle[1] == 0 && b->handle[2] == 1u << (4 + 7));
    atomic(b, 1);
    path_step(b);
    atomic(b, 2);
    go_to(b, 30);
    path_expect(b, "23 stray 0, 24 return 2048 to 8 of 100, 26 free 2048");
}

// Partitions 1, 2 and 5 in one clock, 1 twice more: one a clock in turn, and no third place.
PATH_TEST(the_collector_serves_in_turn) {
    for (unsigned tag = 0; tag < 6; tag++) {
        op_write(b, tag, tag < 3 ? 1 : tag, 1);
        path_step(b);
    }
    run(b, 14);
    b->log[0] = '\0';
    hbm(b, 1, 0);
    hbm(b, 3, 3);
    hbm(b, 5, 5);
    path_step(b);
    cr_assert(b->out.hbm_ready[1]);
    hbm(b, 1, 1);
    path_step(b);
    hbm(b, 1, 2);
    path_step(b);
    cr_assert(!b->out.hbm_ready[1]); // 1 and 2 wait for partitions 3 and 5
    path_step(b);
    cr_assert(!b->out.hbm_ready[1]);
    hbm(b, 1, 2); // not transferred
    go_to(b, 28);
    path_expect(b,
                "24 return 0 to 1 of 1, 25 return 3 to 3 of 1, 26 return 5 to 5 of 1, 26 free 0, "
                "27 return 1 to 1 of 1, 27 free 3, 28 return 2 to 1 of 1, 28 free 5");
}

PATH_TEST(software_sends_on_each_channel) {
    op(b, 1, ATOMIC, 0);
    path_step(b);
    op_write(b, 2, 3, 1);
    path_step(b);
    op_write(b, 3, 3, 2);
    go_to(b, 20);
    path_expect(b, "7 grant 1, 8 grant 2, 9 grant 3");
    send(b, 1, b->handle[1]);
    path_step(b);
    cr_assert(!b->out.atomic_ready[0] && b->out.response_ready[0] && b->out.done_ready);
    atomic(b, 1); // not transferred
    path_step(b);
    cr_assert(b->out.atomic_ready[0]);
    hbm(b, 3, 2);
    send(b, 0, b->handle[3]); // in clock 23 the collector serves nobody
    go_to(b, 25);
    send(b, 15, b->handle[3]); // no channel
    path_step(b);
    cr_assert(b->out.atomic_ready[0] && b->out.response_ready[0] && b->out.done_ready);
    go_to(b, 40);
    path_expect(b,
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

static const struct path_size eight = {.hbm = 8,
                                       .atomic = 1,
                                       .response = 1,
                                       .cnt_w = 32,
                                       .depth = 8,
                                       .slots = 40,
                                       .tag_w = 32,
                                       .gen_w = 4,
                                       .age_w = 16,
                                       .wire_w = 24};

PATH_TEST_OF(&eight, ids_go_round_and_their_generations_up) {
    for (unsigned i = 0; i < 40; i++) {
        cr_assert(grant_one(b, i) == i, "id %u, generation %u", i % 8, i / 8);
        complete_one(b, i);
    }
}

PATH_TEST_OF(&eight, a_late_duplicate_after_the_next_grant_of_its_id_is_a_stray) {
    for (unsigned tag = 0; tag < 8; tag++) {
        grant_one(b, tag);
        complete_one(b, tag);
    }
    cr_assert(grant_one(b, 8) == 8); // id 0, generation 1
    b->clock = 0;
    b->log[0] = '\0';
    hbm(b, 0, 0);
    path_step(b);
    hbm(b, 0, 8);
    run(b, 10);
    path_expect(b, "4 stray 0, 5 return 8 to 0 of 1, 7 free 8");
}

// The ids 0 to 7 are held; when 5 and 2 come back, 2 is the first above the pointer.
PATH_TEST_OF(&eight, a_full_table_refuses_until_an_id_is_back) {
    for (unsigned tag = 0; tag < 8; tag++)
        grant_one(b, tag);
    b->clock = 0;
    b->log[0] = '\0';
    op_write(b, 8, 1, 1);
    path_step(b);
    op_write(b, 9, 2, 1);
    go_to(b, 20);
    path_expect(b, "7 deny 8 on T, 8 deny 9 on T");
    hbm(b, 0, 5);
    send(b, 0, b->handle[2]);
    go_to(b, 40); // 2 is taken up in 21, 5 in 22: room from 26 and 27 on
    path_expect(b,
                "24 return 2 to 0 of 1, 25 return 5 to 0 of 1, 26 free 2, 27 free 5, 29 grant 8, "
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
    send(b, 0, b->handle[5]);
    go_to(b, 20);
    for (unsigned tag = 7; tag < 12; tag++)
        order = 10 * order + grant_one(b, tag) % 8;
    return order;
}

// Taken up in 5, an id is free from 8 on.
PATH_TEST_OF(&eight, an_id_is_queued_in_the_first_clock_in_which_it_is_free) {
    cr_assert(order_of_ids(b, 4) == 73451);
}

PATH_TEST_OF(&eight, an_id_that_is_free_a_clock_later_is_queued_after_another) {
    cr_assert(order_of_ids(b, 5) == 73415);
}

PATH_TEST_OF(&narrow, narrow_counters_saturate) {
    b->in.response_fixed = 100;
    op(b, 1, READ, 0)->op_response_length = 1000;
    path_step(b);
    op(b, 2, ATOMIC, 0);
    run(b, 6);
    cr_assert(b->out.trace_stage == 15 && b->out.trace_response == 15);
    path_step(b);
    cr_assert(b->out.trace_stage == 15 && b->out.trace_response == 0);
    path_expect(b, "7 grant 1, 8 grant 2");
    window(b, 0, 15);
    run(b, 4);
    window(b, 3, 15);
    run(b, 4);
    path_expect(b, "12 window 0 is 14, 16 window T is 8");
}

// A window after reset is 14: debt 14 fits, 15 does not, and wire bytes are of four bits.
PATH_TEST_OF(&narrow, narrow_windows_after_reset) {
    op_write(b, 1, 0, 13);
    path_step(b);
    op_write(b, 2, 0, 2);
    b->in.op_wire_bytes = 16; // 0
    path_step(b);
    op_write(b, 3, 0, 1);
    b->in.op_wire_bytes = 15;
    run(b, 20);
    path_expect(b, "7 grant 1, 8 deny 2 on 0, 9 grant 3");
}

// With one bit of generation a handle is the same again after two grants of its id.
PATH_TEST_OF(&narrow, a_generation_of_one_bit_comes_again) {
    for (unsigned i = 0; i < 32; i++) {
        cr_assert(grant_one(b, i) == i % 16);
        complete_one(b, i);
    }
}

// Ages saturate at 15, and a bound of 15 is reached: the large one is granted among small ones that
// never leave it the room.
PATH_TEST_OF(&narrow, an_age_of_four_bits_reaches_its_bound) {
    int granted = 0;
    unsigned pending = UINT32_MAX;

    b->in.bound = 15;
    for (int i = 0; i < 3000 && !granted; i++) {
        if (i == 30) {
            op_write(b, 255, 0, 14);
            b->in.op_wire_bytes = 15;
        } else if (b->out.op_ready[1][0]) {
            op_write(b, (unsigned)i % 250, 0, 4);
        }
        if (pending != UINT32_MAX && b->out.hbm_ready[0])
            hbm(b, 0, pending);
        pending = UINT32_MAX;
        path_step(b);
        b->log[0] = '\0';
        if (b->out.trace_kind == PATH_GRANT) {
            pending = (unsigned)b->out.trace_tag;
            if (pending == 255)
                granted = b->clock - 30;
        }
    }
    cr_assert(granted > 0 && granted < 300, "granted after %d clocks", granted);
}
