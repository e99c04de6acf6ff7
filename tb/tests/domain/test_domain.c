// Domains: the books that every run of one is held to notice what is wrong, and a block at each
// receiver decides like its policy. Runs are compared by `make reference` and, with blocks, with a
// clock and with faults, by `make determinism`.
#include "csim/domain/domain.h"
#include "csim/record/decisions.h"
#include "csim/simulator/block_driver.h"
#include "csim/traffic/tasks.h"
#include "tb/sweep/block_policy.h"
#include "tb/sweep/task_scoreboard.h"
#include "tb/tests/base/fixture.h"

static struct text_error error;

// --- the books notice ---------------------------------------------------------------------------

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

static const struct {
    const char *expected; // NULL: nothing is wrong
    uint64_t late_ps;     // submitted so late,
    uint64_t again;       // one number is told for the next,
    unsigned left;        // so many are not told
} drawn_lies[] = {{NULL, 0, 0, 0},
                  {"another than the generator makes", 1, 0, 0},
                  {"not each is over once", 0, 1, 0},
                  {"not each is over once", 0, 0, 1}};

// Two receivers of ten drawn operations each.
EACH(domain, books_notice_what_is_not_drawn, drawn_lies) {
    const struct config config = config_of("moe", SETS("receivers=2", "operations=10"));
    struct task_graph graph = {.count = 0};
    cr_assert(tasks_of_workload(&graph, &config, 7, &error), "%s", error.text);
    struct task_scoreboard *board = task_scoreboard_open(&graph);
    for (uint32_t i = 0; i < 2; i++) {
        struct traffic *traffic = tasks_drawn(&graph, i);
        struct op op;
        for (unsigned n = 10; traffic_next(traffic, &op) && n > i * row->left; n--) {
            task_scoreboard_submitted(board, i, &op, op.submit_ps + row->late_ps);
            op.index -= row->again && n == 3;
            task_scoreboard_over(board, i, &op, false, op.submit_ps + 1000);
        }
        traffic_close(traffic);
    }
    cr_expect(eq(int, task_scoreboard_end(board, &error), row->expected == NULL));
    if (row->expected)
        expect_part(error.text, row->expected);
    task_scoreboard_close(board);
    task_graph_close(&graph);
}

// --- blocks -------------------------------------------------------------------------------------

// Everybody writes to everybody else, and reads from the next one when all of that has come.
static void all_to_all(struct task_graph *graph, uint16_t gpus, uint64_t bytes) {
    graph->receivers = gpus;
    for (uint16_t i = 0; i < gpus; i++)
        for (uint16_t d = 1; d < gpus; d++) {
            const struct task task = {.op = {.opcode = OP_WRITE,
                                             .length = 4096,
                                             .wire_bytes = 4096,
                                             .address = 0x100000 * i,
                                             .source = i},
                                      .bytes = bytes,
                                      .piece = 4096,
                                      .target = (uint16_t)((i + d) % gpus)};
            cr_assert(task_graph_add(graph, &task));
        }
    for (uint16_t i = 0; i < gpus; i++) {
        const struct task task = {.op = {.opcode = OP_READ,
                                         .response_length = 272,
                                         .wire_bytes = 80,
                                         .source = i,
                                         .urgent = true},
                                  .bytes = 27200,
                                  .piece = 272,
                                  .target = (uint16_t)((i + 1) % gpus)};
        cr_assert(task_graph_add(graph, &task));
        for (uint16_t d = 0; d + 1 < gpus; d++)
            cr_assert(
                task_graph_wait(graph, graph->count - 1, (uint32_t)i * (gpus - 1u) + d, TASK_DONE));
    }
    cr_assert(task_graph_check(graph), "%s", error.text);
}

static void decided(const struct admitter_kind *kind, const struct task_graph *graph,
                    struct decisions *decisions) {
    struct config config =
        config_of(NULL, SETS("egress_gbps=700", "window_request_ns=300", "feedback_rtt_ns=300",
                             "empty_admits=1", "port_slots=40", "port_urgent_share=3",
                             "port_small_share=3", "port_large_share=4"));
    block_policy_configure(&config);
    struct commit_sink sinks[TASK_RECEIVERS_MAX];
    for (uint32_t i = 0; i < graph->receivers; i++) {
        cr_assert(decisions_open(&decisions[i], graph->operations));
        sinks[i] = (struct commit_sink){decisions_take, &decisions[i]};
    }
    const struct domain_run run = {
        .config = &config, .policy = &policy_semacredit, .graph = graph, .commits = sinks};
    struct simulate_result result;
    cr_assert(block_domain_run(kind, NULL, &run, &result, &error) == STATUS_FINE, "%s", error.text);
}

// The greatest has more operations at a receiver than can be numbered beside their wire bytes.
static const struct {
    const char *name;
    const char *kind;
    uint64_t bytes;
} deciders[] = {{"golden", "golden", 100000},
                {"rtl", "rtl", 100000},
                {"lockstep", "lockstep", 100000},
                {"golden_long", "golden", 6000000}};

EACH(domain, blocks_decide_as_their_policies, deciders) {
    enum { GPUS = 4 };
    struct task_graph graph = {.count = 0};
    all_to_all(&graph, GPUS, row->bytes);
    struct decisions of_policy[GPUS] = {{0}}, of_block[GPUS] = {{0}};
    decided(NULL, &graph, of_policy);
    decided(admitter_kind_find(row->kind), &graph, of_block);
    for (unsigned i = 0; i < GPUS; i++) {
        uint64_t first;
        cr_expect(of_policy[i].count > 3 * row->bytes / 4096);
        cr_expect(eq(u64, decisions_differing(&of_policy[i], &of_block[i], &first), 0));
        decisions_close(&of_block[i]);
        decisions_close(&of_policy[i]);
    }
    task_graph_close(&graph);
}
