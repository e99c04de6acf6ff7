#include "tb/sweep/sweep_runner.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/interrupt.h"
#include "csim/base/progress.h"
#include "csim/base/workers.h"
#include "csim/simulator/block_driver.h"
#include "tb/cosim/block_policy.h"
#include "tb/cosim/cosim_run.h"

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

// ---- the plan: every run's configuration, made before any process starts

struct planned {
    const struct experiment *experiment;
    struct experiment_run run;
    struct config config;
};

static bool plan_experiment(const struct experiment *experiment, const struct settings *settings,
                            struct planned *plan) {
    const unsigned runs = experiment_runs(experiment);
    const char *loaded = NULL; // the workload in `base`: runs come sorted by it
    struct config base;
    for (unsigned i = 0; i < runs; i++) {
        struct text_error error;
        plan[i].experiment = experiment;
        plan[i].run = experiment_run(experiment, i);
        if (!loaded || strcmp(loaded, plan[i].run.workload) != 0) {
            loaded = plan[i].run.workload;
            if (!settings_load(settings, loaded, &base))
                return false;
        }
        plan[i].config = base;
        if (!experiment_configure(experiment, &plan[i].run, &plan[i].config, &error))
            return refuse("%s", error.text);
    }
    return true;
}

static struct planned *plan_make(const struct sweep_runner *runner,
                                 const struct settings *settings) {
    struct planned *plan = calloc(runner->runs + 1, sizeof *plan);
    if (!plan) {
        verb_refuse("experiments: out of memory");
        return NULL;
    }
    unsigned at = 0;
    for (unsigned set = 0; set < runner->count; set++) {
        const struct experiment *experiment = &runner->sets[set].experiment;
        if (!plan_experiment(experiment, settings, plan + at)) {
            free(plan);
            return NULL;
        }
        at += experiment_runs(experiment);
    }
    return plan;
}

// ---- running

// In memory that the processes share.
struct board {
    atomic_uint done;
    atomic_uint failed; // number of the failed run plus one; 0: none yet
    struct text_error error;
};

struct running {
    const struct planned *plan;
    const struct admitter_kind *kind;
    bool clocked;
    struct simulate_result *results;
    struct board *board;
    struct progress progress;
    unsigned runs;
};

static bool run_one(const struct running *running, const struct planned *planned,
                    struct simulate_result *result, struct text_error *error) {
    const struct experiment_run *run = &planned->run;
    if (planned->experiment->block)
        return cosim_run(admitter_kind_find("lockstep"), &planned->config, run->seed, result,
                         error);
    const struct block_policy_run block = {.kind = block_driver_takes(run->policy) ? running->kind
                                                                                   : NULL,
                                           .policy = run->policy,
                                           .config = &planned->config,
                                           .clocked = running->clocked,
                                           .traffic = traffic_open(&planned->config, run->seed),
                                           .seed = run->seed};
    return block_policy_run(&block, result, error) == BLOCK_POLICY_FINE;
}

static void work(void *context, unsigned piece, unsigned job) {
    (void)job;
    const struct running *running = context;
    const struct planned *planned = &running->plan[piece];
    struct text_error error = {""};
    if (!run_one(running, planned, &running->results[piece], &error) && !interrupted()) {
        unsigned none = 0;
        if (atomic_compare_exchange_strong(&running->board->failed, &none, piece + 1))
            running->board->error = error;
    }
    if (!interrupted())
        atomic_fetch_add(&running->board->done, 1);
}

static bool stop(void *context) {
    const struct running *running = context;
    return running->board->failed != 0;
}

static void watch(void *context) {
    struct running *running = context;
    progress_show(&running->progress, running->board->done, running->runs, "runs");
}

static int explain(const struct running *running) {
    const struct planned *planned = &running->plan[running->board->failed - 1];
    const char *value = planned->run.value;
    printf("FAILED: %s: %s, %s, seed %" PRIu64 "%s%s%s%s: %s\n", planned->experiment->name,
           planned->run.workload, planned->run.policy->name, planned->run.seed, *value ? ", " : "",
           planned->experiment->parameter, *value ? " " : "", value, running->board->error.text);
    return STATUS_FAILED;
}

int sweep_runner_run(struct sweep_runner *runner, const struct settings *settings, unsigned jobs,
                     const char *what) {
    struct planned *plan = plan_make(runner, settings);
    if (!plan)
        return STATUS_USAGE;
    for (unsigned i = 0; runner->kind && i < runner->runs; i++) {
        if (!block_driver_takes(plan[i].run.policy))
            continue;
        block_policy_configure(&plan[i].config);
        if (runner->clock_ps)
            plan[i].config.clock_ps = runner->clock_ps;
    }
    struct running running = {.plan = plan,
                              .runs = runner->runs,
                              .kind = runner->kind,
                              .clocked = runner->clock_ps != 0,
                              .progress = progress_start(what),
                              .board = workers_memory(sizeof *running.board)};
    running.results = runner->results = workers_memory(runner->runs * sizeof *runner->results);
    int status = STATUS_FINE;
    if (!running.board || !runner->results) {
        status = verb_refuse("%s: out of memory", what);
    } else {
        const struct workers workers = {.jobs = jobs,
                                        .pieces = runner->runs,
                                        .work = work,
                                        .stop = stop,
                                        .watch = watch,
                                        .context = &running};
        const double start = seconds_now();
        const bool ran = workers_run(&workers);
        runner->seconds = seconds_now() - start;
        progress_end(&running.progress);
        if (interrupted())
            printf("%s: interrupted after %u of %u runs; nothing is written\n", what,
                   (unsigned)running.board->done, runner->runs);
        if (running.board->failed) {
            status = explain(&running);
        } else if (!ran) {
            status = verb_lost_workers();
        }
        const struct simulate_result *at = runner->results;
        for (unsigned set = 0; set < runner->count; set++) {
            runner->sets[set].runs = at;
            at += experiment_runs(&runner->sets[set].experiment);
        }
    }
    workers_forget(running.board, sizeof *running.board);
    free(plan);
    return status;
}

void sweep_runner_close(struct sweep_runner *runner) {
    workers_forget(runner->results, runner->runs * sizeof *runner->results);
    *runner = (struct sweep_runner){0};
}
