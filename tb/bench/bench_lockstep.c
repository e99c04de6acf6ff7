#include "tb/bench/benchmarks.h"

#include <stdio.h>
#include <stdlib.h>

#include "csim/base/progress.h"
#include "csim/golden/golden.h"
#include "csim/interface/lockstep.h"
#include "tb/cosim/decision_rate.h"
#include "tb/dut/rtl.h"
#include "tb/dut/shim.h"
#include "tb/env/env.h"

enum { CLOCKS = 1 << 17, ROUNDS = 21, DECISION_CLOCKS = 100000 };

// About as many clocks of `random`, where every second one has an offer.
enum { HARNESS_OPERATIONS = CLOCKS / 2 };

// The same beats for everybody, kept in memory. Traffic that leaves no clock without an offer: idle
// clocks are skipped, and the rest of the run is long enough.
static unsigned record_beats(struct stimulus *env, unsigned depth, struct edge_in *beats) {
    struct admitter *golden = golden_open(depth);
    struct edge_out out = admitter_out_of_reset;
    unsigned count = 0;
    while (golden && count < CLOCKS && stimulus_next(env, &out, &beats[count]))
        admitter_edge(golden, &beats[count++], &out);
    admitter_close(golden);
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

static struct span time_bare(const struct edge_in *beats, unsigned count) {
    struct shim *shim = shim_fast.open();
    const struct span start = span_start();
    for (unsigned i = 0; i < count; i++)
        shim_fast.edge_bare(shim, &beats[i]);
    const struct span span = span_end(start);
    shim_fast.close(shim);
    return span;
}

static struct span time_golden(const struct edge_in *beats, unsigned count) {
    struct admitter *golden = golden_open(DEPTH);
    struct edge_out out;
    const struct span start = span_start();
    for (unsigned i = 0; golden && i < count; i++)
        admitter_edge(golden, &beats[i], &out);
    const struct span span = span_end(start);
    admitter_close(golden);
    return span;
}

// The time includes the last comparison. Sets *diverged if there was a divergence, or no memory.
static struct span time_lockstep(const struct edge_in *beats, unsigned count, bool beside,
                                 bool *diverged) {
    struct admitter *lockstep = lockstep_open(rtl_open(DEPTH), golden_open(DEPTH), beside);
    struct edge_out out;
    const struct span start = span_start();
    for (unsigned i = 0; lockstep && i < count; i++)
        admitter_edge(lockstep, &beats[i], &out);
    *diverged |= !lockstep || lockstep_divergence(lockstep)->found;
    const struct span span = span_end(start);
    admitter_close(lockstep);
    return span;
}

// Decisions of the RTL in a clock, with full slots; below 0: no RTL or no memory.
static double decisions_per_clock(void) {
    struct admitter *rtl = rtl_open(DEPTH);
    if (!rtl)
        return -1;
    const struct decision_rate rate = decision_rate_measure(rtl, DECISION_CLOCKS);
    admitter_close(rtl);
    return (double)rate.decisions / (double)rate.clocks;
}

// What every round runs: the beats, and the workload that they are of.
struct load {
    const char *workload;
    const struct config *config;
    const struct edge_in *beats;
    unsigned count;
};

// Cycles a second, and what they are of the bare model's in the same round.
struct speeds {
    double bare[ROUNDS], golden[ROUNDS], harness[ROUNDS], alone[ROUNDS], beside[ROUNDS];
    double harness_ratio[ROUNDS], alone_ratio[ROUNDS], beside_ratio[ROUNDS];
};

static int measure_round(const struct load *load, struct speeds *speeds, unsigned round) {
    const unsigned count = load->count;
    bool diverged = false;
    const struct span bare_span = time_bare(load->beats, count);
    const double bare = speeds->bare[round] = count / bare_span.cpu;
    speeds->beside[round] = count / time_lockstep(load->beats, count, true, &diverged).wall;
    speeds->alone[round] = count / time_lockstep(load->beats, count, false, &diverged).cpu;
    speeds->golden[round] = count / time_golden(load->beats, count).cpu;
    const int status =
        bench_harness(load->workload, load->config, HARNESS_OPERATIONS, &speeds->harness[round]);
    speeds->beside_ratio[round] = speeds->beside[round] * bare_span.wall / count;
    speeds->alone_ratio[round] = speeds->alone[round] / bare;
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
        {"lockstep_one_core_cycles_per_s", "cycles/s", speeds->alone},
        {"lockstep_one_core_ratio", "ratio", speeds->alone_ratio},
        {"lockstep_cycles_per_s", "cycles/s", speeds->beside},
        {"lockstep_ratio", "ratio", speeds->beside_ratio},
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
    bench_add(figures, decisions_per_clock(), "decisions/clock", "decisions_per_clock");
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
    struct text_error error;
    struct edge_in *beats = malloc(CLOCKS * sizeof *beats);
    struct stimulus *env = env_open(&config, 1, true, &error);
    int status;
    if (!beats || !env)
        status = verb_refuse("%s", beats ? error.text : "bench: out of memory");
    else
        status = measure(&(struct load){.workload = workload,
                                        .config = &config,
                                        .beats = beats,
                                        .count = record_beats(env, (unsigned)config.depth, beats)},
                         settings, figures);
    stimulus_close(env);
    free(beats);
    return status;
}
