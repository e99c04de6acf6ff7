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
#include "tb/app/verbs.h"
#include "tb/regress/chunk.h"
#include "tb/regress/failed_run.h"
#include "tb/regress/manifest.h"
#include "tb/regress/regress_report.h"

// Buckets of which one run is repeated with waves.
enum { EXPLAINED_MAX = 8 };

static bool seeds_read(const char *text, struct manifest_plan *plan) {
    char first[32];
    const size_t length = strcspn(text, "-");
    const char *last = text[length] == '-' ? text + length + 1 : text;
    unsigned long long a, b;
    snprintf(first, sizeof first, "%.*s", length < 31 ? (int)length : 31, text);
    if (!verb_number("--seeds", first, 0, UINT64_MAX, &a) ||
        !verb_number("--seeds", last, a, UINT64_MAX, &b))
        return false;
    plan->first = a;
    plan->last = b;
    return true;
}

static int list(const struct options *options) {
    char operations[48];
    snprintf(operations, sizeof operations, "operations=%llu", options->operations);
    struct manifest_plan plan = {.workloads = options->workload,
                                 .seeds = options->chunk_seeds,
                                 .operations = operations,
                                 .settings = options->settings};
    struct manifest *manifest =
        seeds_read(options->seed_range, &plan) ? manifest_make(&plan) : NULL;
    if (!manifest)
        return STATUS_USAGE;
    manifest_write(manifest, stdout);
    manifest_close(manifest);
    return STATUS_FINE;
}

static int list_pending(const struct manifest *manifest, const struct options *options) {
    for (unsigned chunk = 0; chunk < manifest->chunk_count; chunk++)
        if (!chunk_read(manifest, chunk, options->results, NULL, NULL).whole)
            printf("%u\n", chunk);
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
    const bool one = options->chunk != NOT_GIVEN;
    if (one && options->chunk >= manifest->chunk_count)
        return verb_refuse("--chunk: expected a chunk of the manifest, 0 to %u, got %llu",
                           manifest->chunk_count - 1, options->chunk);
    struct running running = {.manifest = manifest,
                              .results = options->results,
                              .board = workers_memory(sizeof *running.board),
                              .parent = getpid()};
    if (!running.board)
        return verb_refuse("regress: out of memory");
    bool fine = true;
    if (one)
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
    struct checked_run checked = chunk_seed(report->manifest, bucket->chunk, seed);
    const struct settings *settings =
        &report->manifest->workloads[report->manifest->chunks[bucket->chunk].workload].settings;
    char replay[LINE_BYTES_MAX + 1];
    struct text_error error;
    verb_replay_line(replay, sizeof replay, checked.workload, "lockstep", seed, settings);
    printf("\n%s\n", bucket->signature);
    if (bucket->example.cycles == 0) { // a run that killed its process would kill this one, too
        printf("replay: %s\n", replay);
        return;
    }
    struct checked_outcome outcome;
    struct chunk_row row;
    checked.traffic = checked_run_traffic(NULL, checked.config, seed, &error);
    if (!checked.traffic || !checked_run_do(&checked, &outcome, &error)) {
        verb_refuse("%s", error.text);
        return;
    }
    if (interrupted())
        return;
    chunk_row_make(&row, seed, &outcome);
    if (row.hash != bucket->example.hash || strcmp(row.signature, bucket->signature) != 0)
        printf("FAILED: %s, seed %" PRIu64 ": run again it gives another result: %s\n",
               checked.workload, seed, row.signature[0] ? row.signature : "fine");
    else if (!outcome.explainable)
        printf("replay: %s\n", replay);
    else if (!failed_run_explain(&checked, NULL, &outcome, replay, file, &error))
        verb_refuse("%s", error.text);
    else
        printf("look:   make waves FAILURE=%s-%" PRIu64 "%s\nreplay: %s\n", checked.workload, seed,
               BUILD_IS_DEFAULT ? "" : " " BUILD_SIZE, replay);
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

int verb_regress(struct options *options) {
    if (options->list)
        return list(options);
    if (!options->manifest || !options->results)
        return verb_refuse("regress: expected --list, or --manifest and --results");
    struct manifest *manifest = manifest_read(options->manifest);
    if (!manifest)
        return STATUS_USAGE;
    const int status = options->pending  ? list_pending(manifest, options)
                       : options->report ? merge(manifest, options)
                                         : run_chunks(manifest, options);
    manifest_close(manifest);
    return status;
}
