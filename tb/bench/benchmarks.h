// The benchmarks. Each prints its figures, adds them to a report and returns the exit status; the
// reason of a failure has been printed. And the arithmetic they share.
#ifndef SEMA_BENCHMARKS_H
#define SEMA_BENCHMARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/cli/settings.h"

enum { BENCH_FIGURES_MAX = 64, BENCH_METRIC_BYTES = 48 };

struct bench_figure {
    char metric[BENCH_METRIC_BYTES];
    double value;
    const char *unit; // static
};

struct bench_figures {
    struct bench_figure figure[BENCH_FIGURES_MAX];
    unsigned count;
};

// Adds one; the metric's name is a format. More than BENCH_FIGURES_MAX are a mistake of the caller
// (asserted).
void bench_add(struct bench_figures *figures, double value, const char *unit, const char *metric,
               ...) __attribute__((format(printf, 4, 5)));

// Prints figure `first` and those after it, one a line.
void bench_print(const struct bench_figures *figures, unsigned first);

// Writes them all as CSV. False: the reason has been printed.
bool bench_write(const struct bench_figures *figures, const char *path);

// The median; sorts `values`. `count` is at least 1.
double bench_median(double *values, unsigned count);

// The geometric mean, for ratios and rates of unlike things. `count` is at least 1.
double bench_mean(const double *values, unsigned count);

// The least. `count` is at least 1.
double bench_least(const double *values, unsigned count);

// The bare model, lockstep and the golden model over the same beats of a workload, the whole
// harness on that workload, and decisions a clock.
int bench_lockstep(const struct settings *settings, const char *workload,
                   struct bench_figures *figures);

// The peak memory of two runs of the event simulator in steady flow, each in a process of its own,
// one of `operations` and one of a `part`-th of them.
int bench_memory(const struct settings *settings, uint64_t operations, uint64_t part,
                 struct bench_figures *figures);

// Peak memory in bytes of 'semacredit run' of a workload, in a process of its own, with the
// settings and then `more` (ends with NULL, at most 4); 0: it failed.
double bench_memory_of(const struct settings *settings, const char *name, const char *const *more);

// Domains of 1, 8 and 72 receivers: speed, and peak memory also with four times as many operations.
int bench_domain(const struct settings *settings, struct bench_figures *figures);

// The event simulator's speed on all of the paper's workloads, beside a heap that models nothing
// and beside the same model in Python, `model`: the path of scripts/bench/model.py.
int bench_simulate(const struct settings *settings, const char *model,
                   struct bench_figures *figures);

struct bench_harness {
    double cycles_per_s, operations_per_s; // evaluated, and executed, in a second of processor time
};

// The whole harness as one worker of `semacredit cosim` runs it, on one core: traffic, lockstep,
// checker and coverage. Runs a workload once, seed 1, `operations` of them. *cycles_per_s: clocks
// evaluated in a second of the processor's time, setting up counted.
int bench_harness(const char *workload, const struct config *config, uint64_t operations,
                  struct bench_harness *speed);

// Decisions of the RTL a clock, of evaluated clocks, on `random` and on `adversarial`. A decision
// is a grant, a rejection, a repeat or a denial that is shown.
int bench_decisions(const struct settings *settings, struct bench_figures *figures);

#endif
