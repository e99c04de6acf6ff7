// semacredit regress: many seeds in lockstep, cut into chunks that several engines can run
// (scripts/regress/regress.sh), and one report of them all.
#define _GNU_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "csim/base/interrupt.h"
#include "csim/base/progress.h"
#include "csim/base/workers.h"
#include "tb/cli/verbs.h"
#include "tb/regress/chunk.h"
#include "tb/regress/manifest.h"
#include "tb/regress/regress_report.h"

// Buckets of which one run is repeated with waves.
enum { EXPLAINED_MAX = 8 };

struct options {
    struct settings settings;
    unsigned long long jobs, chunk, seeds, operations;
    uint64_t first, last;
    const char *workloads, *manifest, *results, *report;
    bool list, one, pending;
};

enum { LIST = 256, SEEDS, OPERATIONS, CHUNK_SEEDS, MANIFEST, RESULTS, CHUNK, PENDING, REPORT };

static const struct argp_option option_table[] = {
    {NULL, 0, NULL, 0, "What to run, written as a manifest to standard output:", 1},
    {"list", LIST, NULL, 0, "write the manifest", 1},
    {"seeds", SEEDS, "A-B", 0, "from seed A to seed B (default 1-10000)", 1},
    {"workload", 'w', "NAME,...", 0, "only these workloads (default: all)", 1},
    {"operations", OPERATIONS, "N", 0, "of a run of random or adversarial (default 5000)", 1},
    {"chunk-seeds", CHUNK_SEEDS, "N", 0, "seeds of a chunk, which one process runs (default 2500)",
     1},
    {NULL, 0, NULL, 0, "Running what a manifest says; what is done already is not done again:", 2},
    {"manifest", MANIFEST, "FILE", 0, "the manifest", 2},
    {"results", RESULTS, "FOLDER", 0, "where the chunks' results are kept", 2},
    {"chunk", CHUNK, "N", 0, "run only this chunk, in this process; they count from 0", 2},
    {"pending", PENDING, NULL, 0, "only print the numbers of the chunks without results", 2},
    {"report", REPORT, "PREFIX", 0,
     "run nothing: write PREFIX.csv, .xml and .json, and repeat a run of each kind of failure with "
     "waves",
     2},
    {0},
};

static bool seeds_option(struct options *options, const char *text) {
    char first[32];
    const size_t length = strcspn(text, "-");
    const char *last = text[length] == '-' ? text + length + 1 : text;
    unsigned long long a, b;
    snprintf(first, sizeof first, "%.*s", length < 31 ? (int)length : 31, text);
    if (!verb_number("--seeds", first, 0, UINT64_MAX, &a) ||
        !verb_number("--seeds", last, a, UINT64_MAX, &b))
        return false;
    options->first = a;
    options->last = b;
    return true;
}

static error_t option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    bool fine = true;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->settings;
        state->child_inputs[1] = &options->jobs;
        break;
    case LIST:
        options->list = true;
        break;
    case SEEDS:
        fine = seeds_option(options, text);
        break;
    case 'w':
        options->workloads = text;
        break;
    case OPERATIONS:
        fine = verb_number("--operations", text, 1, 1000000000, &options->operations);
        break;
    case CHUNK_SEEDS:
        fine = verb_number("--chunk-seeds", text, 1, MANIFEST_RUNS, &options->seeds);
        break;
    case MANIFEST:
        options->manifest = text;
        break;
    case RESULTS:
        options->results = text;
        break;
    case CHUNK:
        options->one = true;
        fine = verb_number("--chunk", text, 0, MANIFEST_CHUNKS - 1, &options->chunk);
        break;
    case PENDING:
        options->pending = true;
        break;
    case REPORT:
        options->report = text;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return fine ? 0 : ERANGE;
}

