#include "tb/jobs/jobs.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>

#include "csim/base/interrupt.h"
#include "csim/base/workers.h"
#include "tb/cli/settings.h"

// In memory that the processes share.
struct board {
    atomic_uint done;
    atomic_uint at[WORKERS_MAX]; // the job of each process
    atomic_int status;           // of the first job that failed
    atomic_uint stopped;         // number of the job that stopped the others, plus one
    struct text_error error;     // its line
};

struct running {
    const struct jobs *jobs;
    struct board *board;
    struct progress progress;
};

static void note(const struct running *running, unsigned job, int status,
                 const struct text_error *error) {
    struct board *board = running->board;
    int fine = STATUS_FINE;
    unsigned none = 0;
    atomic_compare_exchange_strong(&board->status, &fine, status);
    if (status != STATUS_FINE && (error->text[0] || !running->jobs->patient) &&
        atomic_compare_exchange_strong(&board->stopped, &none, job + 1)) {
        board->status = status;
        board->error = *error;
    }
    atomic_fetch_add(&board->done, 1);
}

static void work(void *context, unsigned job, unsigned process) {
    const struct running *running = context;
    struct text_error error = {""};
    running->board->at[process] = job;
    const int status = running->jobs->run(running->jobs->self, job, &error);
    if (!interrupted())
        note(running, job, status, &error);
}

static bool stop(void *context) {
    return ((const struct running *)context)->board->stopped != 0;
}

static void watch(void *context) {
    struct running *running = context;
    const struct jobs *jobs = running->jobs;
    if (jobs->watch)
        jobs->watch(jobs->self, &running->progress);
    else
        progress_show(&running->progress, running->board->done, jobs->count, jobs->unit);
}

// Is it the job's own doing, and not somebody's who wants it to end?
static bool is_crash(int signal) {
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGABRT || signal == SIGFPE ||
           signal == SIGILL || signal == SIGTRAP;
}

static bool crashed(void *context, unsigned process, int signal) {
    const struct running *running = context;
    const struct jobs *jobs = running->jobs;
    if (!jobs->crashed || !is_crash(signal))
        return false;
    struct text_error error = {""};
    const unsigned job = running->board->at[process];
    note(running, job, jobs->crashed(jobs->self, job, signal, &error), &error);
    return true;
}

static void tell(const struct jobs *jobs, const struct board *board) {
    char name[300];
    if (!board->error.text[0])
        return;
    jobs->describe(jobs->self, board->stopped - 1, name, sizeof name);
    if (board->status == STATUS_USAGE)
        verb_refuse("%s: %s", name, board->error.text);
    else
        printf("FAILED: %s: %s\n", name, board->error.text);
}

int jobs_run(struct jobs *jobs, unsigned processes) {
    struct running running = {.jobs = jobs,
                              .board = workers_memory(sizeof *running.board),
                              .progress = progress_start(jobs->name)};
    if (!running.board)
        return verb_refuse("%s: out of memory", jobs->name);
    const double start = seconds_now();
    const bool ran = workers_run(&(struct workers){.jobs = processes,
                                                   .pieces = jobs->count,
                                                   .work = work,
                                                   .stop = stop,
                                                   .watch = watch,
                                                   .crashed = crashed,
                                                   .context = &running});
    jobs->seconds = seconds_now() - start;
    progress_end(&running.progress);
    jobs->done = running.board->done;
    tell(jobs, running.board);
    const int status = running.board->status;
    workers_forget(running.board, sizeof *running.board);
    return status != STATUS_FINE || ran ? status : verb_lost_workers();
}
