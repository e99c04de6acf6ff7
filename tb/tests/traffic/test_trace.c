// Files of operations: what is recorded is what is replayed, flows become the operations that they
// stand for, and nothing else is taken for either.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "csim/base/rng.h"
#include "csim/simulator/simulate.h"
#include "csim/tasks/trace.h"
#include "tb/tests/base/fixture.h"

static const char *trace_path, *packed_path, *matrix_path;
static char note[TRAFFIC_NOTE_SIZE]; // of the last survey
static struct text_error error;

static void make_paths(void) {
    folder_make();
    trace_path = folder_path("a.trace");
    packed_path = folder_path("a.trace.gz");
    matrix_path = folder_path("a.cm");
}

TestSuite(trace, .init = make_paths, .fini = folder_remove);
TestSuite(matrix, .init = make_paths, .fini = folder_remove);

// As semacredit run does it: settings of the file, then --set, then the survey.
static struct config surveyed(const char *path, const char *const *sets) {
    struct config config = config_of(NULL, NULL);
    cr_assert(traffic_file_settings(path, &config, &error), "%s", error.text);
    for (; sets && *sets; sets++)
        cr_assert(config_set(&config, *sets, &error), "%s", error.text);
    cr_assert(traffic_file_survey(path, &config, note, &error), "%s", error.text);
    return config;
}

static struct traffic *opened(const char *path, const struct config *config) {
    struct traffic *traffic = traffic_file_open(path, config, &error);
    cr_assert(traffic != NULL, "%s", error.text);
    return traffic;
}

// --- traces -----------------------------------------------------------------------------------

// Every field may be anything that it can be.
static struct op any_op(struct rng *rng, uint64_t *time_ps) {
    *time_ps += rng_chance(rng, 1, 2) ? 0 : rng_next(rng) >> 12;
    return (struct op){.submit_ps = *time_ps,
                       .opcode = (uint8_t)rng_below(rng, OP_FENCE + 1),
                       .address = rng_next(rng),
                       .length = (uint32_t)rng_next(rng),
                       .response_length = (uint32_t)rng_next(rng),
                       .wire_bytes = (uint32_t)(rng_chance(rng, 1, 2) ? rng_next(rng) : 80),
                       .domain = (uint32_t)(rng_next(rng) | 1),
                       .source = (uint16_t)rng_next(rng),
                       .urgent = rng_chance(rng, 1, 2)};
}

static bool same_op(const struct op *a, const struct op *b) {
    return a->submit_ps == b->submit_ps && a->address == b->address && a->index == b->index &&
           a->length == b->length && a->response_length == b->response_length &&
           a->wire_bytes == b->wire_bytes && a->domain == b->domain && a->source == b->source &&
           a->opcode == b->opcode && a->urgent == b->urgent;
}

// The file holds exactly these operations, numbered from 0.
static void expect_ops(const char *path, const struct config *config, const struct op *expected,
                       unsigned count) {
    struct traffic *traffic = opened(path, config);
    struct op op;
    for (unsigned i = 0; i < count; i++) {
        struct op next = expected[i];
        next.index = i;
        cr_assert(traffic_next(traffic, &op));
        cr_expect(same_op(&op, &next), "operation %u at %lu", i, (unsigned long)op.submit_ps);
    }
    cr_expect(not(traffic_next(traffic, &op)));
    cr_expect(traffic_failure(traffic) == NULL);
    traffic_close(traffic);
}

static struct trace_writer *writer_opened(const char *path, const struct config *config) {
    struct trace_writer *writer = trace_writer_open(path, config, "of a test", &error);
    cr_assert(writer != NULL, "%s", error.text);
    return writer;
}

static void writer_closed(struct trace_writer *writer) {
    cr_assert(trace_writer_close(writer, &error), "%s", error.text);
}

