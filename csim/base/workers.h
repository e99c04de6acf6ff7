// Independent pieces of work in several processes. What comes of a piece goes to memory that all
// share, at its own place, so that it does not matter which process did it, or when.
#ifndef SEMA_WORKERS_H
#define SEMA_WORKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { WORKERS_MAX = 64 };

// Memory that is zero, and common to this process and those it starts later. NULL: out of memory.
void *workers_memory(size_t size);
void workers_forget(void *memory, size_t size); // takes NULL

struct workers {
    unsigned jobs;   // processes, 1 to WORKERS_MAX
    unsigned pieces; // work gets the numbers 0 to this, exclusive
    // Does a piece, in process `job`.
    void (*work)(void *context, unsigned piece, unsigned job);
    // Whether to leave the remaining pieces undone; asked before each. NULL: never.
    bool (*stop)(void *context);
    // Called in this process every now and then while others work. NULL: nobody looks.
    void (*watch)(void *context);
    // Called in this process where a signal has ended process `job`. True: another one goes on in
    // its place. NULL: none does.
    bool (*crashed)(void *context, unsigned job, int signal);
    void *context;
};

// Runs them all. False if a process could not be started or died, or where the program is
// interrupted (csim/base/interrupt.h); pieces may then be undone, or done in part. Where this
// process is killed, the others are, too.
bool workers_run(const struct workers *workers);

// Waits for a process, as waitpid; `watch`, unless it is NULL, is called every now and then. Where
// this process is interrupted, that one is asked to end, too. False: there is none.
bool workers_wait(pid_t child, void (*watch)(void *context), void *context, int *status);

// One process for each core of this machine.
unsigned workers_default(void);

#endif
