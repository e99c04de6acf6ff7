// semacredit studies: sweeps of what the paper leaves open, a tidy CSV of each.
#include <stdio.h>
#include <string.h>

#include "csim/evaluation/sweeps.h"
#include "tb/app/paper.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"

// A run of the block, golden model and RTL in lockstep, is that many times as short as a policy's.
enum { BLOCK_PART = 5 };

static void plan_add(struct sweep_runner *runner, const struct sweep *sweep,
                     const struct options *options, struct sweep_runner_lengths *lengths) {
    for (unsigned loop = 0; loop < SWEEP_LOOPS_MAX && sweep->loops[loop].name; loop++) {
        struct experiment experiment = sweep->loops[loop];
        experiment.seeds = (unsigned)options->replications;
        if (strcmp(experiment.loop, "burst") != 0 && !experiment_sets(&experiment, "operations="))
            sweep_runner_lengthen(&experiment,
                                  options->operations / (experiment.block ? BLOCK_PART : 1),
                                  &lengths[experiment.block]);
        sweep_runner_add(runner, &experiment);
    }
}

// The loops of a sweep, which follow each other, are one file.
static void write_runs(const void *context, FILE *file) {
    const struct experiment_results *set = context;
    const char *name = set->experiment.name;
    experiment_columns(file, METRICS_STUDY);
    for (; set->experiment.name && strcmp(set->experiment.name, name) == 0; set++)
        experiment_rows(file, set, METRICS_STUDY);
}

static bool write_files(const struct sweep_runner *runner) {
    for (unsigned set = 0; set < runner->count; set++) {
        const char *name = runner->sets[set].experiment.name;
        char file[80];
        snprintf(file, sizeof file, "%s.csv", name);
        if ((set == 0 || strcmp(runner->sets[set - 1].experiment.name, name) != 0) &&
            !result_file(file, write_runs, &runner->sets[set]))
            return false;
    }
    return true;
}

int verb_studies(struct options *options) {
    if (options->only && !sweeps_find(options->only))
        return verb_refuse_name("--only", options->only, sweeps, sizeof *sweeps);
    struct sweep_runner runner = {.name = "studies"};
    struct sweep_runner_lengths lengths[2]; // of policies' runs and of the block's
    for (const struct sweep *sweep = sweeps; sweep->name; sweep++)
        if (!options->only || strcmp(options->only, sweep->name) == 0)
            plan_add(&runner, sweep, options, lengths);
    int status = sweep_runner_bottlenecks(&runner, &options->settings) ? paper_run(&runner, options)
                                                                       : STATUS_USAGE;
    if (status == STATUS_FINE)
        status =
            write_files(&runner) ? paper_close(paper_open(&runner, options, "")) : STATUS_USAGE;
    sweep_runner_close(&runner);
    return status;
}