static void there_and_back(const char *path) {
    enum { OPS = 200 };
    struct config config = config_of(NULL, NULL);
    config.window_hbm = 12345;
    config.path_ns[2] = 77;
    config.matrix_as = MATRIX_ATOMIC;
    struct trace_writer *writer = writer_opened(path, &config);
    struct op ops[OPS];
    struct rng rng = rng_stream(7, RNG_TRAFFIC);
    uint64_t time_ps = 0;
    for (uint32_t i = 0; i < OPS; i++) {
        ops[i] = any_op(&rng, &time_ps);
        trace_write(writer, &ops[i]);
    }
    cr_assert(access(path, F_OK) != 0, "there before it is whole");
    writer_closed(writer);
    const struct config read = surveyed(path, NULL);
    config.operations = OPS;
    cr_expect(memcmp(&read, &config, sizeof read) == 0, "other settings");
    expect_ops(path, &read, ops, OPS);
}

Test(trace, what_is_written_is_read) {
    there_and_back(trace_path);
    there_and_back(packed_path);
}

Test(trace, discarded_leaves_nothing) {
    const struct config config = config_of(NULL, NULL);
    trace_writer_discard(writer_opened(trace_path, &config));
    cr_expect(access(trace_path, F_OK) != 0);
}

#define HEAD "semacredit trace 1\n"

Test(trace, reads_what_people_write) {
    static const char text[] = HEAD "# a comment, then a blank line\n\n"
                                    "set window_hbm=32000\n"
                                    "  0 write 3 0x8a000 4112 0 bulk 7\r\n"
                                    "5\tnotify 3 4096 8 0 bulk 7\n"
                                    "# between\n"
                                    "5 fence 3 0 0 0 bulk 7\n"
                                    "9 read 65535 0xffffffffffffffff 0 272 urgent 0 96\n";
    file_write(trace_path, text, strlen(text));
    const struct config config = surveyed(trace_path, NULL);
    cr_expect(eq(u64, config.operations, 4));
    cr_expect(eq(u64, config.window_hbm, 32000));
    cr_expect(note[0] == '\0');
    static const struct op expected[] = {
        {.address = 0x8a000, .length = 4112, .wire_bytes = 4112, .domain = 7, .source = 3},
        {.submit_ps = 5,
         .address = 4096,
         .length = 8,
         .wire_bytes = 80,
         .domain = 7,
         .source = 3,
         .opcode = OP_NOTIFY},
        {.submit_ps = 5, .wire_bytes = 80, .domain = 7, .source = 3, .opcode = OP_FENCE},
        {.submit_ps = 9,
         .address = UINT64_MAX,
         .response_length = 272,
         .wire_bytes = 96,
         .source = 65535,
         .opcode = OP_READ,
         .urgent = true}};
    expect_ops(trace_path, &config, expected, 4);
    const struct config cut = surveyed(trace_path, SETS("operations=2", "window_hbm=1"));
    cr_expect(eq(u64, cut.operations, 2));
    cr_expect(eq(u64, cut.window_hbm, 1));
    expect_part(note, "2 of 4");
}

