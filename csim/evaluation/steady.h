// The steady state: the shapes of the paper's workloads going on and on, instead of its short
// bursts. Open loop: Poisson arrivals at a load in per cent of what the bottleneck can serve.
// Closed loop: so many operations from submission to completion at all times. Independent
// replications, their seeds, give the 95 % intervals.
#ifndef SEMA_STEADY_H
#define SEMA_STEADY_H

#include <stdbool.h>
#include <stdio.h>

#include "csim/evaluation/published.h"

// Values of the parameters load_percent and outstanding; seeds, operations and warm-up are for the
// caller to set.
extern const struct experiment steady_open, steady_closed;

// What was run.
struct steady {
    const struct experiment_results *open, *closed;
};

// Open loop: does a point of this utilisation serve less than 0.97 of the load that it is offered?
bool steady_saturated(const struct experiment_results *results, const char *value,
                      double utilisation_percent);

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
