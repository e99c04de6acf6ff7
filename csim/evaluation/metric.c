#include "csim/evaluation/metric.h"

#include <math.h>

enum { SEEDS_MAX = 1000 };

// ---- measures of a run

#define MEASURE(NAME, VALUE)                                                                       \
    static double NAME(const struct simulate_result *run, double full_ns) {                        \
        (void)full_ns;                                                                             \
        return VALUE;                                                                              \
    }

static double percent_of(uint64_t part, uint64_t whole) {
    return whole ? 100 * (double)part / (double)whole : 0;
}

MEASURE(p50, run->small.p50_ns)
MEASURE(p99, run->small.p99_ns)
MEASURE(p999, run->small.p999_ns)
MEASURE(p9999, run->small.p9999_ns)
MEASURE(p50_bulk, run->bulk.p50_ns)
MEASURE(p99_bulk, run->bulk.p99_ns)
MEASURE(mean, run->small.mean_ns)
MEASURE(mean_bulk, run->bulk.mean_ns)
MEASURE(p99_small, run->subclass[SMALL_BULK].p99_ns)
MEASURE(mean_small, run->subclass[SMALL_BULK].mean_ns)
MEASURE(p99_cold, run->subclass[COLD_BULK].p99_ns)
MEASURE(mean_cold, run->subclass[COLD_BULK].mean_ns)
MEASURE(p99_cold_urgent, run->subclass[COLD_URGENT].p99_ns)
MEASURE(mean_cold_urgent, run->subclass[COLD_URGENT].mean_ns)
MEASURE(goodput, run->goodput_gbps)
MEASURE(atomic_queue, run->max_queue_atomic_ns)
MEASURE(retries, (double)run->retries)
MEASURE(feedback, (double)run->grant_bytes * 8 / run->makespan_ns)
MEASURE(debt, run->initiators.debt_percent)
MEASURE(known_debt, run->initiators.known_percent)
MEASURE(fairness, run->initiators.fairness)
MEASURE(initiator_ratio, run->initiators.p99_ratio)
MEASURE(settled, run->initiators.settled_ns / 1000)
MEASURE(settled_operations, run->initiators.settled_operations)
MEASURE(again, percent_of(run->block.again, run->block.offered))
MEASURE(repeated, percent_of(run->block.repeated, run->block.again))
MEASURE(twice, percent_of(run->block.freed - run->operations, run->block.offered))
MEASURE(left, (double)run->block.left)
MEASURE(voided, (double)run->block.voided)
MEASURE(recovery, run->block.recovery_ns / 1000)
MEASURE(lost, run->block.lost_ns / 1000)

static double wait(const struct simulate_result *run, double full_ns) {
    double wait_ns = 0;
    (void)full_ns;
    for (unsigned part = PART_FOR_HBM; part <= PART_FOR_BOUND; part++)
        wait_ns += run->small.part_ns[part];
    return wait_ns;
}

static uint64_t measured_operations(const struct simulate_result *run) {
    return run->small.count + run->bulk.count;
}

static double utilisation(const struct simulate_result *run, double full_ns) {
    return 100 * full_ns * (double)measured_operations(run) / run->makespan_ns;
}

// ---- the table

