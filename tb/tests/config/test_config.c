// The configuration reader: what it takes, and that every refusal is one line that says where,
// which key and what would have been legal.
#include <stdlib.h>
#include <string.h>

#include "csim/config/config.h"
#include "csim/config/workloads.h"
#include "tb/tests/base/fixture.h"

#define LISTS    "; 'semacredit keys' lists all"
#define CLOCK    "clock_ps: expected an integer from 1 to 1000000 (ps)"
#define NONE     "expected lines of KEY: VALUE, found none"
#define PAIR     "expected KEY: VALUE or KEY: [VALUE, ...]"
#define DEPTHS   "depth: expected one of 2, 4, 8, 16, 32, 64, 128, 256"
#define PATHS_NS "path_ns: expected a list of 4 values, each an integer from 0 to 1000000 (ns)"

static const struct {
    const char *text, *expected;
} refused[] = {
    // Out of range, with line and range.
    {"clock_ps: 5\noperations: -7\n",
     "f.yaml:2: operations: expected an integer from 0 to 200000000 (operations), found '-7'"},
    {"# clock_ps: 5\n\nclock_ps: 0\n", "f.yaml:3: " CLOCK ", found '0'"},
    {"clock_ps: 1000001", "f.yaml:1: " CLOCK ", found '1000001'"},
    {"clock_ps: 18446744073709551617", "f.yaml:1: " CLOCK ", found '18446744073709551617'"},
    {"starvation_bound: 65536",
     "f.yaml:1: starvation_bound: expected an integer from 0 to 65535 (grants), found '65536'"},
    {"multiplier_max: 16384",
     "f.yaml:1: multiplier_max: expected an integer from 0 to 16383 (1/4096), found '16384'"},
    {"loss_percent: 100",
     "f.yaml:1: loss_percent: expected an integer from 0 to 90 (%), found '100'"},
    // Of the wrong type, with line and legal values.
    {"clock_ps: 1e3\n", "f.yaml:1: " CLOCK ", found '1e3'"},
    {"clock_ps: 7x\n", "f.yaml:1: " CLOCK ", found '7x'"},
    {"clock_ps:\n", "f.yaml:1: " CLOCK ", found ''"},
    {"depth: 4\nclock_ps: [1]\n", "f.yaml:2: " CLOCK ", found '[1]'"},
    {"depth: 7", "f.yaml:1: " DEPTHS ", found '7'"},
    {"clock_ps: 5\ntraffic: bursts",
     "f.yaml:2: traffic: expected one of burst, random, adversarial, found 'bursts'"},
    {"calibrate: some", "f.yaml:1: calibrate: expected one of nothing, time, all, found 'some'"},
    // Lists of the wrong length.
    {"path_ns: 7", "f.yaml:1: " PATHS_NS ", found '7'"},
    {"path_ns: [1, 2, 3]", "f.yaml:1: " PATHS_NS ", found '[1, 2, 3]'"},
    {"path_ns: [1, 2, 3, 4, 5]", "f.yaml:1: " PATHS_NS ", found '[1, 2, 3, 4, 5]'"},
    {"path_ns: [1, 2, x, 4]", "f.yaml:1: " PATHS_NS ", found '[1, 2, x, 4]'"},
    // Keys that there are not, and those that stand twice.
    {"clock_ps: 5\n\nclok_ps: 1\n",
     "f.yaml:3: unknown key 'clok_ps', did you mean clock_ps?" LISTS},
    {"clock_ps: 5\n# clock_ps: 5\nclock_ps: 6\n", "f.yaml:3: clock_ps: expected once, found twice"},
    {"zzzzzzzz: 1\n", "f.yaml:1: unknown key 'zzzzzzzz'" LISTS},
    // No mapping of keys to values.
    {"", "f.yaml:1: " NONE},
    {"# nothing\n", "f.yaml:1: " NONE},
    {"- 1\n", "f.yaml:1: " NONE},
    {"clock_ps:5\n", "f.yaml:1: " NONE},
    {"clock_ps: 1\ndepth: {a: 4}\n", "f.yaml:2: " PAIR},
    {"clock_ps: 1\npath_ns:\n- [1]\n", "f.yaml:2: " PAIR},
    {"[1]: 2\n", "f.yaml:1: " PAIR},
    {"clock_ps: 1\n---\nclock_ps: 2\n", "f.yaml:3: expected one document, found another"},
    {"clock_ps: 1\n  depth: 4\n",
     "f.yaml:2: expected YAML: mapping values are not allowed in this context"},
    {"clock_ps: 1\n\x01", "f.yaml: byte 12: expected YAML: control characters are not allowed"},
};

TestSuite(config_file, .init = folder_make, .fini = folder_remove);

// What a text says as a file; its folder is left out of the message.
static bool parsed(struct config *config, const char *text, struct text_error *error) {
    const char *const path = folder_path("f.yaml");
    file_write(path, text, strlen(text));
    const bool right = config_load(config, path, error);
    const size_t folder = strlen(path) - strlen("f.yaml");
    if (!right)
        memmove(error->text, error->text + folder, strlen(error->text + folder) + 1);
    return right;
}

