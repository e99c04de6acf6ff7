// Collectives: bytes add up, steps and partners are those of the algorithm, by arithmetic of the
// test's own.
#include "csim/traffic/tasks.h"
#include "tb/tests/base/fixture.h"

static struct text_error error;

TestSuite(collective);

static void collective_of(struct task_graph *graph, const char *collective, unsigned gpus,
                          unsigned bytes) {
    char words[3][60];
    snprintf(words[0], sizeof words[0], "collective=%s", collective);
    snprintf(words[1], sizeof words[1], "receivers=%u", gpus);
    snprintf(words[2], sizeof words[2], "collective_bytes=%u", bytes);
    struct config config = config_of(NULL, SETS("large_bytes=4096", "expert_hot_percent=40",
                                                "expert_hot=2", words[0], words[1], words[2]));
    *graph = (struct task_graph){.count = 0};
    cr_assert(tasks_of_collective(graph, &config, 1, &error), "%s", error.text);
}

static bool moves(const struct task *task) {
    return task->op.opcode != TASK_NOTHING;
}

enum { CHUNK = 1000, MANY = 72 };

// In chunks: what one GPU sends, all of them together, and steps.
static unsigned pairwise_sends(unsigned n) {
    return n - 1;
}
static unsigned two_step_sends(unsigned n) {
    const unsigned group = n == 8 ? 2 : n == 72 ? 8 : 4;
    return 2 * n - group - n / group;
}
static unsigned twice_sends(unsigned n) {
    return 2 * (n - 1);
}
static unsigned once(unsigned n) {
    (void)n;
    return 1;
}
static unsigned two(unsigned n) {
    (void)n;
    return 2;
}

static const struct {
    const char *name;
    unsigned (*sends)(unsigned gpus), (*steps)(unsigned gpus);
} even[] = {{"all_to_all_pairwise", pairwise_sends, pairwise_sends},
            {"all_to_all_two_step", two_step_sends, two},
            {"all_to_all_at_once", pairwise_sends, once},
            {"all_reduce_ring", twice_sends, twice_sends},
            {"all_reduce_all_pairs", twice_sends, two},
            {"all_gather_ring", pairwise_sends, pairwise_sends}};

EACH(collective, bytes_and_steps_add_up, even) {
    static const unsigned sizes[] = {8, 16, 32, MANY};
    for (unsigned s = 0; s < COUNT(sizes); s++) {
        const unsigned n = sizes[s];
        uint64_t sent[MANY] = {0}, received[MANY] = {0};
        unsigned steps = 0;
        struct task_graph graph;
        collective_of(&graph, row->name, n, CHUNK * n);
        for (uint32_t i = 0; i < graph.count; i++) {
            const struct task *task = &graph.tasks[i];
            steps = task->step > steps ? task->step : steps;
            if (!moves(task))
                continue;
            sent[task->op.source] += task->bytes;
            received[task->target] += task->bytes;
            cr_expect(task->op.source != task->target);
        }
        for (unsigned i = 0; i < n; i++) {
            cr_expect(eq(u64, sent[i], (uint64_t)CHUNK * row->sends(n)), "%s", row->name);
            cr_expect(eq(u64, received[i], (uint64_t)CHUNK * row->sends(n)), "%s", row->name);
        }
        cr_expect(eq(u32, steps, row->steps(n)), "%s of %u", row->name, n);
        task_graph_close(&graph);
    }
}

// 60 % of 80,000 bytes evenly to 8 GPUs, 40 % to the first two: 6,000 each and 16,000 more.
Test(collective, hot_experts_get_more_and_send_it_back) {
    uint64_t received[2][8] = {{0}}, sent[2][8] = {{0}};
    struct task_graph graph;
    collective_of(&graph, "moe", 8, 80000);
    for (uint32_t i = 0; i < graph.count; i++) {
        const struct task *task = &graph.tasks[i];
        if (moves(task)) {
            received[task->step - 1][task->target] += task->bytes;
            sent[task->step - 1][task->op.source] += task->bytes;
        }
    }
    for (unsigned i = 0; i < 8; i++) {
        cr_expect(eq(u64, received[0][i], i < 2 ? 7 * 22000 : 7 * 6000), "%u", i);
        cr_expect(eq(u64, sent[1][i], received[0][i]), "%u", i);
        cr_expect(eq(u64, received[1][i], sent[0][i]), "%u", i);
    }
    task_graph_close(&graph);
}

