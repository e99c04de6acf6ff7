// The configuration reader: what it takes, and that every refusal is one line that says where,
// which key and what would have been legal.
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L // mkdtemp
#endif

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "csim/config/config.h"
#include "csim/config/workloads.h"
#include "tb/tests/config/workload_names.h"

// Parses a text of which it is known that it is wrong; fails unless the message is the expected
// one, and the configuration unchanged.
static void refuse(const char *text, const char *expected) {
    struct config config, before;
    config_init(&config);
    before = config;
    struct text_error error = {""};
    cr_expect(not(config_parse(&config, "f.yaml", text, strlen(text), &error)), "taken: %s", text);
    cr_expect(eq(str, error.text, (char *)expected));
    cr_expect(memcmp(&config, &before, sizeof config) == 0, "changed by: %s", text);
}

Test(config, defaults_are_the_papers) {
    struct config config;
    config_init(&config);
    cr_expect(eq(u64, config.clock_ps, 1000));
    cr_expect(eq(u64, config.depth, 128));
    cr_expect(eq(u64, config.window_hbm, 64000));
    cr_expect(eq(u64, config.window_atomic, 64000));
    cr_expect(eq(u64, config.window_response, 16000));
    cr_expect(eq(u64, config.path_gbps[2], 100));
    cr_expect(eq(u64, config.path_ns[3], 350));
    cr_expect(eq(u64, config.atomic_ns, 100));
}

Test(config, file_sets_its_keys_and_no_others) {
    struct config config;
    config_init(&config);
    const char text[] = "# comment\nclock_ps: 800\npath_ns: [1, 2, 3, 4] # after\n\n"
                        "traffic: random\ndepth: \"256\"\n";
    struct text_error error = {""};
    cr_assert(config_parse(&config, "f.yaml", text, strlen(text), &error), "%s", error.text);
    cr_expect(eq(u64, config.clock_ps, 800));
    cr_expect(eq(u64, config.path_ns[0], 1));
    cr_expect(eq(u64, config.path_ns[3], 4));
    cr_expect(eq(u64, config.traffic, TRAFFIC_RANDOM));
    cr_expect(eq(u64, config.depth, 256));
    cr_expect(eq(u64, config.window_hbm, 64000));
}

Test(config, values_out_of_range_are_refused_with_line_and_range) {
    refuse(
        "clock_ps: 5\noperations: -7\n",
        "f.yaml:2: operations: expected an integer from 0 to 200000000 (operations), found '-7'");
    refuse("# clock_ps: 5\n\nclock_ps: 0\n",
           "f.yaml:3: clock_ps: expected an integer from 1 to 1000000 (ps), found '0'");
    refuse("clock_ps: 1000001",
           "f.yaml:1: clock_ps: expected an integer from 1 to 1000000 (ps), found '1000001'");
    refuse("clock_ps: 18446744073709551617",
           "f.yaml:1: clock_ps: expected an integer from 1 to 1000000 (ps), found "
           "'18446744073709551617'");
}

Test(config, wrong_types_are_refused_with_line_and_legal_values) {
    refuse("clock_ps: 1e3\n",
           "f.yaml:1: clock_ps: expected an integer from 1 to 1000000 (ps), found '1e3'");
    refuse("clock_ps: 7x\n",
           "f.yaml:1: clock_ps: expected an integer from 1 to 1000000 (ps), found '7x'");
    refuse("clock_ps:\n",
           "f.yaml:1: clock_ps: expected an integer from 1 to 1000000 (ps), found ''");
    refuse("depth: 4\nclock_ps: [1]\n",
           "f.yaml:2: clock_ps: expected an integer from 1 to 1000000 (ps)");
    refuse("depth: 4\nclock_ps: {a: 1}\n",
           "f.yaml:2: clock_ps: expected an integer from 1 to 1000000 (ps)");
    refuse("depth: 7",
           "f.yaml:1: depth: expected one of 2, 4, 8, 16, 32, 64, 128, 256 (with the RTL: "
           "128 or 256), found '7'");
    refuse("{clock_ps: 5,\n traffic: bursts}",
           "f.yaml:2: traffic: expected one of burst, random, adversarial, found 'bursts'");
}

Test(config, lists_of_the_wrong_length_are_refused) {
    refuse("path_ns: 7", "f.yaml:1: path_ns: expected a list of 4 values, each an integer from 0 "
                         "to 1000000 (ns)");
    refuse("path_ns: [1, 2, 3]", "f.yaml:1: path_ns: expected a list of 4 values, each an integer "
                                 "from 0 to 1000000 (ns)");
    refuse("path_ns: [1, 2, 3, 4, 5]", "f.yaml:1: path_ns: expected a list of 4 values, each an "
                                       "integer from 0 to 1000000 (ns)");
    refuse("path_ns: [1, 2, x, 4]", "f.yaml:1: path_ns: expected a list of 4 values, each an "
                                    "integer from 0 to 1000000 (ns), found 'x'");
}

