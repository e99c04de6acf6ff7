#include "tb/tests/evaluation/lab.h"

#include <stdlib.h>
#include <string.h>

#include "tb/tests/base/fixture.h"

struct experiment_results lab_open(const struct experiment *experiment) {
    const unsigned count = experiment_runs(experiment);
    struct simulate_result *runs = calloc(count, sizeof *runs);
    cr_assert(runs != NULL);
    for (unsigned i = 0; i < count; i++)
        runs[i] = (struct simulate_result){.small = {.count = 10, .p50_ns = 500, .p99_ns = 1000},
                                           .bulk = {.count = 90, .p50_ns = 2000},
                                           .goodput_gbps = 100,
                                           .makespan_ns = 10000,
                                           .max_queue_atomic_ns = 500};
    return (struct experiment_results){.experiment = *experiment, .runs = runs};
}

void lab_close(struct experiment_results *lab) {
    free((void *)lab->runs);
}

struct simulate_result *lab_runs(const struct experiment_results *lab, const char *workload,
                                 const char *policy, const char *value) {
    unsigned first;
    cr_assert(experiment_locate(&lab->experiment, workload, policy, value, &first), "%s, %s",
              workload, policy);
    return (struct simulate_result *)&lab->runs[first];
}

const struct published *lab_published(const char *id) {
    const struct published *published = published_numbers;
    while (published->id && strcmp(published->id, id) != 0)
        published++;
    cr_assert(published->id != NULL, "no published number %s", id);
    return published;
}
