// The steady state: the shapes of the paper's workloads going on and on, instead of its short
// bursts. Open loop: Poisson arrivals at a load in per cent of what the bottleneck can serve.
// Closed loop: so many operations from submission to completion at all times. Independent
// replications, their seeds, give the 95 % intervals.
#ifndef SEMA_STEADY_H
#define SEMA_STEADY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "csim/evaluation/experiment.h"
#include "csim/evaluation/published.h"

// Values of the parameters load_percent and outstanding; seeds, operations and warm-up are for the
// caller to set.
extern const struct experiment steady_open, steady_closed;

// One point: means over the replications, and half widths of their 95 % intervals.
struct steady_point {
    uint64_t operations; // measured, in all replications
    double goodput_gbps;
    double utilisation_percent; // of the bottleneck
    double p50_small_ns, p99_small_ns, p999_small_ns, p9999_small_ns;
    double p50_small_ci_ns, p99_small_ci_ns, p999_small_ci_ns, p9999_small_ci_ns;
    double p50_bulk_ns, p99_bulk_ns;
    double wait_small_ns; // mean, at the source
    bool saturated;       // open loop: it serves less than 0.97 of what it is offered
};

// What was run; and of each workload, in the order of the experiments', its bottleneck
// (csim/traffic/bottleneck.h) and the time that this works for a mean operation.
struct steady {
    const struct experiment_results *open, *closed;
    unsigned server[EXPERIMENT_LIST_MAX];
    uint64_t full_ps[EXPERIMENT_LIST_MAX];
};

// The point of a value of the experiment's parameter. False if there is none.
bool steady_point(const struct steady *steady, const struct experiment_results *results,
                  const char *workload, const char *policy, const char *value,
                  struct steady_point *point);

// Every point as CSV.
void steady_write(const struct steady *steady, FILE *file);

// Whether a conclusion of the paper stands outside its bursts.
enum survival {
    SURVIVES,      // a difference in the paper's direction; or none, where the paper has none
    NO_DIFFERENCE, // none to speak of: within the interval, or below 1 % of P99, 0.1 % of goodput
    REVERSED,      // a difference in the other direction
    DIFFERS        // one where the paper has none, beyond the published number's tolerance
};

// "survives", ...
extern const char *const survival_name[];

// Can the published number be put to the steady state? Not those about retries, or about other
// windows of `scalar` than its default.
bool steady_has_published(const struct published *published);

// The published number at one value of an experiment's parameter. False if the results do not hold
// it.
bool steady_published(const struct published *published, const struct experiment_results *results,
                      const char *value, struct published_outcome *outcome,
                      enum survival *survival);

#endif
