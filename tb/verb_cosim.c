// semacredit cosim: every workload, many seeds, RTL and golden model in lockstep, in worker
// processes.
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "coverage_reach.h"
#include "output.h"
#include "progress.h"
#include "verbs.h"
#include "workers.h"

enum { RUNS_MAX = 4096, WORKLOADS_MAX = 16, BINS_MAX = 2048, HOLES_SHOWN = 12 };

static const char bins_path[] = "build/reports/bins.csv";
static const char report_path[] = "build/reports/cosim.csv";

struct options {
    struct settings settings;
    unsigned long long seeds, jobs;
    const char *only; // one workload, or NULL
    bool quick;
};

enum { OPTION_QUICK = 256, OPTION_SEEDS };

static const struct argp_option option_table[] = {
    {"quick", OPTION_QUICK, NULL, 0, "a few seconds' worth: fewer seeds, shorter runs", 0},
    {"seeds", OPTION_SEEDS, "N", 0, "seeds of random and of adversarial (default 10)", 0},
    {"workload", 'w', "NAME", 0, "only this workload", 0},
    {0},
};

static error_t option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->settings;
        state->child_inputs[1] = &options->jobs;
        return 0;
    case OPTION_QUICK:
        options->quick = true;
        return 0;
    case OPTION_SEEDS:
        return verb_number("--seeds", text, 1, RUNS_MAX / WORKLOADS_MAX, &options->seeds) ? 0
                                                                                          : ERANGE;
    case 'w':
        options->only = text;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

// One run of the plan and, in memory that the workers share, what came of it.
struct planned {
    unsigned workload;
    uint64_t seed;
};

struct slot {
    bool ran;
    bool refused; // could not be set up; why is in outcome.reason
    struct check_outcome outcome;
    uint64_t hits[BINS_MAX];
};

struct board {
    atomic_uint failed; // runs that failed so far
    _Atomic uint64_t cycles[WORKERS_MAX];
    struct slot slots[RUNS_MAX];
};

struct plan {
    struct config configs[WORKLOADS_MAX];
    const char *names[WORKLOADS_MAX];
    unsigned workloads;
    struct planned runs[RUNS_MAX];
    unsigned count;
};

// The paper's workloads run with the unperturbed trace and the five seeds; random and adversarial
// traffic with as many seeds as asked for.
static bool plan_make(struct plan *plan, const struct options *options) {
    static const char quick_set[] = "operations=30000";
    for (const char *const *name = workload_names; *name; name++) {
        if (options->only && strcmp(options->only, *name) != 0)
            continue;
        unsigned workload = plan->workloads++;
        struct settings settings = options->settings;
        bool paper = strcmp(*name, "random") != 0 && strcmp(*name, "adversarial") != 0;
        if (options->quick && !paper && settings.sets < SETTINGS_MAX) {
            // In front of the user's own, which win.
            memmove(settings.set + 1, settings.set, settings.sets * sizeof *settings.set);
            settings.set[0] = quick_set;
            settings.sets++;
        }
        plan->names[workload] = *name;
        if (!settings_load(&settings, *name, &plan->configs[workload]))
            return false;
        uint64_t first = paper ? 0 : 1;
        uint64_t seeds = paper ? (options->quick ? 2 : 6) : options->quick ? 2 : options->seeds;
        for (uint64_t seed = first; seed < first + seeds; seed++)
            plan->runs[plan->count++] = (struct planned){workload, seed};
    }
    if (plan->count > 0)
        return true;
    struct config unknown;
    settings_load(&options->settings, options->only, &unknown); // says what is known
    return false;
}

// ---- running

struct worker {
    struct board *board;
    unsigned index;
    uint64_t before; // cycles of this worker's earlier runs
};

static void worker_progress(void *context, uint64_t cycles) {
    struct worker *worker = context;
    worker->board->cycles[worker->index] = worker->before + cycles;
}