// clang-format off
const struct metric_row metrics[METRICS] = {
    [METRIC_P99] = {"p99_ns", "P99, ns", FORM_VALUE, p99},
    [METRIC_P99_RATIO] = {"p99_ratio", NULL, FORM_RATIO, p99},
    [METRIC_P99_CHANGE] = {"p99_change_percent", "change of P99, %", FORM_CHANGE, p99},
    [METRIC_P99_REDUCTION] = {"p99_reduction_percent", NULL, FORM_REDUCTION, p99},
    [METRIC_P99_DISTANCE] = {NULL, NULL, FORM_DISTANCE, p99},
    [METRIC_P50] = {NULL, NULL, FORM_VALUE, p50},
    [METRIC_P999] = {NULL, NULL, FORM_VALUE, p999},
    [METRIC_P9999] = {NULL, NULL, FORM_VALUE, p9999},
    [METRIC_P50_BULK] = {NULL, NULL, FORM_VALUE, p50_bulk},
    [METRIC_P99_BULK] = {NULL, NULL, FORM_VALUE, p99_bulk},
    [METRIC_MEAN_CHANGE] = {"mean_change_percent", "change of the mean, %", FORM_CHANGE, mean},
    [METRIC_P99_BULK_CHANGE] = {"p99_bulk_change_percent", "change of the P99 of bulk, %",
                                FORM_CHANGE, p99_bulk},
    [METRIC_MEAN_BULK_CHANGE] = {"mean_bulk_change_percent", "change of the mean of bulk, %",
                                 FORM_CHANGE, mean_bulk},
    [METRIC_P99_SMALL_CHANGE] = {"p99_small_change_percent",
                                 "change of the P99 of bulk of at most 512 wire bytes, %",
                                 FORM_CHANGE, p99_small},
    [METRIC_MEAN_SMALL_CHANGE] = {"mean_small_change_percent", "change of its mean, %",
                                  FORM_CHANGE, mean_small},
    [METRIC_P99_COLD_CHANGE] = {"p99_cold_change_percent",
                                "change of the P99 of bulk on cold partitions, %", FORM_CHANGE,
                                p99_cold},
    [METRIC_MEAN_COLD_CHANGE] = {"mean_cold_change_percent", "change of its mean, %", FORM_CHANGE,
                                 mean_cold},
    [METRIC_P99_COLD_URGENT_CHANGE] = {"p99_cold_urgent_change_percent",
                                       "change of P99 on cold partitions, %", FORM_CHANGE,
                                       p99_cold_urgent},
    [METRIC_MEAN_COLD_URGENT_CHANGE] = {"mean_cold_urgent_change_percent",
                                        "change of its mean, %", FORM_CHANGE, mean_cold_urgent},
    [METRIC_WAIT] = {NULL, NULL, FORM_VALUE, wait},
    [METRIC_GOODPUT] = {NULL, NULL, FORM_VALUE, goodput},
    [METRIC_GOODPUT_CHANGE] = {"goodput_change_percent", "change of goodput, %", FORM_CHANGE,
                               goodput},
    [METRIC_QUEUE_RATIO] = {NULL, NULL, FORM_RATIO, atomic_queue},
    [METRIC_RETRIES_AVOIDED] = {NULL, NULL, FORM_AVOIDED, retries},
    [METRIC_UTILISATION] = {"utilisation_percent", "utilisation of the bottleneck, %", FORM_VALUE,
                            utilisation},
    [METRIC_FEEDBACK] = {"feedback_gbps", "feedback, Gb/s", FORM_VALUE, feedback},
    [METRIC_DEBT] = {"debt_percent", "most debt, % of its window", FORM_VALUE, debt},
    [METRIC_KNOWN_DEBT] = {"told_percent", "most debt that initiators know of, % of its window",
                           FORM_VALUE, known_debt},
    [METRIC_FAIRNESS] = {"fairness", "Jain's index of the initiators' goodput", FORM_VALUE,
                         fairness},
    [METRIC_INITIATOR_RATIO] = {"p99_ratio", "greatest over least P99 of the initiators",
                                FORM_VALUE, initiator_ratio},
    [METRIC_SETTLED] = {"settled_us", "us until the parts are equal", FORM_VALUE, settled},
    [METRIC_SETTLED_OPERATIONS] = {"settled_operations", "operations of one initiator until then",
                                   FORM_VALUE, settled_operations},
    [METRIC_AGAIN] = {"again_percent", "offered again, for each 100 operations", FORM_VALUE, again},
    [METRIC_REPEATED] = {"repeated_percent", "of these, answered with the reservation held, %",
                         FORM_VALUE, repeated},
    [METRIC_TWICE] = {"twice_percent", "executed a second time, for each 100 operations",
                      FORM_VALUE, twice},
    [METRIC_LEFT] = {"left", "reservations left", FORM_VALUE, left},
    [METRIC_VOIDED] = {"voided", "operations void", FORM_VALUE, voided},
    [METRIC_RECOVERY] = {"recovery_us", "us until goodput is back", FORM_VALUE, recovery},
    [METRIC_LOST] = {"lost_us", "us of goodput lost", FORM_VALUE, lost},
};
// clang-format on

