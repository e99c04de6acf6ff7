// What a run measures, as the columns of its row in a CSV; and the mean of several runs with its
// interval. What else is computed of rows is computed by scripts/paper.
#ifndef SEMA_METRIC_H
#define SEMA_METRIC_H

#include <stdbool.h>
#include <stdio.h>

#include "csim/simulator/simulate.h"

// The columns: those of every CSV of runs, those that the studies add, and those that only
// scripts/paper reads, unrounded.
enum metric_columns { METRICS_TIDY = 12, METRICS_STUDY = 17, METRICS_ALL = 44 };

// ",name" of the columns from `first` to `end`, exclusive.
void metric_names(FILE *file, unsigned first, unsigned end);

// ",number" of each, in full where `exact`, else rounded as in CSVs. `full_ns`: the time that the
// bottleneck works for a mean operation, where it is known.
void metric_fields(FILE *file, const struct simulate_result *run, double full_ns, bool exact,
                   unsigned first, unsigned end);

// Half the width of the 95 % interval of the mean of independent values, by Student's distribution,
// and the mean; 0 for fewer than two.
double interval95_of(const double *values, unsigned count, double *mean);

// A number for a file: not "-0.0000".
double metric_plain(double number);

#endif
