#define _POSIX_C_SOURCE 200809L
#include "tb/bench/bench_python.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    ARGUMENTS_MAX = SETTINGS_MAX + BENCH_MORE_MAX + 6,
    PATH_BYTES = 512,
    LINE_BYTES = 80,
    NOT_FOUND = 127
};

// Starts it with its standard output in a pipe, of which *out is the end to read. -1: it could not.
static pid_t child_start(char *const *arguments, int *out) {
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    fflush(NULL); // or the child would print what is still buffered
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execvp(arguments[0], arguments);
        _exit(NOT_FOUND);
    }
    close(ends[1]);
    if (child < 0)
        close(ends[0]);
    *out = ends[0];
    return child;
}

bool bench_python(const char *model, const struct settings *settings, const char *workload,
                  const char *policy, const char *const *more, uint64_t *events, double *seconds) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s.yaml", settings->directory ? settings->directory : "sim",
             workload);
    // execvp takes strings that it does not write to.
    char *arguments[ARGUMENTS_MAX] = {"python3", (char *)model, "--rate", path, (char *)policy};
    unsigned count = 5;
    for (unsigned i = 0; i < settings->sets; i++)
        arguments[count++] = (char *)settings->set[i];
    for (; *more; more++)
        arguments[count++] = (char *)*more;

    int out;
    const pid_t child = child_start(arguments, &out);
    FILE *answer = child > 0 ? fdopen(out, "r") : NULL;
    char line[LINE_BYTES] = "", *rest = line;
    const bool read = answer && fgets(line, sizeof line, answer);
    *events = strtoull(line, &rest, 10);
    *seconds = strtod(rest, NULL);
    if (answer)
        fclose(answer);
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (read && *events > 0 && *seconds > 0 && status == 0)
        return true;
    enum { HAS_SPOKEN = 2 };
    if (child < 0)
        verb_refuse("bench: cannot start python3: %s", strerror(errno));
    else if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND)
        verb_refuse("bench: python3: not found ('make setup' installs it)");
    else if (!WIFEXITED(status) || WEXITSTATUS(status) != HAS_SPOKEN)
        verb_refuse("bench: python3 %s: expected events and seconds, got none", model);
    return false;
}
