// Domains: the books that every run of one is held to notice what is wrong. Runs are compared by
// `make reference` and, with blocks, with a clock and with faults, by `make determinism`.
#include <math.h>

#include "csim/traffic/tasks.h"
#include "tb/sweep/collective_rows.h"
#include "tb/sweep/task_scoreboard.h"
#include "tb/tests/base/fixture.h"

static struct text_error error;

enum lie { NO_LIE, TOO_EARLY, TWICE, NEVER_DONE, ONE_LESS, ANOTHERS };

static const struct {
    enum lie lie;
    const char *expected; // NULL: nothing is wrong
} lies[] = {{NO_LIE, NULL},
            {TOO_EARLY, "begins before all that it waits for"},
            {TWICE, "its events are out of order, or twice"},
            {NEVER_DONE, "is not done"},
            {ONE_LESS, "is further without all of its operations"},
            {ANOTHERS, "submits another's operation"}};

// A write of 150 bytes by pieces of 100, and a task that waits for it.
static bool booked(const struct task_graph *graph, enum lie lie) {
    struct task_scoreboard *board = task_scoreboard_open(graph);
    if (lie == TOO_EARLY)
        task_scoreboard_task(board, 1, TASK_BEGUN, 0);
    task_scoreboard_task(board, 0, TASK_BEGUN, 5);
    for (uint64_t at = 0; at < (lie == ONE_LESS ? 100 : 150); at += 100) {
        struct op op = task_op(&graph->tasks[0], at);
        op.source += lie == ANOTHERS;
        task_scoreboard_submitted(board, 0, &op, 5);
        task_scoreboard_over(board, 0, &op, false, 6);
    }
    for (unsigned event = TASK_SENT; event < TASK_EVENTS; event++)
        task_scoreboard_task(board, 0, event, 7);
    if (lie == TWICE)
        task_scoreboard_task(board, 0, TASK_SENT, 7);
    for (unsigned event = 0; event < TASK_EVENTS - (lie == NEVER_DONE); event++)
        task_scoreboard_task(board, 1, event, 17);
    const bool fine = task_scoreboard_end(board, &error);
    task_scoreboard_close(board);
    return fine;
}

EACH(domain, books_notice, lies) {
    const struct task tasks[] = {
        {.op = {.opcode = OP_WRITE, .length = 100, .submit_ps = 5}, .bytes = 150, .piece = 100},
        {.op = {.opcode = TASK_NOTHING}, .delay_ps = 10}};
    struct task_graph graph = {.receivers = 1};
    cr_assert(task_graph_add(&graph, &tasks[0]) && task_graph_add(&graph, &tasks[1]) &&
              task_graph_wait(&graph, 1, 0, TASK_DONE) && task_graph_check(&graph));
    cr_expect(eq(int, booked(&graph, row->lie), row->expected == NULL));
    if (row->expected)
        expect_part(error.text, row->expected);
    task_graph_close(&graph);
}

static const struct drawn_lie {
    const char *expected; // NULL: nothing is wrong
    uint64_t late_ps;     // submitted so late,
    uint64_t again;       // one number is reported for the next,
    unsigned left;        // so many are not reported
} drawn_lies[] = {{NULL, 0, 0, 0},
                  {"another than the generator makes", 1, 0, 0},
                  {"not each is over once", 0, 1, 0},
                  {"not each is over once", 0, 0, 1}};

// What receivers draw is reported with a lie, of the last of them too little; beside a collective
// nobody draws for itself, and the collective's own tasks are left out.
static void report_drawn(const struct config *config, const struct drawn_lie *lie,
                         uint32_t receivers, bool beside) {
    struct task_graph graph = {.count = 0};
    cr_assert(tasks_of_workload(&graph, config, 7, &error), "%s", error.text);
    if (beside) {
        cr_assert(gt(u64, graph.drawn, 20));
        graph.count = 0;
    }
    struct task_scoreboard *board = task_scoreboard_open(&graph);
    for (uint32_t i = 0; i < receivers; i++) {
        const bool less = lie->left && i == receivers - 1;
        struct drawer drawer;
        struct op op;
        uint32_t to;
        drawer_open(&drawer, &graph, i);
        for (unsigned n = 0; !(less && n == 4) && drawer_next(&drawer, &op, &to); n++) {
            if (beside)
                cr_expect(ne(u32, to, i));
            task_scoreboard_submitted(board, to, &op, op.submit_ps + lie->late_ps);
            op.index -= lie->again && n == 3;
            task_scoreboard_over(board, to, &op, false, op.submit_ps + 1000);
        }
        drawer_close(&drawer);
    }
    cr_expect(eq(int, task_scoreboard_end(board, &error), lie->expected == NULL));
    if (lie->expected)
        expect_part(error.text, lie->expected);
    task_scoreboard_close(board);
    task_graph_close(&graph);
}

// Two receivers of ten random operations each.
EACH(domain, scoreboard_notices_what_is_not_drawn, drawn_lies) {
    const struct config config = config_of("moe", SETS("receivers=2", "operations=10"));
    report_drawn(&config, row, 2, false);
}

// Four GPUs beside whose collective small operations are drawn.
EACH(domain, scoreboard_notices_what_is_not_drawn_beside_a_collective, drawn_lies) {
    const struct config config =
        config_of("moe", SETS("receivers=4", "collective=all_gather_ring", "collective_bytes=4",
                              "background_gap_ps=100000", "large_bytes=4096"));
    report_drawn(&config, row, 4, true);
}

// What a study measures: the steps of a collective add up to its time, and the receiver that all
// waited for is found.

static struct task write_to(uint16_t from, uint16_t to, uint64_t bytes, uint16_t step) {
    return (struct task){
        .op = {.opcode = OP_WRITE, .source = from, .wire_bytes = 4096, .length = 4096},
        .bytes = bytes,
        .piece = 4096,
        .target = to,
        .step = step};
}

// Two steps: a little to all; then much to one receiver, from which the last task is not.
Test(collective_run, the_receiver_with_most_to_do_is_waited_for) {
    const struct config config = config_of(
        "random", SETS("receivers=4", "egress_gbps=700", "stages=model", "loss_percent=0"));
    struct task_graph graph = {.error = &error, .receivers = 4};
    const struct task tasks[] = {write_to(0, 1, 4096, 1), write_to(1, 2, 1 << 20, 2),
                                 write_to(2, 3, 4096, 3)};
    for (uint32_t i = 0; i < 3; i++) {
        cr_assert(task_graph_add(&graph, &tasks[i]), "%s", error.text);
        if (i > 0)
            cr_assert(task_graph_wait(&graph, i, i - 1, TASK_ARRIVED), "%s", error.text);
    }
    cr_assert(task_graph_check(&graph), "%s", error.text);
    double step_ns[3];
    struct collective_outcome outcome = {.step_ns = step_ns};
    cr_assert(collective_run(&config, policy_find("semacredit"), 1, &graph, &outcome, &error), "%s",
              error.text);
    cr_expect(eq(u32, outcome.steps, 3));
    cr_expect(fabs(step_ns[0] + step_ns[1] + step_ns[2] - outcome.completion_ns) < 1e-6);
    cr_expect(step_ns[1] > step_ns[0] && step_ns[1] > step_ns[2]);
    cr_expect(eq(u32, outcome.waited_for, 2));
    cr_expect(outcome.waited_percent > 90 && outcome.waited_percent < 100);
    // A MiB at 700 Gb/s takes 11,984 ns.
    cr_expect(outcome.completion_ns > 11984 && outcome.completion_ns < 16000);
    task_graph_close(&graph);
}
