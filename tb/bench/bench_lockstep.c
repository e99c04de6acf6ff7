#include "tb/bench/benchmarks.h"

#include <stdio.h>
#include <stdlib.h>

#include "csim/base/progress.h"
#include "csim/simulator/block_driver.h"
#include "tb/block/blocks.h"
#include "tb/block/surroundings.h"

enum { CLOCKS = 1 << 14, TIMES = 8, ROUNDS = 21 };

// About as many clocks of `random`, where every second one has an offer.
enum { HARNESS_OPERATIONS = CLOCKS * TIMES / 2 };

// The same inputs for everybody, kept in memory; they begin with a reset.
static unsigned record_inputs(const struct config *config, struct block_in *inputs) {
    static struct surroundings surroundings;
    static struct block_out out;
    const struct path_size size = block_driver_size(config);
    struct block_model golden = block_golden_model(&size);
    struct world_truth truth;
    unsigned count = 0;
    if (golden.self &&
        surroundings_open(&surroundings, config, traffic_open(config, 1), 1, &size)) {
        do
            golden.show(golden.self, &out);
        while (count < CLOCKS && surroundings_drive(&surroundings, &out, &inputs[count], &truth) &&
               (golden.clock(golden.self, &inputs[count++]), true));
        surroundings_close(&surroundings);
    }
    if (golden.self)
        golden.close(golden.self);
    return count;
}

// What runs on one core is measured in time of the processor, which other programs on this machine
// do not lengthen; what runs on two in time that passes.
struct span {
    double wall, cpu;
};

static struct span span_start(void) {
    return (struct span){seconds_now(), cpu_seconds_now()};
}

static struct span span_end(struct span start) {
    return (struct span){seconds_now() - start.wall, cpu_seconds_now() - start.cpu};
}

// A block of a kind, `shows` its outputs in every clock or not. Sets *wrong if golden model and RTL
// differ, or there is no memory.
static struct span time_block(enum block_kind kind, const struct block_in *inputs, unsigned count,
                              bool shows, bool *wrong) {
    static struct block block;
    static struct block_out out;
    struct text_error error;
    const struct path_size size = {8, 1, 1, 32, DEPTH, 40, 32, 4, 16, 24};
    if (!block_open(&block, kind, &size, &error)) {
        *wrong = true;
        return (struct span){1, 1};
    }
    const struct span start = span_start();
    for (unsigned i = 0; i < TIMES * count; i++) {
        if (shows)
            block.model.show(block.model.self, &out);
        block.model.clock(block.model.self, &inputs[i % count]);
    }
    const struct span span = span_end(start);
    *wrong |= block_is_wrong(&block, &error);
    block.model.close(block.model.self);
    return span;
}

// What every round runs: the beats, and the workload that they are of.
struct load {
    const char *workload;
    const struct config *config;
    const struct block_in *inputs;
    unsigned count;
};

// Cycles a second, and what they are of the bare model's in the same round.
struct speeds {
    double bare[ROUNDS], golden[ROUNDS], harness[ROUNDS], operations[ROUNDS], lockstep[ROUNDS];
    double harness_ratio[ROUNDS], lockstep_ratio[ROUNDS];
};

static int measure_round(const struct load *load, struct speeds *speeds, unsigned round) {
    const unsigned clocks = TIMES * load->count;
    bool diverged = false;
    struct bench_harness harness = {0};
    const double bare = speeds->bare[round] =
        clocks / time_block(BLOCK_RTL, load->inputs, load->count, false, &diverged).cpu;
    speeds->lockstep[round] =
        clocks / time_block(BLOCK_LOCKSTEP, load->inputs, load->count, true, &diverged).cpu;
    speeds->golden[round] =
        clocks / time_block(BLOCK_GOLDEN, load->inputs, load->count, true, &diverged).cpu;
    const int status = bench_harness(load->workload, load->config, HARNESS_OPERATIONS, &harness);
    speeds->lockstep_ratio[round] = speeds->lockstep[round] / bare;
    speeds->harness[round] = harness.cycles_per_s;
    speeds->operations[round] = harness.operations_per_s;
    speeds->harness_ratio[round] = speeds->harness[round] / bare;
    if (!diverged)
        return status;
    printf("bench: RTL and golden model diverge: run 'semacredit cosim' first\n");
    return STATUS_FAILED;
}

static void add_speeds(struct speeds *speeds, struct bench_figures *figures) {
    const struct {
        const char *metric, *unit;
        double *values;
    } columns[] = {
        {"harness_cycles_per_s", "cycles/s", speeds->harness},
        {"harness_ratio", "ratio", speeds->harness_ratio},
        {"lockstep_operations_per_cpu_s", "operations/s", speeds->operations},
        {"lockstep_cycles_per_s", "cycles/s", speeds->lockstep},
        {"lockstep_ratio", "ratio", speeds->lockstep_ratio},
        {"bare_cycles_per_s", "cycles/s", speeds->bare},
        {"golden_cycles_per_s", "cycles/s", speeds->golden},
    };
    for (unsigned i = 0; i < sizeof columns / sizeof *columns; i++)
        bench_add(figures, bench_median(columns[i].values, ROUNDS), columns[i].unit, "%s",
                  columns[i].metric);
}

// Rounds of everything by turns, so that a slow moment of the machine hits all.
static int measure(const struct load *load, const struct settings *settings,
                   struct bench_figures *figures) {
    struct speeds speeds;
    struct progress progress = progress_start("bench");
    int status = STATUS_FINE;
    for (unsigned round = 0; round < ROUNDS && status == STATUS_FINE; round++) {
        progress_show(&progress, round, ROUNDS, "rounds");
        status = measure_round(load, &speeds, round);
    }
    progress_end(&progress);
    if (status != STATUS_FINE)
        return status;
    printf("%u rounds, tracing compiled in but off; medians. The harness is one worker of "
           "'semacredit cosim' on one\ncore: traffic, lockstep, checker and coverage of %s, %u "
           "operations. Lockstep and the bare model replay\n%u recorded cycles with work offered "
           "in every one; lockstep compares on the same core, or on a second\none, as "
           "'semacredit run' does. Ratios are to the bare model in the same round.\n",
           ROUNDS, load->workload, (unsigned)HARNESS_OPERATIONS, load->count);
    const unsigned first = figures->count;
    add_speeds(&speeds, figures);
    status = bench_decisions(settings, figures);
    bench_print(figures, first);
    return status;
}

int bench_lockstep(const struct settings *settings, const char *workload,
                   struct bench_figures *figures) {
    struct config config;
    if (!settings_load(settings, workload, &config))
        return STATUS_USAGE;
    if (config.depth != DEPTH)
        return verb_refuse("bench: expected depth=%d, this build's", DEPTH);
    struct block_in *inputs = malloc(CLOCKS * sizeof *inputs);
    if (!inputs)
        return verb_refuse("bench: out of memory");
    const struct load load = {.workload = workload,
                              .config = &config,
                              .inputs = inputs,
                              .count = record_inputs(&config, inputs)};
    const int status =
        load.count > 0 ? measure(&load, settings, figures) : verb_refuse("bench: out of memory");
    free(inputs);
    return status;
}
