#define _POSIX_C_SOURCE 200809L // popen, readlink, setenv
#include "tb/app/paper.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tb/cli/settings.h"

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

int paper_run(struct sweep_runner *runner, const struct options *options) {
    return is_ready(runner->name) ? sweep_runner_run(runner, options) : STATUS_USAGE;
}

FILE *paper_open(const struct sweep_runner *runner, const struct options *options,
                 const char *facts) {
    char command[1024];
    snprintf(command, sizeof command,
             "exec python3 -B \"$SEMACREDIT_PAPER\" %s seconds=%.17g jobs=%llu %s", runner->name,
             runner->seconds, options->jobs, facts);
    fflush(NULL);
    FILE *script = popen(command, "w");
    if (!script) {
        refuse("%s: cannot start python3: %s", runner->name, strerror(errno));
        return NULL;
    }
    signal(SIGPIPE, SIG_IGN); // its status says why it does not read on
    experiment_columns(script, METRICS_ALL);
    for (unsigned set = 0; set < runner->count; set++)
        experiment_rows(script, &runner->sets[set], METRICS_ALL);
    return script;
}

int paper_close(FILE *script) {
    const int status = script ? pclose(script) : -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_USAGE;
}
