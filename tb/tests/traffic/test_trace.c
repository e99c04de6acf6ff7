// Files of operations: what is recorded is what is replayed, flows become the operations that they
// stand for, and nothing else is taken for either.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "csim/base/rng.h"
#include "csim/base/text_reader.h"
#include "csim/evaluation/experiment.h"
#include "csim/simulator/simulate.h"
#include "csim/traffic/trace.h"
#include "csim/traffic/traffic.h"
#include "tb/cosim/admitters.h"
#include "tb/cosim/cosim_loop.h"
#include "tb/env/env.h"

static char folder[] = "/tmp/semacredit-trace-XXXXXX";
static char trace_path[64], packed_path[64], matrix_path[64];

static void make_folder(void) {
    cr_assert(mkdtemp(folder) != NULL);
    snprintf(trace_path, sizeof trace_path, "%s/a.trace", folder);
    snprintf(packed_path, sizeof packed_path, "%s/a.trace.gz", folder);
    snprintf(matrix_path, sizeof matrix_path, "%s/a.cm", folder);
}

static void remove_folder(void) {
    remove(trace_path);
    remove(packed_path);
    remove(matrix_path);
    rmdir(folder);
}

TestSuite(trace, .init = make_folder, .fini = remove_folder);
TestSuite(matrix, .init = make_folder, .fini = remove_folder);

static void write_file(const char *path, const char *text, size_t length) {
    FILE *file = fopen(path, "w");
    cr_assert(file && fwrite(text, 1, length, file) == length && fclose(file) == 0);
}

static struct config defaults(void) {
    struct config config;
    config_init(&config);
    return config;
}

// As semacredit run does it: settings of the file, then --set, then the survey.
static struct config surveyed(const char *path, const char *const *sets, char *note) {
    struct config config = defaults();
    struct text_error error = {""};
    cr_assert(traffic_file_settings(path, &config, &error), "%s", error.text);
    for (; *sets; sets++)
        cr_assert(config_set(&config, *sets, &error), "%s", error.text);
    cr_assert(traffic_file_survey(path, &config, note, &error), "%s", error.text);
    return config;
}

static struct traffic *opened(const char *path, const struct config *config) {
    struct text_error error = {""};
    struct traffic *traffic = traffic_file_open(path, config, &error);
    cr_assert(traffic != NULL, "%s", error.text);
    return traffic;
}

static const char *const no_sets[] = {NULL};

// --- traces -----------------------------------------------------------------------------------

// Every field may be anything that it can be.
static struct op any_op(struct rng *rng, uint32_t index, uint64_t *time_ps) {
    *time_ps += rng_chance(rng, 1, 2) ? 0 : rng_next(rng) >> 12;
    struct op op = {.submit_ps = *time_ps, .index = index};
    op.opcode = (uint8_t)rng_below(rng, OP_FENCE + 1);
    op.address = rng_next(rng);
    op.length = (uint32_t)rng_next(rng);
    op.response_length = (uint32_t)rng_next(rng);
    op.wire_bytes = (uint32_t)(rng_chance(rng, 1, 2) ? rng_next(rng) : 80);
    op.domain = (uint32_t)(rng_next(rng) | 1);
    op.source = (uint16_t)rng_next(rng);
    op.urgent = rng_chance(rng, 1, 2);
    return op;
}

static bool same_op(const struct op *a, const struct op *b) {
    return a->submit_ps == b->submit_ps && a->address == b->address && a->index == b->index &&
           a->length == b->length && a->response_length == b->response_length &&
           a->wire_bytes == b->wire_bytes && a->domain == b->domain && a->source == b->source &&
           a->opcode == b->opcode && a->urgent == b->urgent;
}

