// The list of keys says where each value comes from, and is a configuration by itself.
#include <stdlib.h>
#include <string.h>

#include "tb/cli/key_list.h"
#include "tb/tests/base/fixture.h"

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
    cr_assert(config_parse(&again, "list", text, strlen(text), &error), "%s", error.text);
    cr_expect(memcmp(&again, &subject.config, sizeof again) == 0);
    free(text);
}
