// semacredit bench: what lockstep costs beside the bare Verilated model, in one run.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "golden.h"
#include "lockstep.h"
#include "output.h"
#include "progress.h"
#include "rtl.h"
#include "shim.h"
#include "verbs.h"
#include "world.h"

enum { CLOCKS = 1 << 17, ROUNDS = 21, REPORT_ROWS = 8 };

struct options {
    struct settings settings;
    const char *workload;
    const char *report;
};

enum { OPTION_REPORT = 256 };

static const struct argp_option option_table[] = {
    {"workload", 'w', "NAME", 0, "where the beats come from (default: random)", 0},
    {"report", OPTION_REPORT, "FILE", 0, "CSV (default: build/reports/bench.csv)", 0},
    {0},
};

static error_t option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->settings;
        return 0;
    case 'w':
        options->workload = text;
        return 0;
    case OPTION_REPORT:
        options->report = text;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

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

static int compare_doubles(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, unsigned count) {
    qsort(values, count, sizeof *values, compare_doubles);
    return values[count / 2];
}

struct figure {
    const char *metric;
    double value;
    const char *unit;
};

static bool write_report(const char *path, const struct figure *figures, unsigned count) {
    char error[400];
    struct output output;
    if (!output_open(&output, path, error, sizeof error)) {
        verb_refuse("%s", error);
        return false;
    }
    fprintf(output.file, "metric,value,unit\n");
    for (unsigned i = 0; i < count; i++)
        fprintf(output.file, "%s,%.6g,%s\n", figures[i].metric, figures[i].value, figures[i].unit);
    if (output_finish(&output, error, sizeof error))
        return true;
    verb_refuse("%s", error);
    return false;
}

// Rounds of everything by turns, so that a slow moment of the machine hits all.
static int measure(const struct edge_in *beats, unsigned count, const char *report) {
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
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    const struct figure figures[] = {
        {"bare_cycles_per_s", count / median(bare, ROUNDS), "cycles/s"},
        {"lockstep_cycles_per_s", count / median(beside, ROUNDS), "cycles/s"},
        {"lockstep_ratio", median(beside_ratio, ROUNDS), "ratio"},
        {"lockstep_one_core_cycles_per_s", count / median(alone, ROUNDS), "cycles/s"},
        {"lockstep_one_core_ratio", median(alone_ratio, ROUNDS), "ratio"},
        {"golden_cycles_per_s", count / median(golden, ROUNDS), "cycles/s"},
        {"peak_memory_bytes", 1024.0 * (double)usage.ru_maxrss, "bytes"},
    };
    enum { FIGURES = sizeof figures / sizeof *figures };
    printf("%u rounds of %u cycles with work offered in every one, tracing compiled in but off; "
           "medians.\nLockstep compares on a second core, as 'semacredit run' does, or on the "
           "same one, as each worker\nof 'semacredit cosim'; ratios to the bare model.\n",
           ROUNDS, count);
    for (unsigned i = 0; i < FIGURES; i++)
        printf("  %-32s %14.4g %s\n", figures[i].metric, figures[i].value, figures[i].unit);
    return write_report(report, figures, FIGURES) ? STATUS_FINE : STATUS_USAGE;
}

int verb_bench(int argc, char **argv) {
    static const struct argp_child children[] = {{&settings_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = option_table,
        .parser = option,
        .doc = "Measures the bare Verilated model (beats applied, outputs unread), lockstep (RTL, "
               "golden model, every output of every clock compared), and the golden model alone.",
        .children = children};
    struct options options = {.workload = "random", .report = "build/reports/bench.csv"};
    if (!verb_parse(&argp, argc, argv, &options))
        return STATUS_USAGE;
    struct config config;
    if (!settings_load(&options.settings, options.workload, &config))
        return STATUS_USAGE;
    if (config.depth != DEPTH)
        return verb_refuse("bench: expected depth=%d, this build's", DEPTH);

    char error[CONFIG_ERROR_SIZE];
    struct edge_in *beats = malloc(CLOCKS * sizeof *beats);
    struct stimulus *world = world_open(&config, 1, true, error, sizeof error);
    int status;
    if (!beats || !world) {
        status = verb_refuse("%s", beats ? error : "bench: out of memory");
    } else {
        unsigned count = record_beats(world, (unsigned)config.depth, beats);
        status = output_folders("build/reports", error, sizeof error)
                     ? measure(beats, count, options.report)
                     : verb_refuse("%s", error);
    }
    stimulus_close(world);
    free(beats);
    return status;
}
