#include "csim/base/interrupt.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

volatile sig_atomic_t interrupt_came;

static volatile struct timespec came_at;
static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU};

// timeout(1) and shells send it twice at once: only one that comes later is impatience.
static void came(int signal_number) {
    const int kept = errno;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (!interrupt_came) {
        came_at.tv_sec = now.tv_sec;
        interrupt_came = signal_number;
    } else if (now.tv_sec > came_at.tv_sec + 1) {
        interrupt_disarm();
        raise(signal_number);
    }
    errno = kept;
}

static void handle(void (*handler)(int), void (*instead_of)(int)) {
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction action;
        if (sigaction(signals[i], NULL, &action) != 0 || action.sa_handler != instead_of)
            continue;
        action.sa_handler = handler;
        action.sa_flags = SA_RESTART;
        sigemptyset(&action.sa_mask);
        sigaction(signals[i], &action, NULL);
    }
}

void interrupt_arm(void) {
    handle(came, SIG_DFL);
}

void interrupt_disarm(void) {
    handle(SIG_DFL, came);
}

enum { WATCH_US = 5000 };

void *workers_memory(size_t size) {
    void *memory =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory_there(memory == MAP_FAILED ? NULL : memory);
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
