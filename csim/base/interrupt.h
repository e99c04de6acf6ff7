// The end that is asked for, by SIGINT (Ctrl-C), SIGTERM, SIGHUP, SIGQUIT or SIGXCPU: runs end at
// their next clock or event, nothing half is published, and the program says so and ends with the
// status of the signal.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include "csim/base/std.h"

// The signal that came; 0: none has. Read by interrupted().
extern volatile sig_atomic_t interrupt_came;

static inline int interrupted(void) {
    return interrupt_came;
}

// From now on each of these signals asks for the end, unless it was ignored before. What does
// not want to wait sends it again a second later, or disarms: then it ends the program as it always
// did.
void interrupt_arm(void);
void interrupt_disarm(void);

// What it takes to work in several processes: memory that they share, and waiting for them.

enum { WORKERS_MAX = 64 };

// Memory that is zero, and common to this process and those it starts later.
void *workers_memory(size_t size);
void workers_forget(void *memory, size_t size); // takes NULL

// Waits for a process, as waitpid; `watch`, unless it is NULL, is called every now and then. Where
// this process is interrupted, that one is asked to end, too. False: there is none.
bool workers_wait(pid_t child, void (*watch)(void *context), void *context, int *status);

// One process for each core of this machine.
unsigned workers_default(void);
