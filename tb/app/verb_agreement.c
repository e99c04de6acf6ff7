// semacredit agreement: every run of the paper's experiments that the admission block can decide,
// three times: by the policy behind a port with the block's classes, with the golden model and with
// the RTL in its place. Decision by decision, in order, they must be the same.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/base/progress.h"
#include "csim/record/decisions.h"
#include "csim/simulator/block_driver.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"
#include "tb/sweep/block_policy.h"
#include "tb/sweep/sweep_runner.h"

enum { SHOWN = 10, SIDES_MAX = 3 };

// Who decides; NULL: the policy.
struct side {
    const char *name, *admission;
};
static const struct side sides[SIDES_MAX] = {
    {"policy", NULL}, {"golden", "golden"}, {"rtl", "rtl"}};

// The RTL has one depth.
static unsigned side_count(const struct config *config) {
    return block_driver_size(config).depth == DEPTH ? SIDES_MAX : SIDES_MAX - 1;
}

// The policy that the block agrees with: a port with its classes, lanes that admit when
// empty.
static void configure(struct config *config) {
    config->empty_admits = 1;
    config->port_slots = 40;
    config->port_urgent_share = config->port_small_share = 3;
    config->port_large_share = 4;
}

// Beside the paper's table: the unperturbed trace of every workload.
static const struct experiment unperturbed = {
    .name = "unperturbed", .workloads = EXPERIMENT_WORKLOADS, .parameter = "", .seeds = 1};

// Reads and writes of many lengths, in which operations that wait for a hot
// partition and those that wait for the response engine change places all the time. In the paper's
// workloads nobody is kept back by the class of the response engine.
static const struct experiment mixed = {
    .name = "mixed",
    .workloads = {"random"},
    .parameter = "hot_percent",
    .values = {"0", "50", "90"},
    .first_seed = 1,
    .seeds = 5,
    .settings = {"stages=model",           "operations=1000",        "first_operation=0",
                 "ordering_domains=0",     "spacing_ps=400",         "train_gap_ps=0",
                 "hot_partitions=1",       "weight_write=40",        "weight_read=50",
                 "weight_atomic=10",       "weight_notify=0",        "weight_unknown=0",
                 "weight_length_zero=0",   "weight_length_tiny=0",   "weight_length_small=50",
                 "weight_length_large=50", "weight_length_window=0", "weight_length_huge=0",
                 "command_limit=128",      "window_request_ns=300",  "hbm_gbps=200",
                 "response_gbps=300"}};

// What came of a run, beside its result.
struct outcome {
    uint64_t decisions, differing;
    uint64_t first;                   // place of the first that differs,
    struct decision sides[SIDES_MAX]; // and what each decided there
    struct text_error error;          // empty: it could be run
};

static const struct outcome *outcome_at(const struct sweep_runner *runner, unsigned number) {
    return (const struct outcome *)runner->outcomes + number;
}

// ---- the plan

// What the block learns, it learns lane by lane in turn, and a policy at once.
static bool block_takes(const struct experiment *experiment, const struct policy *policy) {
    (void)experiment;
    return block_driver_takes(policy) && !policy->observe;
}

static bool exists(const char *only) {
    return experiment_find(only) || strcmp(only, unperturbed.name) == 0 ||
           strcmp(only, mixed.name) == 0;
}

static void plan_add(struct sweep_runner *runner, const struct experiment *experiment,
                     const char *only) {
    struct experiment decided = *experiment;
    if ((!only || strcmp(only, experiment->name) == 0) && experiment_narrow(&decided, block_takes))
        sweep_runner_add(runner, &decided);
}

// ---- running

static bool decide(const struct experiment_job *job, const struct config *config,
                   const char *admission, struct decisions *decisions,
                   struct simulate_result *result, struct text_error *error) {
    const uint64_t edges = result->edges;
    const struct commit_sink sink = {.take = decisions_take, .context = decisions};
    const struct simulate_run run = {
        .config = config, .policy = job->run.policy, .seed = job->run.seed, .commits = &sink};
    const struct admitter_kind *kind = admission ? admitter_kind_find(admission) : NULL;
    struct text_error why;
    const bool fine = block_policy_run(kind, &run, result, &why) == BLOCK_POLICY_FINE;
    result->edges += edges; // of both models
    return fine || text_error_set(error, "%s%s%s", admission ? admission : "",
                                  admission ? ": " : "", why.text);
}

static struct decision decision_at(const struct decisions *decisions, uint64_t place) {
    const bool there = place < decisions->count && place < decisions->capacity;
    return there ? decisions->decision[place] : (struct decision){.kind = COMMIT_KINDS};
}

// All three are the same where two pairs are; a place at which a pair differs counts once.
static void compare(const struct decisions *side, unsigned count, struct outcome *outcome) {
    outcome->decisions = side[0].count;
    outcome->first = UINT64_MAX;
    for (unsigned i = 1; i < count; i++) {
        uint64_t first = UINT64_MAX;
        const uint64_t differing = decisions_differing(&side[0], &side[i], &first);
        outcome->differing = differing > outcome->differing ? differing : outcome->differing;
        outcome->first = first < outcome->first ? first : outcome->first;
    }
    for (unsigned i = 0; outcome->differing > 0 && i < count; i++)
        outcome->sides[i] = decision_at(&side[i], outcome->first);
}

