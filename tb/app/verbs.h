// The verbs of build/semacredit, one file each; main.c has their table. Each takes what its options
// say and returns an exit status; reasons have been printed.
#pragma once

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
int verb_keys(struct options *options);
int verb_bench(struct options *options);
int verb_explain(struct options *options);
int verb_replay(struct options *options);
// What a user gets of a run that failed: a report, waves, a tape and what is left of the run when
// everything is taken away that the failure does not need, under build/failures. It is repeated.
// `replay`: the command line that runs it again, to show.
// False, with a line in `error`: something could not be written.
bool failed_run_explain(const struct checked_run *run, const struct checked_outcome *outcome,
                        const char *replay, FILE *file, struct text_error *error);
int verb_sweep(struct options *options);
// `sweep --agreement`.
int agreement_run(struct paper_runs *runs, const struct options *options);
// experiments, claims, agreement, steady, studies, clocks, collectives: becomes Python, which plans
// their runs, has them run by `sweep`, computes and prints (scripts/paper, installed beside the
// configurations). `words`: the verb and all that follows it. Returns an exit status where it
// cannot.
int verb_script(char **words);
