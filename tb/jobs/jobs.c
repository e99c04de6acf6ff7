#include "tb/jobs/jobs.h"

#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csim/base/interrupt.h"
#include "tb/cli/settings.h"

// In memory that the processes share.
struct board {
    atomic_uint next, done;      // jobs
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

// Takes jobs until none is left.
static void work(const struct running *running, unsigned process) {
    const struct jobs *jobs = running->jobs;
    struct board *board = running->board;
    unsigned job;
    while (!interrupted() && !board->stopped &&
           (job = atomic_fetch_add(&board->next, 1)) < jobs->count) {
        struct text_error error = {""};
        board->at[process] = job;
        const int status = jobs->run(jobs->self, job, &error);
        if (!interrupted())
            note(running, job, status, &error);
    }
}

// The process ends with this one.
static pid_t start(const struct running *running, unsigned process) {
    const pid_t parent = getpid();
    fflush(NULL); // or each process would print what is still buffered
    const pid_t child = fork();
    if (child != 0)
        return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent)
        work(running, process);
    _exit(0);
}

static void watch(void *context) {
    struct running *running = context;
    progress_show(&running->progress, running->board->done);
}

// Was it the job's own doing, and not a signal from outside? Then that is its result.
static bool is_crash(const struct running *running, unsigned process, int signal) {
    const struct jobs *jobs = running->jobs;
    if (!jobs->crashed || (signal != SIGSEGV && signal != SIGBUS && signal != SIGABRT &&
                           signal != SIGFPE && signal != SIGILL && signal != SIGTRAP))
        return false;
    struct text_error error = {""};
    const unsigned job = running->board->at[process];
    note(running, job, jobs->crashed(jobs->self, job, signal, &error), &error);
    return true;
}

// Waits for a process, and for those that take its place after a crash. False: it was lost.
static bool await(struct running *running, unsigned process, pid_t child) {
    int status;
    while (child > 0 && workers_wait(child, watch, running, &status)) {
        if (WIFEXITED(status))
            return WEXITSTATUS(status) == 0;
        if (!is_crash(running, process, WTERMSIG(status)))
            return false;
        child = start(running, process);
    }
    return false;
}

static bool run_all(struct running *running, unsigned processes) {
    pid_t started[WORKERS_MAX];
    bool fine = true;
    for (unsigned i = 0; i < processes; i++)
        started[i] = start(running, i);
    for (unsigned i = 0; i < processes; i++)
        fine = await(running, i, started[i]) && fine;
    return fine && !interrupted();
}

static void report(const struct jobs *jobs, const struct board *board) {
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
                              .progress = progress_start(jobs->name, jobs->count, jobs->unit)};
    const double start_s = seconds_now();
    const bool ran = run_all(&running, processes);
    jobs->seconds = seconds_now() - start_s;
    progress_end(&running.progress);
    jobs->done = running.board->done;
    report(jobs, running.board);
    int status = running.board->status;
    workers_forget(running.board, sizeof *running.board);
    if (status == STATUS_FINE && !ran) {
        status = STATUS_FAILED;
        if (!interrupted())
            printf("FAILED: a worker process died\n");
    }
    return status;
}
