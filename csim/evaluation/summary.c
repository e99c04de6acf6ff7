#include "csim/evaluation/summary.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "csim/evaluation/published.h"

const struct figure figures[] = {
    {"micro",
     {{"micro", SUMMARY_P99_RATIO, "aggregate"},
      {"micro", SUMMARY_GOODPUT_CHANGE, "resource_byte"}}},
    {"strong",
     {{"scalar_sweep", SUMMARY_P99_RATIO, "semacredit"},
      {"scalar_sweep", SUMMARY_GOODPUT_CHANGE, "semacredit"},
      {"reactive", SUMMARY_P99_RATIO, "semacredit"},
      {"reactive", SUMMARY_GOODPUT_CHANGE, "semacredit"},
      {"return_ablation", SUMMARY_P99_RATIO, "semacredit"},
      {"return_ablation", SUMMARY_GOODPUT_CHANGE, "semacredit"}}},
    {"applications",
     {{"applications", SUMMARY_P99_RATIO, "aggregate"},
      {"applications", SUMMARY_GOODPUT_CHANGE, "resource_byte"}}},
    {"atomic_latency",
     {{"atomic_latency", SUMMARY_P99, NULL},
      {"atomic_latency", SUMMARY_P99_REDUCTION, "resource_byte"},
      {"atomic_latency", SUMMARY_GOODPUT_CHANGE, "resource_byte"}}},
    {"response_overhead",
     {{"response_overhead", SUMMARY_P99, NULL},
      {"response_overhead", SUMMARY_P99_REDUCTION, "resource_byte"},
      {"response_overhead", SUMMARY_GOODPUT_CHANGE, "resource_byte"}}},
    {"credits",
     {{"credits", SUMMARY_P99, NULL},
      {"credits", SUMMARY_P99_REDUCTION, "resource_byte"},
      {"credits", SUMMARY_GOODPUT_CHANGE, "resource_byte"}}},
    {"window",
     {{"window", SUMMARY_P99, NULL},
      {"window", SUMMARY_P99_REDUCTION, "resource_byte"},
      {"window", SUMMARY_GOODPUT_CHANGE, "resource_byte"}}},
    {"mapping_error",
     {{"mapping_error", SUMMARY_P99, NULL},
      {"mapping_error", SUMMARY_P99_REDUCTION, "aggregate"},
      {"mapping_error", SUMMARY_P99_REDUCTION, "resource_byte"},
      {"mapping_error", SUMMARY_GOODPUT_CHANGE, "resource_byte"}}},
    {"robustness",
     {{"bias", SUMMARY_P99_RATIO, "resource_byte"},
      {"bias", SUMMARY_GOODPUT_CHANGE, "resource_byte"},
      {"variability", SUMMARY_P99_RATIO, "resource_byte"},
      {"variability", SUMMARY_GOODPUT_CHANGE, "resource_byte"}}},
    {NULL, {{NULL, 0, NULL}}},
};

static const char *const measure_names[SUMMARY_MEASURES] = {
    [SUMMARY_P99] = "p99_ns",
    [SUMMARY_P99_RATIO] = "p99_ratio",
    [SUMMARY_P99_REDUCTION] = "p99_reduction_percent",
    [SUMMARY_GOODPUT_CHANGE] = "goodput_change_percent",
};

// ---- ours

static double shown(enum summary_measure measure, double ratio) {
    switch (measure) {
    case SUMMARY_P99_REDUCTION:
        return 100 * (1 - ratio);
    case SUMMARY_GOODPUT_CHANGE:
        return 100 * (ratio - 1);
    default:
        return ratio;
    }
}

static double measured(enum summary_measure measure, const struct simulate_result *policy,
                       const struct simulate_result *baseline) {
    if (measure == SUMMARY_P99)
        return policy->small.p99_ns;
    const bool goodput = measure == SUMMARY_GOODPUT_CHANGE;
    const double over = goodput ? baseline->goodput_gbps : baseline->small.p99_ns;
    if (over == 0)
        return NAN;
    return shown(measure, (goodput ? policy->goodput_gbps : policy->small.p99_ns) / over);
}

// ---- the paper's

// What a published number says of policy over baseline in the view's quantity; false: nothing, or
// no number.
static bool published_ratio(const struct summary_view *view, const struct published *published,
                            double *ratio) {
    const bool goodput = view->measure == SUMMARY_GOODPUT_CHANGE;
    if (published->tolerance == TOLERANCE_LOWER)
        return false;
    switch (published->measure) {
    case MEASURE_P99_RATIO:
        *ratio = published->paper;
        return !goodput;
    case MEASURE_P99_CHANGE:
        *ratio = 1 + published->paper / 100;
        return !goodput;
    case MEASURE_P99_REDUCTION:
        *ratio = 1 - published->paper / 100;
        return !goodput;
    case MEASURE_GOODPUT_CHANGE:
        *ratio = 1 + published->paper / 100;
        return goodput;
    default:
        return false;
    }
}

static bool listed(const char *const list[], const char *name) {
    while (*list && strcmp(*list, name) != 0)
        list++;
    return *list != NULL;
}

static bool follow(const struct summary_view *view, const char *workload, const char *value,
                   const char *policy, unsigned steps, struct summary_point *point);

