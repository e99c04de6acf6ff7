// What benchmarks measure: figures for a report, and the arithmetic they share.
#ifndef SEMA_BENCH_FIGURES_H
#define SEMA_BENCH_FIGURES_H

#include <stdbool.h>

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

#endif