// Each later step waits for all that came in the step before, and for what left.
Test(collective, steps_wait_for_the_step_before) {
    struct task_graph graph;
    collective_of(&graph, "all_to_all_pairwise", 8, CHUNK * 8);
    for (uint32_t i = 0; i < graph.count; i++) {
        const struct task *task = &graph.tasks[i];
        unsigned sent = 0, arrived = 0;
        for (uint32_t w = 0; w < task->waits; w++) {
            const struct task_wait *wait = &graph.waits[task->first_wait + w];
            const struct task *other = &graph.tasks[wait->task];
            sent += wait->event == TASK_SENT && other->op.source == task->op.source &&
                    other->step + 1 == task->step;
            arrived += wait->event == TASK_ARRIVED && other->target == task->op.source &&
                       other->step + 1 == task->step;
        }
        const bool expected = !moves(task) && task->step > 1;
        cr_expect(sent == expected && arrived == expected, "task %u: %u, %u", i, sent, arrived);
    }
    task_graph_close(&graph);
}

Test(collective, reductions_take_time_or_are_atomics) {
    struct task_graph graph = {.count = 0};
    const struct config slow =
        config_of(NULL, SETS("collective=all_reduce_all_pairs", "receivers=8",
                             "collective_bytes=64000", "large_bytes=4096", "reduce_gbps=80"));
    cr_assert(tasks_of_collective(&graph, &slow, 0, &error), "%s", error.text);
    for (uint32_t i = 0; i < graph.count; i++) // 7 chunks of 8,000 bytes at 10 bytes/ns
        cr_expect(eq(u64, graph.tasks[i].delay_ps,
                     !moves(&graph.tasks[i]) && graph.tasks[i].step == 2 ? 5600000 : 0));
    task_graph_close(&graph);
    const struct config atomics = config_of(
        NULL, SETS("collective=all_reduce_all_pairs", "receivers=8", "collective_bytes=64000",
                   "large_bytes=4096", "reduce_gbps=80", "atomic_bytes=8000"));
    cr_assert(tasks_of_collective(&graph, &atomics, 0, &error), "%s", error.text);
    for (uint32_t i = 0; i < graph.count; i++) {
        const struct task *task = &graph.tasks[i];
        cr_expect(eq(u64, task->delay_ps, 0));
        if (moves(task) && task->step == 1)
            cr_expect(eq(u64, task_operations(task), 1000));
        cr_expect(eq(u32, task->op.opcode,
                     !moves(task)      ? TASK_NOTHING
                     : task->step == 1 ? OP_FETCH_ADD
                                       : OP_WRITE));
    }
    task_graph_close(&graph);
}

// 8 sources for a step of 7 * 1,000,000 bytes at 700 Gb/s and 500 ns: 80.5 us, a gap of 500 ns.
Test(collective, the_background_lasts_as_long_as_the_bytes) {
    struct task_graph graph = {.count = 0};
    const struct config config =
        config_of(NULL, SETS("collective=all_to_all_at_once", "receivers=8",
                             "collective_bytes=8000000", "background_gap_ps=500000"));
    unsigned count = 0, reads = 0;
    cr_assert(tasks_of_collective(&graph, &config, 3, &error), "%s", error.text);
    for (uint32_t i = 0; i < graph.count; i++) {
        const struct task *task = &graph.tasks[i];
        if (task->step > 0)
            continue;
        count++;
        reads += task->op.opcode == OP_READ;
        cr_expect(task->op.urgent && task->op.source != task->target &&
                  task->op.submit_ps < 80500000);
    }
    cr_expect(count > 1100 && count < 1480, "%u", count); // 1,288 +- 5 standard deviations
    cr_expect(reads > count * 48 / 100 && reads < count * 52 / 100, "%u", reads);
    task_graph_close(&graph);
}

Test(collective, one_receiver_is_refused) {
    struct task_graph graph = {.count = 0};
    const struct config config = config_of(NULL, SETS("collective=moe", "receivers=1"));
    cr_expect(not(tasks_of_collective(&graph, &config, 0, &error)));
    task_graph_close(&graph);
}
