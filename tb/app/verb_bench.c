// semacredit bench: speeds and memory, each beside something that everybody knows.
#include "csim/base/atomic_file.h"
#include "csim/base/interrupt.h"
#include "tb/app/verbs.h"
#include "tb/bench/benchmarks.h"
#include "tb/cli/version.h"

enum { MILLION = 1000000 };

static int measure(const struct options *options, struct bench_figures *figures) {
    const struct settings *settings = &options->settings;
    if (options->memory) {
        const int status = bench_memory(settings, 100 * MILLION, 100, figures);
        return status == STATUS_FINE ? bench_domain(settings, figures) : status;
    }
    if (options->lockstep)
        return bench_lockstep(settings, options->workload, figures);
    // Memory first: what this process has used is counted in what it starts.
    int status = bench_memory(settings, 10 * MILLION, 10, figures);
    if (status == STATUS_FINE)
        status = bench_domain(settings, figures);
    if (status == STATUS_FINE)
        status = bench_simulate(settings, options->model, figures);
    if (status == STATUS_FINE)
        status = bench_lockstep(settings, options->workload, figures);
    return status;
}

int verb_bench(struct options *options) {
    const bool own_place = options->report != NULL;
    const char *const usual =
        options->memory ? "build/reports/bench_memory.csv" : "build/reports/bench.csv";
    const char *const report = own_place ? options->report : usual;
    interrupt_disarm(); // there is nothing to say of half a measurement
    struct bench_figures figures = {.count = 0};
    const int status = measure(options, &figures);
    if (status != STATUS_FINE)
        return status;
    struct text_error error;
    if (!atomic_file_folders("build/reports", &error))
        return verb_refuse("%s", error.text);
    if (!bench_write(&figures, report))
        return STATUS_USAGE;
    return own_place || version_note(report, &error) ? STATUS_FINE : verb_refuse("%s", error.text);
}
