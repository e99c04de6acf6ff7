#include "tb/bench/benchmarks.h"

#include <stdio.h>

#include "csim/base/progress.h"
#include "tb/block/checked_run.h"
#include "tb/block/coverage/coverage.h"

enum { SEED = 1, DECISION_OPERATIONS = 100000 };

static int run_once(struct checked_run *checked, struct checked_outcome *outcome) {
    struct text_error error;
    checked->traffic = checked_run_traffic(NULL, checked->config, checked->seed, &error);
    if (!checked->traffic || !checked_run_do(checked, outcome, &error))
        return verb_refuse("bench: %s", error.text);
    if (!outcome->failed)
        return STATUS_FINE;
    printf("FAILED: bench: %s, %s: %s: run 'semacredit cosim' first\n", checked->workload,
           outcome->caught, outcome->reason);
    return STATUS_FAILED;
}

int bench_harness(const char *workload, const struct config *config, uint64_t operations,
                  struct bench_harness *speed) {
    struct config shorter = *config;
    struct checked_outcome outcome = {.cycles = 0};
    shorter.operations = operations;
    struct coverage coverage = {.hits = {0}};
    struct checked_run checked = {.workload = workload,
                                  .config = &shorter,
                                  .seed = SEED,
                                  .kind = BLOCK_LOCKSTEP,
                                  .reader = coverage_reader(&coverage)};
    const double start = cpu_seconds_now();
    const int status = run_once(&checked, &outcome);
    const double seconds = cpu_seconds_now() - start;
    if (status == STATUS_FINE)
        *speed = (struct bench_harness){(double)outcome.cycles / seconds,
                                        (double)outcome.operations / seconds};
    return status;
}

static int decisions_of(const char *workload, const struct settings *settings,
                        struct bench_figures *figures) {
    struct config config;
    struct checked_outcome outcome = {.cycles = 0};
    if (!settings_load(settings, workload, &config))
        return STATUS_USAGE;
    config.operations = DECISION_OPERATIONS;
    struct checked_run checked = {
        .workload = workload, .config = &config, .seed = SEED, .kind = BLOCK_RTL};
    const int status = run_once(&checked, &outcome);
    const uint64_t *commits = outcome.commits;
    const uint64_t decisions = commits[COMMIT_GRANT] + commits[COMMIT_DENY] +
                               commits[COMMIT_REJECT] + commits[COMMIT_REPEAT];
    if (status == STATUS_FINE)
        bench_add(figures, (double)decisions / (double)outcome.cycles, "decisions/clock",
                  "decisions_per_clock_%s", workload);
    return status;
}

int bench_decisions(const struct settings *settings, struct bench_figures *figures) {
    const int status = decisions_of("random", settings, figures);
    return status == STATUS_FINE ? decisions_of("adversarial", settings, figures) : status;
}
