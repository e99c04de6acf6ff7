#include "tb/bench/benchmarks.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csim/base/interrupt.h"

enum { FIRST_SETTING = 8 };

int bench_memory(const struct settings *settings, const char *workload) {
    // execv takes strings that it does not write to.
    char *arguments[FIRST_SETTING + 2 * SETTINGS_MAX + 1] = {
        "semacredit", "run",        "--workload",   (char *)workload,
        "--policy",   "semacredit", "--config-dir", (char *)settings_directory(settings)};
    for (unsigned i = 0; i < settings->sets; i++) {
        arguments[FIRST_SETTING + 2 * i] = "--set";
        arguments[FIRST_SETTING + 2 * i + 1] = (char *)settings->set[i];
    }
    fflush(NULL); // or the child would print what is still buffered
    const pid_t child = fork();
    if (child == 0) {
        dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
        execv("/proc/self/exe", arguments);
        _exit(STATUS_FAILED);
    }
    struct rusage usage;
    int status = -1;
    while (child > 0 && wait4(child, &status, 0, &usage) < 0 && errno == EINTR)
        ;
    if (status != 0)
        return verb_refuse("bench: the memory of a run could not be measured");
    printf("peak_bytes\n%ld\n", 1024 * usage.ru_maxrss);
    return STATUS_FINE;
}

int verb_bench(struct options *options) {
    interrupt_disarm(); // there is nothing to say of half a measurement
    const struct settings *settings = &options->settings;
    return options->memory     ? bench_memory(settings, options->workload)
           : options->lockstep ? bench_lockstep(settings, options->workload)
                               : bench_simulate(settings, options->workload, options->steady);
}
