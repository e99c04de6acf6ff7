// The paper's published numbers: complete, computable, and arithmetic that a doctored result set
// cannot fool.
#include <math.h>
#include <string.h>

#include "tb/tests/base/fixture.h"
#include "tb/tests/evaluation/lab.h"

enum { SEEDS = 5 };

static struct experiment_results sets[LABS_MAX];
static unsigned lab_count;

static void open_labs(void) {
    lab_count = labs_open(sets);
}

static void close_labs(void) {
    labs_close(sets, lab_count);
}

TestSuite(published, .init = open_labs, .fini = close_labs);

// The five runs of a policy that a published number is about.
static struct simulate_result *runs_of(const struct published *published, const char *workload,
                                       const char *policy) {
    unsigned i = 0;
    while (i < lab_count && strcmp(sets[i].experiment.name, published->experiment) != 0)
        i++;
    cr_assert(i < lab_count);
    return lab_runs(&sets[i], workload, policy, published->value);
}

static struct published_outcome evaluate(const struct published *published) {
    struct published_outcome outcome = {0};
    cr_assert(published_evaluate(published, sets, lab_count, published_seeds(published), &outcome),
              "%s", published->id);
    return outcome;
}

Test(published, there_are_45_and_44_once_predicted_each_with_its_own_id) {
    unsigned count[2] = {0};
    for (const struct published *published = published_numbers; published->id; published++) {
        count[published_was_predicted(published)]++;
        cr_expect(eq(u8, published_was_predicted(published),
                     published->id[0] == 'S' || published->id[0] == 'R'),
                  "%s", published->id);
        char text[PUBLISHED_TEXT_BYTES];
        published_describe(published, text, sizeof text);
        cr_expect(strchr(text, ',') == NULL, "%s", text);
        cr_expect(strlen(text) < PUBLISHED_TEXT_BYTES - 1, "%s", text);
        for (const struct published *other = published_numbers; other < published; other++)
            cr_expect(strcmp(other->id, published->id) != 0, "%s twice", published->id);
    }
    cr_expect(eq(uint, count[false], 45));
    cr_expect(eq(uint, count[true], 44));
}

// Where nothing differs, exactly the published numbers that say so hold.
Test(published, without_a_difference_only_ties_hold) {
    static const char ties[] = " M4 M6 M10 M12 M16 V4 V17 V18 A7 A11 S6a S6b S6c S6d S6e S7 S8 S11 "
                               "S16a S16b S17b R4a R4b R11 ";
    for (const struct published *published = published_numbers; published->id; published++) {
        char word[16];
        snprintf(word, sizeof word, " %s ", published->id);
        const bool tie = strstr(ties, word) != NULL;
        cr_expect(evaluate(published).holds == tie, "%s", published->id);
    }
}

// The same by the results themselves, and whatever the policies do: their own values take no part.
Test(published, identical_policies_pass_exactly_the_ties) {
    for (const struct published *published = published_numbers; published->id; published++) {
        struct published_outcome identical = {0};
        close_labs();
        open_labs();
        const bool tie = evaluate(published).holds;
        for (unsigned i = 0; published->policies[i]; i++) {
            struct simulate_result *runs =
                runs_of(published, published->workloads[0], published->policies[i]);
            for (unsigned seed = 0; seed < published_seeds(published); seed++) {
                runs[seed].small.p99_ns = 123 + seed;
                runs[seed].goodput_gbps = 45;
            }
        }
        cr_assert(published_evaluate_identical(published, sets, lab_count,
                                               published_seeds(published), &identical));
        cr_expect(identical.holds == tie, "%s", published->id);
        cr_expect(epsilon_eq(dbl, identical.ours, published_neutral(published), 1e-12), "%s",
                  published->id);
    }
}

