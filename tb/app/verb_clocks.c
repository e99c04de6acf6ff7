// semacredit clocks: what it costs that the admission block has a clock: the paper's workloads with
// the block in the policy's place, in zero time and at several clocks, and where every operation's
// wait for admission went.
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
                                         .policies = {"semacredit", "adaptive"},
                                         .parameter = "clock_ps",
                                         .values = {"0", "500", "1000", "2000", "4000"},
                                         .first_seed = 1,
                                         .seeds = 5,
                                         .apply = apply_clock};

// ---- running

// Sums over operations; of a class of them.
struct waits {
    uint64_t operations;
    uint64_t wait_ps;
    uint64_t part_ps[WAIT_PARTS];
};

// Of a run.
struct measured {
    struct waits waits[2]; // bulk, latency-sensitive; not in zero time
    uint64_t zero_ps[2];   // what they wait in zero time
    uint64_t wrong;        // operations whose parts do not add up to their wait
};

static const struct measured *measured_of(const struct sweep_runner *runner,
                                          const struct experiment_run *run, const char *value) {
    unsigned first = 0;
    experiment_locate(&clocks, run->workload, run->policy->name, value, &first);
    return (const struct measured *)runner->outcomes + first + (run->seed - clocks.first_seed);
}

// Waits of a run in zero time.
static void note_wait(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                      unsigned partition, const struct policy_state *state) {
    (void)partition;
    (void)state;
    struct measured *measured = context;
    if (step == STEP_DISPATCH)
        measured->zero_ps[op->urgent] += now_ps - op->submit_ps;
}

static void add_waits(struct measured *measured, const struct wait_breakdown *breakdown) {
    for (uint32_t i = 0; i < wait_breakdown_operations(breakdown); i++) {
        const struct wait_breakdown_entry *entry = wait_breakdown_entry(breakdown, i);
        struct waits *waits = &measured->waits[entry->urgent];
        if (!entry->granted)
            continue;
        waits->operations++;
        waits->wait_ps += entry->wait_ps;
        for (unsigned part = 0; part < WAIT_PARTS; part++)
            waits->part_ps[part] += entry->part_ps[part];
    }
    measured->wrong = wait_breakdown_wrong(breakdown);
}

static int run_clock(const struct sweep_runner *runner, unsigned number, struct text_error *error) {
    const struct experiment_job *job = &runner->jobs[number];
    struct measured *measured = (struct measured *)runner->outcomes + number;
    const bool clocked = *job->run.value != '0';
    struct wait_breakdown *breakdown = clocked ? wait_breakdown_open(&job->config) : NULL;
    if (clocked && !breakdown) {
        text_error_set(error, "out of memory");
        return STATUS_USAGE;
    }
    const struct simulate_watcher watcher = {.saw = note_wait, .context = measured};
    const struct simulate_run run = {.config = &job->config,
                                     .policy = job->run.policy,
                                     .seed = job->run.seed,
                                     .watcher = clocked ? NULL : &watcher,
                                     .clocked = clocked,
                                     .breakdown = breakdown};
    const enum block_policy_outcome outcome =
        block_policy_run(runner->kind, &run, &runner->results[number], error);
    if (outcome == BLOCK_POLICY_FINE && clocked)
        add_waits(measured, breakdown);
    wait_breakdown_close(breakdown);
    return outcome == BLOCK_POLICY_FINE      ? STATUS_FINE
           : outcome == BLOCK_POLICY_REFUSED ? STATUS_USAGE
                                             : STATUS_FAILED;
}

// ---- telling

static double mean_ns(uint64_t ps, uint64_t operations) {
    return operations ? (double)ps / 1000 / (double)operations : 0;
}

static void write_row(const struct sweep_runner *runner, unsigned number, FILE *file) {
    const struct experiment_run *run = &runner->jobs[number].run;
    const struct simulate_result *result = &runner->results[number];
    const struct measured *measured = measured_of(runner, run, run->value);
    const struct waits *bulk = &measured->waits[0], *small = &measured->waits[1];
    const uint64_t *zero_ps = measured_of(runner, run, clocks.values[0])->zero_ps;
    const uint64_t operations = bulk->operations + small->operations;
    fprintf(file, "%s,%s,%" PRIu64 ",%s,%" PRIu64 ",%.3f,%.3f,%.3f,%.4f,%.3f,%.3f,%.3f",
            run->workload, run->policy->name, run->seed, run->value, result->operations,
            result->small.p99_ns, result->small.p50_ns, result->bulk.p99_ns, result->goodput_gbps,
            result->makespan_ns, mean_ns(bulk->wait_ps + small->wait_ps, operations),
            mean_ns(zero_ps[0] + zero_ps[1], operations));
    for (unsigned part = 0; part < WAIT_PARTS; part++)
        fprintf(file, ",%.3f", mean_ns(bulk->part_ps[part] + small->part_ps[part], operations));
    fprintf(file, "\n");
}

