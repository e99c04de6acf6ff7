// What the harness and lockstep cost beside the bare Verilated model.
#ifndef SEMA_BENCH_LOCKSTEP_H
#define SEMA_BENCH_LOCKSTEP_H

#include "tb/bench/bench_figures.h"
#include "tb/cli/settings.h"

// Measures the bare model, lockstep and the golden model over the same beats of a workload, the
// whole harness on that workload, and decisions a clock; prints the figures and adds them. Returns
// the exit status; reasons have been printed.
int bench_lockstep(const struct settings *settings, const char *workload,
                   struct bench_figures *figures);

#endif
