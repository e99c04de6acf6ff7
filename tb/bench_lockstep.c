#include "bench_lockstep.h"

#include <stdio.h>
#include <stdlib.h>

#include "decision_rate.h"
#include "golden.h"
#include "lockstep.h"
#include "progress.h"
#include "rtl.h"
#include "shim.h"
#include "world.h"

enum { CLOCKS = 1 << 17, ROUNDS = 21, DECISION_CLOCKS = 100000 };

// The same beats for everybody, kept in memory. Traffic that leaves no clock without an offer: idle
// clocks are skipped, and the rest of the run is long enough.
static unsigned record_beats(struct stimulus *world, unsigned depth, struct edge_in *beats) {
    struct admitter *golden = golden_open(depth);
    struct edge_out out = admitter_out_of_reset;
    unsigned count = 0;
    while (golden && count < CLOCKS && stimulus_next(world, &out, &beats[count]))
        admitter_edge(golden, &beats[count++], &out);
    admitter_close(golden);
    return count;
}

static double time_bare(const struct edge_in *beats, unsigned count) {
    struct shim *shim = shim_open();
    double start = seconds_now();
    for (unsigned i = 0; i < count; i++)
        shim_edge_bare(shim, &beats[i]);
    double seconds = seconds_now() - start;
    shim_close(shim);
    return seconds;
}

static double time_golden(const struct edge_in *beats, unsigned count) {
    struct admitter *golden = golden_open(DEPTH);
    struct edge_out out;
    double start = seconds_now();
    for (unsigned i = 0; golden && i < count; i++)
        admitter_edge(golden, &beats[i], &out);
    double seconds = seconds_now() - start;
    admitter_close(golden);
    return seconds;
}

// The time includes the last comparison. Sets *diverged if there was a divergence, or no memory.
static double time_lockstep(const struct edge_in *beats, unsigned count, bool beside,
                            bool *diverged) {
    struct admitter *lockstep = lockstep_open(rtl_open(DEPTH), golden_open(DEPTH), beside);
    struct edge_out out;
    double start = seconds_now();
    for (unsigned i = 0; lockstep && i < count; i++)
        admitter_edge(lockstep, &beats[i], &out);
    *diverged |= !lockstep || lockstep_divergence(lockstep)->found;
    double seconds = seconds_now() - start;
    admitter_close(lockstep);
    return seconds;
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

// Rounds of everything by turns, so that a slow moment of the machine hits all.
static int measure(const struct edge_in *beats, unsigned count, struct bench_figures *figures) {
    double bare[ROUNDS], golden[ROUNDS], beside[ROUNDS], alone[ROUNDS];
    double beside_ratio[ROUNDS], alone_ratio[ROUNDS];
    struct progress progress = progress_start("bench");
    bool diverged = false;
    for (unsigned round = 0; round < ROUNDS && !diverged; round++) {
        progress_show(&progress, round, ROUNDS, "rounds");
        bare[round] = time_bare(beats, count);
        beside[round] = time_lockstep(beats, count, true, &diverged);
        alone[round] = time_lockstep(beats, count, false, &diverged);
        golden[round] = time_golden(beats, count);
        beside_ratio[round] = bare[round] / beside[round];
        alone_ratio[round] = bare[round] / alone[round];
    }
    progress_end(&progress);
    if (diverged) {
        printf("bench: RTL and golden model diverge: run 'semacredit cosim' first\n");
        return STATUS_FAILED;
    }
    printf("%u rounds of %u cycles with work offered in every one, tracing compiled in but off; "
           "medians.\nLockstep compares on a second core, as 'semacredit run' does, or on the "
           "same one, as each worker\nof 'semacredit cosim'; ratios to the bare model.\n",
           ROUNDS, count);
    const unsigned first = figures->count;
    const char *const rate = "cycles/s";
    bench_add(figures, count / bench_median(bare, ROUNDS), rate, "bare_cycles_per_s");
    bench_add(figures, count / bench_median(beside, ROUNDS), rate, "lockstep_cycles_per_s");
    bench_add(figures, bench_median(beside_ratio, ROUNDS), "ratio", "lockstep_ratio");
    bench_add(figures, count / bench_median(alone, ROUNDS), rate, "lockstep_one_core_cycles_per_s");
    bench_add(figures, bench_median(alone_ratio, ROUNDS), "ratio", "lockstep_one_core_ratio");
    bench_add(figures, count / bench_median(golden, ROUNDS), rate, "golden_cycles_per_s");
    bench_add(figures, decisions_per_clock(), "decisions/clock", "decisions_per_clock");
    bench_print(figures, first);
    return STATUS_FINE;
}

int bench_lockstep(const struct settings *settings, const char *workload,
                   struct bench_figures *figures) {
    struct config config;
    if (!settings_load(settings, workload, &config))
        return STATUS_USAGE;
    if (config.depth != DEPTH)
        return verb_refuse("bench: expected depth=%d, this build's", DEPTH);
    char error[CONFIG_ERROR_SIZE];
    struct edge_in *beats = malloc(CLOCKS * sizeof *beats);
    struct stimulus *world = world_open(&config, 1, true, error, sizeof error);
    int status;
    if (!beats || !world)
        status = verb_refuse("%s", beats ? error : "bench: out of memory");
    else
        status = measure(beats, record_beats(world, (unsigned)config.depth, beats), figures);
    stimulus_close(world);
    free(beats);
    return status;
}
