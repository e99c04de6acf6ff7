#include "csim/evaluation/steady.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "csim/evaluation/interval.h"

#define SHAPES                                                                                     \
    { "hbm_hotspot", "atomic", "response", "allreduce", "moe", "remote_read" }
// Without mapping error and bias, oracle and adaptive are semacredit.
#define POLICIES                                                                                   \
    {                                                                                              \
        "aggregate", "aggregate_class", "resource_byte", "primary", "scalar", "reactive",          \
            "semacredit", "arrival_return", "end_return"                                           \
    }

const struct experiment steady_open = {
    .name = "steady_open",
    .question = "what of the bursts' results holds at a steady load",
    .workloads = SHAPES,
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
    .workloads = SHAPES,
    .policies = POLICIES,
    .parameter = "outstanding",
    .values = {"16", "64", "128", "256", "512"},
    .first_seed = 1,
    .seeds = 1,
    .settings = {"arrivals=poisson"},
};

enum { REPLICATIONS_MAX = 64 };

// ---- points

static unsigned workload_number(const struct experiment *experiment, const char *workload) {
    unsigned at = 0;
    while (strcmp(experiment->workloads[at], workload) != 0)
        at++;
    return at;
}

// Means of the replications, one number after the other.
struct means {
    const struct simulate_result *runs;
    unsigned count;
};

static double mean_of(const struct means *means, double (*read)(const struct simulate_result *),
                      double *interval) {
    double values[REPLICATIONS_MAX], mean;
    const unsigned count = means->count < REPLICATIONS_MAX ? means->count : REPLICATIONS_MAX;
    for (unsigned i = 0; i < count; i++)
        values[i] = read(&means->runs[i]);
    const double half = interval95_of(values, count, &mean);
    if (interval)
        *interval = half;
    return mean;
}

static double p50_small(const struct simulate_result *run) {
    return run->small.p50_ns;
}
static double p99_small(const struct simulate_result *run) {
    return run->small.p99_ns;
}
static double p999_small(const struct simulate_result *run) {
    return run->small.p999_ns;
}
static double p9999_small(const struct simulate_result *run) {
    return run->small.p9999_ns;
}
static double p50_bulk(const struct simulate_result *run) {
    return run->bulk.p50_ns;
}
static double p99_bulk(const struct simulate_result *run) {
    return run->bulk.p99_ns;
}
static double goodput(const struct simulate_result *run) {
    return run->goodput_gbps;
}
static double wait_small(const struct simulate_result *run) {
    double wait_ns = 0;
    for (unsigned part = PART_FOR_HBM; part <= PART_FOR_BOUND; part++)
        wait_ns += run->small.part_ns[part];
    return wait_ns;
}
static double rate(const struct simulate_result *run) { // measured operations for each ns
    return (double)(run->small.count + run->bulk.count) / run->makespan_ns;
}

bool steady_point(const struct steady *steady, const struct experiment_results *results,
                  const char *workload, const char *policy, const char *value,
                  struct steady_point *point) {
    const struct experiment *experiment = &results->experiment;
    unsigned first;
    if (!experiment_locate(experiment, workload, policy, value, &first))
        return false;
    const struct means means = {&results->runs[first], experiment->seeds};
    *point = (struct steady_point){.goodput_gbps = mean_of(&means, goodput, NULL),
                                   .p50_bulk_ns = mean_of(&means, p50_bulk, NULL),
                                   .p99_bulk_ns = mean_of(&means, p99_bulk, NULL),
                                   .wait_small_ns = mean_of(&means, wait_small, NULL)};
    point->p50_small_ns = mean_of(&means, p50_small, &point->p50_small_ci_ns);
    point->p99_small_ns = mean_of(&means, p99_small, &point->p99_small_ci_ns);
    point->p999_small_ns = mean_of(&means, p999_small, &point->p999_small_ci_ns);
    point->p9999_small_ns = mean_of(&means, p9999_small, &point->p9999_small_ci_ns);
    const double full_ns = (double)steady->full_ps[workload_number(experiment, workload)] / 1000;
    point->utilisation_percent = 100 * full_ns * mean_of(&means, rate, NULL);
    for (unsigned i = 0; i < means.count; i++)
        point->operations += means.runs[i].small.count + means.runs[i].bulk.count;
    unsigned load = 0;
    if (results == steady->open)
        for (const char *digit = value; *digit; digit++)
            load = 10 * load + (unsigned)(*digit - '0');
    point->saturated = point->utilisation_percent < 0.97 * load;
    return true;
}

static void write_set(const struct steady *steady, const struct experiment_results *results,
                      FILE *file) {
    const struct experiment *experiment = &results->experiment;
    const bool open = results == steady->open;
    for (unsigned i = 0; i < experiment_runs(experiment); i += experiment->seeds) {
        const struct experiment_run run = experiment_run(experiment, i);
        struct steady_point point = {0};
        steady_point(steady, results, run.workload, run.policy->name, run.value, &point);
        fprintf(file, "%s,%s,%s,%s,%s,%" PRIu64 ",%u,%.4f,%.3f", run.workload, run.policy->name,
                open ? "open" : "closed", open ? run.value : "", open ? "" : run.value,
                point.operations, experiment->seeds, point.goodput_gbps, point.utilisation_percent);
        fprintf(file, ",%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f,%.3f", point.p50_small_ns,
                point.p50_small_ci_ns, point.p99_small_ns, point.p99_small_ci_ns,
                point.p999_small_ns, point.p999_small_ci_ns, point.p9999_small_ns,
                point.p9999_small_ci_ns);
        fprintf(file, ",%.3f,%.3f,%.3f,%d\n", point.p50_bulk_ns, point.p99_bulk_ns,
                point.wait_small_ns, point.saturated);
    }
}

void steady_write(const struct steady *steady, FILE *file) {
    fprintf(file, "workload,policy,loop,load_percent,outstanding,operations,replications,"
                  "goodput_gbps,utilisation_percent,p50_small_ns,p50_small_ci_ns,p99_small_ns,"
                  "p99_small_ci_ns,p999_small_ns,p999_small_ci_ns,p9999_small_ns,"
                  "p9999_small_ci_ns,p50_bulk_ns,p99_bulk_ns,wait_small_ns,saturated\n");
    write_set(steady, steady->open, file);
    write_set(steady, steady->closed, file);
}

// ---- conclusions

const char *const survival_name[] = {[SURVIVES] = "survives",
                                     [NO_DIFFERENCE] = "no_difference",
                                     [REVERSED] = "reversed",
                                     [DIFFERS] = "differs"};

bool steady_has_published(const struct published *published) {
    return published->measure != MEASURE_RETRIES_AVOIDED &&
           (*published->value == '\0' || strcmp(published->value, "4") == 0);
}

// The least difference to speak of.
static double negligible(const struct published *published) {
    const double percent = published->measure == MEASURE_GOODPUT_CHANGE ? 0.1 : 1;
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
