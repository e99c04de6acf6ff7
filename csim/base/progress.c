#include "csim/base/progress.h"

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

struct progress progress_start(const char *what, uint64_t total, const char *unit) {
    const double now = seconds_now();
    return (struct progress){.what = what,
                             .unit = unit,
                             .total = total,
                             .terminal = isatty(STDERR_FILENO) != 0,
                             .started = now,
                             .last = now};
}

void progress_show(void *context, uint64_t done) {
    struct progress *const progress = context;
    const double now = seconds_now(), taken = now - progress->started;
    if (!progress->terminal || taken < 1.0 || now - progress->last < 0.2)
        return;
    progress->last = now;
    progress->shown = true;
    fprintf(stderr, "\r\033[K%s: %" PRIu64, progress->what, done);
    if (progress->total > 0)
        fprintf(stderr, " of %" PRIu64, progress->total);
    fprintf(stderr, " %s, ", progress->unit);
    const double part = progress->total ? (double)done / (double)progress->total : 0;
    if (progress->total > 0)
        fprintf(stderr, "%.0f %%, ", 100 * part);
    fprintf(stderr, "%.0f s", taken);
    if (part > 0 && part < 1)
        fprintf(stderr, ", %.0f s left", taken / part - taken);
    fflush(stderr);
}

void progress_end(struct progress *progress) {
    if (progress->shown)
        fputs("\r\033[K", stderr);
    progress->shown = false;
}
