// What is computed of runs: one table of metrics and one evaluator. A metric of a policy is
// computed for each seed, where it compares from the policy's run p and the base's run b of the
// same seed, which meet the same trace; a mean is that of each seed's own number. P99 is that of
// the latency-sensitive operations.
#ifndef SEMA_METRIC_H
#define SEMA_METRIC_H

#include <stdbool.h>

#include "csim/evaluation/experiment.h"

enum metric {
    METRIC_END, // ends a list
    METRIC_P99, // ns, like the other percentiles
    METRIC_P99_RATIO,
    METRIC_P99_CHANGE,
    METRIC_P99_REDUCTION,
    METRIC_P99_DISTANCE,
    METRIC_P50,
    METRIC_P999,
    METRIC_P9999,
    METRIC_P50_BULK,
    METRIC_P99_BULK,
    // Changes of means and of P99s: latency-sensitive operations, bulk, and subclasses
    // (csim/simulator/metrics.h).
    METRIC_MEAN_CHANGE,
    METRIC_P99_BULK_CHANGE,
    METRIC_MEAN_BULK_CHANGE,
    METRIC_P99_SMALL_CHANGE,
    METRIC_MEAN_SMALL_CHANGE,
    METRIC_P99_COLD_CHANGE,
    METRIC_MEAN_COLD_CHANGE,
    METRIC_P99_COLD_URGENT_CHANGE,
    METRIC_MEAN_COLD_URGENT_CHANGE,
    METRIC_WAIT, // mean of latency-sensitive operations at the source, ns
    METRIC_GOODPUT,
    METRIC_GOODPUT_CHANGE,
    METRIC_QUEUE_RATIO,     // longest Atomic queueing
    METRIC_RETRIES_AVOIDED, // b - p
    METRIC_UTILISATION,     // of the workload's bottleneck, %
    METRIC_FEEDBACK,        // bytes of grant messages over the makespan, Gb/s
    // Of initiators: csim/simulator/initiators.h.
    METRIC_DEBT,            // most debt, % of its window
    METRIC_KNOWN_DEBT,      // most debt of operations whose initiators knew, % of its window
    METRIC_FAIRNESS,        // Jain's index of goodput
    METRIC_INITIATOR_RATIO, // greatest over least P99
    METRIC_SETTLED,         // us until parts are equal, and operations of one initiator until then
    METRIC_SETTLED_OPERATIONS,
    // Of the block in its own environment: struct block_result.
    METRIC_AGAIN,    // further offers for each 100 operations
    METRIC_REPEATED, // of these, those answered with the reservation held, %
    METRIC_TWICE,    // operations executed a second time, for each 100
    METRIC_LEFT,     // reservations neither freed nor void
    METRIC_VOIDED,   // reservations void by a reset
    METRIC_RECOVERY, // us until goodput is back
    METRIC_LOST,     // us of goodput that were lost
    METRICS
};

// How a metric follows from a measure of p and b.
enum metric_form {
    FORM_VALUE,     // p: it has no base
    FORM_RATIO,     // p / b
    FORM_CHANGE,    // p / b - 1, in per cent
    FORM_REDUCTION, // 1 - p / b, in per cent
    FORM_DISTANCE,  // |p / b - 1|, in per cent
    FORM_AVOIDED,   // b - p
};

struct metric_row {
    const char *name;  // in CSVs; NULL: it is in none
    const char *title; // in tables; NULL: it is in none
    enum metric_form form;
    // The measure; `full_ns` is the time that the bottleneck works for a mean operation.
    double (*of)(const struct simulate_result *run, double full_ns);
};
extern const struct metric_row metrics[METRICS];

// The runs of a policy at a value of the swept parameter, "" where nothing is swept.
struct metric_point {
    const char *workload, *policy, *value;
};

struct metric_estimate {
    double mean, low, high;        // over the seeds; NaN where there is nothing to divide by
    double interval;               // half the width of the mean's 95 % interval; 0 for one seed
    uint64_t operations, rejected; // measured and rejected ones, in all of them
};

// A metric over the first `seeds` seeds, compared with `base`, of which FORM_VALUE takes no notice.
// False: the results have no such runs.
bool metric_evaluate(enum metric metric, const struct experiment_results *results,
                     const struct metric_point *point, const struct metric_point *base,
                     unsigned seeds, struct metric_estimate *estimate);

// The mean of a metric without a base over all seeds of a point that there is.
double metric_mean(enum metric metric, const struct experiment_results *results,
                   const struct metric_point *point);

// The metric's number for a ratio p / b, and back. False: it is none of a ratio.
double metric_of_ratio(enum metric metric, double ratio);
bool metric_ratio(enum metric metric, double number, double *ratio);

// Half the width of the 95 % interval of the mean of independent values, by Student's distribution,
// and the mean; 0 for fewer than two.
double interval95_of(const double *values, unsigned count, double *mean);

// A number for a file: not "-0.0000".
double metric_plain(double number);

#endif