// ---- the evaluator

// The 0.975 quantile of Student's distribution with so many degrees of freedom.
static double student(unsigned degrees) {
    static const double quantile[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                      2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                      2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                      2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
    const unsigned known = sizeof quantile / sizeof *quantile;
    // Beyond the table: the first terms of its expansion around the normal quantile.
    const double normal = 1.959964;
    return degrees <= known ? quantile[degrees - 1]
                            : normal + (normal + normal * normal * normal) / (4.0 * degrees);
}

double interval95_of(const double *values, unsigned count, double *mean) {
    double sum = 0, squares = 0;
    for (unsigned i = 0; i < count; i++)
        sum += values[i];
    *mean = count ? sum / count : 0;
    for (unsigned i = 0; i < count; i++)
        squares += (values[i] - *mean) * (values[i] - *mean);
    return count > 1 ? student(count - 1) * sqrt(squares / (count - 1) / count) : 0;
}

double metric_of_ratio(enum metric metric, double ratio) {
    switch (metrics[metric].form) {
    case FORM_CHANGE:
        return 100 * (ratio - 1);
    case FORM_REDUCTION:
        return 100 * (1 - ratio);
    case FORM_DISTANCE:
        return 100 * fabs(ratio - 1);
    default:
        return ratio;
    }
}

bool metric_ratio(enum metric metric, double number, double *ratio) {
    const enum metric_form form = metrics[metric].form;
    *ratio = form == FORM_RATIO       ? number
             : form == FORM_REDUCTION ? 1 - number / 100
                                      : 1 + number / 100;
    return form == FORM_RATIO || form == FORM_CHANGE || form == FORM_REDUCTION;
}

static double number_of(const struct metric_row *row, const struct simulate_result *run,
                        const struct simulate_result *base, double full_ns) {
    const double p = row->of(run, full_ns);
    if (row->form == FORM_VALUE)
        return p;
    const double b = row->of(base, full_ns);
    if (row->form == FORM_AVOIDED)
        return b - p;
    return b == 0 ? NAN : metric_of_ratio((enum metric)(row - metrics), p / b);
}

bool metric_evaluate(enum metric metric, const struct experiment_results *results,
                     const struct metric_point *point, const struct metric_point *base,
                     unsigned seeds, struct metric_estimate *estimate) {
    const struct experiment *experiment = &results->experiment;
    const struct metric_point *const against = metrics[metric].form == FORM_VALUE ? point : base;
    double numbers[SEEDS_MAX];
    unsigned at, base_at;
    if (seeds == 0 || seeds > experiment->seeds || seeds > SEEDS_MAX ||
        !experiment_locate(experiment, point->workload, point->policy, point->value, &at) ||
        !experiment_locate(experiment, against->workload, against->policy, against->value,
                           &base_at))
        return false;
    const double full_ns = results->full_ns[experiment_workload(experiment, point->workload)];
    *estimate = (struct metric_estimate){.low = INFINITY, .high = -INFINITY};
    for (unsigned seed = 0; seed < seeds; seed++) {
        const struct simulate_result *run = &results->runs[at + seed];
        const double number =
            number_of(&metrics[metric], run, &results->runs[base_at + seed], full_ns);
        numbers[seed] = number;
        estimate->mean += number / seeds;
        estimate->low = fmin(estimate->low, number);
        estimate->high = fmax(estimate->high, number);
        estimate->operations += measured_operations(run);
        estimate->rejected += run->rejected;
    }
    double mean;
    estimate->interval = interval95_of(numbers, seeds, &mean);
    if (isnan(estimate->mean))
        estimate->low = estimate->high = NAN;
    return true;
}

double metric_mean(enum metric metric, const struct experiment_results *results,
                   const struct metric_point *point) {
    struct metric_estimate estimate = {.mean = NAN};
    metric_evaluate(metric, results, point, point, results->experiment.seeds, &estimate);
    return estimate.mean;
}

double metric_plain(double number) {
    return fabs(number) < 0.00005 ? 0 : number;
}
