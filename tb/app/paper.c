#define _POSIX_C_SOURCE 200809L // popen, readlink, setenv
#include "tb/app/paper.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csim/traffic/bottleneck.h"
#include "tb/cli/result_file.h"

#define SCRIPT "scripts/paper/paper.py"

// The script of an installed program, PREFIX/bin/PROGRAM, or of the tree in which it was built.
static bool find_script(char path[PATH_MAX]) {
    char folder[PATH_MAX] = "", *end;
    if (readlink("/proc/self/exe", folder, sizeof folder - 1) < 0 || !(end = strrchr(folder, '/')))
        return false;
    *end = '\0';
    end = strrchr(folder, '/');
    const bool installed = end && strcmp(end, "/bin") == 0;
    const char *place = installed ? "share/semacredit/" : "";
    for (; end; end = installed ? NULL : strrchr(folder, '/')) {
        *end = '\0';
        if (snprintf(path, PATH_MAX, "%s/%s" SCRIPT, folder, place) < PATH_MAX &&
            access(path, R_OK) == 0)
            return true;
    }
    return false;
}

static bool is_ready(const char *verb) {
    char path[PATH_MAX];
    if (!find_script(path))
        return refuse("%s: " SCRIPT ": not found beside the program", verb);
    if (system("command -v python3 >/dev/null") != 0)
        return refuse("%s: python3: not found ('make setup' installs it)", verb);
    return setenv("SEMACREDIT_PAPER", path, 1) == 0;
}

// ---- rows

struct rows {
    const struct experiment_results *set;
    enum metric_columns columns;
};

// Experiments of one name, which follow each other, are one file.
static void write_rows(const void *context, FILE *file) {
    const struct rows *rows = context;
    const char *name = rows->set->experiment.name;
    experiment_columns(file, rows->columns);
    for (const struct experiment_results *set = rows->set;
         set->experiment.name && strcmp(set->experiment.name, name) == 0; set++)
        experiment_rows(file, set, rows->columns);
}

static bool write_files(const struct sweep_runner *runner, enum metric_columns columns) {
    for (unsigned set = 0; set < runner->count; set++) {
        const char *name = runner->sets[set].experiment.name;
        char file[80];
        snprintf(file, sizeof file, "%s%s.csv", runner->folder, name);
        if ((set == 0 || strcmp(runner->sets[set - 1].experiment.name, name) != 0) &&
            !result_file(file, write_rows, &(struct rows){&runner->sets[set], columns}))
            return false;
    }
    return true;
}

// ---- the script

static FILE *start(const struct sweep_runner *runner, const struct options *options) {
    char command[1024];
    size_t at = (size_t)snprintf(command, sizeof command,
                                 "exec python3 -B \"$SEMACREDIT_PAPER\" %s seconds=%.17g jobs=%llu "
                                 "operations=%llu folder=%s "
                                 "admission=%s clock=%s bottlenecks='",
                                 runner->name, runner->seconds, options->jobs, options->operations,
                                 runner->folder, options->admission ? options->admission : "",
                                 options->clock ? options->clock : "");
    for (unsigned i = 0; runner->sets->experiment.workloads[i] && at < sizeof command; i++)
        at += (size_t)snprintf(command + at, sizeof command - at, "%s%s", i ? "," : "",
                               bottleneck_name(runner->servers[i]));
    if (at < sizeof command)
        snprintf(command + at, sizeof command - at, "'");
    fflush(NULL);
    return popen(command, "w");
}

static int tell(const struct sweep_runner *runner, const struct options *options,
                bool (*more)(const struct options *options, FILE *script)) {
    FILE *script = start(runner, options);
    if (!script)
        return verb_refuse("%s: cannot start python3: %s", runner->name, strerror(errno));
    signal(SIGPIPE, SIG_IGN); // its status says why it does not read on
    experiment_columns(script, METRICS_ALL);
    for (unsigned set = 0; set < runner->count; set++)
        experiment_rows(script, &runner->sets[set], METRICS_ALL);
    const bool written = !more || more(options, script);
    const int status = pclose(script);
    return written && WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_USAGE;
}

int paper_run(struct sweep_runner *runner, const struct options *options, enum metric_columns rows,
              bool (*more)(const struct options *options, FILE *script)) {
    int status = is_ready(runner->name) ? sweep_runner_run(runner, options) : STATUS_USAGE;
    if (status == STATUS_FINE && rows && !write_files(runner, rows))
        status = STATUS_USAGE;
    if (status == STATUS_FINE)
        status = tell(runner, options, more);
    sweep_runner_close(runner);
    return status;
}