static struct check planned_check(const struct plan *plan, unsigned run) {
    const struct planned *planned = &plan->runs[run];
    return (struct check){.workload = plan->names[planned->workload],
                          .config = &plan->configs[planned->workload],
                          .seed = planned->seed,
                          .kind = admitter_kind_find("lockstep"),
                          .skip = true};
}

static void work(const struct plan *plan, unsigned run, struct worker *worker) {
    struct slot *slot = &worker->board->slots[run];
    struct check check = planned_check(plan, run);
    struct coverage *coverage = coverage_open((unsigned)check.config->depth);
    check.coverage = coverage;
    check.progress = worker_progress;
    check.context = worker;
    slot->refused = !coverage || !check_run(&check, &slot->outcome, slot->outcome.reason,
                                            sizeof slot->outcome.reason);
    if (coverage) {
        unsigned covered, bins;
        coverage_count(coverage, &covered, &bins);
        if (bins <= BINS_MAX)
            memcpy(slot->hits, coverage_hits(coverage), bins * sizeof *slot->hits);
    }
    coverage_close(coverage);
    slot->ran = true;
    if (slot->refused || slot->outcome.failed)
        atomic_fetch_add(&worker->board->failed, 1);
    worker->before += slot->outcome.result.edges;
    worker_progress(worker, 0);
}

// What the processes need to know.
struct running {
    const struct plan *plan;
    struct board *board;
    struct worker workers[WORKERS_MAX]; // each used in its own process only
    struct progress progress;
    unsigned jobs;
};

static void work_piece(void *context, unsigned run, unsigned job) {
    struct running *running = context;
    struct worker *worker = &running->workers[job];
    worker->board = running->board;
    worker->index = job;
    work(running->plan, run, worker);
}

static bool has_failed(void *context) {
    const struct running *running = context;
    return running->board->failed != 0;
}

static void show_progress(void *context) {
    struct running *running = context;
    uint64_t cycles = 0;
    for (unsigned job = 0; job < running->jobs; job++)
        cycles += running->board->cycles[job];
    progress_show(&running->progress, cycles, 0, "cycles");
}

// Runs the plan until a run fails. False if a process could not be started or died.
static bool run_plan(const struct plan *plan, struct board *board, unsigned jobs) {
    struct running running = {
        .plan = plan, .board = board, .progress = progress_start("cosim"), .jobs = jobs};
    const bool fine = workers_run(&(struct workers){.jobs = jobs,
                                                    .pieces = plan->count,
                                                    .work = work_piece,
                                                    .stop = has_failed,
                                                    .watch = show_progress,
                                                    .context = &running});
    progress_end(&running.progress);
    return fine;
}

// ---- telling

// Sums over the runs of one workload, or of all.
struct sum {
    uint64_t runs, operations, cycles, skipped, messages, feedback, mismatches;
    uint64_t commits[COMMIT_KINDS], denials[LANES + 1];
    double seconds;
    struct coverage *coverage;
};

static void sum_add(struct sum *sum, const struct slot *slot) {
    const struct check_outcome *outcome = &slot->outcome;
    sum->runs++;
    sum->operations += outcome->operations;
    sum->cycles += outcome->result.edges;
    sum->skipped += outcome->result.cycles - outcome->result.edges;
    sum->messages += outcome->messages;
    sum->feedback += outcome->feedback;
    sum->mismatches += outcome->mismatches;
    sum->seconds += outcome->result.seconds;
    for (unsigned kind = 0; kind < COMMIT_KINDS; kind++)
        sum->commits[kind] += outcome->result.commits[kind];
    for (unsigned lane = 0; lane <= LANES; lane++)
        sum->denials[lane] += outcome->result.denials[lane];
    if (sum->coverage)
        coverage_add(sum->coverage, slot->hits);
}

static double rate(uint64_t cycles, double seconds) {
    return seconds > 0 ? (double)cycles / seconds : 0;
}

