// semacredit agreement: every run of the paper's experiments that the admission block can decide,
// three times: by the policy, with the golden model and with the RTL in its place. Decision by
// decision, in order, they must be the same.
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/interrupt.h"
#include "csim/base/progress.h"
#include "csim/base/workers.h"
#include "csim/evaluation/experiment.h"
#include "csim/record/decisions.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"
#include "tb/cosim/block_policy.h"

enum { SHOWN = 10 };

// Beside the paper's table: the unperturbed trace of every workload.
static const struct experiment unperturbed = {
    .name = "unperturbed",
    .workloads = {"hbm_hotspot", "atomic", "response", "allreduce", "moe", "remote_read"},
    .parameter = "",
    .seeds = 1};

// ---- the plan

struct planned {
    const struct experiment *experiment;
    struct experiment_run run;
    struct config config;
};

// What came of a run.
struct slot {
    bool ran;
    uint64_t decisions, differing, edges;
    uint64_t first;           // place of the first that differs,
    struct decision sides[3]; // and what each decided there
    struct text_error error;  // empty: it could be run
};

struct plan {
    struct planned *runs;
    unsigned count, capacity;
};

static bool plan_experiment(struct plan *plan, const struct experiment *experiment,
                            const struct settings *settings) {
    const unsigned runs = experiment_runs(experiment);
    for (unsigned i = 0; i < runs; i++) {
        struct planned *planned = &plan->runs[plan->count];
        struct text_error error;
        planned->experiment = experiment;
        planned->run = experiment_run(experiment, i);
        if (!block_driver_takes(planned->run.policy))
            continue;
        if (!settings_load(settings, planned->run.workload, &planned->config))
            return false;
        if (!experiment_configure(experiment, &planned->run, &planned->config, &error))
            return refuse("%s", error.text);
        block_policy_configure(&planned->config);
        plan->count++;
    }
    return true;
}

static bool plan_make(struct plan *plan, const struct options *options) {
    plan->capacity = experiment_runs(&unperturbed);
    for (const struct experiment *at = experiments; at->name; at++)
        plan->capacity += experiment_runs(at);
    plan->runs = calloc(plan->capacity, sizeof *plan->runs);
    if (!plan->runs)
        return refuse("agreement: out of memory");
    for (const struct experiment *at = experiments; at->name; at++)
        if ((!options->only || strcmp(options->only, at->name) == 0) &&
            !plan_experiment(plan, at, &options->settings))
            return false;
    return (options->only && strcmp(options->only, unperturbed.name) != 0) ||
           plan_experiment(plan, &unperturbed, &options->settings);
}

// ---- running

static bool decide(const struct planned *planned, const char *admission,
                   struct decisions *decisions, struct slot *slot) {
    struct simulate_result result = {.edges = 0};
    const struct commit_sink sink = {.take = decisions_take, .context = decisions};
    const struct block_policy_run run = {.kind = admission ? admitter_kind_find(admission) : NULL,
                                         .policy = planned->run.policy,
                                         .config = &planned->config,
                                         .traffic =
                                             traffic_open(&planned->config, planned->run.seed),
                                         .seed = planned->run.seed,
                                         .commits = &sink};
    struct text_error why;
    if (block_policy_run(&run, &result, &why) == BLOCK_POLICY_FINE) {
        slot->edges += admission ? result.edges : 0;
        return true;
    }
    return text_error_set(&slot->error, "%s%s%s", admission ? admission : "", admission ? ": " : "",
                          why.text);
}

static struct decision decision_at(const struct decisions *decisions, uint64_t place) {
    const bool there = place < decisions->count && place < decisions->capacity;
    return there ? decisions->decision[place] : (struct decision){.kind = COMMIT_KINDS};
}

// All three are the same where two pairs are; a place at which a pair differs counts once.
static void compare(const struct decisions side[3], struct slot *slot) {
    uint64_t golden_first = UINT64_MAX, rtl_first = UINT64_MAX;
    const uint64_t golden = decisions_differing(&side[0], &side[1], &golden_first);
    const uint64_t rtl = decisions_differing(&side[0], &side[2], &rtl_first);
    slot->decisions = side[0].count;
    slot->differing = golden > rtl ? golden : rtl;
    slot->first = golden_first < rtl_first ? golden_first : rtl_first;
    for (unsigned i = 0; slot->differing > 0 && i < 3; i++)
        slot->sides[i] = decision_at(&side[i], slot->first);
}

static void run_three(const struct planned *planned, struct slot *slot) {
    static const char *const admission[3] = {NULL, "golden", "rtl"};
    struct decisions side[3] = {0};
    bool ran = true;
    for (unsigned i = 0; ran && i < 3; i++) {
        ran = decisions_open(&side[i], planned->config.operations);
        if (!ran)
            text_error_set(&slot->error, "out of memory");
        ran = ran && decide(planned, admission[i], &side[i], slot);
    }
    if (ran)
        compare(side, slot);
    else // none of them was made by all three
        slot->decisions = slot->differing = side[0].count;
    for (unsigned i = 0; i < 3; i++)
        decisions_close(&side[i]);
    slot->ran = true;
}

// In memory that the processes share.
struct board {
    atomic_uint done;
    struct slot slots[];
};

