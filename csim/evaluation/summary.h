// What the figures show, as data: for each point the mean and the range over the seeds, relative to
// a baseline, beside what the paper publishes (sections 5.1 to 5.5). Which experiments a figure is
// made of is one const table; what draws it only draws.
#ifndef SEMA_SUMMARY_H
#define SEMA_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "csim/evaluation/metric.h"

// One experiment seen in one way: a point for each of its workloads, values and policies.
struct summary_view {
    const char *experiment; // NULL ends a figure's views
    enum metric metric;
    const char *baseline; // a policy; NULL for METRIC_P99
};

enum { SUMMARY_VIEWS_MAX = 8, SUMMARY_PUBLISHED_BYTES = 24 };

struct figure {
    const char *name; // of its files
    struct summary_view views[SUMMARY_VIEWS_MAX];
};

// In the order of the paper; a row without a name ends it.
extern const struct figure figures[];

struct summary_point {
    unsigned seeds;
    double mean, low, high; // over the seeds; NaN where there is nothing to divide by
    bool published;
    double paper; // where published
    // The published numbers that it is computed from: one that says it, like "M8", or several that
    // it follows from, like "A9*A8": SemaCredit's ratios to two policies give those policies'
    // ratio.
    char published_numbers[SUMMARY_PUBLISHED_BYTES];
};

// The point of a workload, a policy and a swept value ("": none). False if the results hold no such
// run of policy or baseline.
bool summary_evaluate(const struct summary_view *view, const struct experiment_results *results,
                      const char *workload, const char *policy, const char *value,
                      struct summary_point *point);

// Whether all the experiments that a figure is made of are among `sets`.
bool figure_complete(const struct figure *figure, const struct experiment_results *sets,
                     size_t count);

// The figure's CSV: heading and a row a point, a number that is none left empty. The figure is
// complete.
void figure_write(const struct figure *figure, const struct experiment_results *sets, size_t count,
                  FILE *file);

#endif
