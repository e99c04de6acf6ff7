// Means, intervals and verdicts of the verbs that run experiments are computed and told by Python:
// scripts/paper, installed beside the configurations. The program makes the runs and hands over
// their rows, unrounded.
#ifndef SEMA_PAPER_H
#define SEMA_PAPER_H

#include <stdio.h>

#include "tb/sweep/sweep_runner.h"

// Runs the plan and closes it, unless Python or the script is missing, which is told before any run
// begins. With `rows`, writes build/results/EXPERIMENT.csv, these columns of each run. Then the
// script computes, writes its files and prints; `more`, unless it is NULL, writes what it is to
// read after the rows. Returns an exit status.
int paper_run(struct sweep_runner *runner, const struct options *options, enum metric_columns rows,
              bool (*more)(const struct options *options, FILE *script));

#endif
