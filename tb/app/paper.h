// The verbs that run experiments: experiments, claims, steady, studies, clocks. Python plans their
// runs, computes and prints: scripts/paper, installed beside the configurations. The program makes
// the runs and hands over their rows, unrounded.
#ifndef SEMA_PAPER_H
#define SEMA_PAPER_H

#include "tb/sweep/paper_runs.h"

// Reads the plan of the runs' verb, of --only its experiment. Returns an exit status, the reason of
// a failure printed, as where Python or the script is missing.
int paper_plan(struct paper_runs *runs, const struct options *options);

#endif
