// decision.md of rtl/spec, of the golden model.
#include "tb/tests/block/path_bench.h"

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
    tick(b);
    b->in.atomic_service[0] = 7;
    tick(b);
    b->in.atomic_service[0] = 9;
    run(b, 5);
    cr_assert(b->out.trace_kind == PATH_GRANT && b->out.trace_stage == 7);
}

PATH_TEST(an_empty_lane_admits_a_demand_above_its_window) {
    window(b, 3, 100);
    go_to(b, 4);
    op_write(b, 1, 3, 5000);
    tick(b);
    op_write(b, 2, 3, 0);
    go_to(b, 20);
    expect_log(b, "4 window 3 is 100, 11 grant 1, 12 deny 2 on 3");
    hbm(b, 3, 1);
    go_to(b, 40);
    expect_log(b, "24 return 0 to 3 of 5000, 26 free 0, 27 grant 2");
}

// Who holds nothing holds the lane all the same.
PATH_TEST(a_component_of_nothing_holds_its_lane) {
    window(b, 3, 100);
    go_to(b, 4);
    op_write(b, 1, 3, 0);
    tick(b);
    op_write(b, 2, 3, 101);
    go_to(b, 20);
    expect_log(b, "4 window 3 is 100, 11 grant 1, 12 deny 2 on 3");
    hbm(b, 3, 1);
    go_to(b, 40);
    expect_log(b, "24 return 0 to 3 of 0, 26 free 0, 27 grant 2");
}

PATH_TEST(unknown_opcodes_and_lanes_are_rejected) {
    op_write(b, 1, 8, 1);
    tick(b);
    op(b, 2, ATOMIC, 1);
    tick(b);
    op(b, 3, READ, 0)->op_engine = 1;
    tick(b);
    for (unsigned opcode = 3; opcode < 8; opcode++) {
        op(b, 10 + opcode, opcode, 0)->op_urgent = true;
        tick(b);
    }
    op_write(b, 4, 3, 1);
    b->in.op_engine = 3; // of no interest: it does not respond
    tick(b);
    op_write(b, 5, 3, 1);
    b->in.op_engine = 3;
    b->in.op_response_length = 1;
    run(b, 20);
    expect_log(b, "7 reject 1, 8 reject 2, 9 reject 3, 10 reject 13, 11 reject 14, 12 reject 15, "
                  "13 reject 16, 14 reject 17, 15 grant 4, 16 reject 5");
}

PATH_TEST(a_follower_of_a_rejected_one_is_granted) {
    op(b, 1, 7, 0)->op_domain = 1;
    tick(b);
    op_write(b, 2, 3, 1);
    b->in.op_domain = 1;
    run(b, 20);
    expect_log(b, "7 reject 1, 10 grant 2");
}

PATH_TEST(a_command_limit_of_zero_closes_the_table_but_rejects_go_on) {
    window(b, TABLE, 0);
    go_to(b, 4);
    op_write(b, 1, 3, 1);
    tick(b);
    op(b, 2, 7, 0);
    go_to(b, 20);
    expect_log(b, "4 window T is 0, 11 deny 1 on T, 12 reject 2");
}
