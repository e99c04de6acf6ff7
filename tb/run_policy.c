#include "run_policy.h"

#include <inttypes.h>

#include "experiment.h"
#include "output.h"
#include "progress.h"
#include "simulate.h"
#include "verbs.h"

enum { REASON_SIZE = 320 };

static void print_latencies(const char *name, const struct class_result *class) {
    printf("  %-18s %9" PRIu64 " %10.1f %10.1f %10.1f %10.1f %10.1f %10.1f\n", name, class->count,
           class->mean_ns, class->p50_ns, class->p99_ns, class->p999_ns, class->p9999_ns,
           class->greatest_ns);
}

static double percent(double part, double whole) {
    return whole > 0 ? 100 * part / whole : 0;
}

static void print_part(const char *name, double small_ns, double bulk_ns,
                       const struct simulate_result *result) {
    printf("  %-26s %10.1f %5.1f %% %10.1f %5.1f %%\n", name, small_ns,
           percent(small_ns, result->small.mean_ns), bulk_ns,
           percent(bulk_ns, result->bulk.mean_ns));
}

// Who waited for what.
static void print_parts(const struct simulate_result *result) {
    printf("\n  %-26s %18s %18s\n", "where the time went", "latency-sensitive", "bulk");
    for (unsigned part = 0; part < PARTS; part++)
        if (result->small.part_ns[part] > 0 || result->bulk.part_ns[part] > 0)
            print_part(latency_part_name[part], result->small.part_ns[part],
                       result->bulk.part_ns[part], result);
    print_part("latency, mean in ns", result->small.mean_ns, result->bulk.mean_ns, result);
}

static void print_summary(const struct run_policy *run, const struct simulate_result *result,
                          double seconds) {
    printf("%s, seed %" PRIu64 ", policy %s\n", run->workload, run->seed, run->policy);
    printf("  %" PRIu64 " operations in %.1f ns, goodput %.3f Gb/s; %" PRIu64 " rejected, %" PRIu64
           " retries, at most %" PRIu64 " in flight\n\n",
           result->operations, result->makespan_ns, result->goodput_gbps, result->rejected,
           result->retries, result->max_in_flight);
    printf("  %-18s %9s %10s %10s %10s %10s %10s %10s\n", "latency in ns", "count", "mean", "P50",
           "P99", "P99.9", "P99.99", "greatest");
    print_latencies("latency-sensitive", &result->small);
    print_latencies("bulk", &result->bulk);
    print_parts(result);
    printf("\n  longest queueing: HBM %.1f ns, Atomic %.1f ns, response %.1f ns\n",
           result->max_queue_hbm_ns, result->max_queue_atomic_ns, result->max_queue_response_ns);
    printf("  %" PRIu64 " events, %.2f million/s, start and percentiles included\n", result->events,
           seconds > 0 ? 1e-6 * (double)result->events / seconds : 0.0);
}

struct telling {
    struct progress progress;
    uint64_t operations;
};

static void tell(void *context, uint64_t completed) {
    struct telling *telling = context;
    progress_show(&telling->progress, completed, telling->operations, "operations");
}

int run_policy(const struct run_policy *run, const struct config *config) {
    const struct policy *policy = policy_find(run->policy);
    if (!policy) {
        char names[REASON_SIZE] = "";
        int at = 0;
        for (const struct policy *const *each = policies; *each; each++)
            at += snprintf(names + at, sizeof names - (size_t)at, "%s%s", at ? ", " : "",
                           (*each)->name);
        return verb_refuse("--policy: expected one of %s, got '%s'", names, run->policy);
    }
    char error[REASON_SIZE];
    struct output csv = {0}, commits = {0};
    if ((run->csv && !output_open(&csv, run->csv, error, sizeof error)) ||
        (run->commits && !output_open(&commits, run->commits, error, sizeof error))) {
        output_discard(&csv);
        return verb_refuse("%s", error);
    }
    struct simulate_result result;
    struct telling telling = {.progress = progress_start(run->workload),
                              .operations = config->operations};
    const struct simulate_watcher watcher = {.progress = tell, .context = &telling};
    const double started = seconds_now();
    const bool done = simulate_watched(config, policy, run->seed, commits.file, &watcher, &result,
                                       error, sizeof error);
    progress_end(&telling.progress);
    if (!done) {
        output_discard(&csv);
        output_discard(&commits);
        return verb_refuse("%s, policy %s: %s", run->workload, run->policy, error);
    }
    const double seconds = seconds_now() - started;
    if (csv.file) {
        const struct experiment_row row = {.experiment = "run",
                                           .workload = run->workload,
                                           .policy = run->policy,
                                           .parameter = "",
                                           .value = "",
                                           .seed = run->seed};
        experiment_row_header(csv.file);
        experiment_row(csv.file, &row, &result);
    }
    if ((csv.file && !output_finish(&csv, error, sizeof error)) ||
        (commits.file && !output_finish(&commits, error, sizeof error))) {
        output_discard(&commits);
        return verb_refuse("%s", error);
    }
    print_summary(run, &result, seconds);
    return STATUS_FINE;
}