Test(config, unknown_keys_are_refused_with_the_nearest) {
    refuse("clock_ps: 5\n\nclok_ps: 1\n",
           "f.yaml:3: unknown key 'clok_ps', did you mean clock_ps?");
    struct config config;
    config_init(&config);
    struct text_error error = {""};
    const char text[] = "nothing_like_it: 1";
    cr_expect(not(config_parse(&config, "f.yaml", text, strlen(text), &error)));
    cr_expect(strstr(error.text,
                     "f.yaml:1: unknown key 'nothing_like_it'; the keys are clock_ps depth") !=
              NULL);
    cr_expect(strstr(error.text, " stall_clocks") != NULL, "the list is cut");
}

Test(config, keys_may_stand_once) {
    refuse("clock_ps: 5\n# clock_ps: 5\nclock_ps: 6\n",
           "f.yaml:3: clock_ps: expected once, found twice");
}

Test(config, what_is_no_mapping_is_refused) {
    refuse("", "f.yaml:1: expected a mapping of keys to values, found nothing");
    refuse("# nothing\n", "f.yaml:1: expected a mapping of keys to values, found nothing");
    refuse("- 1\n",
           "f.yaml:1: expected a mapping of keys to values: 'Expecting MAPPING, got event: "
           "SEQUENCE_S...'");
    refuse("clock_ps: 1\n---\nclock_ps: 2\n", "f.yaml: expected one document, found several");
}

Test(config, aliases_are_refused) {
    refuse("clock_ps: &x 1\noperations: *x\n",
           "f.yaml:2: operations: expected a value, found an alias");
}

// Whatever the bytes: a refusal of one line, or a configuration.
static void survive(const char *text, size_t length) {
    struct config config;
    config_init(&config);
    struct text_error error = {""};
    if (config_parse(&config, "f.yaml", text, length, &error))
        return;
    cr_expect(strncmp(error.text, "f.yaml:", 7) == 0, "%s", error.text);
    cr_expect(strchr(error.text, '\n') == NULL);
}

Test(config, garbage_and_bombs_are_refused) {
    static char text[64 << 10];
    for (unsigned i = 0; i < sizeof text; i++)
        text[i] = (char)(i * 7 + i / 251);
    survive(text, sizeof text);
    memset(text, '[', sizeof text);
    survive(text, sizeof text);
    memset(text, '{', sizeof text);
    survive(text, sizeof text);
    memset(text, 0, sizeof text);
    survive(text, sizeof text);
    const char bomb[] = "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nclock_ps: *c\n";
    survive(bomb, sizeof bomb - 1);
    const char cut[] = "clock_ps: \"5\npath_ns: [1, 2";
    survive(cut, sizeof cut - 1);
}

Test(config, long_messages_are_cut) {
    struct config config;
    struct text_error error;
    char name[TEXT_ERROR_SIZE + 100] = "";
    memset(name, 'f', sizeof name - 1);
    config_init(&config);
    cr_expect(not(config_parse(&config, name, "zzzzzzzz: 1", 11, &error)));
    cr_expect(eq(sz, strlen(error.text), TEXT_ERROR_SIZE - 1));
}

Test(config, set_takes_one_key) {
    struct config config;
    config_init(&config);
    struct text_error error = {""};
    cr_expect(config_set(&config, "depth=64", &error));
    cr_expect(config_set(&config, "path_ns=9,8,7,6", &error));
    cr_expect(config_set(&config, "stages=random", &error));
    cr_expect(eq(u64, config.depth, 64));
    cr_expect(eq(u64, config.path_ns[0], 9));
    cr_expect(eq(u64, config.path_ns[3], 6));
    cr_expect(eq(u64, config.stages, STAGES_RANDOM));
}

Test(config, set_refuses_the_rest) {
    static const struct {
        const char *assignment;
        const char *message;
    } cases[] = {
        {"depth=65", "depth: expected one of 2, 4, 8, 16, 32, 64, 128, 256 (with the RTL: 128 or "
                     "256), found '65'"},
        {"depht=3", "unknown key 'depht', did you mean depth?"},
        {"clock_ps", "expected key=value, found 'clock_ps'"},
        {"clock_ps=", "clock_ps: expected an integer from 1 to 1000000 (ps), found ''"},
        {"clock_ps= 5", "clock_ps: expected an integer from 1 to 1000000 (ps), found ' 5'"},
        {"path_ns=1,2,3", "path_ns: expected a list of 4 values, each an integer from 0 to 1000000 "
                          "(ns), found '1,2,3'"},
        {"path_ns=1,2,3,4,", "path_ns: expected a list of 4 values, each an integer from 0 to "
                             "1000000 (ns), found '1,2,3,4,'"},
    };
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct config config, before;
        config_init(&config);
        before = config;
        struct text_error error = {""};
        cr_expect(not(config_set(&config, cases[i].assignment, &error)));
        cr_expect(eq(str, error.text, (char *)cases[i].message));
        cr_expect(memcmp(&config, &before, sizeof config) == 0);
    }
}