// Values just within and just beyond, on both sides of the paper's.
static const struct {
    const char *id;
    double ours[4]; // beyond, within, within, beyond
} tolerances[] = {
    {"M1", {0.755, 0.765, 0.855, 0.865}},                                   // ratio up to 1: 0.05
    {"M6", {0.945, 0.955, 1.045, 1.055}}, {"V5", {1.63, 1.64, 2.00, 2.01}}, // ratio above 1: 10 %
    {"V15", {1.84, 1.85, 2.25, 2.26}},    {"M9", {47.3, 47.5, 57.3, 57.5}}, // P99: 5 points
    {"V1", {-15.1, -14.9, -5.1, -4.9}},   {"V2", {31.9, 32.1, 41.9, 42.1}},
    {"M5", {2.4, 2.6, 4.4, 4.6}},                                              // goodput: 1 point
    {"V8", {-4.2, -4.0, -2.2, -2.0}},     {"A11", {-0.11, -0.09, 0.09, 0.11}}, // 0.1 points
    {"M4", {-0.11, -0.09, 0.09, 0.11}},   {"V11", {82, 83, 101, 102}},         // retries: 10 %
    {"R11", {-0.61, -0.59, 0.59, 0.61}},                                       // 0.6 points
    {"M11", {1.0, 0.99, 0.1, 1.1}},                                            // lower, or not
    {"S4", {52.7, 52.9, 62.7, 62.9}},                                          // of one seed
};

// Doctors the run of a policy and that of its baseline so that they make `value`.
static void doctor(const struct published *published, struct simulate_result *policy,
                   struct simulate_result *baseline, double value) {
    if (strcmp(published->quantity, "goodput change") == 0)
        policy->goodput_gbps = 100 + value;
    else if (strcmp(published->quantity, "retries avoided") == 0)
        baseline->retries = (uint64_t)value;
    else if (strcmp(published->unit, "x") == 0)
        policy->small.p99_ns = 1000 * value, policy->max_queue_atomic_ns = 500 * value;
    else if (strcmp(published->quantity, "P99 reduction") == 0)
        policy->small.p99_ns = 1000 - 10 * value;
    else
        policy->small.p99_ns = 1000 + 10 * value;
}

EACH(published, tolerances_are_the_published_ones, tolerances) {
    const struct published *published = lab_published(row->id);
    const char *const workload = published->workloads[0];
    for (unsigned at = 0; at < COUNT(row->ours); at++) {
        for (unsigned seed = 0; seed < published_seeds(published); seed++)
            doctor(published, &runs_of(published, workload, published->policies[0])[seed],
                   &runs_of(published, workload, published->baseline)[seed], row->ours[at]);
        const struct published_outcome outcome = evaluate(published);
        cr_expect(outcome.holds == (at == 1 || at == 2), "%s at %g: ours %g", row->id,
                  row->ours[at], outcome.ours);
    }
}

Test(published, is_the_mean_of_each_seeds_own_ratio) {
    static const double policy[SEEDS] = {100, 100, 100, 100, 4000};
    static const double base[SEEDS] = {100, 200, 400, 1000, 8000};
    const struct published *published = lab_published("M8");
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        runs_of(published, "atomic", "semacredit")[seed].small.p99_ns = policy[seed];
        runs_of(published, "atomic", "aggregate")[seed].small.p99_ns = base[seed];
    }
    const struct published_outcome outcome = evaluate(published);
    // (1 + 0.5 + 0.25 + 0.1 + 0.5) / 5; the ratio of the means would be 0.454
    cr_expect(epsilon_eq(dbl, outcome.ours, 0.47, 1e-12));
    cr_expect(epsilon_eq(dbl, outcome.low, 0.1, 1e-12));
    cr_expect(epsilon_eq(dbl, outcome.high, 1.0, 1e-12));
    // sample deviation sqrt(0.468 / 4) = 0.34205..., over sqrt(5), times 2.776
    cr_expect(epsilon_eq(dbl, outcome.interval, 0.42465, 1e-5));
}

Test(published, distance_does_not_cancel_between_seeds) {
    const struct published *published = lab_published("M4");
    struct simulate_result *p = runs_of(published, "hbm_hotspot", "semacredit");
    p[0].small.p99_ns = 1100;
    p[1].small.p99_ns = 900;
    cr_expect(epsilon_eq(dbl, evaluate(published).ours, 4.0, 1e-9));
    cr_expect(not(evaluate(published).holds));
}

