// semacredit cosim: every workload, many seeds, RTL and golden model in lockstep, in worker
// processes.
#include <stdatomic.h>

#include "csim/base/interrupt.h"
#include "tb/app/verbs.h"
#include "tb/block/check/check.h"
#include "tb/block/coverage/coverage.h"
#include "tb/cli/result_file.h"
#include "tb/jobs/jobs.h"

enum { RUNS_MAX = 4096, NAME_BYTES = 32 };
#define HBM_HEADING (HBM_LANES == 8 ? "HBM 0-7" : "HBM")

// A run of the plan and its result.
struct slot {
    unsigned workload; // of the selection
    uint64_t seed;
    bool ran;
    bool refused;            // could not be set up
    struct text_error error; // why
    const char *empty;       // why it shows nothing, or NULL
    struct checked_outcome outcome;
    struct coverage coverage;
};

// In memory that the processes share.
struct cosim_plan {
    struct selection *selection;
    unsigned count;
    atomic_uint failed; // runs that failed so far
    struct slot slots[RUNS_MAX];
};

// Bursts run with the unperturbed trace and the paper's five seeds, constrained-random traffic with
// as many seeds as asked for.
static bool plan_workload(struct cosim_plan *plan, unsigned workload,
                          const struct options *options) {
    enum { SEEDS_RANDOM = 8, SEEDS_OF_BURSTS = 6, SEEDS_QUICK = 2 };
    static const char quick[] = "operations=30000";
    struct selected *selected = &plan->selection->of[workload];
    const uint64_t first = selected->random ? 1 : 0;
    const uint64_t asked = options->seeds ? options->seeds : SEEDS_RANDOM;
    const uint64_t seeds = options->quick     ? SEEDS_QUICK
                           : selected->random ? asked
                                              : SEEDS_OF_BURSTS;
    if (options->quick && selected->random && !selected_change(selected, quick))
        return false;
    for (uint64_t i = 0; i < seeds; i++) {
        if (plan->count == RUNS_MAX)
            return refuse("cosim: expected at most %d runs", RUNS_MAX);
        plan->slots[plan->count++] = (struct slot){.workload = workload, .seed = first + i};
    }
    return true;
}

static bool plan_make(struct cosim_plan *plan, const struct options *options) {
    bool random = false;
    plan->selection = selection_make(&options->settings, options->workload);
    if (!plan->selection)
        return false;
    for (unsigned workload = 0; workload < plan->selection->count; workload++) {
        random = random || plan->selection->of[workload].random;
        if (!plan_workload(plan, workload, options))
            return false;
    }
    if (options->seeds && (!random || options->quick))
        return refuse("--seeds: expected %s: it is without effect",
                      options->quick ? "no --quick, which has its own"
                                     : "random or adversarial traffic");
    return true;
}

// ---- running

static struct checked_run planned_check(const struct cosim_plan *plan, const struct slot *slot) {
    const struct selected *selected = &plan->selection->of[slot->workload];
    return (struct checked_run){.workload = selected->name,
                                .config = &selected->config,
                                .seed = slot->seed,
                                .kind = BLOCK_LOCKSTEP};
}

static int run_planned(void *self, unsigned run, struct text_error *error) {
    struct cosim_plan *plan = self;
    struct slot *slot = &plan->slots[run];
    struct checked_run check = planned_check(plan, slot);
    (void)error; // the first failure of the plan is reported, not that of the process
    check.reader = coverage_reader(&slot->coverage);
    slot->refused = !checked_run_do(&check, &slot->outcome, &slot->error);
    if (slot->outcome.interrupted)
        return STATUS_FINE; // as if it had not been
    slot->ran = true;
    slot->empty = slot->refused ? NULL : checked_run_empty(&slot->outcome);
    if (!slot->refused && !slot->outcome.failed && !slot->empty)
        return STATUS_FINE;
    atomic_fetch_add(&plan->failed, 1);
    return STATUS_FAILED;
}

// ---- telling

// Sums over the runs of one workload, or of all.
struct sum {
    uint64_t runs, operations, cycles, messages, mismatches;
    uint64_t commits[COMMIT_KINDS], denials[LANES + 1];
    double seconds;
    struct coverage coverage;
};

static void sum_add(struct sum *sum, const struct slot *slot) {
    const struct checked_outcome *outcome = &slot->outcome;
    sum->runs++;
    sum->operations += outcome->operations;
    sum->cycles += outcome->cycles;
    sum->messages += outcome->messages;
    sum->mismatches += outcome->mismatches;
    sum->seconds += outcome->seconds;
    for (unsigned kind = 0; kind < COMMIT_KINDS; kind++)
        sum->commits[kind] += outcome->commits[kind];
    for (unsigned lane = 0; lane <= LANES; lane++)
        sum->denials[lane] += outcome->denials[lane];
    if (slot->coverage.size.hbm)
        sum->coverage.size = slot->coverage.size;
    for (unsigned i = 0; i < COVERAGE_POINT_COUNT; i++)
        sum->coverage.hits[i] += slot->coverage.hits[i];
}