struct running {
    const struct plan *plan;
    struct board *board;
    struct progress progress;
};

static void work(void *context, unsigned piece, unsigned job) {
    (void)job;
    const struct running *running = context;
    run_three(&running->plan->runs[piece], &running->board->slots[piece]);
    atomic_fetch_add(&running->board->done, 1);
}

static void watch(void *context) {
    struct running *running = context;
    progress_show(&running->progress, running->board->done, running->plan->count, "runs");
}

// ---- telling

static void write_rows(const void *context, FILE *file) {
    const struct running *running = context;
    fprintf(file, "experiment,workload,policy,seed,decisions,differing\n");
    for (unsigned i = 0; i < running->plan->count; i++) {
        const struct planned *planned = &running->plan->runs[i];
        const struct slot *slot = &running->board->slots[i];
        if (slot->ran)
            fprintf(file, "%s,%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n",
                    planned->experiment->name, planned->run.workload, planned->run.policy->name,
                    planned->run.seed, slot->decisions, slot->differing);
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

static void print_failure(const struct planned *planned, const struct slot *slot) {
    const struct experiment *experiment = planned->experiment;
    const char *value = planned->run.value;
    printf("FAILED: %s: %s, %s, seed %" PRIu64 "%s%s%s%s: ", experiment->name,
           planned->run.workload, planned->run.policy->name, planned->run.seed, *value ? ", " : "",
           *value ? experiment->parameter : "", *value ? " " : "", value);
    if (slot->error.text[0]) {
        printf("%s\n", slot->error.text);
        return;
    }
    printf("%" PRIu64 " of %" PRIu64 " decisions differ, the first is number %" PRIu64 "\n",
           slot->differing, slot->decisions, slot->first);
    print_side("policy", &slot->sides[0]);
    print_side("golden", &slot->sides[1]);
    print_side("rtl", &slot->sides[2]);
}

struct sum {
    unsigned runs, failed;
    uint64_t decisions, differing, edges;
};

static void sum_add(struct sum *sum, const struct slot *slot) {
    sum->runs++;
    sum->failed += slot->error.text[0] || slot->differing || !slot->ran;
    sum->decisions += slot->decisions;
    sum->differing += slot->differing;
    sum->edges += slot->edges;
}

static void print_sum(const char *name, const struct sum *sum) {
    const bool red = sum->failed && terminal_colours();
    printf("%-18s %5u %10" PRIu64 " %s%10" PRIu64 "%s %11" PRIu64 "\n", name, sum->runs,
           sum->decisions, red ? "\033[1;31m" : "", sum->differing, red ? "\033[0m" : "",
           sum->edges);
}

// Returns the number of runs that failed.
static unsigned print_table(const struct plan *plan, const struct slot *slots) {
    struct sum all = {0};
    printf("%-18s %5s %10s %10s %11s\n", "experiment", "runs", "decisions", "differing", "clocks");
    for (unsigned i = 0; i < plan->count;) {
        const struct experiment *experiment = plan->runs[i].experiment;
        struct sum sum = {0};
        for (; i < plan->count && plan->runs[i].experiment == experiment; i++) {
            sum_add(&sum, &slots[i]);
            sum_add(&all, &slots[i]);
        }
        print_sum(experiment->name, &sum);
    }
    print_sum("all", &all);
    printf("\n");
    unsigned shown = 0;
    for (unsigned i = 0; i < plan->count && shown < SHOWN; i++)
        if (slots[i].ran && (slots[i].error.text[0] || slots[i].differing)) {
            print_failure(&plan->runs[i], &slots[i]);
            shown++;
        }
    return all.failed;
}

static int run_plan(const struct plan *plan, const struct options *options) {
    const size_t size = sizeof(struct board) + plan->count * sizeof(struct slot);
    struct running running = {
        .plan = plan, .board = workers_memory(size), .progress = progress_start("agreement")};
    if (!running.board)
        return verb_refuse("agreement: out of memory");
    const double start = seconds_now();
    const bool ran = workers_run(&(struct workers){.jobs = (unsigned)options->jobs,
                                                   .pieces = plan->count,
                                                   .work = work,
                                                   .watch = watch,
                                                   .context = &running});
    progress_end(&running.progress);
    const unsigned failed = interrupted() ? 0 : print_table(plan, running.board->slots);
    int status = !ran ? verb_lost_workers() : failed ? STATUS_FAILED : STATUS_FINE;
    if (status == STATUS_FINE)
        printf("fine: policy, golden model and RTL decide alike, one by one; %.1f s in %llu "
               "processes\n",
               seconds_now() - start, options->jobs);
    if (!interrupted() && !report_file("agreement.csv", write_rows, &running))
        status = STATUS_USAGE;
    workers_forget(running.board, size);
    return status;
}

int verb_agreement(struct options *options) {
    if (options->only && !experiment_find(options->only) &&
        strcmp(options->only, unperturbed.name) != 0)
        return verb_refuse_name("--only", "experiment", options->only, experiments,
                                sizeof *experiments);
    struct plan plan = {0};
    int status = STATUS_USAGE;
    if (plan_make(&plan, options))
        status = plan.count ? run_plan(&plan, options)
                            : verb_refuse("--only: no run of %s is one that the block can decide",
                                          options->only);
    free(plan.runs);
    return status;
}
