// What the golden model of the admission path tells the parts beside it: ports.md, 1.7.
#include "tb/tests/block/path_bench.h"

#define FACTS_TEST(name)                                                                           \
    static void name(struct path_bench *b);                                                        \
    Test(path_facts, name) {                                                                       \
        struct path_bench bench;                                                                   \
        path_bench_open(&bench, &path_default);                                                    \
        name(&bench);                                                                              \
        path_bench_close(&bench);                                                                  \
    }                                                                                              \
    static void name(struct path_bench *b)

static struct path_facts facts(const struct path_bench *b) {
    struct path_facts facts;

    path_golden_facts(b->golden, &facts);
    return facts;
}

FACTS_TEST(close_shuts_all_classes_a_clock_later) {
    b->in.close = true;
    tick(b);
    b->in.close = false;
    for (unsigned group = 0; group < PATH_GROUPS; group++)
        for (unsigned l = 0; l < 10; l++)
            cr_assert(!b->out.op_ready[group][l]);
    op_write(b, 1, 3, 1);
    b->in.op_again = true; // asked
    tick(b);
    cr_assert(b->out.op_ready[0][3]);
    run(b, 10);
    expect_log(b, "4 unknown 1");
}

// Taken in clock 0, it has its slot up to clock 7, in which it is held.
FACTS_TEST(slots_taken_and_reservations_held) {
    op(b, 1, ATOMIC, 0);
    cr_assert(facts(b).taken == 0);
    tick(b);
    cr_assert(facts(b).taken == 1);
    go_to(b, 6);
    cr_assert(facts(b).taken == 1 && facts(b).held == 0);
    tick(b);
    cr_assert(facts(b).taken == 1 && facts(b).held == 1);
    tick(b);
    cr_assert(facts(b).taken == 0);
    go_to(b, 20);
    atomic(b, 1);
    go_to(b, 24);
    cr_assert(facts(b).held == 1);
    tick(b);
    cr_assert(b->out.free_valid[1] && facts(b).held == 0);
}

// The window is full with the grant of clock 7, which its own slot does not want. The next lacks it
// in clock 7, and what lacks the table wants the table.
FACTS_TEST(what_is_wanted) {
    window(b, 3, 1000);
    tick(b);
    op_write(b, 1, 3, 1000);
    go_to(b, 8);
    cr_assert(b->out.trace_kind == PATH_GRANT && facts(b).wanted == 0);
    for (int i = 0; i < 3; i++) {
        tick(b);
        cr_assert(facts(b).wanted == 0, "clock %d", b->clock);
    }
    op_write(b, 2, 3, 1);
    go_to(b, 15);
    cr_assert(facts(b).wanted == 0);
    tick(b); // it is compared in clock 11 + 4
    cr_assert(facts(b).wanted == 1u << 3);
    window(b, 10, 1);
    run(b, 5);
    cr_assert(facts(b).wanted == (1u << 3 | 1u << 10));
}

FACTS_TEST(the_debt_of_a_lane) {
    op_write(b, 1, 3, 1000);
    b->in.debt_lane = 3;
    go_to(b, 7);
    cr_assert(facts(b).debt == 0);
    tick(b); // by the commits up to clock 7
    cr_assert(facts(b).debt == 1000);
    b->in.debt_lane = 4;
    tick(b);
    cr_assert(facts(b).debt == 1000);
    tick(b);
    cr_assert(facts(b).debt == 0);
    b->in.debt_lane = 63;
    run(b, 2);
    cr_assert(facts(b).debt == 0);
}

// The grant commits in clock 7: held from clock 8 on. Its return is taken up in clock 20: the flag
// is cleared from clock 22 on, and it is held up to clock 24.
FACTS_TEST(the_holder_of_an_id) {
    b->in.hold = 1u << ATOMIC;
    op(b, 1, ATOMIC, 0);
    for (int clock = 1; clock < 40; clock++) {
        tick(b);
        if (b->clock == 20) {
            atomic(b, 1);
            done(b, 1);
        }
        const int looked_at = b->clock - 1;
        cr_assert(facts(b).holder_held == (looked_at >= 8 && looked_at <= 24), "%d", looked_at);
        cr_assert(facts(b).holder_owes == (looked_at >= 8 && looked_at <= 21 ? 2 + 8 : 0));
    }
}

FACTS_TEST(what_was_observed_comes_beside_the_return) {
    op_write(b, 1, 3, 100);
    tick(b);
    op(b, 2, READ, 4)->op_response_length = 1;
    run(b, 20);
    hbm(b, 3, 1);
    b->in.hbm_observed[3] = 77;
    hbm(b, 4, 2);
    b->in.hbm_observed[4] = 88;
    tick(b);
    b->in.hbm_observed[3] = b->in.hbm_observed[4] = 1; // beside nothing
    run(b, 3);
    cr_assert(b->out.return_lane[0] == 3 && facts(b).return_observed[0] == 77);
    tick(b);
    cr_assert(b->out.return_lane[0] == 4 && facts(b).return_observed[0] == 88);
    response(b, 2);
    b->in.response_observed[0] = 99;
    hbm(b, 3, 1); // a stray
    run(b, 3);
    cr_assert(facts(b).return_observed[2] == 99);
    tick(b);
    cr_assert(b->out.return_kind[0] == RETURN_STRAY && facts(b).return_observed[0] == 0);
}

FACTS_TEST(software_observes_nothing) {
    op_write(b, 1, 3, 100);
    run(b, 20);
    software_sends(b, 0, b->handle[1]);
    run(b, 4);
    cr_assert(b->out.return_kind[0] == RETURN_BACK);
    cr_assert(facts(b).return_observed[0] == PATH_UNKNOWN);
}

// The latest event before clock 0 is its reset in clock -9.
static void expect_rest_after(struct path_bench *b, int event) {
    while (b->clock <= event)
        tick(b);
    while (b->clock <= event + 12) {
        cr_assert(!facts(b).rests, "clock %d", b->clock);
        tick(b);
    }
    cr_assert(facts(b).rests, "clock %d, event %d", b->clock, event);
}

FACTS_TEST(rests_after_each_event) {
    expect_rest_after(b, -9);
    run(b, 20);
    int event = b->clock;
    op_write(b, 1, 3, 100);
    expect_rest_after(b, event + 5); // its choice
    event = b->clock;
    hbm(b, 3, 1); // transferred, and taken up in the next
    expect_rest_after(b, event + 1);
    event = b->clock;
    window(b, 3, 100);
    expect_rest_after(b, event + 2); // its choice
    event = b->clock;
    software_sends(b, 1, 0);
    expect_rest_after(b, event + 1);
    event = b->clock;
    b->in.pause = true;
    expect_rest_after(b, event);
    event = b->clock;
    b->in.pause = false;
    expect_rest_after(b, event);
}
