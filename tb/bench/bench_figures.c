#include "tb/bench/benchmarks.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "csim/base/atomic_file.h"
#include "tb/cli/settings.h"

void bench_add(struct bench_figures *figures, double value, const char *unit, const char *metric,
               ...) {
    assert(figures->count < BENCH_FIGURES_MAX);
    struct bench_figure *figure = &figures->figure[figures->count++];
    va_list arguments;
    va_start(arguments, metric);
    vsnprintf(figure->metric, sizeof figure->metric, metric, arguments);
    va_end(arguments);
    figure->value = value;
    figure->unit = unit;
}

void bench_print(const struct bench_figures *figures, unsigned first) {
    for (unsigned i = first; i < figures->count; i++)
        printf("  %-32s %14.4g %s\n", figures->figure[i].metric, figures->figure[i].value,
               figures->figure[i].unit);
}

bool bench_write(const struct bench_figures *figures, const char *path) {
    struct text_error error;
    struct atomic_file output;
    if (!atomic_file_open(&output, path, &error))
        return refuse("%s", error.text);
    fprintf(output.file, "metric,value,unit\n");
    for (unsigned i = 0; i < figures->count; i++)
        fprintf(output.file, "%s,%.6g,%s\n", figures->figure[i].metric, figures->figure[i].value,
                figures->figure[i].unit);
    if (atomic_file_finish(&output, &error))
        return true;
    return refuse("%s", error.text);
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *values, unsigned count) {
    qsort(values, count, sizeof *values, compare_doubles);
    return values[count / 2];
}

double bench_mean(const double *values, unsigned count) {
    double sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += log(values[i]);
    return exp(sum / count);
}

double bench_least(const double *values, unsigned count) {
    double least = values[0];
    for (unsigned i = 1; i < count; i++)
        if (values[i] < least)
            least = values[i];
    return least;
}