Test(published, about_several_fails_by_one) {
    const struct published *workloads = lab_published("V4"), *both_returns = lab_published("V18");
    cr_expect(evaluate(workloads).holds);
    cr_expect(evaluate(both_returns).holds);
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        runs_of(workloads, "atomic", "scalar")[seed].goodput_gbps = 98;
        runs_of(both_returns, "atomic", "end_return")[seed].small.p99_ns = 1060;
    }
    cr_expect(epsilon_eq(dbl, evaluate(workloads).ours, -2.0, 1e-9));
    cr_expect(not(evaluate(workloads).holds));
    cr_expect(epsilon_eq(dbl, evaluate(both_returns).ours, 6.0, 1e-9));
    cr_expect(not(evaluate(both_returns).holds));
}

// An interval within the tolerance, with a bound in it, with both in it, and beyond.
static const struct {
    const char *id;
    double ours, interval;
    const char *carried;
} carried[] = {
    {"M9", 55.0, 2.0, "ok"},   {"M9", 55.0, 3.0, "open"},    {"M9", 60.0, 3.0, "open"},
    {"M9", 52.0, 9.0, "open"}, {"M9", 61.0, 3.0, "miss"},    {"M11", 0.9, 0.05, "ok"},
    {"M11", 0.9, 0.2, "open"}, {"M11", 1.3, 0.2, "miss"},    {"S17a", 1.3, 0.2, "ok"},
    {"A11", 0.05, 0.04, "ok"}, {"A11", -0.17, 0.04, "miss"}, {"M9", NAN, 0.0, "miss"},
};

EACH(published, interval_carries_a_verdict_or_not, carried) {
    const struct published_outcome outcome = {.ours = row->ours, .interval = row->interval};
    cr_expect(
        eq(str, (char *)published_carried(lab_published(row->id), &outcome), (char *)row->carried),
        "%s %g +- %g", row->id, row->ours, row->interval);
}

// A value of the parameter beside another of the same policy.
Test(published, compares_with_another_value) {
    const struct published *higher = lab_published("S17a"), *same = lab_published("S16a");
    cr_expect(not(evaluate(higher).holds));
    cr_expect(evaluate(same).holds);
    runs_of(higher, "atomic", "semacredit")->small.p99_ns = 1001; // of 2,000 ns
    runs_of(same, "atomic", "semacredit")->small.p99_ns = 1051;   // of 250 ns
    cr_expect(evaluate(higher).holds);
    cr_expect(epsilon_eq(dbl, evaluate(same).ours, 5.1, 1e-9));
    cr_expect(not(evaluate(same).holds));
    struct published_outcome identical;
    cr_assert(published_evaluate_identical(same, sets, lab_count, 1, &identical));
    cr_expect(epsilon_eq(dbl, identical.ours, 0, 1e-9));
}

Test(published, knows_the_other_sign) {
    const struct published *published = lab_published("V16"); // +6.4 %
    struct simulate_result *p = runs_of(published, "response", "end_return");
    cr_expect(not(evaluate(published).sign_wrong));
    for (unsigned seed = 0; seed < SEEDS; seed++)
        p[seed].small.p99_ns = 990;
    cr_expect(evaluate(published).sign_wrong);
}

Test(published, results_that_hold_nothing_are_a_miss) {
    for (unsigned i = 0; i < lab_count; i++)
        memset((void *)sets[i].runs, 0,
               experiment_runs(&sets[i].experiment) * sizeof *sets[i].runs);
    for (const struct published *published = published_numbers; published->id; published++)
        cr_expect(not(evaluate(published).holds), "%s", published->id);
    struct published_outcome outcome;
    cr_expect(not(published_evaluate(published_numbers, NULL, 0, SEEDS, &outcome)));
    cr_expect(not(published_evaluate(published_numbers, sets, lab_count, SEEDS + 1, &outcome)));
    cr_expect(not(published_evaluate(published_numbers, sets, lab_count, 0, &outcome)));
}
