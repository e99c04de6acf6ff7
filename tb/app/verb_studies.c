// semacredit studies: sweeps of what the paper leaves open, a tidy CSV of each.
#include <string.h>

#include "csim/evaluation/sweeps.h"
#include "tb/app/paper.h"
#include "tb/app/verbs.h"

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

int verb_studies(struct options *options) {
    if (options->only && !sweeps_find(options->only))
        return verb_refuse_name("--only", options->only, sweeps, sizeof *sweeps);
    struct sweep_runner runner = {.name = "studies"};
    struct sweep_runner_lengths lengths[2]; // of policies' runs and of the block's
    for (const struct sweep *sweep = sweeps; sweep->name; sweep++)
        if (!options->only || strcmp(options->only, sweep->name) == 0)
            plan_add(&runner, sweep, options, lengths);
    return sweep_runner_bottlenecks(&runner, &options->settings)
               ? paper_run(&runner, options, METRICS_STUDY, NULL)
               : STATUS_USAGE;
}
