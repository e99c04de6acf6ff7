#include "csim/evaluation/metric.h"

#include <assert.h>
#include <math.h>

static double percent_of(uint64_t part, uint64_t whole) {
    return whole ? 100 * (double)part / (double)whole : 0;
}

static double wait_of(const struct simulate_result *run) {
    double wait_ns = 0;
    for (unsigned part = PART_FOR_HBM; part <= PART_FOR_BOUND; part++)
        wait_ns += run->small.part_ns[part];
    return wait_ns;
}

static uint64_t measured_of(const struct simulate_result *run) {
    return run->small.count + run->bulk.count;
}

// clang-format off
// Name, decimals in CSVs, value. "small" are the latency-sensitive operations; "small_bulk",
// "cold_bulk" and "cold_small" the subclasses (csim/simulator/metrics.h).
#define METRIC_LIST(M)                                                                             \
    M(p99_small_ns, 3, run->small.p99_ns)                                                          \
    M(p50_small_ns, 3, run->small.p50_ns)                                                          \
    M(p99_bulk_ns, 3, run->bulk.p99_ns)                                                            \
    M(goodput_gbps, 4, run->goodput_gbps)                                                          \
    M(makespan_ns, 3, run->makespan_ns)                                                            \
    M(max_queue_hbm_ns, 3, run->max_queue_hbm_ns)                                                  \
    M(max_queue_atomic_ns, 3, run->max_queue_atomic_ns)                                            \
    M(max_queue_response_ns, 3, run->max_queue_response_ns)                                        \
    M(max_in_flight, 0, run->max_in_flight)                                                        \
    M(retries, 0, run->retries)                                                                    \
    M(state_entries, 0, run->state_entries)                                                        \
    M(operations, 0, run->operations)                                                              \
    /* of studies */                                                                               \
    M(rejected, 0, run->rejected)                                                                  \
    M(utilisation_percent, 4, 100 * full_ns * (double)measured_of(run) / run->makespan_ns)         \
    M(grant_messages, 0, run->grant_messages)                                                      \
    M(grant_bytes, 0, run->grant_bytes)                                                            \
    M(feedback_gbps, 4, (double)run->grant_bytes * 8 / run->makespan_ns)                           \
    /* for scripts/paper */                                                                        \
    M(full_ns, 0, full_ns)                                                                         \
    M(measured, 0, measured_of(run))                                                               \
    M(p50_bulk_ns, 0, run->bulk.p50_ns)                                                            \
    M(p999_small_ns, 0, run->small.p999_ns)                                                        \
    M(p9999_small_ns, 0, run->small.p9999_ns)                                                      \
    M(wait_small_ns, 0, wait_of(run))                                                              \
    M(mean_small_ns, 0, run->small.mean_ns)                                                        \
    M(mean_bulk_ns, 0, run->bulk.mean_ns)                                                          \
    M(p99_small_bulk_ns, 0, run->subclass[SMALL_BULK].p99_ns)                                      \
    M(mean_small_bulk_ns, 0, run->subclass[SMALL_BULK].mean_ns)                                    \
    M(p99_cold_bulk_ns, 0, run->subclass[COLD_BULK].p99_ns)                                        \
    M(mean_cold_bulk_ns, 0, run->subclass[COLD_BULK].mean_ns)                                      \
    M(p99_cold_small_ns, 0, run->subclass[COLD_URGENT].p99_ns)                                     \
    M(mean_cold_small_ns, 0, run->subclass[COLD_URGENT].mean_ns)                                   \
    M(debt_percent, 0, run->initiators.debt_percent)                                               \
    M(told_percent, 0, run->initiators.known_percent)                                              \
    M(fairness, 0, run->initiators.fairness)                                                       \
    M(p99_ratio, 0, run->initiators.p99_ratio)                                                     \
    M(settled_us, 0, run->initiators.settled_ns / 1000)                                            \
    M(settled_operations, 0, run->initiators.settled_operations)                                   \
    M(again_percent, 0, percent_of(run->block.again, run->block.offered))                          \
    M(repeated_percent, 0, percent_of(run->block.repeated, run->block.again))                      \
    M(twice_percent, 0, percent_of(run->block.freed - run->operations, run->block.offered))        \
    M(left, 0, run->block.left)                                                                    \
    M(voided, 0, run->block.voided)                                                                \
    M(recovery_us, 0, run->block.recovery_ns / 1000)                                               \
    M(lost_us, 0, run->block.lost_ns / 1000)
// clang-format on

#define NAME(name, decimals, value)   #name,
#define DIGITS(name, decimals, value) decimals,
#define VALUE(name, decimals, value)  (double)(value),

void metric_names(FILE *file, unsigned first, unsigned end) {
    static const char *const names[] = {METRIC_LIST(NAME)};
    static_assert(sizeof names / sizeof *names == METRICS_ALL, "the columns are counted");
    for (unsigned i = first; i < end; i++)
        fprintf(file, ",%s", names[i]);
}

void metric_fields(FILE *file, const struct simulate_result *run, double full_ns, bool exact,
                   unsigned first, unsigned end) {
    static const int digits[] = {METRIC_LIST(DIGITS)};
    const double values[] = {METRIC_LIST(VALUE)};
    for (unsigned i = first; i < end; i++)
        if (exact)
            fprintf(file, ",%.17g", values[i]);
        else
            fprintf(file, ",%.*f", digits[i], values[i]);
}

// ---- means

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

double metric_plain(double number) {
    return fabs(number) < 0.00005 ? 0 : number;
}
