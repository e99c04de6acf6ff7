// Results of experiments in which no run differs from another, to be doctored.
#ifndef SEMA_TEST_LAB_H
#define SEMA_TEST_LAB_H

#include "csim/evaluation/published.h"

// Each run has 10 small operations of a p50 of 500 ns and a p99 of 1 us and 90 bulk ones of a p50
// of 2 us, 100 Gb/s, a makespan of 10 us and at most 500 ns of Atomic queue. The caller closes it.
struct experiment_results lab_open(const struct experiment *experiment);
void lab_close(struct experiment_results *lab);

// The runs with these settings, one for each seed. The test fails if there are none.
struct simulate_result *lab_runs(const struct experiment_results *lab, const char *workload,
                                 const char *policy, const char *value);

// A published number by its id. The test fails if there is none.
const struct published *lab_published(const char *id);

#endif