static void there_and_back(const char *path) {
    enum { OPS = 200 };
    struct config config = defaults();
    struct text_error error = {""};
    config.window_hbm = 12345;
    config.path_ns[2] = 77;
    config.matrix_as = MATRIX_ATOMIC;
    struct trace_writer *writer = trace_writer_open(path, &config, "of a test", &error);
    cr_assert(writer != NULL, "%s", error.text);
    struct op ops[OPS];
    struct rng rng = rng_stream(7, RNG_TRAFFIC);
    uint64_t time_ps = 0;
    for (uint32_t i = 0; i < OPS; i++) {
        ops[i] = any_op(&rng, i, &time_ps);
        trace_write(writer, &ops[i]);
    }
    cr_assert(access(path, F_OK) != 0, "there before it is whole");
    cr_assert(trace_writer_close(writer, &error), "%s", error.text);

    struct config read = defaults();
    struct trace_reader *reader = trace_reader_open(path, &read, &error);
    cr_assert(reader != NULL, "%s", error.text);
    cr_expect(memcmp(&read, &config, sizeof read) == 0, "other settings");
    struct op op;
    for (uint32_t i = 0; i < OPS; i++) {
        cr_assert(trace_read(reader, &op), "%s", trace_reader_failure(reader));
        cr_expect(same_op(&op, &ops[i]), "operation %u", i);
    }
    cr_expect(not(trace_read(reader, &op)));
    cr_expect(trace_reader_failure(reader) == NULL);
    trace_reader_close(reader);
}

Test(trace, what_is_written_is_read) {
    there_and_back(trace_path);
    there_and_back(packed_path);
}

Test(trace, discarded_leaves_nothing) {
    const struct config config = defaults();
    struct text_error error = {""};
    struct trace_writer *writer = trace_writer_open(trace_path, &config, "of a test", &error);
    cr_assert(writer != NULL);
    trace_writer_discard(writer);
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
    write_file(trace_path, text, strlen(text));
    char note[TRAFFIC_NOTE_SIZE];
    const struct config config = surveyed(trace_path, no_sets, note);
    cr_expect(eq(u64, config.operations, 4));
    cr_expect(eq(u64, config.window_hbm, 32000));
    cr_expect(note[0] == '\0');
    static const struct op expected[] = {
        {.address = 0x8a000, .length = 4112, .wire_bytes = 4112, .domain = 7, .source = 3},
        {.submit_ps = 5,
         .address = 4096,
         .index = 1,
         .length = 8,
         .wire_bytes = 80,
         .domain = 7,
         .source = 3,
         .opcode = OP_NOTIFY},
        {.submit_ps = 5,
         .index = 2,
         .wire_bytes = 80,
         .domain = 7,
         .source = 3,
         .opcode = OP_FENCE},
        {.submit_ps = 9,
         .address = UINT64_MAX,
         .index = 3,
         .response_length = 272,
         .wire_bytes = 96,
         .source = 65535,
         .opcode = OP_READ,
         .urgent = true}};
    struct traffic *traffic = opened(trace_path, &config);
    struct op op;
    for (unsigned i = 0; i < 4; i++) {
        cr_assert(traffic_next(traffic, &op));
        cr_expect(same_op(&op, &expected[i]), "operation %u", i);
    }
    cr_expect(not(traffic_next(traffic, &op)));
    cr_expect(traffic_failure(traffic) == NULL);
    traffic_close(traffic);

    static const char *const sets[] = {"operations=2", "window_hbm=1", NULL};
    const struct config cut = surveyed(trace_path, sets, note);
    cr_expect(eq(u64, cut.operations, 2));
    cr_expect(eq(u64, cut.window_hbm, 1));
    cr_expect(strstr(note, "2 of 4") != NULL, "%s", note);
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
    struct config config = defaults();
    const struct config before = config;
    char note[TRAFFIC_NOTE_SIZE], place[100];
    struct text_error error = {""};
    write_file(path, refusal->text, strlen(refusal->text));
    if (traffic_file_settings(path, &config, &error)) {
        cr_expect(not(traffic_file_survey(path, &config, note, &error)), "taken: %s",
                  refusal->text);
    } else {
        cr_expect(memcmp(&config, &before, sizeof config) == 0, "changed by: %s", refusal->text);
    }
    snprintf(place, sizeof place, "%s%s", path, refusal->place);
    cr_expect(strncmp(error.text, place, strlen(place)) == 0, "%s: %s", refusal->text, error.text);
    cr_expect(strstr(error.text, refusal->reason) != NULL, "%s: %s", refusal->text, error.text);
    cr_expect(strchr(error.text, '\n') == NULL);
}

Test(trace, says_where_and_what_was_expected) {
    for (unsigned i = 0; i < sizeof refused_traces / sizeof refused_traces[0]; i++)
        expect_refusal(trace_path, &refused_traces[i]);
}

