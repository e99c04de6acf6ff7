// Traffic: what `make reference`, `make determinism` and `make files`, which compare whole runs, do
// not see.

#include "csim/traffic/ordering.h"
#include "tb/tests/base/fixture.h"

Test(traffic, kinds_of_files_by_their_names) {
    static const char *const matrices[] = {"a.cm", "A.CM", "x/a.cm.gz", "a.Cm.GZ"};
    static const char *const others[] = {"cm", "a.cm.trace", "a.cmx", ".gz", "a.cm.gz.gz"};
    static const char *const files[] = {"a.trace", "a.trace.gz", "a.cm", "./moe",
                                        ".trace",  "a.json",     "b.et", "c.txt.gz"};
    static const char *const workloads[] = {"moe", "trace", "cm", "a.gz", "a.tracer", "json"};
    for (unsigned i = 0; i < COUNT(matrices); i++)
        cr_expect(traffic_ends_in(matrices[i], ".cm"), "%s", matrices[i]);
    for (unsigned i = 0; i < COUNT(others); i++)
        cr_expect(not(traffic_ends_in(others[i], ".cm")), "%s", others[i]);
    for (unsigned i = 0; i < COUNT(files); i++)
        cr_expect(traffic_is_file(files[i]), "%s", files[i]);
    for (unsigned i = 0; i < COUNT(workloads); i++)
        cr_expect(not(traffic_is_file(workloads[i])), "%s", workloads[i]);
    cr_expect(traffic_ends_in("b.XML.gz", ".xml") && traffic_ends_in("b.Goal", ".goal"));
}

// The command goes on only when it sees that its first operation has been taken.
Test(traffic, stream_is_read_as_it_comes, .init = folder_make, .fini = folder_remove,
     .timeout = 60) {
    struct config config = config_of(NULL, NULL);
    struct text_error error;
    const char *const taken = folder_path("taken");
    char command[400];
    snprintf(command, sizeof command,
             "|printf 'semacredit trace 1\\n0 write 0 0 64 0 bulk 0\\n7 write 1 0 64 0 bulk 0\\n'; "
             "until [ -e '%s' ]; do sleep 0.01; done; echo '9 write 1 0 64 0 bulk 0'",
             taken);
    struct traffic *traffic = traffic_stream_open(command, &config, &error);
    cr_assert(traffic != NULL, "%s", error.text);
    traffic_stream_limit(traffic, 9);
    struct op op;
    cr_expect(traffic_next(traffic, &op) && traffic_next(traffic, &op));
    file_write(taken, "", 0);
    cr_expect(traffic_next(traffic, &op));
    cr_expect(eq(u64, op.submit_ps, 9));
    cr_expect(not(traffic_next(traffic, &op)));
    traffic_close(traffic);
}

// What is missing is missed where it is reached.
static const struct {
    const char *text, *failure;
} changed[] = {{"0 read 0 0 0 8 bulk 0\n", "changed since it was surveyed"},
               {"0 read 0 0 0 8 bulk 0\n1 read 0 0 0 8 ", ":3: expected a whole line"}};

EACH(traffic, a_file_that_changes_under_a_run_is_said, changed) {
    struct config config = config_of(NULL, SETS("operations=2"));
    struct text_error error;
    struct op op;
    char text[100];
    folder_make();
    snprintf(text, sizeof text, "semacredit trace 1\n%s", row->text);
    file_write(folder_path("a.trace"), text, strlen(text));
    struct traffic *traffic = traffic_file_open(folder_path("a.trace"), &config, &error);
    cr_assert(traffic && traffic_next(traffic, &op) && !traffic_failure(traffic));
    cr_assert(not(traffic_next(traffic, &op)));
    expect_part(traffic_failure(traffic), row->failure);
    traffic_close(traffic);
    folder_remove();
}

// --- ordering domains: which operations wait for which. That a run does so it asserts itself. ----

