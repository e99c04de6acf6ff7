// The event simulator's memory.
#ifndef SEMA_BENCH_MEMORY_H
#define SEMA_BENCH_MEMORY_H

#include <stdint.h>

#include "tb/bench/bench_figures.h"
#include "tb/cli/settings.h"

// Measures the peak memory of two runs in steady flow, each in a process of its own, one of
// `operations` and one of a `part`-th of them; prints the figures and adds them. Returns the exit
// status; reasons have been printed.
int bench_memory(const struct settings *settings, uint64_t operations, uint64_t part,
                 struct bench_figures *figures);

#endif