// The message is the expected one, and the configuration unchanged.
Test(config_file, refuses_with_line_and_legal_values) {
    for (unsigned i = 0; i < COUNT(refused); i++) {
        struct config config = config_of(NULL, NULL);
        const struct config before = config;
        struct text_error error = {""};
        cr_expect(not(parsed(&config, refused[i].text, &error)));
        cr_expect(eq(str, error.text, (char *)refused[i].expected));
        cr_expect(memcmp(&config, &before, sizeof config) == 0);
    }
}

Test(config_file, sets_its_keys_and_no_others) {
    struct config config = config_of(NULL, NULL);
    struct text_error error = {""};
    cr_assert(parsed(&config,
                     "# comment\n---\nclock_ps: 800\npath_ns: [1, 2,3, 4] # after\n\n"
                     "traffic:  random\r\ndepth: \"256\"\ncalibrate: 'time'\n",
                     &error),
              "%s", error.text);
    cr_expect(eq(u64, config.clock_ps, 800));
    cr_expect(eq(u64, config.path_ns[0], 1));
    cr_expect(eq(u64, config.path_ns[3], 4));
    cr_expect(eq(u64, config.traffic, TRAFFIC_RANDOM));
    cr_expect(eq(u64, config.depth, 256));
    cr_expect(eq(u64, config.calibrate, CALIBRATE_TIME));
    cr_expect(eq(u64, config.window_hbm, 64000));
}

// As PyYAML writes them: in blocks, in flow, by an alias.
static const struct {
    const char *text;
} same[] = {
    {"clock_ps: 800\npath_ns:\n- 1\n- 2\n- 3\n- 4\npath_gbps:\n- 1\n- 2\n- 3\n- 4\n"},
    {"{clock_ps: 800, path_gbps: [1, 2,\n  3, 4], 'path_ns': [1, 2, 3, 4]}\n...\n"},
    {"%YAML 1.1\n---\n# list\npath_gbps: &id001 [1, 2, 3, 4]\npath_ns: *id001\nclock_ps: !!int "
     "800"},
};

EACH(config_file, is_any_yaml, same) {
    struct config config = config_of(NULL, NULL), other = config;
    struct text_error error = {""};
    cr_assert(parsed(&config, row->text, &error), "%s", error.text);
    cr_assert(parsed(&other, same[0].text, &error), "%s", error.text);
    cr_expect(eq(u64, config.path_ns[3], 4));
    cr_expect(memcmp(&config, &other, sizeof config) == 0);
}

static const struct {
    const char *assignment, *message;
} refused_sets[] = {
    {"depth=65", DEPTHS ", found '65'"},
    {"depht=3", "unknown key 'depht', did you mean depth?" LISTS},
    {"clock_ps", "expected key=value, found 'clock_ps'"},
    {"clock_ps=", CLOCK ", found ''"},
    {"clock_ps= 5", CLOCK ", found ' 5'"},
    {"path_ns=1,2,3", PATHS_NS ", found '1,2,3'"},
    {"path_ns=1,2,3,4,", PATHS_NS ", found '1,2,3,4,'"},
};

EACH(config, set_refuses_the_rest, refused_sets) {
    struct config config = config_of(NULL, NULL);
    const struct config before = config;
    struct text_error error = {""};
    cr_expect(not(config_set(&config, row->assignment, &error)));
    cr_expect(eq(str, error.text, (char *)row->message));
    cr_expect(memcmp(&config, &before, sizeof config) == 0);
}

Test(config, unknown_workloads_are_refused_with_the_nearest_and_the_known) {
    struct config config = config_of(NULL, NULL);
    struct text_error error = {""};
    cr_expect(not(config_load_workload(&config, "sim", "atomics", &error)));
    expect_part(error.text, "unknown workload 'atomics', did you mean atomic?; expected one of "
                            "adversarial, allreduce, atomic, ");
    cr_expect(not(config_load_workload(&config, "sim", "../sim/moe", &error)));
    expect_part(error.text, "unknown workload '../sim/moe'; expected one of");
}

Test(config, a_new_file_is_a_new_workload, .init = folder_make, .fini = folder_remove) {
    struct text_error error = {""};
    file_write(folder_path("f.yaml"), "operations: 7\n", 14);
    struct workloads workloads;
    cr_assert(workloads_list(&workloads, folder_path(""), &error), "%s", error.text);
    cr_expect(eq(uint, workloads.count, 1));
    cr_expect(eq(str, workloads.name[0], "f"));
    struct config config = config_of(NULL, NULL);
    cr_expect(config_load_workload(&config, folder_path(""), "f", &error), "%s", error.text);
    cr_expect(eq(u64, config.operations, 7));
}

// Files, and not their text, are refused.
static const struct {
    const char *path, *message;
} none[] = {
    {"sim/none.yaml", "sim/none.yaml: cannot be read: No such file or directory"},
    {"sim", "sim: expected a file"},
    {"/dev/zero", "/dev/zero: expected a file"},
    {"/proc/self/exe", "/proc/self/exe: byte 0: expected YAML: "},
};

EACH(config, files_that_are_none_are_refused, none) {
    struct config config = config_of(NULL, NULL);
    struct text_error error = {""};
    cr_expect(not(config_load(&config, row->path, &error)));
    expect_part(error.text, row->message);
}
