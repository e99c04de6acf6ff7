// semacredit experiments: every experiment of the paper, a tidy CSV of each, and the means side by
// side.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/evaluation/summary.h"
#include "tb/app/verbs.h"
#include "tb/cli/result_file.h"
#include "tb/sweep/sweep_runner.h"

// "0.5" is 500 ps. False: it is no such number.
static bool clock_read(const char *text, uint64_t *ps) {
    static const char digits[] = "0123456789";
    const size_t whole = strspn(text, digits);
    const size_t decimals = text[whole] == '.' ? strspn(text + whole + 1, digits) : 0;
    return whole > 0 && whole <= 4 && decimals <= 3 &&
           text[whole + decimals + (decimals > 0)] == '\0' && experiment_scaled(text, 1000, ps) &&
           *ps > 0 && *ps <= 1000000;
}

// Who decides, and the folder for it. False: the reason has been printed.
static bool block_choose(const struct options *options, struct sweep_runner *runner) {
    if (options->clock && !options->admission)
        return refuse("--clock: expected --admission beside it: a policy has no clock");
    if (!options->admission)
        return true;
    runner->kind = options->kind;
    if (options->clock && !clock_read(options->clock, &runner->clock_ps))
        return refuse("--clock: expected nanoseconds from 0.001 to 1000, such as 0.5, got '%s'",
                      options->clock);
    snprintf(runner->folder, sizeof runner->folder, "%s%s%s%s/", options->admission,
             options->clock ? "_" : "", options->clock ? options->clock : "",
             options->clock ? "ns" : "");
    return true;
}

// ---- telling

static void print_cell(const struct experiment_results *set, const char *workload,
                       const char *policy, const char *value) {
    const struct metric_point point = {workload, policy, value};
    printf(" %6.0f %4.0f", metric_mean(METRIC_P99, set, &point),
           metric_mean(METRIC_GOODPUT, set, &point));
}

// A line for each policy; columns are workloads, or values of one workload.
static void print_block(const struct experiment_results *set, const char *workload) {
    const struct experiment *experiment = &set->experiment;
    const char *const *columns = workload ? experiment->values : experiment->workloads;
    printf("  %-15s", workload ? workload : "");
    for (unsigned i = 0; columns[i]; i++)
        printf(" %11s", columns[i]);
    printf("\n");
    for (unsigned policy = 0; policies[policy]; policy++) {
        const char *name = policies[policy]->name;
        unsigned index;
        if (!experiment_locate(experiment, experiment->workloads[0], name,
                               experiment->values[0] ? experiment->values[0] : "", &index))
            continue;
        printf("  %-15s", name);
        for (unsigned i = 0; columns[i]; i++)
            print_cell(set, workload ? workload : columns[i], name, workload ? columns[i] : "");
        printf("\n");
    }
}

static void print_set(const struct experiment_results *set) {
    const struct experiment *experiment = &set->experiment;
    const bool swept = experiment->values[0] != NULL;
    printf("\n%s: %s%s%s%s\n", experiment->name, experiment->question, swept ? "; " : "",
           swept ? experiment->parameter : "", swept ? " from left to right" : "");
    if (!swept)
        print_block(set, NULL);
    for (unsigned i = 0; swept && experiment->workloads[i]; i++)
        print_block(set, experiment->workloads[i]);
}

static void write_set(const void *context, FILE *file) {
    experiment_write(context, file);
}

struct drawn {
    const struct figure *figure;
    const struct sweep_runner *runner;
};

static void write_figure(const void *context, FILE *file) {
    const struct drawn *drawn = context;
    figure_write(drawn->figure, drawn->runner->sets, drawn->runner->count, file);
}

// One experiment alone makes those figures that need no other.
static bool write_figures(const struct sweep_runner *runner) {
    for (const struct figure *figure = figures; figure->name; figure++) {
        const struct drawn drawn = {figure, runner};
        char name[80];
        snprintf(name, sizeof name, "figures/%s.csv", figure->name);
        if (figure_complete(figure, runner->sets, runner->count) &&
            !result_file(name, write_figure, &drawn))
            return false;
    }
    return true;
}

static bool write_files(const struct sweep_runner *runner) {
    for (unsigned set = 0; set < runner->count; set++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s.csv", runner->folder, runner->sets[set].experiment.name);
        if (!result_file(name, write_set, &runner->sets[set]))
            return false;
    }
    return runner->kind || write_figures(runner);
}

// An RTL has so many reservations, and no more.
static void add(struct sweep_runner *runner, const struct experiment *experiment) {
    struct experiment fits = *experiment;
    const bool bounded = runner->kind && runner->kind->kind != BLOCK_GOLDEN &&
                         strcmp(experiment->parameter, "credits") == 0;
    unsigned kept = 0;
    for (unsigned i = 0; bounded && i < EXPERIMENT_LIST_MAX && experiment->values[i]; i++) {
        fits.values[i] = NULL;
        if (strtoul(experiment->values[i], NULL, 10) <= DEPTH)
            fits.values[kept++] = experiment->values[i];
        else
            printf("%s: without %s: the RTL of this build has %u reservations\n", experiment->name,
                   experiment->values[i], (unsigned)DEPTH);
    }
    sweep_runner_add(runner, &fits);
}

int verb_experiments(struct options *options) {
    if (options->only && !experiment_find(options->only))
        return verb_refuse_name("--only", options->only, experiments, sizeof *experiments);

    struct sweep_runner runner = {.name = "experiments"};
    if (!block_choose(options, &runner))
        return STATUS_USAGE;
    for (const struct experiment *experiment = experiments; experiment->name; experiment++)
        if (!options->only || strcmp(options->only, experiment->name) == 0)
            add(&runner, experiment);
    int status = sweep_runner_run(&runner, options);
    if (status == STATUS_FINE && !write_files(&runner))
        status = STATUS_USAGE;
    if (status == STATUS_FINE) {
        if (runner.kind)
            printf("Decided by %s for semacredit, adaptive_window and oracle, %s%s.\n",
                   options->admission, options->clock ? "clocked, period in ns " : "in zero time",
                   options->clock ? options->clock : "");
        printf("Means over the seeds: P99 of latency-sensitive operations in ns, goodput in "
               "Gb/s.\n");
        for (unsigned set = 0; set < runner.count; set++)
            print_set(&runner.sets[set]);
        printf("\n%u runs in %.1f s, %llu processes; rows in build/results/%s\n", runner.runs,
               runner.seconds, options->jobs, runner.folder);
    }
    sweep_runner_close(&runner);
    return status;
}
