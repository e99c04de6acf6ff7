// semacredit studies: sweeps of what the paper leaves open, a tidy CSV of each.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "csim/evaluation/sweeps.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"
#include "tb/sweep/sweep_runner.h"

// A run of the block, golden model and RTL in lockstep, is that many times as short as a policy's.
enum { BLOCK_PART = 5 };

// ---- the plan

static void plan_add(struct sweep_runner *runner, const struct sweep *sweep,
                     const struct options *options, struct sweep_runner_lengths *lengths) {
    for (enum sweep_loop loop = 0; loop < LOOPS; loop++) {
        struct experiment experiment = sweep->loop[loop];
        if (!sweeps_has(sweep, loop))
            continue;
        experiment.seeds = (unsigned)options->replications;
        if (loop != LOOP_BURST && !experiment_sets(&experiment, "operations="))
            sweep_runner_lengthen(&experiment,
                                  options->operations / (experiment.block ? BLOCK_PART : 1),
                                  &lengths[experiment.block]);
        sweep_runner_add(runner, &experiment);
    }
}

// ---- telling

// At most six characters; no sign where there is no difference.
static void print_number(double number, enum metric metric) {
    const bool change = metrics[metric].form == FORM_CHANGE;
    const double size = fabs(number);
    const int decimals = size < 99.95 ? (change ? 1 : 2) : 0;
    printf(change && size >= 0.05 ? " %+6.*f" : " %6.*f", decimals,
           change && size < 0.05 ? 0.0 : number);
}

static void print_block(const struct sweeps_results *results, enum sweep_loop loop,
                        enum metric metric) {
    const struct experiment *experiment = &results->loop[loop]->experiment;
    printf("  %s: %s\n", sweep_loop_title[loop], metrics[metric].title);
    for (unsigned w = 0; experiment->workloads[w]; w++) {
        printf("    %-11s", experiment->workloads[w]);
        for (unsigned i = 0; experiment->values[i]; i++)
            print_number(
                sweeps_point(results, loop, experiment->workloads[w], experiment->values[i], metric)
                    .mean,
                metric);
        printf("\n");
    }
}

// Absolute values and what repeats others are for the files.
static bool is_shown(const struct sweep *sweep, enum metric metric) {
    return metric != METRIC_P99 && metric != METRIC_UTILISATION &&
           (metric != METRIC_FEEDBACK || strcmp(sweep->name, "grant_interval") == 0);
}

static const struct experiment_results *first_loop(const struct sweeps_results *results) {
    enum sweep_loop loop = 0;
    while (!sweeps_has(results->sweep, loop))
        loop++;
    return results->loop[loop];
}

static void print_sweep(const struct sweeps_results *results) {
    const struct experiment *experiment = &first_loop(results)->experiment;
    printf("\n%s: %s\n  %s\n%15s", results->sweep->name, experiment->question,
           results->sweep->meaning, "");
    for (unsigned i = 0; experiment->values[i]; i++)
        printf(" %6s", experiment->values[i]);
    printf("\n");
    for (enum sweep_loop loop = 0; loop < LOOPS; loop++)
        for (const enum metric *at = results->sweep->metrics; *at; at++)
            if (sweeps_has(results->sweep, loop) && is_shown(results->sweep, *at))
                print_block(results, loop, *at);
}

static void write_runs(const void *context, FILE *file) {
    sweeps_write(context, file);
}

static void write_points(const void *context, FILE *file) {
    sweeps_write_points(context, file);
}

static bool write_files(const struct sweeps_results *results) {
    char rows[80], points[80];
    snprintf(rows, sizeof rows, "%s.csv", results->sweep->name);
    snprintf(points, sizeof points, "figures/%s.csv", results->sweep->name);
    return result_file(rows, write_runs, results) && result_file(points, write_points, results);
}

int verb_studies(struct options *options) {
    if (options->only && !sweeps_find(options->only))
        return verb_refuse_name("--only", options->only, sweeps, sizeof *sweeps);
    struct sweep_runner runner = {.name = "studies"};
    struct sweeps_results results[SWEEP_RUNNER_MAX];
    struct sweep_runner_lengths lengths[2]; // of policies' runs and of the block's
    unsigned chosen = 0;
    for (const struct sweep *sweep = sweeps; sweep->name; sweep++)
        if (!options->only || strcmp(options->only, sweep->name) == 0) {
            results[chosen] = (struct sweeps_results){.sweep = sweep};
            unsigned set = runner.count;
            for (enum sweep_loop loop = 0; loop < LOOPS; loop++)
                if (sweeps_has(sweep, loop))
                    results[chosen].loop[loop] = &runner.sets[set++];
            plan_add(&runner, sweep, options, lengths);
            chosen++;
        }
    int status = sweep_runner_bottlenecks(&runner, &options->settings)
                     ? sweep_runner_run(&runner, options)
                     : STATUS_USAGE;
    for (unsigned i = 0; i < chosen && status == STATUS_FINE; i++)
        if (!write_files(&results[i]))
            status = STATUS_USAGE;
    if (status == STATUS_FINE) {
        printf("Policy semacredit, or the block, means over the seeds: P99 of latency-sensitive "
               "operations;\nchanges against the first value.\n");
        for (unsigned i = 0; i < chosen; i++)
            print_sweep(&results[i]);
        printf("\n%u runs in %.1f s, %llu processes; rows in build/results/\n", runner.runs,
               runner.seconds, options->jobs);
    }
    sweep_runner_close(&runner);
    return status;
}