#define WRITE(at, bytes)                                                                           \
    { .opcode = OP_WRITE, .address = at, .length = bytes }
#define NOTIFY(at, bytes)                                                                          \
    { .opcode = OP_NOTIFY, .address = at, .length = bytes }
#define ATOMIC(code, at)                                                                           \
    { .opcode = OP_##code, .address = at }
// The request's own length means nothing.
#define READ(at, bytes)                                                                            \
    { .opcode = OP_READ, .address = at, .response_length = bytes, .length = 5000 }
#define FENCE                                                                                      \
    { .opcode = OP_FENCE }
#define UNKNOWN                                                                                    \
    { .opcode = 5 }
#define LAST UINT64_MAX

static const struct {
    const char *what;
    struct op earlier, later;
    bool waits;
} pairs[] = {
    {"write after write, one byte shared", WRITE(100, 11), WRITE(110, 50), true},
    {"write after write, side by side", WRITE(100, 10), WRITE(110, 50), false},
    {"read after write of its bytes", WRITE(100, 10), READ(90, 11), true},
    {"read before the write of its bytes", READ(90, 11), WRITE(100, 10), true},
    {"read after read", READ(100, 10), READ(100, 10), false},
    {"read whose request length means nothing", WRITE(200, 10), READ(100, 10), false},
    {"write of no bytes", WRITE(100, 10), WRITE(105, 0), false},
    {"Atomic after Atomic of its address", ATOMIC(FETCH_ADD, 64), ATOMIC(COMPARE_SWAP, 64), true},
    {"Atomic after Atomic of another address", ATOMIC(FETCH_ADD, 64), ATOMIC(FETCH_ADD, 72), false},
    {"read after Atomic of its bytes", ATOMIC(SWAP, 64), READ(71, 1), true},
    {"notification after a write elsewhere", WRITE(0, 10), NOTIFY(4096, 80), true},
    {"notification after a write of no bytes", WRITE(0, 0), NOTIFY(4096, 80), true},
    {"write after a notification elsewhere", NOTIFY(4096, 80), WRITE(0, 10), false},
    {"notification after an Atomic elsewhere", ATOMIC(FETCH_ADD, 0), NOTIFY(4096, 80), false},
    {"fence after a read", READ(0, 10), FENCE, true},
    {"read after a fence", FENCE, READ(0, 10), true},
    {"fence after fence", FENCE, FENCE, true},
    {"what does not exist, after a fence", FENCE, UNKNOWN, true},
    {"what does not exist, after a write", WRITE(0, 4096), UNKNOWN, false},
    {"at the end of the address space", WRITE(LAST - 3, 100), WRITE(LAST, 1), true},
    {"not around the end of the address space", WRITE(LAST - 3, 100), WRITE(0, 100), false},
};

EACH(ordering, holds_what_must_follow, pairs) {
    struct ordering *ordering = ordering_open(2);
    cr_assert(ordering != NULL);
    struct op earlier = row->earlier, later = row->later;
    earlier.domain = later.domain = 9;
    cr_expect(ordering_enter(ordering, 1, &earlier));
    cr_expect(ordering_enter(ordering, 0, &later) != row->waits, "%s", row->what);
    cr_expect(ordering_take(ordering) == ORDERING_NONE);
    ordering_complete(ordering, 1);
    cr_expect(ordering_take(ordering) == (row->waits ? 0 : ORDERING_NONE), "%s", row->what);
    cr_expect(ordering_take(ordering) == ORDERING_NONE);
    ordering_close(ordering);
}

Test(ordering, domains_do_not_wait_for_each_other) {
    struct ordering *ordering = ordering_open(64);
    cr_assert(ordering != NULL);
    for (uint32_t i = 0; i < 64; i++) {
        const struct op op = {
            .opcode = i % 2 ? OP_FENCE : OP_WRITE, .length = 4096, .domain = i + 1};
        cr_expect(ordering_enter(ordering, i, &op));
    }
    ordering_close(ordering);
}
