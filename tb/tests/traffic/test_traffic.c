// Traffic: what `make reference`, `make determinism` and `make files`, which compare whole runs, do
// not see.
#include <string.h>

#include "csim/base/rng.h"
#include "csim/tasks/trace.h"
#include "tb/tests/base/fixture.h"

Test(traffic, addresses_fall_into_the_partition_asked_for) {
    struct rng rng = rng_stream(1, RNG_TRAFFIC);
    uint64_t ones = 0, zeros = 0;
    for (unsigned i = 0; i < 8000; i++) {
        const uint64_t address = address_in_partition(i % HBM_LANES, rng_next(&rng));
        cr_assert(eq(uint, address_partition(address), i % HBM_LANES));
        ones |= address;
        zeros |= ~address;
    }
    cr_expect(eq(u64, ones, UINT64_MAX));
    cr_expect(eq(u64, zeros, UINT64_MAX));
}

// All at once: only the jitter orders them.
Test(traffic, jitter_reorders_over_its_whole_spread) {
    const struct config config = config_of("atomic", SETS("spacing_ps=0", "operations=1000"));
    struct traffic *traffic = traffic_open(&config, 1);
    struct op op = {.index = 0};
    uint64_t last_ps = 0, count = 0;
    for (; traffic_next(traffic, &op); count++) {
        cr_assert(op.submit_ps >= last_ps);
        last_ps = op.submit_ps;
    }
    cr_expect(eq(u64, count, config.operations));
    traffic_close(traffic);
}

// Some operations are of domains, as many as asked for; what else they are does not change.
Test(traffic, part_of_random_traffic_is_of_ordering_domains) {
    struct config config = config_of("random", NULL);
    config.operations = 20000;
    config.ordering_domains = 5;
    config.fence_percent = 10;
    unsigned ordered[3] = {0}, fences[3] = {0};
    static const unsigned percents[3] = {0, 30, 100};
    for (unsigned i = 0; i < 3; i++) {
        config.ordering_percent = percents[i];
        struct traffic *traffic = traffic_open(&config, 1);
        struct op op;
        while (traffic_next(traffic, &op)) {
            cr_assert(op.domain <= 5);
            ordered[i] += op.domain != 0;
            fences[i] += op.opcode == OP_FENCE;
        }
        traffic_close(traffic);
        cr_expect(fences[i] * 10 <= ordered[i] * 11 / 10 + 1);
    }
    cr_expect(eq(uint, ordered[0], 0));
    cr_expect(ordered[1] > 5700 && ordered[1] < 6300, "%u", ordered[1]);
    cr_expect(eq(uint, ordered[2], 20000));
    cr_expect(fences[1] > 500 && fences[2] > 1800, "%u %u", fences[1], fences[2]);
}

Test(traffic, kinds_of_files_by_their_names) {
    static const char *const matrices[] = {"a.cm", "A.CM", "x/a.cm.gz", "a.Cm.GZ"};
    static const char *const others[] = {"cm", "a.cm.trace", "a.cmx", ".gz", "a.cm.gz.gz"};
    static const char *const files[] = {"a.trace", "a.trace.gz", "a.cm", "./moe", ".trace"};
    static const char *const workloads[] = {"moe", "trace", "cm", "a.gz", "a.tracer"};
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
               {"0 read 0 0 0 8 bulk 0\n1 read 0 0 0 8 bu", ":3: expected a whole line"}};

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
