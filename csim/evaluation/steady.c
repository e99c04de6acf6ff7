#include "csim/evaluation/steady.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Without mapping error and bias, oracle and adaptive are semacredit.
#define POLICIES                                                                                   \
    {                                                                                              \
        "aggregate", "aggregate_class", "resource_byte", "primary", "scalar", "reactive",          \
            "semacredit", "arrival_return", "end_return"                                           \
    }

const struct experiment steady_open = {
    .name = "steady_open",
    .question = "what of the bursts' results holds at a steady load",
    .workloads = EXPERIMENT_WORKLOADS,
    .policies = POLICIES,
    .parameter = "load_percent",
    .values = {"10", "20", "30", "40", "50", "60", "70", "80", "90", "100", "110", "120"},
    .first_seed = 1,
    .seeds = 1,
    .settings = {"arrivals=poisson"},
};

const struct experiment steady_closed = {
    .name = "steady_closed",
    .question = "what of the bursts' results holds with so many operations outstanding",
    .workloads = EXPERIMENT_WORKLOADS,
    .policies = POLICIES,
    .parameter = "outstanding",
    .values = {"16", "64", "128", "256", "512"},
    .first_seed = 1,
    .seeds = 1,
    .settings = {"arrivals=poisson"},
};

// ---- points

bool steady_saturated(const struct experiment_results *results, const char *value,
                      double utilisation_percent) {
    const bool open = strcmp(results->experiment.parameter, steady_open.parameter) == 0;
    return open && utilisation_percent < 0.97 * strtod(value, NULL);
}

// The columns of metrics; some with half the width of their interval.
static const struct {
    enum metric metric;
    bool interval;
    int decimals;
} columns[] = {
    {METRIC_GOODPUT, false, 4},  {METRIC_UTILISATION, false, 3}, {METRIC_P50, true, 3},
    {METRIC_P99, true, 3},       {METRIC_P999, true, 3},         {METRIC_P9999, true, 3},
    {METRIC_P50_BULK, false, 3}, {METRIC_P99_BULK, false, 3},    {METRIC_WAIT, false, 3}};

static void write_set(const struct experiment_results *results, bool open, FILE *file) {
    const struct experiment *experiment = &results->experiment;
    for (unsigned i = 0; i < experiment_runs(experiment); i += experiment->seeds) {
        const struct experiment_run run = experiment_run(experiment, i);
        const struct metric_point point = {run.workload, run.policy->name, run.value};
        struct metric_estimate of = {.mean = 0};
        metric_evaluate(METRIC_UTILISATION, results, &point, &point, experiment->seeds, &of);
        const bool saturated = steady_saturated(results, run.value, of.mean);
        fprintf(file, "%s,%s,%s,%s,%s,%" PRIu64 ",%u", run.workload, run.policy->name,
                open ? "open" : "closed", open ? run.value : "", open ? "" : run.value,
                of.operations, experiment->seeds);
        for (unsigned c = 0; c < sizeof columns / sizeof *columns; c++) {
            metric_evaluate(columns[c].metric, results, &point, &point, experiment->seeds, &of);
            fprintf(file, ",%.*f", columns[c].decimals, of.mean);
            if (columns[c].interval)
                fprintf(file, ",%.*f", columns[c].decimals, of.interval);
        }
        fprintf(file, ",%d\n", saturated);
    }
}

void steady_write(const struct steady *steady, FILE *file) {
    fprintf(file, "workload,policy,loop,load_percent,outstanding,operations,replications,"
                  "goodput_gbps,utilisation_percent,p50_small_ns,p50_small_ci_ns,p99_small_ns,"
                  "p99_small_ci_ns,p999_small_ns,p999_small_ci_ns,p9999_small_ns,"
                  "p9999_small_ci_ns,p50_bulk_ns,p99_bulk_ns,wait_small_ns,saturated\n");
    write_set(steady->open, true, file);
    write_set(steady->closed, false, file);
}

// ---- conclusions

const char *const survival_name[] = {[SURVIVES] = "survives",
                                     [NO_DIFFERENCE] = "no_difference",
                                     [REVERSED] = "reversed",
                                     [DIFFERS] = "differs"};

bool steady_has_published(const struct published *published) {
    return published->metric != METRIC_RETRIES_AVOIDED &&
           (*published->value == '\0' || strcmp(published->value, "4") == 0);
}

// The least difference to speak of.
static double negligible(const struct published *published) {
    const double percent = published->metric == METRIC_GOODPUT_CHANGE ? 0.1 : 1;
    return published_neutral(published) > 0 ? percent / 100 : percent;
}

static enum survival judge(const struct published *published,
                           const struct published_outcome *outcome) {
    const double none = published_neutral(published);
    const double ours = outcome->ours - none;
    const bool lower = published->tolerance == TOLERANCE_LOWER;
    const double paper = lower ? -1 : published->paper - none;
    if (fabs(paper) < 1e-9)
        return fabs(ours) <= published_bound(published) ? SURVIVES : DIFFERS;
    if (!(fabs(ours) > outcome->interval && fabs(ours) >= negligible(published)))
        return NO_DIFFERENCE;
    return ours * paper > 0 ? SURVIVES : REVERSED;
}

bool steady_published(const struct published *published, const struct experiment_results *results,
                      const char *value, struct published_outcome *outcome,
                      enum survival *survival) {
    struct published here = *published;
    here.experiment = results->experiment.name;
    here.value = value;
    if (!published_evaluate(&here, results, 1, results->experiment.seeds, outcome))
        return false;
    *survival = judge(published, outcome);
    return true;
}
