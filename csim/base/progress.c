#define _POSIX_C_SOURCE 200809L
#include "csim/base/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

double seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double cpu_seconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool terminal_colours(void) {
    const char *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && !getenv("NO_COLOR") && term && strcmp(term, "dumb") != 0;
}

struct progress progress_start(const char *what) {
    double now = seconds_now();
    return (struct progress){
        .what = what, .terminal = isatty(STDERR_FILENO) != 0, .started = now, .last = now};
}

void progress_show(struct progress *progress, uint64_t done, uint64_t total, const char *unit) {
    if (!progress->terminal)
        return;
    double now = seconds_now();
    if (now - progress->started < 1.0 || now - progress->last < 0.2)
        return;
    progress->last = now;
    progress->shown = true;
    fprintf(stderr, "\r\033[K%s: %" PRIu64, progress->what, done);
    if (total)
        fprintf(stderr, " of %" PRIu64, total);
    fprintf(stderr, " %s, %.0f s", unit, now - progress->started);
    fflush(stderr);
}

void progress_clocks(void *progress, uint64_t clocks) {
    progress_show(progress, clocks, 0, "clocks");
}

void progress_end(struct progress *progress) {
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}
