// semacredit collectives: the study of collectives, point by point, by engines of one or many
// machines (scripts/regress/regress.sh), and one report of them all.
#include <stdatomic.h>
#include <stdio.h>

#include "csim/base/atomic_file.h"
#include "csim/base/interrupt.h"
#include "csim/base/progress.h"
#include "csim/base/workers.h"
#include "tb/app/verbs.h"
#include "tb/collectives/collective_chunk.h"

// What the processes share.
struct board {
    atomic_uint done, missing; // points; missing ones, with their greatest status
    atomic_int status;
};

struct running {
    const struct collective_plan *plan;
    const char *results;
    struct board *board;
    struct progress progress;
};

static void run_point(void *context, unsigned point, unsigned job) {
    (void)job;
    const struct running *running = context;
    const int status = collective_chunk_run(running->plan, point, running->results);
    if (status > running->board->status)
        running->board->status = status;
    atomic_fetch_add(status ? &running->board->missing : &running->board->done, 1);
}

static bool has_failed(void *context) {
    return ((const struct running *)context)->board->status != STATUS_FINE;
}

static void show_progress(void *context) {
    struct running *running = context;
    progress_show(&running->progress, running->board->done, running->plan->count, "points");
}

static int run_points(const struct collective_plan *plan, const struct options *options) {
    struct running running = {.plan = plan,
                              .results = options->results,
                              .board = workers_memory(sizeof *running.board),
                              .progress = progress_start("collectives")};
    if (!running.board)
        return verb_refuse("collectives: out of memory");
    bool fine = true;
    if (options->chunk != NOT_GIVEN)
        run_point(&running, (unsigned)options->chunk, 0);
    else
        fine = workers_run(&(struct workers){.jobs = (unsigned)options->jobs,
                                             .pieces = plan->count,
                                             .work = run_point,
                                             .stop = has_failed,
                                             .watch = show_progress,
                                             .context = &running});
    progress_end(&running.progress);
    const int status = running.board->status;
    workers_forget(running.board, sizeof *running.board);
    return status || fine ? status : verb_lost_workers();
}

// --- the report ---------------------------------------------------------------------------------

static bool report_all(const struct collective_plan *plan, const struct options *options,
                       struct atomic_file *files) {
    FILE *open[COLLECTIVE_FILES];
    unsigned missing = 0;
    for (unsigned i = 0; i < COLLECTIVE_FILES; i++) {
        open[i] = files[i].file;
        fprintf(open[i], "%s\n", collective_heading[i]);
    }
    for (unsigned point = 0; point < plan->count; point++)
        missing += !collective_chunk_read(plan, point, options->results, open);
    if (missing)
        fprintf(stderr, "FAILED: %u of %u points have no result\n", missing, plan->count);
    return missing == 0;
}

static int report(const struct collective_plan *plan, const struct options *options) {
    struct atomic_file files[COLLECTIVE_FILES] = {{.file = NULL}};
    struct text_error error;
    char path[4096];
    bool fine = true;
    for (unsigned i = 0; fine && i < COLLECTIVE_FILES; i++) {
        snprintf(path, sizeof path, "%s.%s.csv", options->report, collective_file[i]);
        fine = atomic_file_open(&files[i], path, &error);
    }
    if (!fine)
        verb_refuse("%s", error.text);
    const bool whole = fine && report_all(plan, options, files);
    for (unsigned i = 0; whole && fine && i < COLLECTIVE_FILES; i++)
        fine = atomic_file_finish(&files[i], &error) || refuse("%s", error.text);
    for (unsigned i = 0; i < COLLECTIVE_FILES; i++)
        atomic_file_discard(&files[i]);
    if (fine && whole)
        printf("fine: %u points\n", plan->count);
    return !fine ? STATUS_USAGE : whole ? STATUS_FINE : STATUS_FAILED;
}

static int pending(const struct collective_plan *plan, const struct options *options) {
    for (unsigned point = 0; point < plan->count; point++)
        if (!collective_chunk_read(plan, point, options->results, NULL))
            printf("%u\n", point);
    return STATUS_FINE;
}

int verb_collectives(struct options *options) {
    static struct collective_plan plan;
    if (options->list) {
        if (!collective_plan_make(&plan, &options->settings, options->quick))
            return STATUS_USAGE;
        collective_plan_write(&plan, stdout);
        return STATUS_FINE;
    }
    if (!options->manifest || !options->results)
        return verb_refuse("collectives: expected --list, or --manifest and --results");
    if (!collective_plan_read(&plan, options->manifest))
        return STATUS_USAGE;
    if (options->chunk != NOT_GIVEN && options->chunk >= plan.count)
        return verb_refuse("--chunk: expected a point of the manifest, 0 to %u, got %llu",
                           plan.count - 1, options->chunk);
    return options->pending  ? pending(&plan, options)
           : options->report ? report(&plan, options)
                             : run_points(&plan, options);
}