Test(config, every_workload_is_readable_alone) {
    for (const char *const *name = workload_names; *name; name++) {
        struct config config;
        config_init(&config);
        struct text_error error = {""};
        cr_expect(config_load_workload(&config, "sim", *name, &error), "%s", error.text);
    }
}

// Writes a file into a folder of its own; the caller removes both.
static void file_write(char *folder, char *path, size_t size, void (*write)(FILE *)) {
    cr_assert(mkdtemp(folder) != NULL);
    snprintf(path, size, "%s/f.yaml", folder);
    FILE *file = fopen(path, "w");
    cr_assert(file != NULL);
    write(file);
    cr_assert(fclose(file) == 0);
}

static void file_remove(const char *folder, const char *path) {
    cr_assert(remove(path) == 0);
    cr_assert(rmdir(folder) == 0);
}

Test(config, unknown_workloads_are_refused_with_the_nearest_and_the_known) {
    struct config config;
    config_init(&config);
    struct text_error error = {""};
    cr_expect(not(config_load_workload(&config, "sim", "atomics", &error)));
    cr_expect(eq(str, error.text,
                 "unknown workload 'atomics', did you mean atomic?; expected one of adversarial, "
                 "allreduce, atomic, hbm_hotspot, moe, random, remote_read, response, or "
                 "FILE.yaml"));
    cr_expect(not(config_load_workload(&config, "sim", "../sim/moe", &error)));
    cr_expect(strstr(error.text, "unknown workload '../sim/moe'; expected one of") == error.text,
              "%s", error.text);
    cr_expect(not(config_load_workload(&config, "nowhere", "moe", &error)));
    cr_expect(eq(str, error.text, "nowhere: cannot be read: No such file or directory"));
}

static void write_nothing_special(FILE *file) {
    fputs("operations: 7\n", file);
}

Test(config, a_new_file_is_a_new_workload) {
    char folder[] = "config-test-XXXXXX", path[64];
    struct text_error error = {""};
    file_write(folder, path, sizeof path, write_nothing_special);
    struct workloads workloads;
    cr_assert(workloads_list(&workloads, folder, &error), "%s", error.text);
    cr_expect(eq(uint, workloads.count, 1));
    cr_expect(eq(str, workloads.name[0], "f"));
    struct config config;
    config_init(&config);
    cr_expect(config_load_workload(&config, folder, "f", &error), "%s", error.text);
    cr_expect(eq(u64, config.operations, 7));
    file_remove(folder, path);
}

Test(config, files_that_are_none_are_refused) {
    struct config config;
    config_init(&config);
    struct text_error error = {""};
    cr_expect(not(config_load(&config, "sim/none.yaml", &error)));
    cr_expect(eq(str, error.text, "sim/none.yaml: cannot be read: No such file or directory"));
    cr_expect(not(config_load(&config, "sim", &error)));
    cr_expect(eq(str, error.text, "sim: expected a file"));
    cr_expect(not(config_load(&config, "/dev/zero", &error)));
    cr_expect(eq(str, error.text, "/dev/zero: expected a file"));
}

static void write_huge(FILE *file) {
    for (unsigned i = 0; i < (64 << 10) + 1; i++)
        fputc('#', file);
}

Test(config, huge_files_are_refused) {
    char folder[] = "config-test-XXXXXX", path[64];
    struct text_error error = {""};
    file_write(folder, path, sizeof path, write_huge);
    struct config config;
    config_init(&config);
    cr_expect(not(config_load(&config, path, &error)));
    cr_expect(strstr(error.text, "f.yaml: expected at most 65536 bytes") != NULL, "%s", error.text);
    file_remove(folder, path);
}

static void write_moe(FILE *file) {
    struct config config;
    struct text_error error;
    config_init(&config);
    cr_assert(config_load_workload(&config, "sim", "moe", &error));
    config_list(&config, NULL, file);
}

Test(config, printed_configurations_read_back) {
    char folder[] = "config-test-XXXXXX", path[64];
    struct text_error error = {""};
    file_write(folder, path, sizeof path, write_moe);
    struct config config, moe;
    config_init(&config);
    config_init(&moe);
    cr_assert(config_load(&config, path, &error), "%s", error.text);
    cr_assert(config_load_workload(&moe, "sim", "moe", &error));
    cr_expect(memcmp(&config, &moe, sizeof config) == 0);
    file_remove(folder, path);
}

Test(config, what_the_arbiter_and_the_calibrator_want_is_refused_beyond_their_registers) {
    refuse("starvation_bound: 65536",
           "f.yaml:1: starvation_bound: expected an integer from 0 to 65535 (grants), found "
           "'65536'");
    refuse("calibrate: some", "f.yaml:1: calibrate: expected one of nothing, time, all, found "
                              "'some'");
    refuse("multiplier_max: 16384",
           "f.yaml:1: multiplier_max: expected an integer from 0 to 16383 (1/4096), found "
           "'16384'");
    refuse("loss_percent: 100",
           "f.yaml:1: loss_percent: expected an integer from 0 to 90 (%), found '100'");
}
