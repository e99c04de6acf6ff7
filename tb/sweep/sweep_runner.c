#include "tb/sweep/sweep_runner.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/interrupt.h"
#include "csim/base/workers.h"
#include "csim/simulator/block_driver.h"
#include "csim/traffic/bottleneck.h"
#include "tb/cli/effect.h"
#include "tb/jobs/jobs.h"
#include "tb/sweep/block_policy.h"
#include "tb/sweep/block_study.h"

void sweep_runner_lengthen(struct experiment *experiment, unsigned long long operations,
                           struct sweep_runner_lengths *lengths) {
    const unsigned long long warmup = operations / 10;
    snprintf(lengths->operations, sizeof lengths->operations, "operations=%llu",
             operations + warmup);
    snprintf(lengths->warmup, sizeof lengths->warmup, "warmup_operations=%llu", warmup);
    unsigned at = 0;
    while (experiment->settings[at])
        at++;
    experiment->settings[at++] = lengths->operations;
    experiment->settings[at] = lengths->warmup;
}

void sweep_runner_add(struct sweep_runner *runner, const struct experiment *experiment) {
    runner->sets[runner->count++].experiment = *experiment;
    runner->runs += experiment_runs(experiment);
}

static bool bottlenecks(struct sweep_runner *runner, struct experiment_results *set,
                        const struct settings *settings) {
    const char *const *workloads = set->experiment.workloads;
    for (unsigned i = 0; workloads[i]; i++) {
        struct config config;
        struct bottleneck bottleneck;
        struct text_error error;
        if (!settings_load(settings, workloads[i], &config))
            return false;
        if (!experiment_settings(&set->experiment, &config, &error))
            return refuse("%s", error.text);
        if (!bottleneck_find(&config, &bottleneck))
            return refuse("%s: out of memory", runner->name);
        const uint64_t service_ps =
            bottleneck.demand_ps[bottleneck.server] / bottleneck.operations; // rounded down
        if (set == runner->sets)
            runner->servers[i] = bottleneck.server;
        set->full_ns[i] = (double)service_ps / 1000;
    }
    return true;
}

bool sweep_runner_bottlenecks(struct sweep_runner *runner, const struct settings *settings) {
    for (unsigned set = 0; set < runner->count; set++)
        if (!bottlenecks(runner, &runner->sets[set], settings))
            return false;
    return true;
}

// ---- the plan: every run's configuration, made before any process starts

static bool plan_experiment(const struct sweep_runner *runner, const struct experiment *experiment,
                            const struct settings *settings, struct experiment_job *jobs) {
    const unsigned runs = experiment_runs(experiment);
    const char *loaded = NULL; // the workload in `base`: runs come sorted by it
    struct config base;
    for (unsigned i = 0; i < runs; i++) {
        struct text_error error;
        struct config *config = &jobs[i].config;
        jobs[i].experiment = experiment;
        jobs[i].run = experiment_run(experiment, i);
        if (!loaded || strcmp(loaded, jobs[i].run.workload) != 0) {
            loaded = jobs[i].run.workload;
            if (!settings_load(settings, loaded, &base))
                return false;
        }
        *config = base;
        if (!experiment_configure(experiment, &jobs[i].run, config, &error))
            return refuse("%s", error.text);
        if (!runner->kind || !block_driver_takes(jobs[i].run.policy))
            continue;
        block_policy_configure(config);
        if (runner->clock_ps)
            config->clock_ps = runner->clock_ps;
    }
    return true;
}

// What comes of the runs is in memory that the processes share.
static bool plan_make(struct sweep_runner *runner, const struct settings *settings) {
    runner->jobs = calloc(runner->runs + 1, sizeof *runner->jobs);
    runner->results = workers_memory(runner->runs * sizeof *runner->results);
    runner->outcomes = workers_memory(runner->runs * runner->outcome_bytes + 1);
    if (!runner->jobs || !runner->results || !runner->outcomes)
        return refuse("%s: out of memory", runner->name);
    unsigned at = 0;
    for (unsigned set = 0; set < runner->count; set++) {
        struct experiment_results *results = &runner->sets[set];
        results->jobs = runner->jobs + at;
        results->runs = runner->results + at;
        if (!plan_experiment(runner, &results->experiment, settings, runner->jobs + at))
            return false;
        at += experiment_runs(&results->experiment);
    }
    return true;
}

