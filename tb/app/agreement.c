// semacredit sweep --agreement: every run of a plan by the policy behind a port with the block's
// classes, with the golden model and with the RTL in its place. Decision by decision, in order,
// they must be the same. Of `agreement` it is the runs of the paper's experiments that the
// admission block can decide, and collectives of every domain.

#include "csim/base/progress.h"
#include "csim/simulator/block_driver.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"
#include "tb/sweep/decided.h"

enum { SHOWN = 10, SIDES_MAX = 3 };

// Who decides; NULL: the policy.
struct side {
    const char *name, *admission;
};
static const struct side sides[SIDES_MAX] = {
    {"policy", NULL}, {"golden", "golden"}, {"rtl", "rtl"}};

// The RTL has one depth, and has a sample of the domains.
static unsigned side_count(const struct paper_run *run) {
    const bool rtl = run->kind->kind == BLOCK_RTL && block_driver_size(&run->config).depth == DEPTH;
    return rtl ? SIDES_MAX : SIDES_MAX - 1;
}

// What is known of a run, beside its result.
struct outcome {
    uint64_t decisions, differing;
    struct decided_difference first;  // where it begins,
    struct decision sides[SIDES_MAX]; // and what each decided there
    struct text_error error;          // empty: it could be run
};

static const struct outcome *outcome_at(const struct paper_runs *runs, unsigned number) {
    return (const struct outcome *)runs->outcomes + number;
}

// ---- running

static bool decide(const struct paper_run *planned, const struct task_graph *graph,
                   const char *admission, struct decided *decided, struct simulate_result *result,
                   struct text_error *error) {
    const uint64_t edges = result->edges;
    const struct simulate_run run = {
        .config = &planned->config, .policy = planned->policy, .seed = planned->seed};
    const struct admitter_kind *kind = admission ? admitter_kind_find(admission) : NULL;
    struct text_error why;
    decided_open(decided, &planned->config, graph);
    const bool fine = decided_run(decided, kind, &run, graph, result, &why) == STATUS_FINE;
    result->edges += edges; // of both models
    return fine || text_error_set(error, "%s%s%s", admission ? admission : "",
                                  admission ? ": " : "", why.text);
}

static struct decision decision_at(const struct decided *decided,
                                   const struct decided_difference *at) {
    const struct decisions *of = &decided->of[at->receiver];
    const bool there = at->place < of->count && at->place < of->capacity;
    return there ? of->decision[at->place] : (struct decision){.kind = COMMIT_KINDS};
}

// All three are the same where two pairs are; the pair that differs more counts.
static void compare(const struct decided *side, unsigned count, struct outcome *outcome) {
    outcome->decisions = decided_count(&side[0]);
    for (unsigned i = 1; i < count; i++) {
        const struct decided_difference at = decided_compare(&side[0], &side[i]);
        if (at.differing > outcome->differing)
            outcome->first = at;
        outcome->differing = outcome->first.differing;
    }
    for (unsigned i = 0; outcome->differing > 0 && i < count; i++)
        outcome->sides[i] = decision_at(&side[i], &outcome->first);
}

// A run that cannot be made counts as failed, and the others go on.
static int run_all_sides(const struct paper_runs *runs, unsigned number, struct text_error *error) {
    const struct paper_run *run = &runs->plan[number];
    struct outcome *outcome = (struct outcome *)runs->outcomes + number;
    struct decided side[SIDES_MAX] = {0};
    struct task_graph graph = {.count = 0};
    const struct task_graph *const tasks = run->config.receivers ? &graph : NULL;
    (void)error;
    bool ran = !tasks || paper_run_tasks(run, &graph, &outcome->error);
    const unsigned count = side_count(run);
    for (unsigned i = 0; ran && i < count; i++)
        ran = decide(run, tasks, sides[i].admission, &side[i], &runs->results[number],
                     &outcome->error);
    if (ran)
        compare(side, count, outcome);
    for (unsigned i = 0; i < count; i++)
        decided_close(&side[i]);
    task_graph_close(&graph);
    return STATUS_FINE;
}

// ---- telling

static void write_rows(const void *context, FILE *file) {
    const struct paper_runs *runs = context;
    fprintf(file, "experiment,workload,policy,seed,decisions,differing\n");
    for (unsigned i = 0; i < runs->count; i++) {
        const struct paper_run *run = &runs->plan[i];
        const struct outcome *outcome = outcome_at(runs, i);
        fprintf(file, "%s,%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", run->experiment,
                run->workload, run->policy->name, run->seed, outcome->decisions,
                outcome->differing);
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

static void print_failure(const struct paper_run *run, const struct outcome *outcome) {
    char name[300];
    paper_run_name(run, name, sizeof name);
    printf("FAILED: %s: ", name);
    if (outcome->error.text[0]) {
        printf("%s\n", outcome->error.text);
        return;
    }
    printf("%" PRIu64 " of %" PRIu64 " decisions differ, the first is number %" PRIu64 "\n",
           outcome->differing, outcome->decisions, outcome->first.place);
    for (unsigned i = 0; i < side_count(run); i++)
        print_side(sides[i].name, &outcome->sides[i]);
}

struct sum {
    unsigned runs, failed;
    uint64_t decisions, differing, edges;
};

static bool has_failed(const struct outcome *outcome) {
    return outcome->error.text[0] || outcome->differing;
}

static void sum_add(struct sum *sum, const struct paper_runs *runs, unsigned number) {
    const struct outcome *outcome = outcome_at(runs, number);
    sum->runs++;
    sum->failed += has_failed(outcome);
    sum->decisions += outcome->decisions;
    sum->differing += outcome->differing;
    sum->edges += runs->results[number].edges;
}

static void print_sum(const char *name, const struct sum *sum) {
    const bool red = sum->failed && terminal_colours();
    printf("%-18s %5u %10" PRIu64 " %s%10" PRIu64 "%s %11" PRIu64 "\n", name, sum->runs,
           sum->decisions, red ? "\033[1;31m" : "", sum->differing, red ? "\033[0m" : "",
           sum->edges);
}

// Returns the number of runs that failed.
static unsigned print_table(const struct paper_runs *runs) {
    struct sum all = {0};
    printf("%-18s %5s %10s %10s %11s\n", "experiment", "runs", "decisions", "differing", "clocks");
    for (unsigned i = 0; i < runs->count;) {
        const char *experiment = runs->plan[i].experiment;
        struct sum sum = {0};
        for (; i < runs->count && strcmp(runs->plan[i].experiment, experiment) == 0; i++) {
            sum_add(&sum, runs, i);
            sum_add(&all, runs, i);
        }
        print_sum(experiment, &sum);
    }
    print_sum("all", &all);
    printf("\n");
    unsigned shown = 0;
    for (unsigned i = 0; i < runs->count && shown < SHOWN; i++)
        if (has_failed(outcome_at(runs, i))) {
            print_failure(&runs->plan[i], outcome_at(runs, i));
            shown++;
        }
    return all.failed;
}

int agreement_run(struct paper_runs *runs, const struct options *options) {
    runs->run = run_all_sides;
    runs->outcome_bytes = sizeof(struct outcome);
    const int status = paper_runs_run(runs, options);
    if (status != STATUS_FINE)
        return status;
    const unsigned failed = print_table(runs);
    if (!failed)
        printf("fine: policy, golden model and RTL decide alike, one by one; %.1f s in %llu "
               "processes\n",
               runs->seconds, options->jobs);
    return !report_file("agreement.csv", write_rows, runs) ? STATUS_USAGE
           : failed                                        ? STATUS_FAILED
                                                           : STATUS_FINE;
}