static const struct refusal {
    const char *text, *place, *reason;
} refused_traces[] = {
    {"", ":1: ", "semacredit trace 1"},
    {"semacredit trace 2\n", ":1: ", "semacredit trace 1"},
    {"semacredit tape 1\n", ":1: ", "no trace"},
    {HEAD "0 write 0 0 8 0 bulk 0", ":2: ", "cut short"},
    {HEAD "set window_hbm=640", ":2: ", "cut short"},
    {HEAD "set window_hbm\n", ":2: ", "key=value"},
    {HEAD "set nosuch=1\n", ":2: ", "unknown key"},
    {HEAD "set window_hbm=x\n", ":2: ", "window_hbm: expected an integer"},
    {HEAD "set\n", ":2: ", "set KEY=VALUE"},
    {HEAD "set a=1 b=2\n", ":2: ", "set KEY=VALUE"},
    {HEAD "0 write 0 0 8 0 bulk 0\nset window_hbm=1\n", ":3: ", "before the first operation"},
    {HEAD "5 read 0 0 0 8 bulk 0\n\n4 read 0 0 0 8 bulk 0\n", ":4: ", "at least 5"},
    {HEAD "1000000000000000001 read 0 0 0 8 bulk 0\n", ":2: ", "time: expected"},
    {HEAD "-1 read 0 0 0 8 bulk 0\n", ":2: ", "time: expected"},
    {HEAD "1.5 read 0 0 0 8 bulk 0\n", ":2: ", "time: expected"},
    {HEAD "0x read 0 0 0 8 bulk 0\n", ":2: ", "time: expected"},
    {HEAD "0 juggle 0 0 0 8 bulk 0\n", ":2: ", "compare_swap, fetch_and"},
    {HEAD "0 read 65536 0 0 8 bulk 0\n", ":2: ", "source: expected"},
    {HEAD "0 read 0 18446744073709551616 0 8 bulk 0\n", ":2: ", "address: expected"},
    {HEAD "0 read 0 0 4294967296 8 bulk 0\n", ":2: ", "length: expected"},
    {HEAD "0 read 0 0 0 4294967296 bulk 0\n", ":2: ", "response_length: expected"},
    {HEAD "0 read 0 0 0 8 slow 0\n", ":2: ", "class: expected urgent or bulk, found 'slow'"},
    {HEAD "0 read 0 0 0 8 bulk 4294967296\n", ":2: ", "domain: expected"},
    {HEAD "0 read 0 0 0 8 bulk\n", ":2: ", "domain: expected"},
    {HEAD "0 read 0 0 0 8 bulk 0 x\n", ":2: ", "wire_bytes: expected"},
    {HEAD "0 read 0 0 0 8 bulk 0 80 1\n", ":2: ", "end of the line"},
    {HEAD "0 fence 0 0 0 0 bulk 0\n", ":2: ", "a fence orders its domain"},
    {HEAD "0 \x01\x7f 0 0 0 8 bulk 0\n", ":2: ", "'\?\?'"},
};

static void expect_refusal(const char *path, const struct refusal *refusal) {
    struct config config = config_of(NULL, NULL);
    const struct config before = config;
    char place[100];
    file_write(path, refusal->text, strlen(refusal->text));
    if (traffic_file_settings(path, &config, &error))
        cr_expect(not(traffic_file_survey(path, &config, note, &error)));
    else
        cr_expect(memcmp(&config, &before, sizeof config) == 0);
    snprintf(place, sizeof place, "%s%s", path, refusal->place);
    cr_expect(strncmp(error.text, place, strlen(place)) == 0, "%s", error.text);
    expect_part(error.text, refusal->reason);
    cr_expect(strchr(error.text, '\n') == NULL);
}

EACH(trace, says_where_and_what_was_expected, refused_traces) {
    expect_refusal(trace_path, row);
}

Test(trace, refuses_long_lines_zero_bytes_and_what_is_no_file) {
    static char text[9000];
    struct config config = config_of(NULL, NULL);
    memset(text, '7', sizeof text - 1);
    text[snprintf(text, sizeof text, HEAD)] = '7';
    file_write(trace_path, text, sizeof text);
    cr_expect(not(traffic_file_survey(trace_path, &config, note, &error)));
    expect_part(error.text, ":2: expected a line of at most 4095 bytes");
    file_write(trace_path, HEAD "0 re\0ad\n", strlen(HEAD) + 8);
    cr_expect(not(traffic_file_survey(trace_path, &config, note, &error)));
    expect_part(error.text, ":2: expected text, found a zero byte");
    cr_expect(not(traffic_file_settings(folder_path(""), &config, &error)));
    expect_part(error.text, "expected a file");
    cr_expect(not(traffic_file_settings("/nowhere/x.trace", &config, &error)));
    cr_expect(strstr(error.text, "/nowhere/x.trace: cannot be read") == error.text, "%s",
              error.text);
}

static void expect_failure(const struct config *config, const char *why) {
    struct simulate_result result;
    const struct simulate_run run = {config, &policy_semacredit,
                                     .traffic = opened(trace_path, config)};
    cr_expect(not(simulate_run(&run, &result, &error)));
    expect_part(error.text, why);
}

