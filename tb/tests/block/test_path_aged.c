// waiting.md of rtl/spec, 2.5, of the golden model: ages and the aged operation.
#include <string.h>

#include "tb/tests/block/path_bench.h"

// A flood of small ones on partition 3, which complete after 30 clocks, keeps a large one from ever
// fitting; Atomics come all the time. Returns how many clocks the large one waited, or 0: it was
// not granted.
static int flood(struct path_bench *b, int clocks, unsigned *atomics_meanwhile) {
    unsigned served[64]; // tags by the clock of their grants, modulo 64
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
        unsigned *const due = &served[(b->clock + 34) % 64];
        if (*due < 200)
            hbm(b, 3, *due);
        else if (*due < 255)
            atomic(b, *due);
        *due = UINT32_MAX;
        tick(b);
        b->log[0] = '\0';
        if (b->out.trace_kind != PATH_GRANT)
            continue;
        if (b->out.trace_tag == 255)
            return b->clock - offered;
        served[b->clock % 64] = (unsigned)b->out.trace_tag;
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
// in slot 1, is the aged one from clock 24 on, and what it lacks in 23 counts for the choice of 26.
// Tag 2, in slot 2 for a closed lane, cannot take its place.
static void age_one(struct path_bench *b) {
    b->in.bound = b->size.slots;
    window(b, 3, 100);
    go_to(b, 4);
    window(b, 4, 0);
    op_write(b, 0, 3, 60);
    go_to(b, 7);
    op(b, 1, READ, 3)->op_response_length = 60;
    tick(b);
    op_write(b, 2, 4, 1);
    go_to(b, 13);
    op_write(b, 3, 5, 1);
    go_to(b, 16);
    expect_log(b, "4 window 3 is 100, 8 window 4 is 0, 11 grant 0, 14 deny 1 on 3, 15 deny 2 on 4");
}

PATH_TEST(nobody_is_held_back_before_the_aged_one_counts) {
    age_one(b);
    go_to(b, 19);
    op_write(b, 4, 3, 40);
    go_to(b, 30);
    expect_log(b, "20 grant 3, 26 grant 4");
}

PATH_TEST(the_aged_operation_holds_back_what_it_needs_next) {
    age_one(b);
    go_to(b, 21);
    op_write(b, 4, 3, 40); // fits, but for the aged one
    tick(b);
    op_write(b, 5, 6, 1);
    b->in.op_reply =
        true; // the aged one's response engine, which it does not take before its stage
    go_to(b, 30);
    expect_log(b, "20 grant 3, 29 grant 5");
    hbm(b, 3, 0); // commits in 34; tag 1 is chosen in 35
    tick(b);
    op_write(b, 6, 6, 1); // stands in 36, one clock before all others are held back
    tick(b);
    op_write(b, 7, 6, 1); // stands in 37
    tick(b);
    op(b, 8, 7, 0); // stands in 38, and is rejected
    go_to(b, 50);
    expect_log(
        b, "34 return 0 to 3 of 60, 36 free 0, 37 grant 1, 38 grant 6, 40 reject 8, 42 grant 4, "
           "43 grant 7");
}

// Now it lacks its response only: it holds its response engine, and its stage goes on.
PATH_TEST(the_aged_operation_holds_back_what_it_lacks_and_no_more) {
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
    tick(b);
    op_write(b, 5, 6, 1);
    b->in.op_reply = true;
    tick(b);
    op_write(b, 6, 6, 1);
    go_to(b, 50);
    expect_log(b, "4 window 9 is 100, 11 grant 0, 14 deny 1 on 9, 20 grant 3, 27 grant 4, "
                  "29 grant 6");
    b->in.bound = 0; // in clock 50: nobody is the aged one from 51 on, and 53 chooses again
    go_to(b, 60);
    expect_log(b, "55 grant 5");
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
    expect_log(b, "4 window 9 is 0, 11 grant 0, 14 deny 1 on 9, 20 grant 3, 27 grant 4");
}

// The grant of 9 visits slot 1, which tag 1 leaves in clock 11: nobody is aged.
PATH_TEST(who_leaves_in_the_clock_of_the_visit_does_not_age) {
    b->in.bound = b->size.slots;
    op_write(b, 0, 1, 1);
    b->in.op_domain = 9;
    tick(b);
    op_write(b, 1, 2, 1);
    b->in.op_domain = 9;
    tick(b);
    op_write(b, 2, 3, 1);
    go_to(b, 6);
    window(b, 7, 1); // the choice of 8, which were tag 1's
    go_to(b, 20);
    op_write(b, 3, 2, 1);
    go_to(b, 40);
    expect_log(b, "7 grant 0, 9 grant 2, 10 window 7 is 1, 11 grant 1, 27 grant 3");
}

// Ages saturate at 15, and a bound of 15 is reached: the large one is granted among small ones that
// never leave it the room.
PATH_TEST_OF(&path_narrow, an_age_of_four_bits_reaches_its_bound) {
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
        tick(b);
        b->log[0] = '\0';
        if (b->out.trace_kind == PATH_GRANT) {
            pending = (unsigned)b->out.trace_tag;
            if (pending == 255)
                granted = b->clock - 30;
        }
    }
    cr_assert(granted > 0 && granted < 300, "granted after %d clocks", granted);
}
