// ports.md and pipeline.md of rtl/spec, of the golden model, clock by clock.
#include "tb/tests/block/path_bench.h"

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
    const unsigned char *const shown = (const unsigned char *)&b->out;

    op_write(b, 1, 3, 4096);
    tick(b);
    op_write(b, 2, 3, 4096);
    run(b, 6);
    expect_log(b, "7 grant 1");
    b->in.rst_n = false;
    op_write(b, 3, 3, 4096);
    tick(b);
    for (size_t i = 0; i < sizeof b->out; i++)
        cr_assert(shown[i] == 0, "byte %zu", i);
    b->in.rst_n = true;
    op_write(b, 4, 3, 0);
    b->in.op_again = true; // asked: its class is not ready
    tick(b);
    cr_assert(b->out.op_ready[0][0] && b->out.op_ready[2][9] && b->out.hbm_ready[7] &&
              b->out.atomic_ready[0] && b->out.response_ready[0] && b->out.done_ready);
    cr_assert(!b->out.op_ready[0][10] && !b->out.hbm_ready[8] && !b->out.atomic_ready[1]);
    run(b, 20);
    expect_log(b, "11 unknown 4");
}

// --- pipeline.md -------------------------------------------------------------------------------

PATH_TEST(offers_commit_seven_clocks_later_one_a_clock) {
    for (unsigned tag = 0; tag < 4; tag++) {
        op_write(b, tag, 3, 4096);
        tick(b);
    }
    run(b, 20);
    expect_log(b, "7 grant 0, 8 grant 1, 9 grant 2, 10 grant 3");
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
    tick(b);
    op(b, 2, ATOMIC, 0);
    go_to(b, 4);
    window(b, 3, 100);
    go_to(b, 5);
    op_write(b, 3, 3, 100);
    go_to(b, 6);
    op_write(b, 4, 3, 100);
    go_to(b, 20);
    expect_log(b, "4 window 8 is 100, 7 grant 1, 8 window 3 is 100, 9 deny 2 on 8, 12 grant 3, "
                  "13 deny 4 on 3");
    atomic(b, 1);
    go_to(b, 30);
    expect_log(b, "23 return 0 to 8 of 100, 25 free 0, 26 grant 2");
    hbm(b, 3, 3);
    go_to(b, 40);
    expect_log(b, "34 return 1 to 3 of 100, 36 free 1, 37 grant 4");
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
    expect_log(b, "7 grant 1, 13 held 1, 14 waits 2");
    b->in.pause = false; // in clock 20: a choice in 22
    go_to(b, 40);
    expect_log(b, "24 grant 2");
}

PATH_TEST(one_domain_commits_every_three_clocks) {
    for (unsigned tag = 0; tag < 3; tag++) {
        op_write(b, tag, tag, 4096);
        b->in.op_domain = 9;
        b->in.op_wire_bytes = 100 - tag; // the later would be the better
        tick(b);
    }
    op_write(b, 3, 3, 4096);
    b->in.op_wire_bytes = 200;
    run(b, 20);
    expect_log(b, "7 grant 0, 10 grant 1, 11 grant 3, 13 grant 2");
}

// Choices are made in the clocks up to the one after the pause: three more grants commit.
PATH_TEST(pause_lets_three_more_grants_commit) {
    for (unsigned tag = 0; tag < 12; tag++) {
        op_write(b, tag, tag % 4, 1);
        b->in.pause = b->clock >= 8;
        tick(b);
    }
    run(b, 20);
    expect_log(b, "7 grant 0, 8 grant 1, 9 grant 2, 10 grant 3, 11 grant 4");
    b->clock = 0;
    b->in.pause = false;
    run(b, 6);
    expect_log(b, "4 grant 5, 5 grant 6, 6 grant 7");
}
