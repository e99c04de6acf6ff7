// The verbs of build/semacredit, one file each; main.c has their table. Each takes what its options
// say and returns an exit status; reasons have been printed.
#ifndef SEMA_VERBS_H
#define SEMA_VERBS_H

#include "tb/block/checked_run.h"
#include "tb/cli/command.h"
#include "tb/sweep/paper_runs.h"

int verb_run(struct options *options);
int policy_run(struct options *run);        // `run --policy`
int domain_policy_run(struct options *run); // the same of a domain
void policy_print_summary(const struct options *run, const struct config *config,
                          const struct simulate_result *result, double seconds);
// Why a run has not come to its end; where it was interrupted, after `done` of so many operations.
int policy_print_failure(const struct options *run, int status, uint64_t done, uint64_t operations,
                         const char *error);
int verb_cosim(struct options *options);
int verb_regress(struct options *options);
int verb_agreement(struct options *options);
int verb_keys(struct options *options);
int verb_explain(struct options *options);
int verb_replay(struct options *options);
// What a user gets of a run that failed: a report, waves, a tape and what is left of the run when
// everything is taken away that the failure does not need, under build/failures. It is repeated.
// `replay`: the command line that runs it again, to show.
// False, with a line in `error`: something could not be written.
bool failed_run_explain(const struct checked_run *run, const struct checked_outcome *outcome,
                        const char *replay, FILE *file, struct text_error *error);
// experiments, claims, steady, studies, clocks: Python plans their runs, computes and prints
// (scripts/paper, installed beside the configurations). The program makes the runs and hands over
// their rows, unrounded.
int verb_paper(struct options *options);
// Reads the plan of the runs' verb, of --only its experiment. Returns an exit status, the reason of
// a failure printed, as where Python or the script is missing.
int paper_plan(struct paper_runs *runs, const struct options *options);
// The same, of points that many machines can share.
int verb_collectives(struct options *options);

#endif