static int list(const struct options *options) {
    char operations[48];
    snprintf(operations, sizeof operations, "operations=%llu", options->operations);
    const struct manifest_plan plan = {.workloads = options->workloads,
                                       .first = options->first,
                                       .last = options->last,
                                       .seeds = options->seeds,
                                       .operations = operations,
                                       .settings = options->settings};
    struct manifest *manifest = manifest_make(&plan);
    if (!manifest)
        return STATUS_USAGE;
    manifest_write(manifest, stdout);
    manifest_close(manifest);
    return STATUS_FINE;
}

static int list_pending(const struct manifest *manifest, const struct options *options) {
    for (unsigned chunk = 0; chunk < manifest->chunk_count; chunk++) {
        bool whole;
        chunk_read(manifest, chunk, options->results, NULL, NULL, &whole);
        if (!whole)
            printf("%u\n", chunk);
    }
    return STATUS_FINE;
}

// ---- running

// What the processes share.
struct board {
    _Atomic uint64_t runs;   // that have ended, without those that were done before
    atomic_uint statuses[3]; // chunks by what came of them
};

struct running {
    const struct manifest *manifest;
    const char *results;
    struct board *board;
    struct progress progress;
    pid_t parent;
};

static void count_run(void *context) {
    struct running *running = context;
    atomic_fetch_add(&running->board->runs, 1);
}

static void work_chunk(struct running *running, unsigned chunk) {
    const enum chunk_status status =
        chunk_run(running->manifest, chunk, running->results, count_run, running);
    atomic_fetch_add(&running->board->statuses[status], 1);
}

static void work_piece(void *context, unsigned chunk, unsigned job) {
    struct running *running = context;
    (void)job;
    prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody works on for a regression that was killed
    if (getppid() == running->parent)
        work_chunk(running, chunk);
}

static void show_progress(void *context) {
    struct running *running = context;
    progress_show(&running->progress, running->board->runs, running->manifest->runs, "runs");
}

// All chunks in processes of this machine. False: one of them died.
static bool run_all(struct running *running, unsigned jobs) {
    running->progress = progress_start("regress");
    const bool fine = workers_run(&(struct workers){.jobs = jobs,
                                                    .pieces = running->manifest->chunk_count,
                                                    .work = work_piece,
                                                    .watch = show_progress,
                                                    .context = running});
    progress_end(&running->progress);
    printf("%" PRIu64 " of %" PRIu64 " runs were still to be done\n", running->board->runs,
           running->manifest->runs);
    return fine;
}

static void run_one(struct running *running, unsigned number) {
    const struct manifest_chunk *chunk = &running->manifest->chunks[number];
    work_chunk(running, number);
    if (running->board->statuses[CHUNK_BROKEN])
        return;
    printf("%s, seeds %" PRIu64 " to %" PRIu64 ": %" PRIu64 " of %" PRIu64
           " runs were still to be done\n",
           running->manifest->workloads[chunk->workload].name, chunk->first, chunk->last,
           running->board->runs, chunk->last - chunk->first + 1);
}

static int run_chunks(const struct manifest *manifest, const struct options *options) {
    if (options->one && options->chunk >= manifest->chunk_count)
        return verb_refuse("--chunk: expected a chunk of the manifest, 0 to %u, got %llu",
                           manifest->chunk_count - 1, options->chunk);
    struct running running = {.manifest = manifest,
                              .results = options->results,
                              .board = workers_memory(sizeof *running.board),
                              .parent = getpid()};
    if (!running.board)
        return verb_refuse("regress: out of memory");
    bool fine = true;
    if (options->one)
        run_one(&running, (unsigned)options->chunk);
    else
        fine = run_all(&running, (unsigned)options->jobs);
    const struct board *board = running.board;
    const int status = !fine || board->statuses[CHUNK_BROKEN] ? STATUS_USAGE
                       : board->statuses[CHUNK_FAILED]        ? STATUS_FAILED
                                                              : STATUS_FINE;
    workers_forget(running.board, sizeof *running.board);
    return status;
}

// ---- the report