Test(trace, refuses_long_lines_zero_bytes_and_what_is_no_file) {
    static char text[3000];
    char note[TRAFFIC_NOTE_SIZE];
    struct text_error error;
    struct config config = defaults();
    memset(text, '7', sizeof text - 1);
    text[snprintf(text, sizeof text, HEAD)] = '7';
    write_file(trace_path, text, sizeof text);
    cr_expect(not(traffic_file_survey(trace_path, &config, note, &error)));
    cr_expect(strstr(error.text, ":2: expected a line of at most 1023 bytes") != NULL, "%s",
              error.text);
    write_file(trace_path, HEAD "0 re\0ad\n", strlen(HEAD) + 8);
    cr_expect(not(traffic_file_survey(trace_path, &config, note, &error)));
    cr_expect(strstr(error.text, ":2: expected text, found a zero byte") != NULL, "%s", error.text);
    cr_expect(not(traffic_file_settings(folder, &config, &error)));
    cr_expect(strstr(error.text, "expected a file") != NULL, "%s", error.text);
    cr_expect(not(traffic_file_settings("/nowhere/x.trace", &config, &error)));
    cr_expect(strstr(error.text, "/nowhere/x.trace: cannot be read") == error.text, "%s",
              error.text);
}

static const char *const workloads[] = {"hbm_hotspot", "atomic",      "response", "allreduce",
                                        "moe",         "remote_read", "random",   "adversarial"};

static struct config workload(const char *name, uint64_t operations) {
    struct config config = defaults();
    struct text_error error;
    cr_assert(config_load_workload(&config, "sim", name, &error), "%s", error.text);
    if (config.operations > operations)
        config.operations = operations;
    return config;
}

static struct trace_writer *writer_opened(const struct config *config) {
    struct text_error error;
    struct trace_writer *writer = trace_writer_open(packed_path, config, "of a test", &error);
    cr_assert(writer != NULL, "%s", error.text);
    return writer;
}

static void writer_closed(struct trace_writer *writer) {
    struct text_error error;
    cr_assert(trace_writer_close(writer, &error), "%s", error.text);
}

// The commits of a policy's run and its CSV row, as text, which the caller frees.
static char *policy_texts_of(const struct config *config, const struct policy *policy,
                             struct traffic *traffic) {
    char *text = NULL;
    struct text_error error;
    size_t length = 0;
    struct simulate_result result;
    FILE *file = open_memstream(&text, &length);
    const struct commit_sink commits = {.take = commit_csv_take, .context = file};
    cr_assert(file && simulate_traffic(config, policy, traffic, 3, &commits, NULL, &result, &error),
              "%s", error.text);
    const struct experiment_run row = {"of a test", policy, "", 3};
    experiment_fields(file, "run", "", &row, &result);
    fclose(file);
    return text;
}

Test(trace, replayed_policies_do_the_same) {
    char note[TRAFFIC_NOTE_SIZE];
    for (unsigned i = 0; i < 7; i++)
        for (const struct policy *const *policy = policies; *policy; policy++) {
            struct config config = workload(workloads[i], 600);
            config.stages = STAGES_MODEL;
            config.ordering_domains = 20; // of random traffic
            struct trace_writer *writer = writer_opened(&config);
            char *first = policy_texts_of(&config, *policy,
                                          traffic_record_open(traffic_open(&config, 3), writer));
            writer_closed(writer);
            const struct config again = surveyed(packed_path, no_sets, note);
            char *second = policy_texts_of(&again, *policy, opened(packed_path, &again));
            cr_expect(strcmp(first, second) == 0, "%s, %s", workloads[i], (*policy)->name);
            free(first);
            free(second);
        }
}

static uint64_t block_hash(const char *who, const struct config *config, struct traffic *traffic) {
    struct text_error error;
    struct stimulus *env = env_open_traffic(config, traffic, 3, true, &error);
    cr_assert(env != NULL, "%s", error.text);
    struct admitter *block = admitter_kind_find(who)->open(DEPTH);
    const struct cosim_loop_result result = cosim_loop(
        env, block, NULL, (uint32_t)config->clock_ps, &(struct cosim_loop_listeners){.hash = true},
        &(struct cosim_loop_limits){.cycles = 1000000});
    cr_expect(env_error(env) == NULL, "%s", env_error(env));
    admitter_close(block);
    stimulus_close(env);
    return result.hash;
}