static double rate(uint64_t cycles, double seconds) {
    return seconds > 0 ? (double)cycles / seconds : 0;
}

static void print_heading(void) {
    printf("%-12s %5s %10s %11s %9s   %36s  %8s %10s %8s %9s\n", "", "", "", "", "",
           "------- denials by lane ------- ", "", "", "", "");
    printf("%-12s %5s %10s %11s %9s   %9s %8s %8s %8s  %8s %10s %8s %9s\n", "workload", "runs",
           "operations", "cycles", "grants", HBM_HEADING, "Atomic", "response", "table", "rejects",
           "mismatches", "coverage", "cycles/s");
}

static void print_sum(const char *name, const struct sum *sum) {
    uint64_t hbm = 0;
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        hbm += sum->denials[lane];
    bool red = sum->mismatches && terminal_colours();
    const struct coverage_count count = coverage_count(&sum->coverage);
    printf("%-12s %5" PRIu64 " %10" PRIu64 " %11" PRIu64 " %9" PRIu64 "   %9" PRIu64 " %8" PRIu64
           " %8" PRIu64 " %8" PRIu64 "  %8" PRIu64 " %s%10" PRIu64 "%s %6.1f %% %9.3g\n",
           name, sum->runs, sum->operations, sum->cycles, sum->commits[COMMIT_GRANT], hbm,
           sum->denials[ATOMIC_LANE], sum->denials[RESPONSE_LANE], sum->denials[LANES],
           sum->commits[COMMIT_REJECT], red ? "\033[1;31m" : "", sum->mismatches,
           red ? "\033[0m" : "", 100.0 * count.covered / count.points,
           rate(sum->cycles, sum->seconds));
}

// Of all workloads, or beside it one of those that were selected.
static const char *report_name(const struct options *options, const char *name,
                               char text[NAME_BYTES]) {
    snprintf(text, NAME_BYTES, "%s%s.csv", name, options->workload ? "_selected" : "");
    return text;
}

static void write_run(const struct cosim_plan *plan, const struct slot *slot, FILE *file) {
    const struct checked_outcome *result = &slot->outcome;
    fprintf(file,
            "%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
            ",%" PRIu64 ",%.0f\n",
            plan->selection->of[slot->workload].name, slot->seed, result->operations,
            result->cycles, result->commits[COMMIT_GRANT], result->commits[COMMIT_DENY],
            result->commits[COMMIT_REJECT], result->commits[COMMIT_RETURN], result->mismatches,
            rate(result->cycles, result->seconds));
}

static void write_runs(const void *context, FILE *file) {
    const struct cosim_plan *plan = context;
    fprintf(file, "workload,seed,operations,cycles,grants,denials,rejects,returns,"
                  "mismatches,cycles_per_s\n");
    for (unsigned run = 0; run < plan->count; run++)
        if (plan->slots[run].ran)
            write_run(plan, &plan->slots[run], file);
}

// All points of the functional coverage with the hits of all runs.
static void write_bins(const void *all, FILE *file) {
    const struct coverage *coverage = all;
    fprintf(file, "point,bin,hits\n");
    for (unsigned i = 0; i < COVERAGE_POINT_COUNT; i++)
        if (coverage_has(coverage, i))
            fprintf(file, "%s,%s,%" PRIu64 "\n", COVERAGE_POINT[i].kind, COVERAGE_POINT[i].name,
                    coverage->hits[i]);
}

// Those that are not covered.
static void write_holes(const void *all, FILE *file) {
    const struct coverage *coverage = all;
    fprintf(file, "point,bin\n");
    for (unsigned i = 0; i < COVERAGE_POINT_COUNT; i++)
        if (coverage->hits[i] == 0 && coverage_has(coverage, i))
            fprintf(file, "%s,%s\n", COVERAGE_POINT[i].kind, COVERAGE_POINT[i].name);
}

