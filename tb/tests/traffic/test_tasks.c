// Task graphs: what is written is read, and what cannot run is refused where it stands.
#include <stdlib.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/traffic/tasks.h"
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
        cr_assert(task_graph_add(graph, &task), "%s", error.text);
        const uint32_t waits = i + 1 == count ? i : i ? (uint32_t)rng_below(rng, 4) : 0;
        for (uint32_t j = 0; j < waits; j++)
            cr_assert(task_graph_wait(graph, i, i + 1 == count ? j : (uint32_t)rng_below(rng, i),
                                      (enum task_event)rng_below(rng, TASK_EVENTS)));
    }
    cr_assert(task_graph_check(graph), "%s", error.text);
}

Test(tasks, what_is_written_is_read) {
    struct rng rng = rng_stream(3, RNG_TRAFFIC);
    struct task_graph graph = {.error = &error}, read = {.count = 0};
    draw(&graph, &rng, 700);
    struct config config = config_of(NULL, SETS("receivers=5"));
    struct trace_writer *writer = trace_writer_open(path, &config, "of a test", &error);
    cr_assert(writer != NULL, "%s", error.text);
    cr_assert(tasks_write(writer, &graph));
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
#define TRACE(lines) "semacredit trace 1\nset receivers=2\n" lines
static const struct wrong {
    const char *text, *expected;
} wrong_traces[] = {
    {TRACE("0 write 0 0 64 0 bulk 0 after=0\n"),
     "a.trace:3: expected no task that waits for itself"},
    {TRACE(
         "0 wait 0 0 0 0 bulk 0 after=2\n0 wait 0 0 0 0 bulk 0\n0 wait 0 0 0 0 bulk 0 sent=1,0\n"),
     "a cycle: line 5 waits for line 3, that for line 5"},
    {TRACE("0 write 0 0 64 0 bulk 0 after=1\n"), "waits for task 1: expected one of 0 to 0"},
    {TRACE("0 write 0 0 64 0 bulk 0 to=2\n"), "a.trace:3: expected a receiver below 2, found 2"},
    {TRACE("0 write 0 0 64 0 bulk 0 to=x\n"), "expected to=, flow=, after="},
    {TRACE("0 write 0 0 64 0 bulk 0 when=3\n"), "expected to=, flow=, after="},
    {TRACE("0 write 0 0 64 0 bulk 0 after=x\n"), "numbers of tasks with commas between them"},
    {TRACE("0 write 0 0 64 0 bulk 0 flow=100/32\n"), "flow: expected the length of a write"},
    {TRACE("0 write 0 0 64 0 bulk 0 flow=0/64\n"), "expected flow=BYTES/PIECE"},
    {TRACE("0 wait 0 0 64 0 bulk 0 flow=100/64\n"), "flow: expected the length of a write"},
    {TRACE("0 write 0 0 64 0 bulk 0\nand so\n"), "a.trace:4: expected to="},
};

// What a text says, as a file of this name.
static bool text_read(struct task_graph *graph, const char *name, const char *text,
                      const char *const *sets) {
    path = folder_path(name);
    file_write(path, text, strlen(text));
    const struct config config = config_of(NULL, sets);
    return tasks_of_file(graph, path, &config, &error);
}

static void expect_refused(const char *name, const struct wrong *row) {
    struct task_graph graph = {.count = 0};
    cr_expect(not(text_read(&graph, name, row->text, SETS("receivers=2"))), "%s", row->text);
    expect_part(error.text, row->expected);
    cr_expect(strchr(error.text, '\n') == NULL);
    task_graph_close(&graph);
}

EACH(tasks, traces_refused_with_one_line, wrong_traces) {
    expect_refused("a.trace", row);
}

// --- connection matrices ------------------------------------------------------------------------

#define FLOWS(lines) "Nodes 3\nConnections 9\n" lines

// Two flows fire a barrier, one is fired by a arrival, one comes by itself; `msg` has no number.
Test(tasks, flows_wait_for_their_triggers) {
    struct task_graph graph = {.count = 0};
    static const char text[] = FLOWS("1->0 id 1 start 5 msg size 5000 send_done_trigger 7\n"
                                     "2->0 id 2 start 0 msg 3 size 0 send_done_trigger 7 "
                                     "recv_done_trigger 9\n"
                                     "0->1 id 3 trigger 7 size 5000\n"
                                     "0->2 id 4 trigger 9 size 5000\n"
                                     "trigger id 7 barrier count 2\ntrigger id 9 oneshot\n");
    cr_assert(text_read(&graph, "a.cm", text, SETS("matrix_endless_bytes=8224")), "%s", error.text);
    cr_expect(eq(u32, graph.receivers, 3));
    cr_assert(eq(u32, graph.count, 5));
    cr_expect(eq(u64, graph.tasks[1].bytes, 8224));
    cr_expect(eq(u64, graph.tasks[0].op.submit_ps, 5));
    cr_expect(eq(u64, graph.tasks[1].op.address, 8192));
    const struct task *barrier = &graph.tasks[4], *fired = &graph.tasks[3];
    cr_expect(eq(u32, barrier->waits, 2));
    cr_expect(eq(u32, graph.waits[graph.tasks[2].first_wait].task, 4));
    cr_expect(eq(u32, graph.waits[fired->first_wait].task, 1));
    cr_expect(eq(u32, graph.waits[fired->first_wait].event, TASK_ARRIVED));
    task_graph_close(&graph);
}

// Each firing of a multishot is for the next flow that waits, whichever flow fires it; the fourth
// one waits for a firing that does not come.
Test(tasks, shots_begin_one_flow_each) {
    struct task_graph graph = {.count = 0};
    static const char text[] = FLOWS("0->1 id 1 start 0 size 9 send_done_trigger 1\n"
                                     "0->2 id 2 start 0 size 9 recv_done_trigger 1\n"
                                     "1->0 id 3 trigger 1 size 9 send_done_trigger 1\n"
                                     "1->2 id 4 trigger 1 size 9\n2->0 id 5 trigger 1 size 9\n"
                                     "2->1 id 6 trigger 1 size 9\ntrigger id 1 multishot\n");
    cr_assert(text_read(&graph, "a.cm", text, NULL), "%s", error.text);
    for (uint32_t i = 2; i < 5; i++) {
        cr_expect(eq(u32, graph.tasks[i].waits, 3));
        cr_expect(eq(u32, graph.tasks[i].enough, i - 1));
    }
    cr_expect(eq(u64, graph.bytes, 45));
    cr_expect(eq(u32, graph.tasks[5].op.opcode, TASK_NOTHING));
    expect_part(graph.note, "; 6 of the 9 connections that the header names; 1 flows never begin");
    task_graph_close(&graph);
}

static const struct {
    const char *text, *expected;
} noted_matrices[] = {
    {"Nodes 2\nConnections 2\nTriggers 3\n0->1 start 0 size 9 send_done_trigger 1\n",
     "; 1 of the 2 connections that the header names; 0 of the 3 triggers that the header names"},
    {"Nodes 2\nConnections 1\n0->1 start 0 size 1", "; its last line has no end: cut short?"},
};

EACH(tasks, matrices_that_may_be_cut_short, noted_matrices) {
    struct task_graph graph = {.count = 0};
    cr_assert(text_read(&graph, "a.cm", row->text, NULL), "%s", error.text);
    cr_expect(eq(str, graph.note, (char *)row->expected));
    task_graph_close(&graph);
}

static const struct wrong wrong_matrices[] = {
    {"Nodes 2\nConnections 0\n0->1 start 0 size 9\n", "expected 0 connections, as the header says"},
    {"Nodes 2\nTriggers 0\n0->1 start 0 size 9\ntrigger id 1 oneshot\n",
     "expected 0 triggers, as the header says"},
    {FLOWS("1->0 trigger 1 size 9\n"), "a.cm:3: trigger 1: expected 1 flows that fire it, found 0"},
    {FLOWS("1->0 trigger 1 size 9 send_done_trigger 1\n"), "a cycle: line 3 waits for line 3"},
    {FLOWS("1->0 start 0 size 9 send_done_trigger 1\n1->0 trigger 1 size 9\n"
           "trigger id 1 barrier count 2\n"),
     "a.cm:4: trigger 1: expected 2 flows that fire it, found 1"},
    {FLOWS("1->0 start 0 size 9\ntrigger id 1 oneshot\ntrigger id 1 oneshot\n"),
     "trigger 1: expected one, found two"},
    {FLOWS("1->0 start 0 size 9\ntrigger id 1 twice\n"), "a.cm:4: expected oneshot, multishot"},
    {FLOWS("1->0 start 0 size 9\ntrigger id 1 barrier\n"), "expected 'barrier count NUMBER'"},
    {FLOWS("1->0 start 0 size 0\n"), "size: expected a whole number from 1"},
    {FLOWS("failure switch_type AGG switch_id 1\n"), "triggers and failures are not supported"},
    {"Nodes 129\nConnections 1\n1->0 start 0 size 9\n", "Nodes: expected at most 128"},
};

EACH(tasks, matrices_refused_with_one_line, wrong_matrices) {
    expect_refused("a.cm", row);
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

// --- MSCCL --------------------------------------------------------------------------------------

#define ALGO(protocol, gpus)                                                                       \
    "<algo name='a' proto='" protocol "' nchunksperloop='2' ngpus='2' coll='x'>" gpus "</algo>"
#define GPU(id, blocks) "<gpu id='" id "'>" blocks "</gpu>"
#define BLOCK(id, send, recv, steps)                                                               \
    "<tb id='" id "' send='" send "' recv='" recv "' chan='0'>" steps "</tb>"
#define STEP(s, type, more)                                                                        \
    "<step s='" s "' type='" type "' srcbuf='i' srcoff='0' dstbuf='i' dstoff='1' cnt='1' " more "/>"
#define FREE_STEP(s, type) STEP(s, type, "depid='-1' deps='-1'")

// GPU 0 sends a chunk, GPU 1 reduces it and sends it back; a copy waits for that.
#define THERE_AND_BACK(protocol)                                                                   \
    ALGO(protocol, GPU("0", BLOCK("0", "1", "1", FREE_STEP("0", "s") FREE_STEP("1", "r"))          \
                                BLOCK("1", "-1", "-1", STEP("0", "cpy", "depid='0' deps='1'")))    \
                       GPU("1", BLOCK("0", "0", "0", FREE_STEP("0", "rrs"))))

static const struct {
    const char *text;
    const char *const *sets;
    unsigned tasks;
    uint64_t bytes;    // of the first send
    uint64_t delay_ps; // of the reduction
} algorithms[] = {
    {THERE_AND_BACK("Simple"), SETS("collective_bytes=20000", "reduce_gbps=80"), 7, 10000, 1000000},
    {THERE_AND_BACK("LL"), SETS("collective_bytes=20000"), 5, 20000, 0},
    {THERE_AND_BACK("LL128"), SETS("collective_bytes=20000"), 5, 10667, 0},
    {THERE_AND_BACK("LL"), SETS("collective_bytes=20000", "atomic_bytes=10000", "reduce_gbps=80"),
     5, 10000, 0},
};

EACH(tasks, algorithms_become_tasks, algorithms) {
    struct task_graph graph = {.count = 0};
    cr_assert(text_read(&graph, "a.xml", row->text, row->sets), "%s", error.text);
    cr_assert(eq(u32, graph.count, row->tasks));
    const bool notified = row->tasks == 7;
    const struct task *send = &graph.tasks[0], *receive = &graph.tasks[notified ? 2 : 1],
                      *copy = &graph.tasks[notified ? 3 : 2],
                      *reduce = &graph.tasks[notified ? 4 : 3];
    cr_expect(eq(u64, send->bytes, row->bytes));
    cr_expect(eq(u32, send->target, 1));
    cr_expect(eq(u64, send->op.address, 10000));
    cr_expect(eq(u64, reduce->delay_ps, row->delay_ps));
    const struct task_wait *waits = graph.waits;
    cr_expect(eq(u32, waits[reduce->first_wait].task, notified ? 1 : 0));
    cr_expect(eq(u32, waits[reduce->first_wait].event, TASK_ARRIVED));
    cr_expect(eq(u32, waits[receive->first_wait].task, 0)); // the step before it
    cr_expect(eq(u32, waits[receive->first_wait].event, TASK_SENT));
    cr_expect(eq(u32, waits[copy->first_wait].task, notified ? 2 : 1));
    task_graph_close(&graph);
}

static const struct wrong wrong_algorithms[] = {
    {"<algo", "a.xml:1: expected an MSCCL algorithm: "},
    {"", "expected an MSCCL algorithm: no element found"},
    {"<!DOCTYPE a><algo/>", "document: expected no DOCTYPE"},
    {"<gpu/>", "element: expected algo, found 'gpu'"},
    {"<algo proto='X' ngpus='2' nchunksperloop='1'/>", "proto: expected Simple, LL or LL128"},
    {"<algo proto='LL' ngpus='129' nchunksperloop='1'/>", "ngpus: expected a number from 0 to 128"},
    {"<algo proto='LL' ngpus='0' nchunksperloop='1'/>", "expected at least 1"},
    {ALGO("LL", GPU("2", "")), "id: expected a number from 0 to 1, found '2'"},
    {ALGO("LL", GPU("0", BLOCK("0", "1", "-1", "") BLOCK("0", "-1", "1", ""))),
     "id: expected a tb of another id in this gpu"},
    {ALGO("LL", GPU("0", BLOCK("0", "1", "-1", FREE_STEP("0", "x")))), "type: expected s, r, rrc"},
    {ALGO("LL", GPU("0", BLOCK("0", "1", "-1", FREE_STEP("1", "s")))),
     "s: expected steps in order"},
    {ALGO("LL", GPU("0", BLOCK("0", "-1", "1", FREE_STEP("0", "s")))), "send of the tb: expected"},
    {ALGO("LL", GPU("0", BLOCK("0", "1", "-1", FREE_STEP("0", "s")))),
     "a.xml:1: a send: expected one that receives it"},
    {ALGO("LL", GPU("0", BLOCK("0", "-1", "1", FREE_STEP("0", "r")))),
     "a.xml:1: a receive: expected one that sends it"},
    {ALGO("LL", GPU("0", BLOCK("0", "-1", "-1", STEP("0", "nop", "depid='3' deps='0'")))),
     "depid and deps: expected a tb and a step of this GPU, found 3 and 0"},
    {ALGO("LL", GPU("0", BLOCK("0", "-1", "-1", STEP("0", "nop", "depid='1' deps='0'"))
                             BLOCK("1", "-1", "-1", STEP("0", "nop", "depid='0' deps='0'")))),
     "a cycle: line 1 waits for line 1"},
};

EACH(tasks, algorithms_refused_with_one_line, wrong_algorithms) {
    expect_refused("a.xml", row);
}

// --- GOAL ---------------------------------------------------------------------------------------

#define RANKS(first, second) "num_ranks 2\nrank 0 {\n" first "}\nrank 1 {\n" second "}\n"

Test(tasks, goal_statements_become_tasks) {
    struct task_graph graph = {.count = 0};
    static const char text[] =
        RANKS("l1: calc 7;\nl2: send 9000b to 1 tag 3 cpu 0\nl2 requires l1\n"
              "l3: send 8b to 1 tag 3\nl3 irequires l2\n",
              "l1: recv 9000b from 0 tag 3\nl2: recv 8b from 0 tag 3\n");
    cr_assert(text_read(&graph, "a.goal", text, SETS("eager_bytes=8")), "%s", error.text);
    cr_assert(eq(u32, graph.count, 5));
    const struct task *tasks = graph.tasks;
    const struct task_wait *waits = graph.waits;
    cr_expect(eq(u64, tasks[0].delay_ps, 7000));
    cr_expect(eq(u64, tasks[1].bytes, 9000));
    cr_expect(eq(u32, tasks[1].target, 1));
    cr_expect(eq(u32, waits[tasks[1].first_wait].event, TASK_DONE));
    cr_expect(eq(u32, waits[tasks[2].first_wait].event, TASK_BEGUN));
    cr_expect(eq(u32, tasks[2].op.opcode, OP_NOTIFY));
    cr_expect(eq(u32, waits[tasks[3].first_wait].task, 1));
    cr_expect(eq(u32, waits[tasks[4].first_wait].task, 2));
    cr_expect(eq(u32, waits[tasks[4].first_wait].event, TASK_ARRIVED));
    task_graph_close(&graph);
}

// What the public tools' scanner takes: each means a send of rank 0 that rank 1 receives, behind a
// calculation.
static const struct {
    const char *text;
} same_goals[] = {
    {RANKS("calc 100\nl2: send 8192b to 1\n", "recv 8192b from 0\n")},
    {RANKS("calc 100 cpu 3\nsend 8192b to 1 tag 0 cpu 1 nic 2\n", "recv 8192b from 0 cpu 9\n")},
    {RANKS("/* a\ncalc 1\n*/ calc 100 // calc 1\nsend 8192 b to 1\n", "recv 8192 b from 0\n")},
    {"num_ranks 2\nrank 0{calc 100;l1:send 8192b to 1}\nrank 1{recv 8192b from 0;}"},
};

EACH(tasks, goals_in_other_words, same_goals) {
    struct task_graph graph = {.count = 0};
    cr_assert(text_read(&graph, "a.goal", row->text, NULL), "%s: %s", row->text, error.text);
    cr_assert(eq(u32, graph.count, 3));
    cr_expect(eq(u64, graph.tasks[0].delay_ps, 100000));
    cr_expect(eq(u64, graph.tasks[1].bytes, 8192));
    cr_expect(eq(u32, graph.waits[graph.tasks[2].first_wait].task, 1));
    task_graph_close(&graph);
}

static const struct wrong wrong_goals[] = {
    {"", "expected 'num_ranks NUMBER'"},
    {"num_ranks 0\n", "num_ranks: expected at least 1"},
    {"num_ranks 129\n", "num_ranks: expected a number from 0 to 128"},
    {"num_ranks 2\nrank 2 {\n", "a.goal:2: rank: expected a number from 0 to 1"},
    {"num_ranks 2\nrank 1 {\nl: calc 1\n", "expected '}' behind the last statement"},
    {RANKS("l: calc x\n", ""), "a.goal:3: calc: expected a number"},
    {RANKS("l: juggle 3\n", ""), "expected send, recv or calc, found 'juggle'"},
    {RANKS("l: send 9 to 1 tag 0\n", ""), "expected bytes, such as 4096b"},
    {RANKS("l: send 9b to 2 tag 0\n", ""), "to: expected a number from 0 to 1"},
    {RANKS("l: send 9b to 1 tag 0\n", ""), "a.goal:3: expected a recv that meets it"},
    {RANKS("", "l: recv 9b from 0 tag 0\n"), "a.goal:5: expected a send that meets it"},
    {RANKS("l: calc 1\nl: calc 1\n", ""), "a.goal:4: expected a new label"},
    {RANKS("l: calc 1\nl requires m\n", ""), "a.goal:4: expected labels of statements above"},
    {RANKS("l: calc 1\nm: calc 1\nl requires m\nm requires l\n", ""), "a cycle: line 3 waits for"},
    {RANKS("l: calc 1 gpu 3\n", ""), "a.goal:3: expected tag, cpu or nic"},
    {RANKS("", "l: recv 9b from -1\n"), "a.goal:5: from -1: any source is not supported"},
    {RANKS("", "l: recv 9b from 0 tag -1\n"), "a.goal:5: tag -1: any tag is not supported"},
    {RANKS("l: send 9b to -1\n", ""), "a.goal:3: to: expected a number from 0 to 1"},
    {RANKS("l: calc 1 /* to the end\n", ""), "expected '*/' behind a comment"},
};

EACH(tasks, goals_refused_with_one_line, wrong_goals) {
    expect_refused("a.goal", row);
}

// --- collectives --------------------------------------------------------------------------------

// Chunks of 8,000 bytes: 1,000 Atomics each, which reduce, so that reductions take no time of their
// own. Whole runs of collectives are compared by `make collectives-check`.
Test(tasks, chunks_up_to_atomic_bytes_are_atomics) {
    struct task_graph graph = {.count = 0};
    const struct config config = config_of(
        NULL, SETS("collective=all_reduce_all_pairs", "receivers=8", "collective_bytes=64000",
                   "large_bytes=4096", "reduce_gbps=80", "atomic_bytes=8000"));
    cr_assert(tasks_of_collective(&graph, &config, 0, &error), "%s", error.text);
    for (uint32_t i = 0; i < graph.count; i++) {
        const struct task *task = &graph.tasks[i];
        const bool moves = task->op.opcode != TASK_NOTHING;
        cr_expect(eq(u64, task->delay_ps, 0));
        if (moves && task->step == 1)
            cr_expect(eq(u64, task_operations(task), 1000));
        cr_expect(moves == false || task->op.opcode == (task->step == 1 ? OP_FETCH_ADD : OP_WRITE));
    }
    task_graph_close(&graph);
}
