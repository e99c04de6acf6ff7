#include "tb/tests/simulator/runs.h"

#include "tb/tests/base/fixture.h"

struct simulate_result config_run(const struct config *config, const struct policy *policy,
                                  uint64_t seed, const struct simulate_watcher *watcher) {
    struct simulate_result result;
    struct text_error error = {""};
    const struct simulate_run run = {config, policy, seed, .watcher = watcher};
    cr_assert(simulate_run(&run, &result, &error), "%s: %s", policy->name, error.text);
    return result;
}

void expect_all_time_explained(const struct simulate_result *result, const char *what) {
    const struct class_result *const classes[] = {&result->small, &result->bulk};
    for (unsigned i = 0; i < COUNT(classes); i++) {
        double sum_ns = 0;
        for (unsigned part = 0; part < PARTS; part++)
            sum_ns += classes[i]->part_ns[part];
        cr_expect(epsilon_eq(dbl, sum_ns, classes[i]->mean_ns, 1e-6 * classes[i]->mean_ns), "%s",
                  what);
    }
}
