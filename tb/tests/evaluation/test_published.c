// The paper's published numbers: complete, computable, and arithmetic that a doctored result set
// cannot fool.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csim/evaluation/published.h"

enum { SETS_MAX = 16, SEEDS = 5 };

// Results in which no policy differs from another, to be doctored.
struct lab {
    unsigned count;
    struct experiment_results sets[SETS_MAX];
    struct simulate_result *runs[SETS_MAX]; // the same, writable
};

static void lab_open(struct lab *lab) {
    *lab = (struct lab){0};
    for (const struct experiment *at = experiments; at->name; at++) {
        const unsigned runs = experiment_runs(at);
        struct simulate_result *results = calloc(runs, sizeof *results);
        cr_assert(results != NULL);
        for (unsigned i = 0; i < runs; i++)
            results[i] = (struct simulate_result){
                .small.p99_ns = 1000, .goodput_gbps = 100, .max_queue_atomic_ns = 500};
        lab->runs[lab->count] = results;
        lab->sets[lab->count++] = (struct experiment_results){.experiment = *at, .runs = results};
    }
}

static void lab_close(struct lab *lab) {
    for (unsigned i = 0; i < lab->count; i++)
        free(lab->runs[i]);
}

static const struct published *published_of(const char *id) {
    const struct published *published = published_numbers;
    while (published->id && strcmp(published->id, id) != 0)
        published++;
    cr_assert(published->id != NULL, "no published number %s", id);
    return published;
}

// The five runs of a policy that a published number is about.
static struct simulate_result *runs_of(struct lab *lab, const struct published *published,
                                       const char *workload, const char *policy) {
    for (unsigned i = 0; i < lab->count; i++) {
        unsigned first;
        if (strcmp(lab->sets[i].experiment.name, published->experiment) == 0 &&
            experiment_locate(&lab->sets[i].experiment, workload, policy, published->value, &first))
            return lab->runs[i] + first;
    }
    cr_fatal("%s: no runs of %s", published->id, policy);
    return NULL;
}

static struct published_outcome evaluate(const struct lab *lab, const struct published *published) {
    struct published_outcome outcome = {0};
    cr_assert(published_evaluate(published, lab->sets, lab->count, SEEDS, &outcome), "%s",
              published->id);
    return outcome;
}

Test(published, there_are_45_each_with_its_own_id) {
    unsigned count = 0;
    for (const struct published *published = published_numbers; published->id;
         published++, count++) {
        char text[PUBLISHED_TEXT_BYTES];
        published_describe(published, text, sizeof text);
        cr_expect(strchr(text, ',') == NULL, "%s", text);
        cr_expect(strlen(text) < PUBLISHED_TEXT_BYTES - 1, "%s", text);
        for (const struct published *other = published_numbers; other < published; other++)
            cr_expect(strcmp(other->id, published->id) != 0, "%s twice", published->id);
    }
    cr_expect(eq(uint, count, 45));
}

// Where nothing differs, exactly the published numbers that say so hold.
Test(published, without_a_difference_only_ties_hold) {
    static const char ties[] = " M4 M6 M10 M12 M16 V4 V17 V18 A7 A11 ";
    struct lab lab;
    lab_open(&lab);
    for (const struct published *published = published_numbers; published->id; published++) {
        char word[16];
        snprintf(word, sizeof word, " %s ", published->id);
        const bool tie = strstr(ties, word) != NULL;
        cr_expect(evaluate(&lab, published).holds == tie, "%s", published->id);
    }
    lab_close(&lab);
}

// The same by the results themselves, and whatever the policies do: their own values take no part.
Test(published, identical_policies_pass_exactly_the_ties) {
    for (const struct published *published = published_numbers; published->id; published++) {
        struct lab lab;
        lab_open(&lab);
        struct published_outcome identical = {0};
        const bool tie = evaluate(&lab, published).holds;
        for (unsigned i = 0; published->policies[i]; i++)
            for (unsigned seed = 0; seed < SEEDS; seed++) {
                struct simulate_result *run =
                    runs_of(&lab, published, published->workloads[0], published->policies[i]) +
                    seed;
                run->small.p99_ns = 123 + seed;
                run->goodput_gbps = 45;
            }
        cr_assert(published_evaluate_identical(published, lab.sets, lab.count, SEEDS, &identical));
        cr_expect(identical.holds == tie, "%s", published->id);
        cr_expect(epsilon_eq(dbl, identical.ours, published_neutral(published), 1e-12), "%s",
                  published->id);
        lab_close(&lab);
    }
}