Test(trace, a_file_that_changes_under_a_run_is_said) {
    static const char text[] = HEAD "0 read 0 0 0 8 bulk 0\n1 read 0 0 0 8 bulk 0\n";
    file_write(trace_path, text, strlen(text));
    const struct config config = surveyed(trace_path, NULL);
    file_write(trace_path, text, strlen(HEAD) + 22);
    expect_failure(&config, "changed");
    struct traffic *half = opened(trace_path, &config); // read to no end: nothing is wrong
    struct op op;
    cr_expect(traffic_next(half, &op));
    cr_expect(traffic_failure(half) == NULL);
    cr_expect(not(traffic_next(half, &op)));
    cr_expect(traffic_failure(half) != NULL);
    traffic_close(half);
    file_write(trace_path, text, strlen(text) - 3);
    expect_failure(&config, ":3: expected a whole line");
}

static const struct {
    const char *name;
    bool is_file;
} names[] = {{"a.trace", true}, {"a.trace.gz", true}, {"a.cm", true},     {"a.cm.gz", true},
             {"./moe", true},   {"/tmp/x", true},     {"b/random", true}, {".trace", true},
             {"moe", false},    {"random", false},    {"trace", false},   {"cm", false},
             {"a.gz", false},   {"a.tracer", false}};

EACH(trace, names_of_files_are_known, names) {
    cr_expect(eq(int, traffic_is_file(row->name), row->is_file), "%s", row->name);
}

// --- streams ----------------------------------------------------------------------------------

static struct traffic *stream_opened(const char *command, uint64_t most) {
    struct config config = config_of(NULL, NULL);
    struct traffic *traffic = traffic_stream_open(command, &config, &error);
    cr_assert(traffic != NULL, "%s", error.text);
    traffic_stream_limit(traffic, most);
    return traffic;
}

static unsigned stream_ops(struct traffic *traffic) {
    struct op op;
    unsigned count = 0;
    while (traffic_next(traffic, &op))
        cr_expect(eq(u32, op.index, count++));
    return count;
}

#define TWO_WRITES                                                                                 \
    "printf 'semacredit trace 1\\n0 write 0 0 64 0 bulk 0\\n7 write 1 0 64 0 bulk 0\\n'"

// The command goes on only when it sees that its first operation has been taken.
Test(trace, stream_is_read_as_it_comes, .timeout = 60) {
    static char command[4200];
    snprintf(command, sizeof command,
             "|" TWO_WRITES "; until [ -e '%s' ]; do sleep 0.01; done; "
             "echo '9 write 1 0 64 0 bulk 0'",
             trace_path);
    struct traffic *traffic = stream_opened(command, 9);
    struct op op;
    cr_expect(traffic_next(traffic, &op) && traffic_next(traffic, &op));
    file_write(trace_path, "", 0);
    cr_expect(traffic_next(traffic, &op));
    cr_expect(eq(u64, op.submit_ps, 9));
    cr_expect(not(traffic_next(traffic, &op)));
    traffic_close(traffic);
}

Test(trace, stream_of_a_command_that_fails_fails) {
    struct traffic *traffic = stream_opened("|" TWO_WRITES "; exit 3", 9);
    cr_expect(eq(u32, stream_ops(traffic), 2));
    cr_assert(traffic_failure(traffic) != NULL);
    cr_expect(strstr(traffic_failure(traffic), ":4: expected the command to end with status 0, "
                                               "found 3") != NULL,
              "%s", traffic_failure(traffic));
    traffic_close(traffic);
}

// --- connection matrices ------------------------------------------------------------------------

// Two senders to node 0, one of them with two flows at a time and one elsewhere.
static const char incast[] = "Nodes 8\nConnections 4\n"
                             "1->0 id 1 start 0 size 10000\n"
                             "2->0 id 2 start 500.75 size 8000 prio 3\n"
                             "2->4 id 3 start 0 size 17999 msg 1\n"
                             "2->0 start 600 size 100\n";

enum { MOST = 64 };

static unsigned matrix_ops(const char *text, const char *const *sets, struct op ops[MOST]) {
    file_write(matrix_path, text, strlen(text));
    const struct config config = surveyed(matrix_path, sets);
    struct traffic *traffic = opened(matrix_path, &config);
    unsigned count = 0;
    uint64_t time_ps = 0;
    for (struct op op; traffic_next(traffic, &op); count++) {
        cr_assert(count < MOST && op.index == count && op.submit_ps >= time_ps);
        time_ps = op.submit_ps;
        ops[count] = op;
    }
    cr_expect(traffic_failure(traffic) == NULL);
    cr_expect(eq(u64, config.operations, count));
    traffic_close(traffic);
    return count;
}

