#include "csim/evaluation/summary.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "csim/evaluation/published.h"

const struct figure figures[] = {
    {"micro",
     {{"micro", METRIC_P99_RATIO, "aggregate"}, {"micro", METRIC_GOODPUT_CHANGE, "resource_byte"}}},
    {"strong",
     {{"scalar_sweep", METRIC_P99_RATIO, "semacredit"},
      {"scalar_sweep", METRIC_GOODPUT_CHANGE, "semacredit"},
      {"reactive", METRIC_P99_RATIO, "semacredit"},
      {"reactive", METRIC_GOODPUT_CHANGE, "semacredit"},
      {"return_ablation", METRIC_P99_RATIO, "semacredit"},
      {"return_ablation", METRIC_GOODPUT_CHANGE, "semacredit"}}},
    {"applications",
     {{"applications", METRIC_P99_RATIO, "aggregate"},
      {"applications", METRIC_GOODPUT_CHANGE, "resource_byte"}}},
    {"atomic_latency",
     {{"atomic_latency", METRIC_P99, NULL},
      {"atomic_latency", METRIC_P99_REDUCTION, "resource_byte"},
      {"atomic_latency", METRIC_GOODPUT_CHANGE, "resource_byte"}}},
    {"response_overhead",
     {{"response_overhead", METRIC_P99, NULL},
      {"response_overhead", METRIC_P99_REDUCTION, "resource_byte"},
      {"response_overhead", METRIC_GOODPUT_CHANGE, "resource_byte"}}},
    {"credits",
     {{"credits", METRIC_P99, NULL},
      {"credits", METRIC_P99_REDUCTION, "resource_byte"},
      {"credits", METRIC_GOODPUT_CHANGE, "resource_byte"}}},
    {"window",
     {{"window", METRIC_P99, NULL},
      {"window", METRIC_P99_REDUCTION, "resource_byte"},
      {"window", METRIC_GOODPUT_CHANGE, "resource_byte"}}},
    {"mapping_error",
     {{"mapping_error", METRIC_P99, NULL},
      {"mapping_error", METRIC_P99_REDUCTION, "aggregate"},
      {"mapping_error", METRIC_P99_REDUCTION, "resource_byte"},
      {"mapping_error", METRIC_GOODPUT_CHANGE, "resource_byte"}}},
    {"robustness",
     {{"bias", METRIC_P99_RATIO, "resource_byte"},
      {"bias", METRIC_GOODPUT_CHANGE, "resource_byte"},
      {"variability", METRIC_P99_RATIO, "resource_byte"},
      {"variability", METRIC_GOODPUT_CHANGE, "resource_byte"}}},
    {NULL, {{NULL, 0, NULL}}},
};

// ---- the paper's

// What a published number says of policy over baseline in the view's quantity; false: nothing, no
// number, only a bound, or a comparison with another value of the parameter.
static bool published_ratio(const struct summary_view *view, const struct published *published,
                            double *ratio) {
    return published_has_value(published) && published->paper_text[0] != '<' &&
           !published->base_value && metrics[published->metric].of == metrics[view->metric].of &&
           metric_ratio(published->metric, published->paper, ratio);
}

// Whose value is looked for, and where it goes.
struct search {
    const struct summary_view *view;
    const char *workload, *value;
    struct summary_point *point;
};

static bool follow(const struct search *search, const char *policy, unsigned steps);

// Goes from `policy` over one published number to `next`, and from there on to the baseline.
static bool follow_published(const struct search *search, const char *next,
                             const struct published *published, double ratio, unsigned steps) {
    struct summary_point *point = search->point;
    if (strcmp(next, search->view->baseline) == 0) {
        point->paper = 1;
        point->published_numbers[0] = '\0';
    } else if (!follow(search, next, steps - 1)) {
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
static bool follow(const struct search *search, const char *policy, unsigned steps) {
    const struct summary_view *view = search->view;
    if (steps == 0 || strcmp(policy, view->baseline) == 0)
        return false;
    for (const struct published *published = published_numbers; published->id; published++) {
        double ratio;
        if (strcmp(published->experiment, view->experiment) != 0 ||
            strcmp(published->value, search->value) != 0 ||
            !experiment_lists(published->workloads, search->workload) ||
            !published_ratio(view, published, &ratio))
            continue;
        if (experiment_lists(published->policies, policy) &&
            (strcmp(published->baseline, view->baseline) == 0) == (steps == 1) &&
            follow_published(search, published->baseline, published, ratio, steps))
            return true;
        if (strcmp(published->baseline, policy) != 0)
            continue;
        for (const char *const *other = published->policies; *other; other++)
            if ((strcmp(*other, view->baseline) == 0) == (steps == 1) &&
                follow_published(search, *other, published, 1 / ratio, steps))
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
    const struct search search = {view, workload, value, point};
    for (unsigned steps = 1; steps <= 3; steps++)
        if (follow(&search, policy, steps)) {
            point->paper = metric_of_ratio(view->metric, point->paper);
            return true;
        }
    return false;
}

// ---- points

bool summary_evaluate(const struct summary_view *view, const struct experiment_results *results,
                      const char *workload, const char *policy, const char *value,
                      struct summary_point *point) {
    const struct metric_point ours = {workload, policy, value};
    const struct metric_point base = {workload, view->baseline, value};
    const unsigned seeds = results->experiment.seeds;
    struct metric_estimate estimate;
    if (!metric_evaluate(view->metric, results, &ours, &base, seeds, &estimate))
        return false;
    *point = (struct summary_point){
        .seeds = seeds, .mean = estimate.mean, .low = estimate.low, .high = estimate.high};
    point->published = publish(view, workload, policy, value, point);
    return true;
}

bool figure_complete(const struct figure *figure, const struct experiment_results *sets,
                     size_t count) {
    for (const struct summary_view *view = figure->views; view->experiment; view++)
        if (!experiment_results_of(view->experiment, sets, count))
            return false;
    return true;
}

// ---- files

// Empty where it is none.
static void write_number(FILE *file, bool there, double number) {
    if (!there || isnan(number))
        fprintf(file, ",");
    else
        fprintf(file, ",%.4f", metric_plain(number));
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
            metrics[view->metric].name, view->baseline ? view->baseline : "",
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
        const struct experiment_results *results =
            experiment_results_of(view->experiment, sets, count);
        assert(results);
        const unsigned runs = results ? experiment_runs(&results->experiment) : 0;
        for (unsigned i = 0; i < runs; i += results->experiment.seeds) {
            const struct experiment_run run = experiment_run(&results->experiment, i);
            write_point(view, results, &run, file);
        }
    }
}
