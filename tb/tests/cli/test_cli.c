// What verbs share.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/command.h"
#include "tb/cli/effect.h"
#include "tb/cli/result_file.h"
#include "tb/cli/selection.h"
#include "tb/tests/base/fixture.h"

// --- effect -------------------------------------------------------------------------------

// Settings without effect: each rule is about a key that there is. Where they refuse is in
// scripts/checks/badinput.py.

// Whether a run has a key of that name, or of such a beginning.
static bool is_key(const char *name) {
    struct config config;
    char text[80];
    struct text_error error;
    config_init(&config);
    snprintf(text, sizeof text, "%s=", name);
    config_set(&config, text, &error);
    if (strncmp(error.text, "unknown key", 11) != 0)
        return true;
    // Among all keys, as the message about one that is like none lists them.
    config_set(&config, "zzzzzzzzzzzzzzzz=", &error);
    snprintf(text, sizeof text, " %s", name);
    return strstr(error.text, text) != NULL;
}

Test(effect, rules_are_about_keys) {
    for (unsigned i = 0; effect_name(i); i++)
        cr_expect(is_key(effect_name(i)), "%s", effect_name(i));
}

// --- keys ---------------------------------------------------------------------------------

// The list of keys says where each value comes from, and is a configuration by itself.

// The list as text; the caller frees it.
static char *listed(const char *workload, const struct settings *settings,
                    const struct subject *subject, const struct config *config) {
    char *text;
    FILE *file = text_open(&text);
    const struct options options = {
        .workload = workload, .settings = *settings, .subject = *subject};
    key_list_print(&options, config, file);
    cr_assert(eq(int, fclose(file), 0));
    return text;
}

// Where the value of a key comes from, as the list says.
static void expect_from(const char *text, const char *key, const char *from) {
    char start[64];
    snprintf(start, sizeof start, "\n%s: ", key);
    const char *line = strstr(text, start);
    cr_assert(line != NULL, "%s is not listed", key);
    const char *comment = strchr(line, '#');
    cr_expect(comment && strncmp(comment + 2, from, strlen(from)) == 0,
              "%s: expected %s, found %.80s", key, from, line + 1);
}

Test(keys, say_where_values_come_from) {
    const struct settings settings = {.set = {"depth=256", "operations=9"}, .sets = 2};
    struct subject subject;
    cr_assert(subject_load(&subject, "random", &settings));
    struct config config = subject.config;
    config.clock_ps = 500;
    char *text = listed("random", &settings, &subject, &config);
    expect_from(text, "depth", "--set ");
    expect_from(text, "operations", "--set ");
    expect_from(text, "traffic", "sim/random.yaml:4 ");
    expect_from(text, "path_ns", "default ");
    expect_from(text, "clock_ps", "this run ");
    free(text);
}

Test(keys, are_a_configuration_by_themselves) {
    const struct settings settings = {.set = {"depth=256"}, .sets = 1};
    struct subject subject;
    struct config again;
    struct text_error error;
    cr_assert(subject_load(&subject, "sim/adversarial.yaml", &settings));
    char *text = listed("sim/adversarial.yaml", &settings, &subject, &subject.config);
    config_init(&again);
    folder_make();
    file_write(folder_path("list"), text, strlen(text));
    cr_assert(config_load(&again, folder_path("list"), &error), "%s", error.text);
    folder_remove();
    cr_expect(memcmp(&again, &subject.config, sizeof again) == 0);
    free(text);
}

// --- selection ----------------------------------------------------------------------------

// Which workloads a verb runs, and in which order.

Test(selection, of_all_has_the_order_of_tables) {
    const struct settings settings = {.sets = 0};
    struct selection *all = selection_make(&settings, NULL);
    cr_assert(all != NULL);
    for (unsigned i = 0; workload_names[i]; i++) {
        cr_assert(lt(uint, i, all->count));
        cr_expect(eq(str, all->of[i].name, (char *)workload_names[i]));
        cr_expect(eq(int, all->of[i].drawn, i >= PAPER_WORKLOADS));
    }
    free(all);
}

Test(selection, of_some_has_it_too_and_takes_files) {
    const struct settings settings = {.set = {"operations=9"}, .sets = 1};
    struct selection *some = selection_make(&settings, "random,sim/moe.yaml,atomic");
    cr_assert(some != NULL);
    cr_assert(eq(uint, some->count, 3));
    cr_expect(eq(str, some->of[0].name, "atomic"));
    cr_expect(eq(str, some->of[1].name, "moe"));
    cr_expect(eq(str, some->of[1].directory, "sim"));
    cr_expect(eq(str, some->of[2].name, "random"));
    cr_expect(eq(u64, some->of[2].config.operations, 9));
    free(some);
}

// --- version ------------------------------------------------------------------------------

// What a program says that it is made of, and what it notes of its reports.

Test(version, names_commit_compiler_verilator_and_rtl) {
    const char *line = version_line();
    cr_expect(strncmp(line, "semacredit ", 11) == 0, "%s", line);
    cr_expect(strcspn(line + 11, ";") >= 7, "no commit: %s", line);
    expect_part(line, __VERSION__);
    expect_part(line, "; Verilator 5.");
    expect_part(line, "; RTL of rtl/");
    cr_expect(strchr(line, '\n') == NULL, "%s", line);
}

Test(version, is_noted_once_for_each_report) {
    static const char *const names[] = {"cosim.csv", "agreement.csv", "cosim.csv"};
    char text[2000];
    struct text_error error;
    folder_make();
    for (unsigned i = 0; i < 3; i++)
        cr_assert(version_note(folder_path(names[i]), &error), "%s", error.text);
    file_read(folder_path("versions.csv"), text, sizeof text);
    folder_remove();
    char expected[2000];
    snprintf(expected, sizeof expected, "report,of\nagreement.csv,\"%s\"\ncosim.csv,\"%s\"\n",
             version_line(), version_line());
    cr_expect(eq(str, text, expected));
}
