#include "csim/base/workers.h"

#include "csim/base/interrupt.h"

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
