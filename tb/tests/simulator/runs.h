// Runs of the event simulator for tests.
#ifndef SEMA_TEST_RUNS_H
#define SEMA_TEST_RUNS_H

#include "csim/simulator/simulate.h"

// Runs it; the test fails where the simulator fails. `watcher` may be NULL.
struct simulate_result config_run(const struct config *config, const struct policy *policy,
                                  uint64_t seed, const struct simulate_watcher *watcher);

// Fails, with `what`, unless of each class the parts of the mean latency are all of it.
void expect_all_time_explained(const struct simulate_result *result, const char *what);

#endif
