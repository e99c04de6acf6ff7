// What it takes to work in several processes: memory that they share, and waiting for them.
#pragma once

#include "csim/base/std.h"

#include <sys/types.h>

enum { WORKERS_MAX = 64 };

// Memory that is zero, and common to this process and those it starts later. NULL: out of memory.
void *workers_memory(size_t size);
void workers_forget(void *memory, size_t size); // takes NULL

// Waits for a process, as waitpid; `watch`, unless it is NULL, is called every now and then. Where
// this process is interrupted, that one is asked to end, too. False: there is none.
bool workers_wait(pid_t child, void (*watch)(void *context), void *context, int *status);

// One process for each core of this machine.
unsigned workers_default(void);