// By workload, policy, seed and then clock.
static void write_rows(const void *context, FILE *file) {
    const struct sweep_runner *runner = context;
    fprintf(file, "workload,policy,seed,clock_ps,operations,p99_small_ns,p50_small_ns,p99_bulk_ns,"
                  "goodput_gbps,makespan_ns,wait_ns,zero_time_wait_ns");
    for (unsigned part = 0; part < WAIT_PARTS; part++)
        fprintf(file, ",%s_ns", wait_part_text[part].name);
    fprintf(file, "\n");
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

// Of a class of operations at a clock, over all runs; and what they wait in zero time.
static struct waits sum_waits(const struct sweep_runner *runner, const char *value, bool urgent,
                              uint64_t *zero_ps) {
    struct waits sum = {0};
    *zero_ps = 0;
    for (unsigned i = 0; i < runner->runs; i++) {
        const struct experiment_run *run = &runner->jobs[i].run;
        const struct measured *measured = measured_of(runner, run, run->value);
        const struct waits *waits = &measured->waits[urgent];
        *zero_ps += measured->zero_ps[urgent];
        if (strcmp(run->value, value) != 0)
            continue;
        sum.operations += waits->operations;
        sum.wait_ps += waits->wait_ps;
        for (unsigned part = 0; part < WAIT_PARTS; part++)
            sum.part_ps[part] += waits->part_ps[part];
    }
    return sum;
}

// Of a class of operations, means; the credit's part less all that zero time waits, so that the
// parts add up to the difference.
static void print_wait_breakdown(const struct sweep_runner *runner, bool urgent) {
    struct waits sum[EXPERIMENT_LIST_MAX];
    uint64_t zero_ps = 0;
    unsigned count = 1;
    for (; clocks.values[count]; count++)
        sum[count] = sum_waits(runner, clocks.values[count], urgent, &zero_ps);
    printf("\n");
    print_heading(urgent ? "latency-sensitive, mean wait in ns:" : "bulk, mean wait in ns:");
    printf("  %-36s", "in zero time");
    for (unsigned clock = 1; clock < count; clock++)
        printf("  %14.3f", mean_ns(zero_ps, sum[clock].operations));
    printf("\n");
    for (unsigned part = 0; part < WAIT_PARTS; part++) {
        const bool credit = part == WAIT_CREDIT;
        printf("  %-36s", credit ? "+ credit comes later or sooner" : wait_part_text[part].meaning);
        for (unsigned clock = 1; clock < count; clock++)
            printf("  %+14.3f", mean_ns(sum[clock].part_ps[part], sum[clock].operations) -
                                    (credit ? mean_ns(zero_ps, sum[clock].operations) : 0));
        printf("\n");
    }
    printf("  %-36s", "= wait");
    for (unsigned clock = 1; clock < count; clock++)
        printf("  %14.3f", mean_ns(sum[clock].wait_ps, sum[clock].operations));
    printf("\n");
}

// Sums over everything, to the picosecond. Returns whether they are as they should be.
static bool print_check(const struct sweep_runner *runner) {
    uint64_t wait_ps = 0, parts_ps = 0, unexplained_ps = 0, wrong = 0, operations = 0;
    for (unsigned i = 0; i < runner->runs; i++) {
        const struct measured *measured = (const struct measured *)runner->outcomes + i;
        wrong += measured->wrong;
        for (unsigned urgent = 0; urgent < 2; urgent++) {
            const struct waits *waits = &measured->waits[urgent];
            operations += waits->operations;
            wait_ps += waits->wait_ps;
            unexplained_ps += waits->part_ps[WAIT_UNEXPLAINED];
            for (unsigned part = 0; part < WAIT_PARTS; part++)
                parts_ps += waits->part_ps[part];
        }
    }
    const bool fine = wait_ps == parts_ps && unexplained_ps == 0 && wrong == 0 && operations > 0;
    printf("\n%s: %" PRIu64 " operations waited %" PRIu64 " ps, the parts are %" PRIu64
           " ps, unexplained %" PRIu64 " ps; operations whose parts do not add up: %" PRIu64 "\n",
           fine ? "fine" : "FAILED", operations, wait_ps, parts_ps, unexplained_ps, wrong);
    return fine;
}

int verb_clocks(struct options *options) {
    struct sweep_runner runner = {.name = "clocks",
                                  .kind = options->kind,
                                  .run = run_clock,
                                  .outcome_bytes = sizeof(struct measured)};
    sweep_runner_add(&runner, &clocks);
    int status = sweep_runner_run(&runner, options);
    if (status == STATUS_FINE && !result_file("clocks.csv", write_rows, &runner))
        status = STATUS_USAGE;
    if (status == STATUS_FINE) {
        print_costs(&runner);
        print_wait_breakdown(&runner, true);
        print_wait_breakdown(&runner, false);
        status = print_check(&runner) ? STATUS_FINE : STATUS_FAILED;
    }
    sweep_runner_close(&runner);
    return status;
}
