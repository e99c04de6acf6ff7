// semacredit experiments: every experiment of the paper, a tidy CSV of each. semacredit claims:
// what the paper publishes beside what they measure.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/app/paper.h"
#include "tb/app/verbs.h"

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
    return paper_run(&runner, options, METRICS_TIDY, NULL);
}

// ---- claims

// What the workloads set, for the numbers that the paper states.
static bool write_settings(const struct options *options, FILE *script) {
    static const char *const workloads[] = EXPERIMENT_WORKLOADS;
    for (unsigned i = 0; i < sizeof workloads / sizeof *workloads; i++) {
        struct config config;
        if (!settings_load(&options->settings, workloads[i], &config))
            return false;
        fprintf(script, "\n%s\n", workloads[i]);
        config_list(&config, NULL, script);
    }
    return true;
}

int verb_claims(struct options *options) {
    struct sweep_runner runner = {.name = "claims"};
    for (const struct experiment *at = experiments; at->name; at++) {
        struct experiment planned = *at;
        planned.seeds = (unsigned)options->seeds;
        sweep_runner_add(&runner, &planned);
    }
    return paper_run(&runner, options, 0, write_settings);
}