// Goes from `policy` over one published number to `next`, and from there on to the baseline.
static bool follow_published(const struct summary_view *view, const char *workload,
                             const char *value, const char *next, const struct published *published,
                             double ratio, unsigned steps, struct summary_point *point) {
    if (strcmp(next, view->baseline) == 0) {
        point->paper = 1;
        point->published_numbers[0] = '\0';
    } else if (!follow(view, workload, value, next, steps - 1, point)) {
        return false;
    }
    char rest[SUMMARY_PUBLISHED_BYTES];
    memcpy(rest, point->published_numbers, sizeof rest);
    snprintf(point->published_numbers, sizeof point->published_numbers, "%.5s%s%.16s",
             published->id, *rest ? "*" : "", rest);
    point->paper *= ratio;
    return true;
}

// The paper's ratio of `policy` to the view's baseline from exactly `steps` published numbers about
// the same runs, each policy of which has one after the other in common.
static bool follow(const struct summary_view *view, const char *workload, const char *value,
                   const char *policy, unsigned steps, struct summary_point *point) {
    if (steps == 0 || strcmp(policy, view->baseline) == 0)
        return false;
    for (const struct published *published = published_numbers; published->id; published++) {
        double ratio;
        if (strcmp(published->experiment, view->experiment) != 0 ||
            strcmp(published->value, value) != 0 || !listed(published->workloads, workload) ||
            !published_ratio(view, published, &ratio))
            continue;
        if (listed(published->policies, policy) &&
            (strcmp(published->baseline, view->baseline) == 0) == (steps == 1) &&
            follow_published(view, workload, value, published->baseline, published, ratio, steps,
                             point))
            return true;
        if (strcmp(published->baseline, policy) != 0)
            continue;
        for (const char *const *other = published->policies; *other; other++)
            if ((strcmp(*other, view->baseline) == 0) == (steps == 1) &&
                follow_published(view, workload, value, *other, published, 1 / ratio, steps, point))
                return true;
    }
    return false;
}

// The fewest published numbers that give the value; at most three, with which all of them are
// reached.
static bool publish(const struct summary_view *view, const char *workload, const char *policy,
                    const char *value, struct summary_point *point) {
    if (!view->baseline)
        return false;
    for (unsigned steps = 1; steps <= 3; steps++)
        if (follow(view, workload, value, policy, steps, point)) {
            point->paper = shown(view->measure, point->paper);
            return true;
        }
    return false;
}

// ---- points

bool summary_evaluate(const struct summary_view *view, const struct experiment_results *results,
                      const char *workload, const char *policy, const char *value,
                      struct summary_point *point) {
    const struct experiment *experiment = &results->experiment;
    const char *baseline = view->baseline ? view->baseline : policy;
    unsigned policy_at, baseline_at;
    if (!experiment_locate(experiment, workload, policy, value, &policy_at) ||
        !experiment_locate(experiment, workload, baseline, value, &baseline_at))
        return false;
    *point = (struct summary_point){.seeds = experiment->seeds, .low = INFINITY, .high = -INFINITY};
    for (unsigned seed = 0; seed < point->seeds; seed++) {
        const double one = measured(view->measure, &results->runs[policy_at + seed],
                                    &results->runs[baseline_at + seed]);
        point->mean += one / point->seeds;
        point->low = fmin(point->low, one);
        point->high = fmax(point->high, one);
    }
    if (isnan(point->mean))
        point->low = point->high = NAN;
    point->published = publish(view, workload, policy, value, point);
    return true;
}

static const struct experiment_results *
results_of(const char *experiment, const struct experiment_results *sets, size_t count) {
    for (size_t set = 0; set < count; set++)
        if (strcmp(sets[set].experiment.name, experiment) == 0)
            return &sets[set];
    return NULL;
}

bool figure_complete(const struct figure *figure, const struct experiment_results *sets,
                     size_t count) {
    for (const struct summary_view *view = figure->views; view->experiment; view++)
        if (!results_of(view->experiment, sets, count))
            return false;
    return true;
}

// ---- files

// Empty where it is none, and not "-0.0000".
static void write_number(FILE *file, bool there, double number) {
    if (!there || isnan(number))
        fprintf(file, ",");
    else
        fprintf(file, ",%.4f", fabs(number) < 0.00005 ? 0 : number);
}

// A row for each policy's point of a run.
static void write_point(const struct summary_view *view, const struct experiment_results *results,
                        const struct experiment_run *run, FILE *file) {
    struct summary_point point;
    const bool found =
        summary_evaluate(view, results, run->workload, run->policy->name, run->value, &point);
    assert(found); // the table's baselines are among their experiments' policies
    if (!found)
        return;
    fprintf(file, "%s,%s,%s,%s,%s,%s,%s,%s", results->experiment.name, run->workload,
            run->policy->name, results->experiment.parameter, run->value,
            measure_names[view->measure], view->baseline ? view->baseline : "",
            point.published ? point.published_numbers : "");
    write_number(file, point.published, point.paper);
    fprintf(file, ",%u", point.seeds);
    write_number(file, true, point.mean);
    write_number(file, true, point.low);
    write_number(file, true, point.high);
    fprintf(file, "\n");
}

void figure_write(const struct figure *figure, const struct experiment_results *sets, size_t count,
                  FILE *file) {
    fprintf(file, "experiment,workload,policy,parameter,value,measure,baseline,claims,paper,seeds,"
                  "mean,low,high\n");
    for (const struct summary_view *view = figure->views; view->experiment; view++) {
        const struct experiment_results *results = results_of(view->experiment, sets, count);
        assert(results);
        const unsigned runs = results ? experiment_runs(&results->experiment) : 0;
        for (unsigned i = 0; i < runs; i += results->experiment.seeds) {
            const struct experiment_run run = experiment_run(&results->experiment, i);
            write_point(view, results, &run, file);
        }
    }
}
