// Configurations for tests, drawn at random or by hand. Each is a workload's file with some keys
// set anew, so that `semacredit run` repeats it from a shell.
#ifndef SEMA_TEST_SCENARIO_H
#define SEMA_TEST_SCENARIO_H

#include <stddef.h>
#include <stdint.h>

#include "csim/config/config.h"
#include "csim/policy/policy.h"
#include "csim/simulator/simulate.h"

enum { SCENARIO_SETS = 80, SCENARIO_SET_SIZE = 48, SCENARIO_COMMAND_SIZE = 4096 };

// Open value.
struct scenario {
    const char *workload;
    struct config config;
    uint64_t seed;
    unsigned sets;
    char set[SCENARIO_SETS][SCENARIO_SET_SIZE]; // "key=value"
};

// A workload's file as it is, seed 0. The test fails if it cannot be read.
void scenario_init(struct scenario *scenario, const char *workload);

// The same, with some keys set; NULL ends them.
void scenario_init_set(struct scenario *scenario, const char *workload, const char *const *sets);
void scenario_set_all(struct scenario *scenario, const char *const *sets);

// Sets a key, printf-like: "spacing_ps=%u". The test fails where the configuration has no such key
// or value. The last of two for one key counts.
void scenario_set(struct scenario *scenario, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Draws everything that concerns the event simulator: traffic, fabric, stages, windows, errors of
// prediction. Scenario `number` is always the same.
void scenario_draw(struct scenario *scenario, uint64_t number);

// The command that runs it again.
void scenario_command(const struct scenario *scenario, const struct policy *policy, char *text,
                      size_t size);

// WATCH(name) { ... } is a function of a struct simulate_watcher; its body is given the parameters.
#define SEEN __attribute__((unused))
#define WATCH(name)                                                                                \
    static void name(SEEN void *context, SEEN enum simulate_step step, SEEN uint64_t now_ps,       \
                     SEEN const struct op *op, SEEN unsigned partition,                            \
                     SEEN const struct policy_state *state)

// Runs it; the test fails, with that command, where the simulator fails. `watcher` may be NULL.
struct simulate_result scenario_run(const struct scenario *scenario, const struct policy *policy,
                                    const struct simulate_watcher *watcher);

// The same of a configuration alone.
struct simulate_result config_run(const struct config *config, const struct policy *policy,
                                  uint64_t seed, const struct simulate_watcher *watcher);

// Are they the same but for their numbers of events?
bool results_equal(const struct simulate_result *a, const struct simulate_result *b);

// Fails, with `what`, unless of each class the parts of the mean latency are all of it.
void expect_all_time_explained(const struct simulate_result *result, const char *what);

#endif
