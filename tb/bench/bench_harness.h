// The whole harness as one worker of `semacredit cosim` runs it, on one core: traffic, lockstep,
// checker and coverage; and the decisions that the RTL makes in such runs.
#ifndef SEMA_BENCH_HARNESS_H
#define SEMA_BENCH_HARNESS_H

#include "tb/bench/bench_figures.h"
#include "tb/cli/settings.h"

// Runs a workload of co-simulation once, seed 1, `operations` of them. *cycles_per_s: clocks
// evaluated in a second of the processor's time, setting up counted. Returns the exit status; the
// reason of a failure has been printed.
int bench_harness(const char *workload, const struct config *config, uint64_t operations,
                  double *cycles_per_s);

// Measures decisions a clock, of evaluated clocks, on `random` and on `adversarial`, prints and
// adds them. A decision is a grant, a rejection, a repeat or a denial that is shown. Returns the
// exit status.
int bench_decisions(const struct settings *settings, struct bench_figures *figures);

#endif
