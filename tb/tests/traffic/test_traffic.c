// Traffic: what `make reference`, `make determinism` and `make files`, which compare whole runs, do
// not see.

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