Test(matrix, flows_become_writes_at_the_senders_rate) {
    // 4,112 bytes at 200 Gb/s are 164,480 ps. Flows to node 0 begin at 0, 12288 and 20480.
    static const struct op expected[] = {
        {.submit_ps = 0, .source = 1, .address = 0, .length = 4112, .wire_bytes = 4112},
        {.submit_ps = 500, .source = 2, .address = 12288, .length = 4112, .wire_bytes = 4112},
        {.submit_ps = 164480, .source = 1, .address = 4112, .length = 4112, .wire_bytes = 4112},
        {.submit_ps = 164980, .source = 2, .address = 16400, .length = 3888, .wire_bytes = 3888},
        {.submit_ps = 320500, .source = 2, .address = 20480, .length = 100, .wire_bytes = 100},
        {.submit_ps = 328960, .source = 1, .address = 8224, .length = 1776, .wire_bytes = 1776},
    };
    file_write(matrix_path, incast, strlen(incast));
    const struct config config = surveyed(matrix_path, NULL);
    expect_ops(matrix_path, &config, expected, 6);
    expect_part(note, "node 0: 3 of 4 flows, 18100 of 36099 bytes");
}

Test(matrix, flows_of_one_sender_take_turns) {
    struct op ops[MOST];
    const unsigned count = matrix_ops(incast, SETS("matrix_receiver=all", "large_bytes=4000"), ops);
    cr_assert(eq(uint, count, 3 + 2 + 5 + 1));
    // Sender 2: the long flow alone, then each in turn: 160,000 ps apart, the short one 4,000.
    static const uint64_t times[] = {0, 160000, 320000, 480000, 484000, 644000, 804000, 964000};
    unsigned at = 0;
    uint64_t bytes = 0;
    for (unsigned i = 0; i < count; i++) {
        bytes += ops[i].length;
        if (ops[i].source == 2)
            cr_expect(eq(u64, ops[i].submit_ps, times[at++]));
    }
    cr_expect(eq(uint, at, 8));
    cr_expect(eq(u64, bytes, 36099));
    expect_part(note, "all nodes are the receiver: 4 of 4 flows");
}

Test(matrix, flows_become_reads_or_atomics) {
#define NODE_4 "matrix_receiver=node", "matrix_node=4"
    struct op ops[MOST];
    cr_assert(
        eq(uint, matrix_ops(incast, SETS("matrix_as=read", NODE_4, "matrix_gbps=100"), ops), 5));
    for (unsigned i = 0; i < 5; i++) {
        cr_expect(eq(u8, ops[i].opcode, OP_READ));
        cr_expect(eq(u32, ops[i].wire_bytes, 80));
        cr_expect(eq(u32, ops[i].response_length, i < 4 ? 4112 : 17999 - 4 * 4112));
        cr_expect(eq(u64, ops[i].submit_ps, i * 328960));
    }
    cr_assert(eq(uint, matrix_ops(incast, SETS("matrix_gbps=300"), ops), 6));
    cr_expect(eq(u64, ops[2].submit_ps, 109654)); // rounded up
    cr_assert(
        eq(uint,
           matrix_ops(incast,
                      SETS("matrix_as=atomic", NODE_4, "command_bytes=1000", "operations=10"), ops),
           10));
    for (unsigned i = 0; i < 10; i++) {
        cr_expect(eq(u8, ops[i].opcode, OP_FETCH_ADD));
        cr_expect(eq(u32, ops[i].response_length, 1000));
        cr_expect(eq(u64, ops[i].address, i * 1000));
    }
    expect_part(note, "first 10 of 18 operations");
}