// Disturbances, phases and all.
Test(trace, replayed_blocks_do_the_same) {
    char note[TRAFFIC_NOTE_SIZE];
    for (unsigned i = 0; i < 8; i++)
        for (unsigned domains = 0; domains <= 9; domains += 9) {
            struct config config = workload(workloads[i], 3000);
            config.ordering_domains = domains;
            struct trace_writer *writer = writer_opened(&config);
            const uint64_t recorded = block_hash(
                "golden", &config, traffic_record_open(traffic_open(&config, 3), writer));
            writer_closed(writer);
            const struct config again = surveyed(packed_path, no_sets, note);
            cr_expect(eq(u64, recorded, block_hash("golden", &again, opened(packed_path, &again))),
                      "%s", workloads[i]);
            cr_expect(eq(u64, recorded, block_hash("rtl", &again, opened(packed_path, &again))),
                      "%s", workloads[i]);
        }
}

Test(trace, a_file_that_changes_under_a_run_is_said) {
    static const char text[] = HEAD "0 read 0 0 0 8 bulk 0\n1 read 0 0 0 8 bulk 0\n";
    char note[TRAFFIC_NOTE_SIZE];
    struct text_error error = {""};
    write_file(trace_path, text, strlen(text));
    const struct config config = surveyed(trace_path, no_sets, note);
    write_file(trace_path, text, strlen(HEAD) + 22);
    struct simulate_result result;
    cr_expect(not(simulate_traffic(&config, &policy_semacredit, opened(trace_path, &config), 0,
                                   NULL, NULL, &result, &error)));
    cr_expect(strstr(error.text, "changed") != NULL, "%s", error.text);
    struct traffic *half = opened(trace_path, &config); // read to no end: nothing is wrong
    struct op op;
    cr_expect(traffic_next(half, &op));
    cr_expect(traffic_failure(half) == NULL);
    cr_expect(not(traffic_next(half, &op)));
    cr_expect(traffic_failure(half) != NULL);
    traffic_close(half);
    write_file(trace_path, text, strlen(text) - 3);
    cr_expect(not(simulate_traffic(&config, &policy_semacredit, opened(trace_path, &config), 0,
                                   NULL, NULL, &result, &error)));
    cr_expect(strstr(error.text, ":3: expected a whole line") != NULL, "%s", error.text);
}

Test(trace, names_of_files_are_known) {
    static const char *const files[] = {"a.trace", "a.trace.gz", "a.cm",     "a.cm.gz",
                                        "./moe",   "/tmp/x",     "b/random", ".trace"};
    static const char *const names[] = {"moe", "random", "trace", "cm", "a.gz", "a.tracer"};
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++)
        cr_expect(traffic_is_file(files[i]), "%s", files[i]);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        cr_expect(not(traffic_is_file(names[i])), "%s", names[i]);
}

// --- connection matrices ------------------------------------------------------------------------

// Two senders to node 0, one of them with two flows at a time and one elsewhere.
static const char incast[] = "Nodes 8\nConnections 4\n"
                             "1->0 id 1 start 0 size 10000\n"
                             "2->0 id 2 start 500.75 size 8000 prio 3\n"
                             "2->4 id 3 start 0 size 17999 msg 1\n"
                             "2->0 start 600 size 100\n";

enum { MOST = 64 };

static unsigned matrix_ops(const char *text, const char *const *sets, struct op ops[MOST],
                           char *note) {
    write_file(matrix_path, text, strlen(text));
    const struct config config = surveyed(matrix_path, sets, note);
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
    struct op ops[MOST];
    char note[TRAFFIC_NOTE_SIZE];
    cr_assert(eq(uint, matrix_ops(incast, no_sets, ops, note), 6));
    for (unsigned i = 0; i < 6; i++) {
        struct op op = expected[i];
        op.index = i;
        cr_expect(same_op(&ops[i], &op), "operation %u at %lu", i, (unsigned long)ops[i].submit_ps);
    }
    cr_expect(strstr(note, "node 0: 3 of 4 flows, 18100 of 36099 bytes") != NULL, "%s", note);
}

