#define _GNU_SOURCE
#include "csim/base/workers.h"

#include "csim/base/interrupt.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WATCH_US = 5000 };

void *workers_memory(size_t size) {
    void *memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void workers_forget(void *memory, size_t size) {
    if (memory)
        munmap(memory, size);
}

unsigned workers_default(void) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > WORKERS_MAX ? WORKERS_MAX : (unsigned)cores;
}

// Takes pieces until none is left.
static void worker_main(const struct workers *workers, atomic_uint *next, unsigned job) {
    unsigned piece;
    while (!interrupted() && !(workers->stop && workers->stop(workers->context)) &&
           (piece = atomic_fetch_add(next, 1)) < workers->pieces)
        workers->work(workers->context, piece, job);
}

bool workers_wait(pid_t child, void (*watch)(void *context), void *context, int *status) {
    pid_t ended;
    bool asked = false;
    while ((ended = waitpid(child, status, WNOHANG)) == 0) {
        if (interrupted() && !asked)
            asked = kill(child, SIGTERM) == 0;
        if (watch)
            watch(context);
        usleep(WATCH_US);
    }
    return ended > 0;
}

static pid_t worker_start(const struct workers *workers, atomic_uint *next, unsigned job) {
    const pid_t parent = getpid();
    fflush(NULL); // or each process would print what is still buffered
    const pid_t child = fork();
    if (child != 0)
        return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == parent)
        worker_main(workers, next, job);
    _exit(0);
}

// Waits for a process, and for those that take its place. False: the last of them died.
static bool worker_await(const struct workers *workers, atomic_uint *next, unsigned job,
                         pid_t child) {
    int status;
    while (child > 0 && workers_wait(child, workers->watch, workers->context, &status)) {
        if (WIFEXITED(status))
            return WEXITSTATUS(status) == 0;
        if (!workers->crashed || !workers->crashed(workers->context, job, WTERMSIG(status)))
            return false;
        child = worker_start(workers, next, job);
    }
    return false;
}

bool workers_run(const struct workers *workers) {
    pid_t started[WORKERS_MAX];
    atomic_uint *next = workers_memory(sizeof *next);
    bool fine = next != NULL;
    for (unsigned job = 0; next && job < workers->jobs; job++)
        started[job] = worker_start(workers, next, job);
    for (unsigned job = 0; next && job < workers->jobs; job++)
        fine = worker_await(workers, next, job, started[job]) && fine;
    workers_forget(next, sizeof *next);
    return fine && !interrupted();
}
