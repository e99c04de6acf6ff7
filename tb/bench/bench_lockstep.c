#include "tb/bench/benchmarks.h"

#include "csim/base/progress.h"
#include "csim/simulator/block_driver.h"
#include "tb/block/checked_run.h"
#include "tb/block/coverage/coverage.h"

enum { CLOCKS = 1 << 14, TIMES = 8, ROUNDS = 21, SEED = 1 };

// About as many clocks of `random`, where every second one has an offer.
enum { HARNESS_OPERATIONS = CLOCKS * TIMES / 2 };

// What every round runs: the same inputs for all, and the workload that they are of.
struct load {
    const char *workload;
    struct config config;
    unsigned count;
    struct block_in inputs[CLOCKS]; // they begin with a reset
};

static void record_inputs(struct load *load) {
    static struct environment env;
    static struct block_out out;
    const struct path_size size = block_driver_size(&load->config);
    struct block_model golden = block_golden_model(&size);
    struct agents_executed executed;
    unsigned count = 0;
    memory_there(golden.self);
    environment_open(&env, &load->config, traffic_open(&load->config, SEED), SEED, &size);
    do
        golden.show(golden.self, &out);
    while (count < CLOCKS && environment_drive(&env, &out, &load->inputs[count], &executed) &&
           (golden.clock(golden.self, &load->inputs[count++]), true));
    environment_close(&env);
    golden.close(golden.self);
    load->count = count;
}

// Clocks a second of a block of a kind, which `shows` its outputs in every clock or not. 0: golden
// model and RTL differ, or it cannot be opened.
static double speed_of(enum block_kind kind, const struct load *load, bool shows) {
    static struct block block;
    static struct block_out out;
    struct text_error error;
    const struct path_size size = block_driver_size(&load->config);
    if (!block_open(&block, kind, &size, &error))
        return verb_refuse("bench: %s", error.text), 0;
    const unsigned clocks = TIMES * load->count;
    const double start = cpu_seconds_now();
    for (unsigned i = 0; i < clocks; i++) {
        if (shows)
            block.model.show(block.model.self, &out);
        block.model.clock(block.model.self, &load->inputs[i % load->count]);
    }
    const double seconds = cpu_seconds_now() - start;
    const bool wrong = block_is_wrong(&block, &error);
    block.model.close(block.model.self);
    return wrong ? (printf("FAILED: bench: %s\n", error.text), 0) : clocks / seconds;
}

// The whole harness as one worker of `semacredit cosim` runs it: traffic, lockstep, checker and
// coverage; setting up counted. False: the reason has been printed.
static bool harness(const struct load *load, double *clocks, double *operations) {
    struct config config = load->config;
    struct coverage coverage = {.hits = {0}};
    struct checked_outcome outcome = {.cycles = 0};
    struct text_error error;
    config.operations = HARNESS_OPERATIONS;
    const struct checked_run run = {.workload = load->workload,
                                    .config = &config,
                                    .seed = SEED,
                                    .kind = BLOCK_LOCKSTEP,
                                    .reader = coverage_reader(&coverage)};
    const double start = cpu_seconds_now();
    if (!checked_run_do(&run, &outcome, &error))
        return refuse("bench: %s", error.text);
    const double seconds = cpu_seconds_now() - start;
    if (outcome.failed)
        printf("FAILED: bench: %s, %s: %s\n", load->workload, outcome.caught, outcome.reason);
    *clocks = (double)outcome.cycles / seconds;
    *operations = (double)outcome.operations / seconds;
    return !outcome.failed;
}

// Everything in each round, so that a slow moment of the machine hits all.
static bool measure(const struct load *load) {
    printf("bare,lockstep,golden,harness,operations\n");
    for (unsigned round = 0; round < ROUNDS; round++) {
        double clocks = 0, operations = 0;
        const double bare = speed_of(BLOCK_RTL, load, false);
        const double lockstep = bare > 0 ? speed_of(BLOCK_LOCKSTEP, load, true) : 0;
        const double golden = lockstep > 0 ? speed_of(BLOCK_GOLDEN, load, true) : 0;
        if (golden <= 0 || !harness(load, &clocks, &operations))
            return false;
        printf("%.17g,%.17g,%.17g,%.17g,%.17g\n", bare, lockstep, golden, clocks, operations);
    }
    return true;
}

int bench_lockstep(const struct settings *settings, const char *workload) {
    struct load *load = memory_there(calloc(1, sizeof *load));
    int status = STATUS_USAGE;
    load->workload = workload;
    if (settings_load(settings, workload, &load->config)) {
        record_inputs(load);
        status = measure(load) ? STATUS_FINE : STATUS_FAILED;
    }
    free(load);
    return status;
}
