#include "run_policy.h"

#include <inttypes.h>

#include "output.h"
#include "progress.h"
#include "verbs.h"

enum { REASON_SIZE = 320 };

void policy_csv_header(FILE *file) {
    fputs("experiment,workload,policy,parameter,value,seed,p99_small_ns,p50_small_ns,p99_bulk_ns,"
          "goodput_gbps,makespan_ns,max_queue_hbm_ns,max_queue_atomic_ns,max_queue_response_ns,"
          "max_in_flight,retries,state_entries,operations\n",
          file);
}

void policy_csv(FILE *file, const struct policy_row *row, const struct simulate_result *result) {
    fprintf(file, "%s,%s,%s,%s,%s,%" PRIu64, row->experiment, row->workload, row->policy,
            row->parameter, row->value, row->seed);
    fprintf(file, ",%.3f,%.3f,%.3f,%.6f,%.3f,%.3f,%.3f,%.3f", result->p99_small_ns,
            result->p50_small_ns, result->p99_bulk_ns, result->goodput_gbps, result->makespan_ns,
            result->max_queue_hbm_ns, result->max_queue_atomic_ns, result->max_queue_response_ns);
    fprintf(file, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", result->max_in_flight,
            result->retries, result->state_entries, result->operations);
}

static void print_summary(const struct run_policy *run, const struct simulate_result *result,
                          double seconds) {
    printf("%s, seed %" PRIu64 ", policy %s\n", run->workload, run->seed, run->policy);
    printf("  operations  %-10" PRIu64 " rejected %" PRIu64 ", retries %" PRIu64
           ", at most %" PRIu64 " in flight\n",
           result->operations, result->rejected, result->retries, result->max_in_flight);
    printf(
        "  small ones  P50 %.1f ns, P99 %.1f ns, of which waiting at the source %.1f ns (mean)\n",
        result->p50_small_ns, result->p99_small_ns, result->wait_small_ns);
    printf("  bulk ones   P99 %.1f ns, waiting at the source %.1f ns (mean)\n", result->p99_bulk_ns,
           result->wait_bulk_ns);
    printf("  goodput     %.3f Gb/s over %.1f ns\n", result->goodput_gbps, result->makespan_ns);
    printf("  queueing    HBM %.1f ns, Atomic %.1f ns, response %.1f ns at most\n",
           result->max_queue_hbm_ns, result->max_queue_atomic_ns, result->max_queue_response_ns);
    printf("  events      %-10" PRIu64 " %.2f million/s, start and percentiles included\n",
           result->events, seconds > 0 ? 1e-6 * (double)result->events / seconds : 0.0);
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
    const double started = seconds_now();
    if (!simulate(config, policy, run->seed, commits.file, &result, error, sizeof error)) {
        output_discard(&csv);
        output_discard(&commits);
        return verb_refuse("%s, policy %s: %s", run->workload, run->policy, error);
    }
    const double seconds = seconds_now() - started;
    if (csv.file) {
        const struct policy_row row = {.experiment = "run",
                                       .workload = run->workload,
                                       .policy = run->policy,
                                       .parameter = "",
                                       .value = "",
                                       .seed = run->seed};
        policy_csv_header(csv.file);
        policy_csv(csv.file, &row, &result);
    }
    if ((csv.file && !output_finish(&csv, error, sizeof error)) ||
        (commits.file && !output_finish(&commits, error, sizeof error))) {
        output_discard(&commits);
        return verb_refuse("%s", error);
    }
    print_summary(run, &result, seconds);
    return STATUS_FINE;
}
