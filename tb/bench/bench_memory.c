#define _DEFAULT_SOURCE // wait4
#include "tb/bench/benchmarks.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tb/bench/bench_load.h"
#include "tb/cli/version.h"

enum { FIXED_ARGUMENTS = 14 };

static const char workload[] = "moe";

// This program runs itself: a process that was only forked would not count what it shares.
static pid_t child_start(char *const *arguments) {
    fflush(NULL); // or the child would print what is still buffered
    const pid_t child = fork();
    if (child != 0)
        return child;
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    execv("/proc/self/exe", arguments);
    _exit(STATUS_FAILED);
}

double bench_memory_of(const struct settings *settings, const char *name, const char *const *more) {
    // execv takes strings that it does not write to.
    char *arguments[FIXED_ARGUMENTS + 2 * SETTINGS_MAX] = {
        (char *)program_path, "run",
        "--workload",         (char *)name,
        "--config-dir",       (char *)(settings_directory(settings)),
        "--policy",           (char *)bench_policy()};
    unsigned last = 8;
    for (unsigned i = 0; i < settings->sets; i++) {
        arguments[last++] = "--set";
        arguments[last++] = (char *)settings->set[i];
    }
    for (unsigned i = 0; more[i]; i++) {
        arguments[last++] = "--set";
        arguments[last++] = (char *)more[i];
    }

    const pid_t child = child_start(arguments);
    struct rusage usage;
    int status = -1;
    while (child > 0 && wait4(child, &status, 0, &usage) < 0 && errno == EINTR)
        ;
    return status == 0 ? 1024.0 * (double)usage.ru_maxrss : 0;
}

// Of a run in steady flow.
static double memory_of(const struct settings *settings, uint64_t spacing_ps, uint64_t operations) {
    char count[40], spacing[48];
    snprintf(count, sizeof count, "operations=%" PRIu64, operations);
    snprintf(spacing, sizeof spacing, "spacing_ps=%" PRIu64, spacing_ps);
    return bench_memory_of(settings, workload, (const char *[]){count, spacing, NULL});
}

int bench_memory(const struct settings *settings, uint64_t operations, uint64_t part,
                 struct bench_figures *figures) {
    struct config config;
    if (!settings_load(settings, workload, &config) || !bench_steady(&config))
        return STATUS_USAGE;
    const double less = memory_of(settings, config.spacing_ps, operations / part);
    const double more = memory_of(settings, config.spacing_ps, operations);
    if (less == 0 || more == 0)
        return verb_refuse("bench: the memory of a run could not be measured");
    printf("Peak memory of 'semacredit run', %s in steady flow: %.1f MB with %" PRIu64
           " operations,\n%.1f MB with %" PRIu64 ".\n",
           workload, 1e-6 * less, operations / part, 1e-6 * more, operations);
    bench_add(figures, more, "bytes", "peak_memory_bytes");
    bench_add(figures, more / less, "ratio", "peak_memory_growth");
    return STATUS_FINE;
}