Test(matrix, flows_of_one_sender_take_turns) {
    static const char *const sets[] = {"matrix_receiver=all", "large_bytes=4000", NULL};
    struct op ops[MOST];
    char note[TRAFFIC_NOTE_SIZE];
    const unsigned count = matrix_ops(incast, sets, ops, note);
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
    cr_expect(strstr(note, "all nodes are the receiver: 4 of 4 flows") != NULL, "%s", note);
}

Test(matrix, flows_become_reads_or_atomics) {
    static const char *const read[] = {"matrix_as=read", "matrix_receiver=node", "matrix_node=4",
                                       "matrix_gbps=100", NULL};
    static const char *const atomic[] = {"matrix_as=atomic", "matrix_receiver=node",
                                         "matrix_node=4",    "command_bytes=1000",
                                         "operations=10",    NULL};
    struct op ops[MOST];
    char note[TRAFFIC_NOTE_SIZE];
    cr_assert(eq(uint, matrix_ops(incast, read, ops, note), 5));
    for (unsigned i = 0; i < 5; i++) {
        cr_expect(eq(u8, ops[i].opcode, OP_READ));
        cr_expect(eq(u32, ops[i].wire_bytes, 80));
        cr_expect(eq(u32, ops[i].response_length, i < 4 ? 4112 : 17999 - 4 * 4112));
        cr_expect(eq(u64, ops[i].submit_ps, i * 328960));
    }
    static const char *const odd[] = {"matrix_gbps=300", NULL};
    cr_assert(eq(uint, matrix_ops(incast, odd, ops, note), 6));
    cr_expect(eq(u64, ops[2].submit_ps, 109654)); // rounded up
    cr_assert(eq(uint, matrix_ops(incast, atomic, ops, note), 10));
    for (unsigned i = 0; i < 10; i++) {
        cr_expect(eq(u8, ops[i].opcode, OP_FETCH_ADD));
        cr_expect(eq(u32, ops[i].response_length, 1000));
        cr_expect(eq(u64, ops[i].address, i * 1000));
    }
    cr_expect(strstr(note, "first 10 of 18 operations") != NULL, "%s", note);
}

Test(matrix, busiest_is_by_bytes_and_then_by_number) {
    static const char text[] = "Connections 3\nNodes 4\nTriggers 0\n"
                               "0->1 start 0 size 10\n0->2 start 0 size 6\n1->2 start 0 size 4\n";
    static const char *const microseconds[] = {"matrix_start_ps=1000000", NULL};
    struct op ops[MOST];
    char note[TRAFFIC_NOTE_SIZE];
    cr_expect(eq(uint, matrix_ops(text, no_sets, ops, note), 1));
    cr_expect(strstr(note, "receiver is node 1: 1 of 3") != NULL, "%s", note);
    static const char late[] = "Nodes 2\nConnections 1\n0->1 start 1.25 size 10";
    cr_expect(eq(uint, matrix_ops(late, microseconds, ops, note), 1));
    cr_expect(eq(u64, ops[0].submit_ps, 1250000));
    cr_expect(eq(uint, matrix_ops("Nodes 2\nConnections 0\n", no_sets, ops, note), 0));
}

// A flow's pages lie in all partitions, each as often as the next.
Test(matrix, flows_walk_the_partitions) {
    static const char text[] = "Nodes 2\nConnections 1\n0->1 start 0 size 200000\n";
    static const char *const sets[] = {"large_bytes=4096", NULL};
    struct op ops[MOST];
    char note[TRAFFIC_NOTE_SIZE];
    const unsigned count = matrix_ops(text, sets, ops, note);
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
    {"Nodes 4\n", ":2: ", "as many connections"},
    {TWO "1->0 start 0 size 1\n1->0 start 0 size 1\n", ":5: ", "found 2"},
    {"Connections 1\n1->0 start 0 size 1\n", ":2: ", "header's Nodes (0)"},
    {"Nodes 70000\n", ":1: ", "Nodes: expected a whole number from 1 to 65536"},
    {"Nodes 4 4\n", ":1: ", "end of the line"},
    {"Nodes\n", ":1: ", "found nothing"},
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
    {TWO "1->0 start 0 size 1000000000000000\n", ":4: ", "at most 200000000 operations"},
};

Test(matrix, says_where_and_what_was_expected) {
    for (unsigned i = 0; i < sizeof refused_matrices / sizeof refused_matrices[0]; i++)
        expect_refusal(matrix_path, &refused_matrices[i]);
}