// What the runs of a plan are, bits of enum effect.
static unsigned effect_of_plan(const struct sweep_runner *runner) {
    const unsigned by_policy = EFFECT_POLICY | (runner->kind || runner->run ? EFFECT_BLOCK : 0);
    unsigned runs = 0;
    for (unsigned set = 0; set < runner->count; set++) {
        const struct experiment_results *results = &runner->sets[set];
        runs |= results->experiment.block ? EFFECT_ENV : by_policy;
        for (unsigned i = 0; i < experiment_runs(&results->experiment); i++)
            runs |= effect_of_traffic(&results->jobs[i].config, NULL);
    }
    return runs;
}

static bool check_settings(const struct sweep_runner *runner, const struct settings *settings) {
    if (!settings_have_effect(settings, effect_of_plan(runner)))
        return false;
    for (unsigned i = 0; i < settings->sets; i++) {
        const char *setting = settings->set[i];
        unsigned own = 0;
        while (own < runner->count && experiment_sets(&runner->sets[own].experiment, setting))
            own++;
        if (own == runner->count)
            return refuse("--set %.*s: without effect: every run of %s sets it itself",
                          (int)strcspn(setting, "="), setting, runner->name);
    }
    return true;
}

// ---- running

static int run_one(const struct sweep_runner *runner, unsigned number, struct text_error *error) {
    const struct experiment_job *job = &runner->jobs[number];
    const struct experiment_run *run = &job->run;
    struct simulate_result *result = &runner->results[number];
    if (job->experiment->block)
        return block_study_run(&job->config, run->seed, result, error) ? STATUS_FINE
                                                                       : STATUS_FAILED;
    const struct simulate_run simulated = {.config = &job->config,
                                           .policy = run->policy,
                                           .seed = run->seed,
                                           .clocked = runner->clock_ps != 0,
                                           .subclasses = job->experiment->subclasses};
    const struct admitter_kind *kind = block_driver_takes(run->policy) ? runner->kind : NULL;
    return block_policy_run(kind, &simulated, result, error) == BLOCK_POLICY_FINE ? STATUS_FINE
                                                                                  : STATUS_FAILED;
}

static int run_job(void *self, unsigned number, struct text_error *error) {
    const struct sweep_runner *runner = self;
    return (runner->run ? runner->run : run_one)(runner, number, error);
}

const char *sweep_runner_job_name(const struct experiment_job *job) {
    static char text[300];
    const struct experiment_run *run = &job->run;
    const int at = snprintf(text, sizeof text, "%s: %s, %s, seed %" PRIu64, job->experiment->name,
                            run->workload, run->policy->name, run->seed);
    if (*run->value)
        snprintf(text + at, sizeof text - (size_t)at, ", %s %s", job->experiment->parameter,
                 run->value);
    return text;
}

static void describe(const void *self, unsigned number, char *text, size_t size) {
    const struct sweep_runner *runner = self;
    snprintf(text, size, "%s", sweep_runner_job_name(&runner->jobs[number]));
}

int sweep_runner_run(struct sweep_runner *runner, const struct options *options) {
    if (!plan_make(runner, &options->settings) || !check_settings(runner, &options->settings))
        return STATUS_USAGE;
    struct jobs jobs = {.name = runner->name,
                        .unit = "runs",
                        .count = runner->runs,
                        .self = runner,
                        .run = run_job,
                        .describe = describe};
    const int status = jobs_run(&jobs, (unsigned)options->jobs);
    runner->seconds = jobs.seconds;
    if (interrupted())
        printf("%s: interrupted after %u of %u runs; nothing is written\n", runner->name, jobs.done,
               runner->runs);
    return status;
}

void sweep_runner_close(struct sweep_runner *runner) {
    workers_forget(runner->results, runner->runs * sizeof *runner->results);
    workers_forget(runner->outcomes, runner->runs * runner->outcome_bytes + 1);
    free(runner->jobs);
    *runner = (struct sweep_runner){0};
}