Test(published, tolerances_are_the_published_ones) {
    // Values just within and just beyond, on both sides of the paper's.
    static const struct {
        const char *id;
        double beyond_low, within_low, within_high, beyond_high; // what ours becomes
    } cases[] = {
        {"M1", 0.755, 0.765, 0.855, 0.865},                                 // ratio up to 1: 0.05
        {"M6", 0.945, 0.955, 1.045, 1.055}, {"V5", 1.63, 1.64, 2.00, 2.01}, // ratio above 1: 10 %
        {"V15", 1.84, 1.85, 2.25, 2.26},    {"M9", 47.3, 47.5, 57.3, 57.5}, // P99: 5 points
        {"V1", -15.1, -14.9, -5.1, -4.9},   {"V2", 31.9, 32.1, 41.9, 42.1},
        {"M5", 2.4, 2.6, 4.4, 4.6},                                            // goodput: 1 point
        {"V8", -4.2, -4.0, -2.2, -2.0},     {"A11", -0.11, -0.09, 0.09, 0.11}, // 0.1 points
        {"M4", -0.11, -0.09, 0.09, 0.11},   {"V11", 82, 83, 101, 102},         // retries: 10 %
        {"M11", 1.0, 0.99, 0.1, 1.1},                                          // lower, or not
    };
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct published *published = published_of(cases[i].id);
        const double values[] = {cases[i].beyond_low, cases[i].within_low, cases[i].within_high,
                                 cases[i].beyond_high};
        for (unsigned at = 0; at < 4; at++) {
            struct lab lab;
            lab_open(&lab);
            struct simulate_result *p =
                runs_of(&lab, published, published->workloads[0], published->policies[0]);
            struct simulate_result *b =
                runs_of(&lab, published, published->workloads[0], published->baseline);
            const double value = values[at];
            for (unsigned seed = 0; seed < SEEDS; seed++) {
                if (strcmp(published->quantity, "goodput change") == 0)
                    p[seed].goodput_gbps = 100 + value;
                else if (strcmp(published->quantity, "retries avoided") == 0)
                    b[seed].retries = (uint64_t)value;
                else if (strcmp(published->unit, "x") == 0)
                    p[seed].small.p99_ns = 1000 * value, p[seed].max_queue_atomic_ns = 500 * value;
                else if (strcmp(published->quantity, "P99 reduction") == 0)
                    p[seed].small.p99_ns = 1000 - 10 * value;
                else
                    p[seed].small.p99_ns = 1000 + 10 * value;
            }
            const struct published_outcome outcome = evaluate(&lab, published);
            cr_expect(outcome.holds == (at == 1 || at == 2), "%s at %g: ours %g, %s", published->id,
                      value, outcome.ours, outcome.holds ? "ok" : "miss");
            lab_close(&lab);
        }
    }
}

Test(published, is_the_mean_of_each_seeds_own_ratio) {
    static const double policy[SEEDS] = {100, 100, 100, 100, 4000};
    static const double base[SEEDS] = {100, 200, 400, 1000, 8000};
    const struct published *published = published_of("M8");
    struct lab lab;
    lab_open(&lab);
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        runs_of(&lab, published, "atomic", "semacredit")[seed].small.p99_ns = policy[seed];
        runs_of(&lab, published, "atomic", "aggregate")[seed].small.p99_ns = base[seed];
    }
    const struct published_outcome outcome = evaluate(&lab, published);
    // (1 + 0.5 + 0.25 + 0.1 + 0.5) / 5; the ratio of the means would be 0.454
    cr_expect(epsilon_eq(dbl, outcome.ours, 0.47, 1e-12));
    cr_expect(epsilon_eq(dbl, outcome.low, 0.1, 1e-12));
    cr_expect(epsilon_eq(dbl, outcome.high, 1.0, 1e-12));
    // sample deviation sqrt(0.468 / 4) = 0.34205..., over sqrt(5), times 2.776
    cr_expect(epsilon_eq(dbl, outcome.interval, 0.42465, 1e-5));
    lab_close(&lab);
}

Test(published, distance_does_not_cancel_between_seeds) {
    const struct published *published = published_of("M4");
    struct lab lab;
    lab_open(&lab);
    struct simulate_result *p = runs_of(&lab, published, "hbm_hotspot", "semacredit");
    p[0].small.p99_ns = 1100;
    p[1].small.p99_ns = 900;
    cr_expect(epsilon_eq(dbl, evaluate(&lab, published).ours, 4.0, 1e-9));
    cr_expect(not(evaluate(&lab, published).holds));
    lab_close(&lab);
}

Test(published, about_several_fails_by_one) {
    struct lab lab;
    lab_open(&lab);
    const struct published *workloads = published_of("V4"), *both_returns = published_of("V18");
    cr_expect(evaluate(&lab, workloads).holds);
    cr_expect(evaluate(&lab, both_returns).holds);
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        runs_of(&lab, workloads, "atomic", "scalar")[seed].goodput_gbps = 98;
        runs_of(&lab, both_returns, "atomic", "end_return")[seed].small.p99_ns = 1060;
    }
    cr_expect(epsilon_eq(dbl, evaluate(&lab, workloads).ours, -2.0, 1e-9));
    cr_expect(not(evaluate(&lab, workloads).holds));
    cr_expect(epsilon_eq(dbl, evaluate(&lab, both_returns).ours, 6.0, 1e-9));
    cr_expect(not(evaluate(&lab, both_returns).holds));
    lab_close(&lab);
}

Test(published, knows_the_other_sign) {
    const struct published *published = published_of("V16"); // +6.4 %
    struct lab lab;
    lab_open(&lab);
    struct simulate_result *p = runs_of(&lab, published, "response", "end_return");
    cr_expect(not(evaluate(&lab, published).sign_wrong));
    for (unsigned seed = 0; seed < SEEDS; seed++)
        p[seed].small.p99_ns = 990;
    cr_expect(evaluate(&lab, published).sign_wrong);
    lab_close(&lab);
}

Test(published, results_that_hold_nothing_are_a_miss) {
    struct lab lab;
    lab_open(&lab);
    for (unsigned i = 0; i < lab.count; i++)
        memset(lab.runs[i], 0, experiment_runs(&lab.sets[i].experiment) * sizeof *lab.runs[i]);
    for (const struct published *published = published_numbers; published->id; published++)
        cr_expect(not(evaluate(&lab, published).holds), "%s", published->id);
    struct published_outcome outcome;
    cr_expect(not(published_evaluate(published_numbers, NULL, 0, SEEDS, &outcome)));
    cr_expect(not(published_evaluate(published_numbers, lab.sets, lab.count, SEEDS + 1, &outcome)));
    cr_expect(not(published_evaluate(published_numbers, lab.sets, lab.count, 0, &outcome)));
    lab_close(&lab);
}
