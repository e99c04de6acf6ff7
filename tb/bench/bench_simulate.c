#define _POSIX_C_SOURCE 200809L
#include "tb/bench/benchmarks.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csim/base/progress.h"
#include "tb/bench/bench_load.h"

// ---- a yardstick: a textbook binary heap that models nothing

// The record of csim/base/event.c: the comparison is of what is done with it.
struct record {
    uint64_t time_ps;
    uint32_t order;
    uint32_t what;
};

static bool record_before(const struct record *a, const struct record *b) {
    return a->time_ps != b->time_ps ? a->time_ps < b->time_ps : (int32_t)(a->order - b->order) < 0;
}

static void heap_push(struct record *heap, uint32_t count, struct record record) {
    uint32_t hole = count;
    while (hole > 0 && record_before(&record, &heap[(hole - 1) / 2])) {
        heap[hole] = heap[(hole - 1) / 2];
        hole = (hole - 1) / 2;
    }
    heap[hole] = record;
}

// `count` is that before; there is at least one.
static struct record heap_pop(struct record *heap, uint32_t count) {
    const struct record first = heap[0], last = heap[count - 1];
    uint32_t hole = 0, child;
    while ((child = 2 * hole + 1) < count - 1) {
        if (child + 1 < count - 1 && record_before(&heap[child + 1], &heap[child]))
            child++;
        if (!record_before(&heap[child], &last))
            break;
        heap[hole] = heap[child];
        hole = child;
    }
    heap[hole] = last;
    return first;
}

// Keeps as many events as the load's depth and, `events` times, takes the earliest and posts
// another one, as far ahead as the load says, over and over. Returns the seconds it took; 0 when
// out of memory.
static double bench_heap(const struct bench_load *load, uint64_t events) {
    struct record *heap = malloc(load->depth * sizeof *heap);
    if (!heap)
        return 0;
    uint32_t order = 0, next = 0;
    for (; order < load->depth; order++)
        heap_push(heap, order,
                  (struct record){.time_ps = load->ahead_ps[order % load->count], .order = order});
    const double started = seconds_now();
    for (uint64_t i = 0; i < events; i++) {
        struct record record = heap_pop(heap, load->depth);
        record.time_ps += load->ahead_ps[next];
        record.order = order++;
        next = next + 1 < load->count ? next + 1 : 0;
        heap_push(heap, load->depth - 1, record);
    }
    const double seconds = seconds_now() - started;
    free(heap);
    return seconds;
}

// ---- the same runs in Python: a child process, timed by itself with the same monotonic clock