// A run that cannot be made counts as failed, and the others go on.
static int run_all_sides(const struct sweep_runner *runner, unsigned number,
                         struct text_error *error) {
    const struct experiment_job *job = &runner->jobs[number];
    struct outcome *outcome = (struct outcome *)runner->outcomes + number;
    struct decisions side[SIDES_MAX] = {0};
    struct config config = job->config;
    bool ran = true;
    (void)error;
    configure(&config);
    const unsigned count = side_count(&config);
    for (unsigned i = 0; ran && i < count; i++)
        ran = decisions_open(&side[i], job->config.operations)
                  ? decide(job, &config, sides[i].admission, &side[i], &runner->results[number],
                           &outcome->error)
                  : text_error_set(&outcome->error, "out of memory");
    if (ran)
        compare(side, count, outcome);
    else // none of them was made by all three
        outcome->decisions = outcome->differing = side[0].count;
    for (unsigned i = 0; i < count; i++)
        decisions_close(&side[i]);
    return STATUS_FINE;
}

// ---- telling

static void write_rows(const void *context, FILE *file) {
    const struct sweep_runner *runner = context;
    fprintf(file, "experiment,workload,policy,seed,decisions,differing\n");
    for (unsigned i = 0; i < runner->runs; i++) {
        const struct experiment_run *run = &runner->jobs[i].run;
        const struct outcome *outcome = outcome_at(runner, i);
        fprintf(file, "%s,%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n",
                runner->jobs[i].experiment->name, run->workload, run->policy->name, run->seed,
                outcome->decisions, outcome->differing);
    }
}

static void print_side(const char *who, const struct decision *decision) {
    if (decision->kind == COMMIT_KINDS) {
        printf("    %-7s nothing more\n", who);
        return;
    }
    printf("    %-7s %s operation %" PRIu32, who, commit_kind_name[decision->kind], decision->op);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (decision->d[lane])
            printf(", %" PRIu32 " on lane %u", decision->d[lane], lane);
    printf("\n");
}

static void print_failure(const struct experiment_job *job, const struct outcome *outcome) {
    printf("FAILED: %s: ", sweep_runner_job_name(job));
    if (outcome->error.text[0]) {
        printf("%s\n", outcome->error.text);
        return;
    }
    printf("%" PRIu64 " of %" PRIu64 " decisions differ, the first is number %" PRIu64 "\n",
           outcome->differing, outcome->decisions, outcome->first);
    for (unsigned i = 0; i < side_count(&job->config); i++)
        print_side(sides[i].name, &outcome->sides[i]);
}

struct sum {
    unsigned runs, failed;
    uint64_t decisions, differing, edges;
};

static bool has_failed(const struct outcome *outcome) {
    return outcome->error.text[0] || outcome->differing;
}

static void sum_add(struct sum *sum, const struct sweep_runner *runner, unsigned number) {
    const struct outcome *outcome = outcome_at(runner, number);
    sum->runs++;
    sum->failed += has_failed(outcome);
    sum->decisions += outcome->decisions;
    sum->differing += outcome->differing;
    sum->edges += runner->results[number].edges;
}

static void print_sum(const char *name, const struct sum *sum) {
    const bool red = sum->failed && terminal_colours();
    printf("%-18s %5u %10" PRIu64 " %s%10" PRIu64 "%s %11" PRIu64 "\n", name, sum->runs,
           sum->decisions, red ? "\033[1;31m" : "", sum->differing, red ? "\033[0m" : "",
           sum->edges);
}

// Returns the number of runs that failed.
static unsigned print_table(const struct sweep_runner *runner) {
    struct sum all = {0};
    printf("%-18s %5s %10s %10s %11s\n", "experiment", "runs", "decisions", "differing", "clocks");
    for (unsigned i = 0; i < runner->runs;) {
        const struct experiment *experiment = runner->jobs[i].experiment;
        struct sum sum = {0};
        for (; i < runner->runs && runner->jobs[i].experiment == experiment; i++) {
            sum_add(&sum, runner, i);
            sum_add(&all, runner, i);
        }
        print_sum(experiment->name, &sum);
    }
    print_sum("all", &all);
    printf("\n");
    unsigned shown = 0;
    for (unsigned i = 0; i < runner->runs && shown < SHOWN; i++)
        if (has_failed(outcome_at(runner, i))) {
            print_failure(&runner->jobs[i], outcome_at(runner, i));
            shown++;
        }
    return all.failed;
}

static int run_all(struct sweep_runner *runner, const struct options *options) {
    const int status = sweep_runner_run(runner, options);
    if (status != STATUS_FINE)
        return status;
    const unsigned failed = print_table(runner);
    if (!failed)
        printf("fine: policy, golden model and RTL decide alike, one by one; %.1f s in %llu "
               "processes\n",
               runner->seconds, options->jobs);
    return !report_file("agreement.csv", write_rows, runner) ? STATUS_USAGE
           : failed                                          ? STATUS_FAILED
                                                             : STATUS_FINE;
}

int verb_agreement(struct options *options) {
    struct sweep_runner runner = {.name = "agreement",
                                  .kind = admitter_kind_find("golden"),
                                  .run = run_all_sides,
                                  .outcome_bytes = sizeof(struct outcome)};
    if (options->only && !exists(options->only))
        return verb_refuse_name("--only", options->only, experiments, sizeof *experiments);
    for (const struct experiment *at = experiments; at->name; at++)
        plan_add(&runner, at, options->only);
    plan_add(&runner, &unperturbed, options->only);
    plan_add(&runner, &mixed, options->only);
    const int status =
        runner.runs
            ? run_all(&runner, options)
            : verb_refuse("--only: no run of %s is one that the block can decide", options->only);
    sweep_runner_close(&runner);
    return status;
}