static void print_heading(void) {
    printf("%-12s %5s %10s %11s %9s   %36s  %8s %10s %8s %9s\n", "", "", "", "", "",
           "------- denials by lane ------- ", "", "", "", "");
    printf("%-12s %5s %10s %11s %9s   %9s %8s %8s %8s  %8s %10s %8s %9s\n", "workload", "runs",
           "operations", "cycles", "grants", "HBM 0-7", "Atomic", "response", "table", "rejects",
           "mismatches", "coverage", "cycles/s");
}

static void print_sum(const char *name, const struct sum *sum) {
    uint64_t hbm = 0;
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        hbm += sum->denials[lane];
    unsigned covered = 0, bins = 1;
    if (sum->coverage)
        coverage_count(sum->coverage, &covered, &bins);
    bool red = sum->mismatches && terminal_colours();
    printf("%-12s %5" PRIu64 " %10" PRIu64 " %11" PRIu64 " %9" PRIu64 "   %9" PRIu64 " %8" PRIu64
           " %8" PRIu64 " %8" PRIu64 "  %8" PRIu64 " %s%10" PRIu64 "%s %6.1f %% %9.3g\n",
           name, sum->runs, sum->operations, sum->cycles, sum->commits[COMMIT_GRANT], hbm,
           sum->denials[ATOMIC_LANE], sum->denials[RESPONSE_LANE], sum->denials[LANES],
           sum->commits[COMMIT_REJECT], red ? "\033[1;31m" : "", sum->mismatches,
           red ? "\033[0m" : "", 100.0 * covered / bins, rate(sum->cycles, sum->seconds));
}

static bool write_csv(const struct plan *plan, const struct board *board) {
    char error[REASON_BYTES];
    struct output output;
    if (!output_folders("build/reports", error, sizeof error) ||
        !output_open(&output, report_path, error, sizeof error)) {
        verb_refuse("%s", error);
        return false;
    }
    fprintf(output.file, "workload,seed,operations,cycles,grants,denials,rejects,returns,"
                         "mismatches,cycles_per_s\n");
    for (unsigned run = 0; run < plan->count; run++) {
        const struct slot *slot = &board->slots[run];
        const struct run_result *result = &slot->outcome.result;
        if (slot->ran)
            fprintf(output.file,
                    "%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
                    ",%" PRIu64 ",%" PRIu64 ",%.0f\n",
                    plan->names[plan->runs[run].workload], plan->runs[run].seed,
                    slot->outcome.operations, result->edges, result->commits[COMMIT_GRANT],
                    result->commits[COMMIT_DENY], result->commits[COMMIT_REJECT],
                    result->commits[COMMIT_RETURN], slot->outcome.mismatches,
                    rate(result->edges, result->seconds));
    }
    if (output_finish(&output, error, sizeof error))
        return true;
    verb_refuse("%s", error);
    return false;
}

static void print_bin(void *context, const char *point, const char *name, uint64_t hits) {
    fprintf(context, "%s,%s,%" PRIu64 ",%s\n", point, name, hits, coverage_reach(point));
}

// All bins of the functional coverage with the hits of all runs, and what reaches them.
static bool write_bins(const struct board *board, unsigned runs) {
    char error[REASON_BYTES];
    struct output output;
    struct coverage *all = coverage_open(DEPTH_MAX);
    for (unsigned run = 0; all && run < runs; run++)
        if (board->slots[run].ran)
            coverage_add(all, board->slots[run].hits);
    bool fine = all && output_open(&output, bins_path, error, sizeof error);
    if (fine) {
        fprintf(output.file, "point,bin,hits,reached_by\n");
        coverage_each(all, output.file, print_bin);
        fine = output_finish(&output, error, sizeof error);
    }
    if (!fine)
        verb_refuse("%s", all ? error : "cosim: out of memory");
    coverage_close(all);
    return fine;
}

struct holes {
    unsigned count;
};

static void print_hole(void *context, const char *point, const char *name, uint64_t hits) {
    struct holes *holes = context;
    if (hits == 0 && holes->count++ < HOLES_SHOWN)
        printf("%s%s: %s (%s)", holes->count == 1 ? "never met, and what reaches it: " : "; ",
               point, name, coverage_reach(point));
}

