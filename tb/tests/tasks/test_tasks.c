// Task graphs: what is written is read, and what cannot run is refused where it stands.
#include <stdlib.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/tasks/tasks.h"
#include "tb/tests/base/fixture.h"

static const char *path;
static struct text_error error;

static void make_path(void) {
    folder_make();
    path = folder_path("a.trace");
}

TestSuite(tasks, .init = make_path, .fini = folder_remove);

static bool same_task(const struct task_graph *a, const struct task_graph *b, uint32_t i) {
    const struct task *one = &a->tasks[i], *other = &b->tasks[i];
    return one->op.submit_ps == other->op.submit_ps && one->op.address == other->op.address &&
           one->op.length == other->op.length && one->op.wire_bytes == other->op.wire_bytes &&
           one->op.response_length == other->op.response_length &&
           one->op.domain == other->op.domain && one->op.source == other->op.source &&
           one->op.opcode == other->op.opcode && one->op.urgent == other->op.urgent &&
           one->bytes == other->bytes && one->piece == other->piece &&
           one->target == other->target && one->delay_ps == other->delay_ps &&
           one->waits == other->waits;
}

static bool same_waits(const struct task_graph *a, const struct task_graph *b) {
    bool same = a->wait_count == b->wait_count;
    for (uint32_t i = 0; same && i < a->wait_count; i++)
        same = a->waits[i].task == b->waits[i].task && a->waits[i].event == b->waits[i].event;
    return same;
}

// Of every kind; the last one waits for all.
static void draw(struct task_graph *graph, struct rng *rng, uint32_t count) {
    graph->receivers = 5;
    for (uint32_t i = 0; i < count; i++) {
        struct task task = {.op = {.submit_ps = rng_below(rng, 1000),
                                   .address = rng_next(rng),
                                   .length = 64,
                                   .wire_bytes = (uint32_t)(80 + rng_below(rng, 3)),
                                   .source = (uint16_t)rng_below(rng, 9),
                                   .opcode = rng_chance(rng, 1, 3) ? TASK_NOTHING : OP_WRITE,
                                   .urgent = rng_chance(rng, 1, 2)},
                            .target = (uint16_t)rng_below(rng, 5),
                            .delay_ps = rng_below(rng, 2) * 77};
        task.bytes = task.op.opcode == OP_WRITE;
        if (task.bytes && rng_chance(rng, 1, 2)) {
            task.bytes = 1 + rng_below(rng, 1000);
            task.piece = 64;
        }
        cr_assert(task_graph_add(graph, &task, &error), "%s", error.text);
        const uint32_t waits = i + 1 == count ? i : i ? (uint32_t)rng_below(rng, 4) : 0;
        for (uint32_t j = 0; j < waits; j++)
            cr_assert(task_graph_wait(graph, i + 1 == count ? j : (uint32_t)rng_below(rng, i),
                                      (enum task_event)rng_below(rng, TASK_EVENTS), &error));
    }
    cr_assert(task_graph_check(graph, "drawn", &error), "%s", error.text);
}

Test(tasks, what_is_written_is_read) {
    struct rng rng = rng_stream(3, RNG_TRAFFIC);
    struct task_graph graph = {.count = 0}, read = {.count = 0};
    draw(&graph, &rng, 700);
    struct config config = config_of(NULL, SETS("receivers=5"));
    struct trace_writer *writer = trace_writer_open(path, &config, "of a test", &error);
    cr_assert(writer != NULL, "%s", error.text);
    tasks_write(writer, &graph);
    cr_assert(trace_writer_close(writer, &error), "%s", error.text);
    cr_assert(tasks_of_trace(&read, path, &config, &error), "%s", error.text);
    cr_assert(eq(u32, read.count, graph.count));
    for (uint32_t i = 0; i < graph.count; i++)
        cr_expect(same_task(&graph, &read, i), "task %u", i);
    cr_expect(same_waits(&graph, &read));
    task_graph_close(&graph);
    task_graph_close(&read);
}

Test(tasks, a_task_moves_its_bytes) {
    const struct task task = {
        .op = {.opcode = OP_WRITE, .length = 100, .wire_bytes = 116, .address = 1000},
        .bytes = 250,
        .piece = 100};
    const struct op last = task_op(&task, 200);
    cr_expect(eq(u64, task_operations(&task), 3));
    cr_expect(eq(u64, last.address, 1200));
    cr_expect(eq(u32, last.length, 50));
    cr_expect(eq(u32, last.wire_bytes, 66));
}

// Lines behind a header of two receivers; the first one is line 3.
static const struct {
    const char *lines, *expected;
} wrong[] = {
    {"0 write 0 0 64 0 bulk 0 after=0\n", "a.trace:3: expected no task that waits for itself"},
    {"0 wait 0 0 0 0 bulk 0 after=2\n0 wait 0 0 0 0 bulk 0\n0 wait 0 0 0 0 bulk 0 sent=1,0\n",
     "a cycle: line 5 waits for line 3, that for line 5"},
    {"0 write 0 0 64 0 bulk 0 after=1\n", "waits for task 1: expected one of 0 to 0"},
    {"0 write 0 0 64 0 bulk 0 to=2\n", "a.trace:3: expected a receiver below 2, found 2"},
    {"0 write 0 0 64 0 bulk 0 to=x\n", "expected to=, flow=, after="},
    {"0 write 0 0 64 0 bulk 0 when=3\n", "expected to=, flow=, after="},
    {"0 write 0 0 64 0 bulk 0 after=x\n", "numbers of tasks with commas between them"},
    {"0 write 0 0 64 0 bulk 0 flow=100/32\n", "flow: expected the length of a write"},
    {"0 write 0 0 64 0 bulk 0 flow=0/64\n", "expected flow=BYTES/PIECE"},
    {"0 wait 0 0 64 0 bulk 0 flow=100/64\n", "flow: expected the length of a write"},
    {"0 write 0 0 64 0 bulk 0\nand so\n", "a.trace:4: expected to="},
};

EACH(tasks, refused_with_one_line, wrong) {
    char text[400];
    const int length =
        snprintf(text, sizeof text, "semacredit trace 1\nset receivers=2\n%s", row->lines);
    file_write(path, text, (size_t)length);
    const struct config config = config_of(NULL, SETS("receivers=2"));
    struct task_graph graph = {.count = 0};
    cr_expect(not(tasks_of_trace(&graph, path, &config, &error)), "%s", row->lines);
    expect_part(error.text, row->expected);
    cr_expect(strchr(error.text, '\n') == NULL);
    task_graph_close(&graph);
}

// A receiver alone has no tasks.
Test(tasks, a_trace_without_receivers_has_no_words) {
    static const char text[] = "semacredit trace 1\n0 write 0 0 64 0 bulk 0 to=1\n";
    file_write(path, text, sizeof text - 1);
    struct config config = config_of(NULL, NULL);
    char note[TRAFFIC_NOTE_SIZE];
    cr_expect(not(traffic_file_survey(path, &config, note, &error)));
    expect_part(error.text, "a.trace:2: wire_bytes: expected a whole number");
}
