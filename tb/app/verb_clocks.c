// semacredit clocks: what it costs that the admission block has a clock: the paper's workloads with
// the block in the policy's place, in zero time and at several clocks.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/evaluation/metric.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"
#include "tb/sweep/block_policy.h"
#include "tb/sweep/sweep_runner.h"

// A clock of 0: zero time.
static void apply_clock(struct config *config, uint64_t clock_ps) {
    if (clock_ps)
        config->clock_ps = clock_ps;
}

static const struct experiment clocks = {.name = "clocks",
                                         .workloads = EXPERIMENT_WORKLOADS,
                                         .policies = {"semacredit", "adaptive_window"},
                                         .parameter = "clock_ps",
                                         .values = {"0", "571", "1000", "2000", "4000"},
                                         .first_seed = 1,
                                         .seeds = 5,
                                         .apply = apply_clock};

// ---- running

static int run_clock(const struct sweep_runner *runner, unsigned number, struct text_error *error) {
    const struct experiment_job *job = &runner->jobs[number];
    const struct simulate_run run = {.config = &job->config,
                                     .policy = job->run.policy,
                                     .seed = job->run.seed,
                                     .clocked = *job->run.value != '0'};
    const enum block_policy_outcome outcome =
        block_policy_run(runner->kind, &run, &runner->results[number], error);
    return outcome == BLOCK_POLICY_FINE      ? STATUS_FINE
           : outcome == BLOCK_POLICY_REFUSED ? STATUS_USAGE
                                             : STATUS_FAILED;
}

// ---- telling

static void write_row(const struct sweep_runner *runner, unsigned number, FILE *file) {
    const struct experiment_run *run = &runner->jobs[number].run;
    const struct simulate_result *result = &runner->results[number];
    fprintf(file, "%s,%s,%" PRIu64 ",%s,%" PRIu64 ",%.3f,%.3f,%.3f,%.4f,%.3f\n", run->workload,
            run->policy->name, run->seed, run->value, result->operations, result->small.p99_ns,
            result->small.p50_ns, result->bulk.p99_ns, result->goodput_gbps, result->makespan_ns);
}

// By workload, policy, seed and then clock.
static void write_rows(const void *context, FILE *file) {
    const struct sweep_runner *runner = context;
    fprintf(file, "workload,policy,seed,clock_ps,operations,p99_small_ns,p50_small_ns,p99_bulk_ns,"
                  "goodput_gbps,makespan_ns\n");
    for (unsigned w = 0; clocks.workloads[w]; w++)
        for (unsigned p = 0; clocks.policies[p]; p++)
            for (unsigned seed = 0; seed < clocks.seeds; seed++)
                for (unsigned v = 0; clocks.values[v]; v++) {
                    unsigned first = 0;
                    experiment_locate(&clocks, clocks.workloads[w], clocks.policies[p],
                                      clocks.values[v], &first);
                    write_row(runner, first + seed, file);
                }
}

static void print_heading(const char *what) {
    printf("%-38s", what);
    for (unsigned clock = 1; clocks.values[clock]; clock++)
        printf("  %11.1f ns", strtod(clocks.values[clock], NULL) / 1000);
    printf("\n");
}

// Means over the seeds.
static void print_costs(const struct sweep_runner *runner) {
    print_heading("P99 of latency-sensitive, goodput:");
    for (unsigned w = 0; clocks.workloads[w]; w++)
        for (unsigned p = 0; clocks.policies[p]; p++) {
            struct metric_point point = {clocks.workloads[w], clocks.policies[p], clocks.values[0]};
            const double p99 = metric_mean(METRIC_P99, &runner->sets[0], &point);
            const double goodput = metric_mean(METRIC_GOODPUT, &runner->sets[0], &point);
            printf("%-12s %-10s %7.0f %7.1f", point.workload, point.policy, p99, goodput);
            for (unsigned clock = 1; clocks.values[clock]; clock++) {
                point.value = clocks.values[clock];
                printf("  %+6.2f %+6.2f%%",
                       100 * (metric_mean(METRIC_P99, &runner->sets[0], &point) / p99 - 1),
                       100 * (metric_mean(METRIC_GOODPUT, &runner->sets[0], &point) / goodput - 1));
            }
            printf("\n");
        }
}

int verb_clocks(struct options *options) {
    struct sweep_runner runner = {.name = "clocks", .kind = options->kind, .run = run_clock};
    sweep_runner_add(&runner, &clocks);
    int status = sweep_runner_run(&runner, options);
    if (status == STATUS_FINE && !result_file("clocks.csv", write_rows, &runner))
        status = STATUS_USAGE;
    if (status == STATUS_FINE)
        print_costs(&runner);
    sweep_runner_close(&runner);
    return status;
}