static void print_table(const struct plan *plan, const struct board *board) {
    struct sum all = {.coverage = coverage_open(DEPTH_MAX)};
    print_heading();
    for (unsigned workload = 0; workload < plan->workloads; workload++) {
        struct sum sum = {.coverage = coverage_open(DEPTH_MAX)};
        for (unsigned run = 0; run < plan->count; run++)
            if (plan->runs[run].workload == workload && board->slots[run].ran) {
                sum_add(&sum, &board->slots[run]);
                sum_add(&all, &board->slots[run]);
            }
        if (sum.runs)
            print_sum(plan->names[workload], &sum);
        coverage_close(sum.coverage);
    }
    print_sum("all", &all);
    printf("\n%" PRIu64 " cycles compared, every output of every one; %" PRIu64
           " idle ones skipped, by the block's own word that it was quiet.\n%" PRIu64
           " grant messages of %" PRIu64 " bytes told of %" PRIu64 " returns.\n",
           all.cycles, all.skipped, all.messages, all.feedback, all.commits[COMMIT_RETURN]);
    struct holes holes = {0};
    if (all.coverage && board->failed == 0)
        coverage_each(all.coverage, &holes, print_hole);
    if (holes.count > HOLES_SHOWN)
        printf("; and %u more", holes.count - HOLES_SHOWN);
    if (holes.count)
        printf("\n");
    coverage_close(all.coverage);
}

// The first run of the plan that failed, explained.
static int explain(const struct plan *plan, const struct board *board,
                   const struct settings *settings) {
    for (unsigned run = 0; run < plan->count; run++) {
        const struct slot *slot = &board->slots[run];
        const struct check_outcome *outcome = &slot->outcome;
        if (!slot->ran || (!slot->refused && !outcome->failed))
            continue;
        if (slot->refused)
            return verb_refuse("%s", outcome->reason);
        const struct check check = planned_check(plan, run);
        char replay[1000], error[CONFIG_ERROR_SIZE];
        printf("FAILED: %s, seed %" PRIu64 ", cycle %" PRIu64 ", %s: %s\n", check.workload,
               check.seed, outcome->cycle, outcome->caught, outcome->reason);
        fflush(stdout);
        verb_replay_line(replay, sizeof replay, check.workload, "lockstep", check.seed, settings);
        if (outcome->explainable &&
            !check_explain(&check, outcome, replay, stderr, error, sizeof error))
            verb_refuse("%s", error);
        return STATUS_FAILED;
    }
    return STATUS_FINE;
}

int verb_cosim(int argc, char **argv) {
    static const struct argp_child children[] = {
        {&settings_argp, 0, NULL, 0}, {&jobs_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = option_table,
        .parser = option,
        .doc = "Runs every workload with the RTL and the golden model in lockstep: every output "
               "of every clock is compared, every commit audited.",
        .children = children};
    struct options options = {.seeds = 10};
    if (!verb_parse(&argp, argc, argv, &options))
        return STATUS_USAGE;

    struct plan *plan = calloc(1, sizeof *plan);
    struct board *board = workers_memory(sizeof *board);
    int status = STATUS_USAGE;
    if (!plan || !board) {
        verb_refuse("cosim: out of memory");
    } else if (plan_make(plan, &options)) {
        double start = seconds_now();
        bool ran = run_plan(plan, board, (unsigned)options.jobs);
        print_table(plan, board);
        bool written = write_csv(plan, board) && write_bins(board, plan->count);
        status = explain(plan, board, &options.settings);
        if (status == STATUS_FINE && !ran) {
            printf("FAILED: a worker process died\n");
            status = STATUS_FAILED;
        } else if (status == STATUS_FINE) {
            printf("fine: no mismatch, %u claims of the audit hold; %.1f s in %llu processes\n",
                   audit_claims, seconds_now() - start, options.jobs);
            status = written ? STATUS_FINE : STATUS_USAGE;
        }
    }
    workers_forget(board, sizeof *board);
    free(plan);
    return status;
}
