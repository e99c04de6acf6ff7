// Means, intervals and verdicts of the verbs that run experiments are computed and told by Python:
// scripts/paper, installed beside the configurations. The program makes the runs and hands over
// their rows, unrounded.
#ifndef SEMA_PAPER_H
#define SEMA_PAPER_H

#include <stdio.h>

#include "tb/sweep/sweep_runner.h"

// Runs the plan, unless Python or the script is missing, which is told before any run begins.
// Returns an exit status.
int paper_run(struct sweep_runner *runner, const struct options *options);

// Starts the script for a plan that was run, with what it is to know, "KEY=VALUE" quoted for a
// shell, and gives it the rows. NULL: the reason has been printed.
FILE *paper_open(const struct sweep_runner *runner, const struct options *options,
                 const char *facts);

// Lets it compute, write its files and print. Returns an exit status; takes NULL.
int paper_close(FILE *script);

#endif
