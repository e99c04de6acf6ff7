// The event simulator's speed, beside a heap that models nothing and beside the same model in
// Python.
#ifndef SEMA_BENCH_SIMULATE_H
#define SEMA_BENCH_SIMULATE_H

#include "tb/bench/bench_figures.h"
#include "tb/cli/settings.h"

// Measures all of the paper's workloads, prints a table and adds the figures. `model` is the path
// of scripts/bench/model.py. Returns the exit status; reasons have been printed.
int bench_simulate(const struct settings *settings, const char *model,
                   struct bench_figures *figures);

#endif
