// The steady state: intervals, points from replications, and what becomes of a conclusion.
#include <math.h>
#include <string.h>

#include "csim/evaluation/steady.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/evaluation/lab.h"

static struct experiment_results lab_of(struct experiment experiment, unsigned seeds) {
    experiment.seeds = seeds;
    return lab_open(&experiment);
}

static enum survival judged(const struct experiment_results *lab, const char *id,
                            const char *value) {
    struct published_outcome outcome;
    enum survival survival;
    cr_assert(steady_published(lab_published(id), lab, value, &outcome, &survival));
    return survival;
}

Test(steady, intervals_are_students) {
    // Five values, mean 3, sum of squares 10: 2.776 * sqrt(10 / 4 / 5).
    const double values[] = {1, 2, 3, 4, 5};
    double mean;
    cr_expect(epsilon_eq(dbl, interval95_of(values, 5, &mean), 1.96293, 1e-4));
    cr_expect(eq(dbl, mean, 3));
    cr_expect(eq(dbl, interval95_of(values, 1, &mean), 0));
    // 31 and 100 values, one above and one below their mean by turns.
    double alternating[100];
    for (unsigned i = 0; i < 100; i++)
        alternating[i] = i % 2 ? 1 : -1;
    alternating[30] = 0;
    cr_expect(epsilon_eq(dbl, interval95_of(alternating, 31, &mean), 2.042 * sqrt(1.0 / 31), 1e-5));
    // Beyond the table: 1.98422 with 99 degrees of freedom.
    alternating[30] = -1;
    cr_expect(
        epsilon_eq(dbl, interval95_of(alternating, 100, &mean), 1.98422 * sqrt(1.0 / 99), 1e-4));
}

static struct metric_estimate point_of(const struct experiment_results *lab, enum metric metric,
                                       const char *value) {
    const struct metric_point point = {"atomic", "primary", value};
    struct metric_estimate estimate;
    cr_assert(metric_evaluate(metric, lab, &point, &point, 2, &estimate), "%s", value);
    return estimate;
}

Test(steady, points_are_means_of_replications) {
    struct experiment_results lab = lab_of(steady_open, 2);
    struct simulate_result *runs = lab_runs(&lab, "atomic", "primary", "50");
    runs[0].small.p99_ns = 900;
    runs[1].small.p99_ns = 1100;
    runs[0].small.part_ns[PART_FOR_ATOMIC] = 40;
    runs[1].small.part_ns[PART_FORWARD] = 1000; // no waiting at the source
    lab.full_ns[experiment_workload(&steady_open, "atomic")] = 50;
    const struct metric_estimate p99 = point_of(&lab, METRIC_P99, "50");
    cr_expect(eq(dbl, p99.mean, 1000));
    cr_expect(epsilon_eq(dbl, p99.interval, 12.706 * 100, 1e-6));
    cr_expect(eq(u64, p99.operations, 200));
    cr_expect(eq(dbl, point_of(&lab, METRIC_WAIT, "50").mean, 20));
    // 100 operations of 50 ns in 10 us.
    const double utilisation = point_of(&lab, METRIC_UTILISATION, "50").mean;
    cr_expect(epsilon_eq(dbl, utilisation, 50, 1e-9));
    cr_expect(not(steady_saturated(&lab, "50", utilisation)));
    cr_expect(steady_saturated(&lab, "60", utilisation));
    const struct metric_point none = {"atomic", "primary", "61"};
    struct metric_estimate estimate;
    cr_expect(not(metric_evaluate(METRIC_P99, &lab, &none, &none, 2, &estimate)));
    lab_close(&lab);
}

Test(steady, conclusions_survive_or_not) {
    struct experiment_results lab = lab_of(steady_closed, 3);
    struct simulate_result *sema = lab_runs(&lab, "atomic", "semacredit", "128");
    // M9: P99 reduction of semacredit over resource_byte, 52.4 %.
    cr_expect(eq(int, judged(&lab, "M9", "128"), NO_DIFFERENCE));
    for (unsigned i = 0; i < 3; i++)
        sema[i].small.p99_ns = 600 + i;
    cr_expect(eq(int, judged(&lab, "M9", "128"), SURVIVES));
    cr_expect(eq(int, judged(&lab, "M9", "64"), NO_DIFFERENCE), "another point");
    for (unsigned i = 0; i < 3; i++)
        sema[i].small.p99_ns = 1600 + i;
    cr_expect(eq(int, judged(&lab, "M9", "128"), REVERSED));
    sema[0].small.p99_ns = 300; // a mean on the right side, an interval on both
    sema[1].small.p99_ns = 1500;
    sema[2].small.p99_ns = 900;
    cr_expect(eq(int, judged(&lab, "M9", "128"), NO_DIFFERENCE));
    for (unsigned i = 0; i < 3; i++)
        sema[i].small.p99_ns = 995; // certain, and too small to matter
    cr_expect(eq(int, judged(&lab, "M9", "128"), NO_DIFFERENCE));

    // M10: the same goodput, within 1 point.
    cr_expect(eq(int, judged(&lab, "M10", "128"), SURVIVES));
    for (unsigned i = 0; i < 3; i++)
        sema[i].goodput_gbps = 98;
    cr_expect(eq(int, judged(&lab, "M10", "128"), DIFFERS));

    // M11: lower, whatever by.
    for (unsigned i = 0; i < 3; i++) {
        sema[i].max_queue_atomic_ns = 500;
        lab_runs(&lab, "atomic", "resource_byte", "128")[i].max_queue_atomic_ns = 1000;
    }
    cr_expect(eq(int, judged(&lab, "M11", "128"), SURVIVES));
    lab_close(&lab);
}

Test(steady, some_published_numbers_are_about_bursts_only) {
    cr_expect(steady_has_published(lab_published("M1")));
    cr_expect(steady_has_published(lab_published("V2")));
    cr_expect(not(steady_has_published(lab_published("V5"))), "another scalar window");
    cr_expect(not(steady_has_published(lab_published("V11"))), "retries of a burst");
}
