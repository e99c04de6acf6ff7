#define _GNU_SOURCE
#include "workers.h"

#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
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
    while (!(workers->stop && workers->stop(workers->context)) &&
           (piece = atomic_fetch_add(next, 1)) < workers->pieces)
        workers->work(workers->context, piece, job);
}

bool workers_run(const struct workers *workers) {
    pid_t started[WORKERS_MAX];
    atomic_uint *next = workers_memory(sizeof *next);
    bool fine = next != NULL;
    fflush(NULL); // or each process would print what is still buffered
    for (unsigned job = 0; next && job < workers->jobs; job++) {
        started[job] = fork();
        if (started[job] == 0) {
            worker_main(workers, next, job);
            _exit(0);
        }
        fine = fine && started[job] > 0;
    }
    for (unsigned job = 0; next && job < workers->jobs; job++) {
        int status = 0;
        pid_t ended = 0;
        while (started[job] > 0 && (ended = waitpid(started[job], &status, WNOHANG)) == 0) {
            if (workers->watch)
                workers->watch(workers->context);
            usleep(WATCH_US);
        }
        fine = fine && ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    workers_forget(next, sizeof *next);
    return fine;
}