static struct sum print_table(const struct cosim_plan *plan) {
    struct sum all = {.runs = 0};
    print_heading();
    for (unsigned workload = 0; workload < plan->selection->count; workload++) {
        struct sum sum = {.runs = 0};
        for (unsigned run = 0; run < plan->count; run++)
            if (plan->slots[run].workload == workload && plan->slots[run].ran) {
                sum_add(&sum, &plan->slots[run]);
                sum_add(&all, &plan->slots[run]);
            }
        if (sum.runs)
            print_sum(plan->selection->of[workload].name, &sum);
    }
    print_sum("all", &all);
    printf("\n%" PRIu64 " clocks compared, all outputs in each.\n", all.cycles);
    if (all.messages)
        printf("%" PRIu64 " grant messages report %" PRIu64 " returns.\n", all.messages,
               all.commits[COMMIT_RETURN]);
    return all;
}

// Where the reports are.
static void print_places(const struct options *options, const struct coverage *all) {
    char report[NAME_BYTES], holes[NAME_BYTES];
    const struct coverage_count count = coverage_count(all);
    printf("each run: " BUILD_FOLDER "/reports/%s", report_name(options, "cosim", report));
    if (count.covered < count.points)
        printf("; %u of %u coverage points not covered: " BUILD_FOLDER "/reports/%s",
               count.points - count.covered, count.points,
               report_name(options, "never_met", holes));
    printf("\n");
}

// The table, and the files; false: they are not all there, the reason has been printed.
static bool report_all(const struct options *options, const struct cosim_plan *plan) {
    char runs[NAME_BYTES], bins[NAME_BYTES], holes[NAME_BYTES];
    const struct sum all = print_table(plan);
    const struct coverage *coverage = &all.coverage;
    const bool written =
        report_file(report_name(options, "cosim", runs), write_runs, plan) &&
        report_file(report_name(options, "bins", bins), write_bins, coverage) &&
        report_file(report_name(options, "never_met", holes), write_holes, coverage);
    if (written && plan->failed == 0)
        print_places(options, coverage);
    return written;
}

// The first run of the plan that failed, explained.
static int explain(const struct cosim_plan *plan, const struct settings *settings) {
    for (unsigned run = 0; run < plan->count; run++) {
        const struct slot *slot = &plan->slots[run];
        const struct checked_outcome *outcome = &slot->outcome;
        if (!slot->ran || (!slot->refused && !outcome->failed && !slot->empty))
            continue;
        if (slot->refused)
            return verb_refuse("%s", slot->error.text);
        const struct checked_run check = planned_check(plan, slot);
        if (!outcome->failed) {
            printf("FAILED: %s, seed %" PRIu64 ", an empty run: %s\n", check.workload, check.seed,
                   slot->empty);
            return STATUS_FAILED;
        }
        struct settings own = *settings;
        const char *const directory = plan->selection->of[slot->workload].directory;
        if (strcmp(directory, settings_directory(settings)) != 0)
            own.directory = directory;
        char replay[1000];
        struct text_error error;
        if (!outcome->explainable)
            printf("FAILED: %s, seed %" PRIu64 ", clock %" PRIu64 ", %s: %s\n", check.workload,
                   check.seed, outcome->cycle, outcome->caught, outcome->reason);
        fflush(stdout);
        verb_replay_line(replay, sizeof replay, check.workload, "lockstep", check.seed, &own);
        if (outcome->explainable && !failed_run_explain(&check, outcome, replay, stderr, &error))
            verb_refuse("%s", error.text);
        return STATUS_FAILED;
    }
    return STATUS_FINE;
}

static int print_interrupted(const struct cosim_plan *plan) {
    unsigned ran = 0;
    for (unsigned run = 0; run < plan->count; run++)
        ran += plan->slots[run].ran;
    printf("interrupted after %u of %u runs, %u of them failed; no report is written\n", ran,
           plan->count, plan->failed);
    return STATUS_FAILED;
}

int verb_cosim(struct options *options) {
    struct cosim_plan *plan = workers_memory(sizeof *plan);
    int status = STATUS_USAGE;
    if (plan_make(plan, options) && settings_have_effect_on(&options->settings, plan->selection)) {
        struct jobs jobs = {.name = "cosim",
                            .count = plan->count,
                            .self = plan,
                            .run = run_planned,
                            .unit = "runs"};
        const double start = seconds_now();
        const int ran = jobs_run(&jobs, (unsigned)options->jobs);
        const bool written = report_all(options, plan);
        status = interrupted() ? print_interrupted(plan) : explain(plan, &options->settings);
        if (status == STATUS_FINE && ran != STATUS_FINE) {
            status = ran;
        } else if (status == STATUS_FINE) {
            printf("fine: no mismatch, %u rules hold; %.1f s in %llu processes\n", CHECK_RULE_COUNT,
                   seconds_now() - start, options->jobs);
            status = written ? STATUS_FINE : STATUS_USAGE;
        }
    }
    free(plan->selection);
    workers_forget(plan, sizeof *plan);
    return status;
}