Test(matrix, busiest_is_by_bytes_and_then_by_number) {
    static const char text[] = "Connections 3\nNodes 4\nTriggers 0\n"
                               "0->1 start 0 size 10\n0->2 start 0 size 6\n1->2 start 0 size 4\n";
    struct op ops[MOST];
    cr_expect(eq(uint, matrix_ops(text, NULL, ops), 1));
    expect_part(note, "receiver is node 1: 1 of 3");
    static const char late[] = "Nodes 2\nConnections 1\n0->1 start 1.25 size 10";
    cr_expect(eq(uint, matrix_ops(late, SETS("matrix_start_ps=1000000"), ops), 1));
    cr_expect(eq(u64, ops[0].submit_ps, 1250000));
    cr_expect(eq(uint, matrix_ops("Nodes 2\nConnections 0\n", NULL, ops), 0));
}

// A flow's pages lie in all partitions, each as often as the next.
Test(matrix, flows_walk_the_partitions) {
    static const char text[] = "Nodes 2\nConnections 1\n0->1 start 0 size 200000\n";
    struct op ops[MOST];
    const unsigned count = matrix_ops(text, SETS("large_bytes=4096"), ops);
    cr_assert(eq(uint, count, 49));
    for (unsigned i = 0; i + HBM_LANES <= count; i += HBM_LANES) {
        unsigned seen = 0;
        for (unsigned j = 0; j < HBM_LANES; j++)
            seen |= 1u << address_partition(ops[i + j].address);
        cr_expect(eq(uint, seen, (1u << HBM_LANES) - 1));
    }
}

#define TWO "Nodes 4\nConnections 1\n"

static const struct refusal refused_matrices[] = {
    {"", ":1: ", "Nodes NUMBER"},
    {"Nodes 4\n", ":2: ", "expected 'Connections NUMBER'"},
    {TWO "1->0 start 0 size 1\n1->0 start 0 size 1\n", ":5: ", "found 2"},
    {"Connections 1\n1->0 start 0 size 1\n", ":2: ", "header's Nodes (0)"},
    {"Nodes 70000\n", ":1: ", "Nodes: expected a whole number from 1 to 65536"},
    {"Nodes 4 4\n", ":1: ", "end of the line"},
    {"Nodes\n", ":1: ", "found the end of the line"},
    {"Knots 4\n", ":1: ", "found 'Knots'"},
    {TWO "4->0 start 0 size 1\n", ":3: ", "two numbers below"},
    {TWO "1->four start 0 size 1\n", ":3: ", "two numbers below"},
    {TWO "1 -> 0 start 0 size 1\n", ":3: ", "SOURCE->TARGET"},
    {TWO "->0 start 0 size 1\n", ":3: ", "SOURCE->TARGET"},
    {TWO "1->0 size 1\n", ":3: ", "start TIME"},
    {TWO "1->0 start 0\n", ":3: ", "size BYTES"},
    {TWO "1->0 start 0 size 0\n", ":3: ", "size: expected a whole number from 1"},
    {TWO "1->0 start -1 size 1\n", ":3: ", "start: expected a number"},
    {TWO "1->0 start 1.2.3 size 1\n", ":3: ", "start: expected a number"},
    {TWO "1->0 start 1e6 size 1\n", ":3: ", "start: expected a number"},
    {TWO "1->0 start 0 size 1 color 3\n", ":3: ", "found 'color'"},
    {TWO "1->0 id 0 start 0 size 1\n", ":3: ", "id: expected"},
    {TWO "1->0 id 1 trigger 3 size 1\n", ":3: ", "triggers are not supported"},
    {TWO "1->0 start 0 size 1 send_done_trigger 3\n", ":3: ", "triggers are not supported"},
    {TWO "1->0 start 0 size 1 recv_done_trigger 3\n", ":3: ", "triggers are not supported"},
    {TWO "Triggers 2\n", ":3: ", "Triggers: expected none"},
    {TWO "1->0 start 0 size 1\ntrigger id 1 oneshot\n", ":4: ", "triggers and failures"},
    {TWO "failure switch_type AGG switch_id 1 link_id 2\n", ":3: ", "triggers and failures"},
    {TWO "1->0 start 0 size 1000000000000000\n", ":3: ", "at most 200000000 operations"},
};

EACH(matrix, says_where_and_what_was_expected, refused_matrices) {
    expect_refusal(matrix_path, row);
}
