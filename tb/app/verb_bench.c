// semacredit bench: speeds and memory, each beside something that everybody knows.
#include <errno.h>

#include "csim/base/interrupt.h"
#include "csim/base/output.h"
#include "tb/bench/bench_lockstep.h"
#include "tb/bench/bench_memory.h"
#include "tb/bench/bench_simulate.h"
#include "tb/cli/files_apart.h"
#include "tb/cli/verbs.h"
#include "tb/cosim/version.h"

struct options {
    struct settings settings;
    const char *workload;
    const char *model;
    const char *report;
    bool memory, lockstep;
};

enum { OPTION_REPORT = 256, OPTION_MODEL, OPTION_MEMORY, OPTION_LOCKSTEP };

static const struct argp_option option_table[] = {
    {"workload", 'w', "NAME", 0,
     "what the harness runs, and where the beats for lockstep come from (default: random)", 0},
    {"model", OPTION_MODEL, "FILE", 0,
     "the event model in Python (default: scripts/bench/model.py)", 0},
    {"memory", OPTION_MEMORY, NULL, 0,
     "measure the memory only, of runs of 1 and of 100 million operations", 0},
    {"lockstep", OPTION_LOCKSTEP, NULL, 0, "measure the harness, lockstep and the bare model only",
     0},
    {"report", OPTION_REPORT, "FILE", 0,
     "CSV (default: build/reports/bench.csv; with --memory bench_memory.csv)", 0},
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
    case OPTION_MODEL:
        options->model = text;
        return 0;
    case OPTION_MEMORY:
        options->memory = true;
        return 0;
    case OPTION_LOCKSTEP:
        options->lockstep = true;
        return 0;
    case OPTION_REPORT:
        options->report = text;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

enum { MILLION = 1000000 };

static int measure(const struct options *options, struct bench_figures *figures) {
    const struct settings *settings = &options->settings;
    if (options->memory)
        return bench_memory(settings, 100 * MILLION, 100, figures);
    if (options->lockstep)
        return bench_lockstep(settings, options->workload, figures);
    // Memory first: what this process has used is counted in what it starts.
    int status = bench_memory(settings, 10 * MILLION, 10, figures);
    if (status == STATUS_FINE)
        status = bench_simulate(settings, options->model, figures);
    if (status == STATUS_FINE)
        status = bench_lockstep(settings, options->workload, figures);
    return status;
}

int verb_bench(int argc, char **argv) {
    static const struct argp_child children[] = {{&settings_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = option_table,
        .parser = option,
        .doc =
            "Measures the event simulator (beside a binary heap that models nothing, and beside "
            "the same model in Python), its memory, and the harness (one worker of cosim: traffic, "
            "lockstep, audit, coverage) and lockstep alone (RTL, golden model, every output of "
            "every clock compared) beside the bare Verilated model (beats applied, outputs "
            "unread).",
        .children = children};
    struct options options = {.workload = "random", .model = "scripts/bench/model.py"};
    if (!verb_parse(&argp, argc, argv, &options))
        return STATUS_USAGE;
    const bool own_place = options.report != NULL;
    if (!options.report)
        options.report =
            options.memory ? "build/reports/bench_memory.csv" : "build/reports/bench.csv";
    interrupt_disarm(); // there is nothing to say of half a measurement
    const struct named_file files[] = {{"--model", options.model, false},
                                       {"--report", options.report, true}};
    if (!files_apart(files, 2))
        return STATUS_USAGE;
    struct bench_figures figures = {.count = 0};
    const int status = measure(&options, &figures);
    if (status != STATUS_FINE)
        return status;
    char error[400];
    if (!output_folders("build/reports", error, sizeof error))
        return verb_refuse("%s", error);
    if (!bench_write(&figures, options.report))
        return STATUS_USAGE;
    return own_place || version_note(options.report, error, sizeof error)
               ? STATUS_FINE
               : verb_refuse("%s", error);
}