// Repeats the example of a bucket, with everything on. What it says goes to `file`.
static void explain(const struct report *report, const struct report_bucket *bucket, FILE *file) {
    const uint64_t seed = bucket->example.seed;
    const struct check check = chunk_check(report->manifest, bucket->chunk, seed);
    const struct settings *settings =
        &report->manifest->workloads[report->manifest->chunks[bucket->chunk].workload].settings;
    char replay[LINE_BYTES_MAX + 1], error[LINES_ERROR_SIZE];
    verb_replay_line(replay, sizeof replay, check.workload, "lockstep", seed, settings);
    printf("\n%s\n", bucket->signature);
    if (bucket->example.cycles == 0) { // a run that killed its process would kill this one, too
        printf("replay: %s\n", replay);
        return;
    }
    struct check_outcome outcome;
    struct chunk_row row;
    if (!check_run(&check, &outcome, error, sizeof error)) {
        verb_refuse("%s", error);
        return;
    }
    if (interrupted())
        return;
    chunk_row_make(&row, seed, &outcome);
    if (row.hash != bucket->example.hash || strcmp(row.signature, bucket->signature) != 0)
        printf("FAILED: %s, seed %" PRIu64 ": run again it gives another result: %s\n",
               check.workload, seed, row.signature[0] ? row.signature : "fine");
    else if (!outcome.explainable)
        printf("replay: %s\n", replay);
    else if (!check_explain(&check, &outcome, replay, file, error, sizeof error))
        verb_refuse("%s", error);
    else
        printf("look:   make waves FAILURE=%s-%" PRIu64 "\nreplay: %s\n", check.workload, seed,
               replay);
    fflush(stdout);
}

static int conclude(const struct report *report) {
    FILE *file = tmpfile(); // the whole story is in the failure's own report
    for (unsigned b = 0; file && b < report->bucket_count && b < EXPLAINED_MAX; b++)
        explain(report, &report->buckets[b], file);
    if (file)
        fclose(file);
    if (report->all.failed == 0) {
        printf("fine: %" PRIu64 " runs, none failed\n", report->all.runs);
        return STATUS_FINE;
    }
    printf("\nFAILED: %" PRIu64 " of %" PRIu64 " runs, in %u ways\n", report->all.failed,
           report->all.runs, report->bucket_count);
    return STATUS_FAILED;
}

static int merge(const struct manifest *manifest, const struct options *options) {
    struct report report;
    int status = STATUS_USAGE;
    if (report_read(&report, manifest, options->results)) {
        if (report.missing) {
            report_missing(&report, options->results, stderr);
            fprintf(stderr, "FAILED: %u of %u chunks have no result\n", report.missing,
                    manifest->chunk_count);
            status = STATUS_FAILED;
        } else if (report_write(&report, options->results, options->report)) {
            report_print(&report);
            status = conclude(&report);
        }
    }
    report_close(&report);
    return status;
}

int verb_regress(int argc, char **argv) {
    static const struct argp_child children[] = {
        {&settings_argp, 0, NULL, 0}, {&jobs_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = option_table,
        .parser = option,
        .doc = "Runs many seeds of the workloads with the RTL and the golden model in lockstep. "
               "`make regress` uses this with an engine of one or of many machines.",
        .children = children};
    struct options options = {
        .workloads = "all", .first = 1, .last = 10000, .operations = 5000, .seeds = 2500};
    if (!verb_parse(&argp, argc, argv, &options))
        return STATUS_USAGE;
    if (options.list)
        return list(&options);
    if (!options.manifest || !options.results)
        return verb_refuse("regress: expected --list, or --manifest and --results");
    struct manifest *manifest = manifest_read(options.manifest);
    if (!manifest)
        return STATUS_USAGE;
    const int status = options.pending  ? list_pending(manifest, &options)
                       : options.report ? merge(manifest, &options)
                                        : run_chunks(manifest, &options);
    manifest_close(manifest);
    return status;
}