enum {
    MORE_MAX = 4,
    ARGUMENTS_MAX = SETTINGS_MAX + MORE_MAX + 6,
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

struct rate {
    uint64_t events;
    double seconds;
};

// Runs `model` over a workload and a policy, with the settings and then `more` ("key=value", ends
// with NULL, at most MORE_MAX). False: the reason has been printed.
static bool bench_python(const char *model, const struct settings *settings, const char *workload,
                         const char *policy, const char *const *more, struct rate *rate) {
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s.yaml", settings_directory(settings), workload);
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
    rate->events = strtoull(line, &rest, 10);
    rate->seconds = strtod(rest, NULL);
    if (answer)
        fclose(answer);
    int status = -1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (read && rate->events > 0 && rate->seconds > 0 && status == 0)
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

// ---- the benchmark

enum { OPERATIONS = 50000, ROUNDS = 5 };

static const char *const workloads[] = {"hbm_hotspot", "atomic", "response",
                                        "allreduce",   "moe",    "remote_read"};
enum { WORKLOADS = sizeof workloads / sizeof *workloads };

// burst: all wait at their source, as in the paper, so that admission chooses; steady: at nine
// tenths of what the bottleneck can serve.
enum shape { BURST, STEADY, SHAPES };
static const char *const shape_names[SHAPES] = {"burst", "steady"};
enum { BOUTS = WORKLOADS * SHAPES };

// What is measured of each workload and shape: events/s of three programs, and ratios of ours.
enum column { OURS, HEAP, OF_HEAP, PYTHON, OF_PYTHON, COLUMNS };

struct bout {
    const char *workload;
    enum shape shape;
    struct config config;
    struct bench_load load;
    double rounds[COLUMNS][ROUNDS];
};

static bool bout_open(struct bout *bout, const struct settings *settings, const char *workload,
                      enum shape shape) {
    *bout = (struct bout){.workload = workload, .shape = shape};
    if (!settings_load(settings, workload, &bout->config))
        return false;
    bout->config.operations = OPERATIONS;
    return (shape == BURST || bench_steady(&bout->config)) &&
           bench_load_open(&bout->load, &bout->config);
}

// All three programs by turns, so that a slow moment of the machine hits all.
static int bout_round(struct bout *bout, unsigned round, const struct settings *settings,
                      const char *model) {
    struct simulate_result result;
    const double started = seconds_now();
    if (!bench_run(&bout->config, &result))
        return STATUS_USAGE;
    const double ours = seconds_now() - started;
    const double heap = bench_heap(&bout->load, result.events);
    if (heap == 0)
        return verb_refuse("bench: out of memory");
    char operations[40], spacing[40];
    snprintf(operations, sizeof operations, "operations=%d", OPERATIONS);
    snprintf(spacing, sizeof spacing, "spacing_ps=%" PRIu64, bout->config.spacing_ps);
    const char *const more[] = {operations, spacing, NULL};
    struct rate python;
    if (!bench_python(model, settings, bout->workload, bench_policy(), more, &python))
        return STATUS_USAGE;
    const uint64_t events = result.events;
    if (python.events != events) {
        printf("FAILED: bench: %s, %s: %" PRIu64 " events here, %" PRIu64 " in %s\n",
               bout->workload, shape_names[bout->shape], events, python.events, model);
        return STATUS_FAILED;
    }
    bout->rounds[OURS][round] = (double)events / ours;
    bout->rounds[HEAP][round] = (double)events / heap;
    bout->rounds[OF_HEAP][round] = heap / ours;
    bout->rounds[PYTHON][round] = (double)events / python.seconds;
    bout->rounds[OF_PYTHON][round] = python.seconds / ours;
    return STATUS_FINE;
}

// ---- the table

static void print_row(const char *workload, const char *shape, const double row[COLUMNS]) {
    printf("  %-12s %-7s %10.2f %10.2f %9.2f %10.2f %9.1f\n", workload, shape, 1e-6 * row[OURS],
           1e-6 * row[HEAP], row[OF_HEAP], 1e-6 * row[PYTHON], row[OF_PYTHON]);
}

static void summarise(struct bout *bouts, struct bench_figures *figures) {
    printf("Event simulator, policy %s, %d operations, one core; million events/s, and ratios to "
           "a binary heap\nthat models nothing and to the same model in Python. %d rounds, "
           "medians; means are geometric.\n  %-12s %-7s %10s %10s %9s %10s %9s\n",
           bench_policy(), OPERATIONS, ROUNDS, "workload", "shape", "simulator", "heap", "of heap",
           "Python", "of Python");
    double columns[COLUMNS][BOUTS];
    for (unsigned i = 0; i < BOUTS; i++) {
        double row[COLUMNS];
        for (unsigned column = 0; column < COLUMNS; column++)
            row[column] = columns[column][i] = bench_median(bouts[i].rounds[column], ROUNDS);
        print_row(bouts[i].workload, shape_names[bouts[i].shape], row);
        bench_add(figures, row[OURS], "events/s", "events_per_s_%s_%s", bouts[i].workload,
                  shape_names[bouts[i].shape]);
    }
    double mean[COLUMNS];
    for (unsigned column = 0; column < COLUMNS; column++)
        mean[column] = bench_mean(columns[column], BOUTS);
    print_row("all", "mean", mean);
    bench_add(figures, mean[OURS], "events/s", "events_per_s");
    bench_add(figures, bench_least(columns[OURS], BOUTS), "events/s", "events_per_s_least");
    bench_add(figures, mean[OF_HEAP], "ratio", "events_vs_heap_floor");
    bench_add(figures, mean[OF_PYTHON], "ratio", "events_vs_python");
    bench_add(figures, bench_least(columns[OF_PYTHON], BOUTS), "ratio", "events_vs_python_least");
    bench_add(figures, mean[HEAP], "events/s", "heap_events_per_s");
    bench_add(figures, mean[PYTHON], "events/s", "python_events_per_s");
}

int bench_simulate(const struct settings *settings, const char *model,
                   struct bench_figures *figures) {
    struct bout *bouts = calloc(BOUTS, sizeof *bouts);
    if (!bouts)
        return verb_refuse("bench: out of memory");
    int status = STATUS_FINE;
    for (unsigned i = 0; status == STATUS_FINE && i < BOUTS; i++)
        if (!bout_open(&bouts[i], settings, workloads[i / SHAPES], (enum shape)(i % SHAPES)))
            status = STATUS_USAGE;
    struct progress progress = progress_start("bench, event simulator");
    for (unsigned i = 0; status == STATUS_FINE && i < ROUNDS * BOUTS; i++) {
        progress_show(&progress, i, ROUNDS * BOUTS, "runs");
        status = bout_round(&bouts[i % BOUTS], i / BOUTS, settings, model);
    }
    progress_end(&progress);
    if (status == STATUS_FINE)
        summarise(bouts, figures);
    for (unsigned i = 0; i < BOUTS; i++)
        bench_load_close(&bouts[i].load);
    free(bouts);
    return status;
}
