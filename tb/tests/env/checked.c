#include "tb/tests/env/checked.h"

#include <criterion/criterion.h>

const char *const checked_kinds[CHECKED_KINDS] = {"golden", "rtl", "lockstep"};

struct config checked_config(const char *workload, const char *const sets[4]) {
    struct config config;
    struct text_error error;
    config_init(&config);
    cr_assert(config_load_workload(&config, "sim", workload, &error), "%s", error.text);
    for (unsigned i = 0; i < 4 && sets[i]; i++)
        cr_assert(config_set(&config, sets[i], &error), "%s", error.text);
    return config;
}

struct check_outcome checked_run(struct check check, const char *kind) {
    struct check_outcome outcome;
    struct text_error error;
    check.kind = admitter_kind_find(kind);
    check.skip = true;
    cr_assert(check_run(&check, &outcome, &error), "%s", error.text);
    return outcome;
}
