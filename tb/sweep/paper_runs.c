#define _POSIX_C_SOURCE 200809L // getline, strdup, strndup, strsep
#define _DEFAULT_SOURCE
#include "tb/sweep/paper_runs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "csim/base/interrupt.h"
#include "csim/base/workers.h"
#include "csim/config/workloads.h"
#include "csim/evaluation/metric.h"
#include "csim/policy/policy_windows.h"
#include "csim/traffic/bottleneck.h"
#include "csim/traffic/tasks.h"
#include "tb/cli/effect.h"
#include "tb/jobs/jobs.h"
#include "tb/sweep/block_policy.h"
#include "tb/sweep/block_study.h"
#include "tb/sweep/window_watch.h"

// ---- the plan: every run's configuration, made before any process starts

// The finest unit, as a power of two, in which counters of so many bits hold windows up to this
// one. A counter holds at most 2^bits - 2, as in the admission block; a demand that may ever be
// admitted is no greater than its window.
static unsigned finest_quantum(uint64_t window, unsigned bits) {
    const uint64_t most = (UINT64_C(1) << bits) - 2;
    unsigned quantum = 0;
    while (window >> quantum > most)
        quantum++;
    return quantum;
}

// The windows that the policy will open, in their finest units, decide; all lanes of a kind share
// theirs.
static void set_width(struct config *config, unsigned bits) {
    const uint64_t base_ns = window_base_ns(config);
    const uint64_t time = base_ns * QUANTA_PER_NS * config->atomic_window_multiple;
    config->quantum_hbm = finest_quantum(window_bytes(base_ns, config->hbm_gbps), bits);
    config->quantum_time = finest_quantum(time, bits);
}

static bool set(struct paper_run *run, const char *setting, struct text_error *error) {
    struct config *config = &run->config;
    const char *value = strchr(setting, '=');
    const unsigned number = value ? (unsigned)strtoul(value + 1, NULL, 10) : 0;
    if (config_sets(setting, "operations_percent"))
        config->operations = config->operations * number / 100;
    else if (config_sets(setting, "counter_bits"))
        set_width(config, number);
    else if (config_sets(setting, "admission"))
        run->kind = admitter_kind_find(value + 1);
    else if (strcmp(setting, "clocked") == 0)
        run->clocked = true;
    else if (strcmp(setting, "environment") == 0)
        run->environment = true;
    else if (strcmp(setting, "subclasses") == 0)
        run->subclasses = true;
    else if (strcmp(setting, "windows") == 0)
        run->windows = true;
    else
        return config_set(config, setting, error);
    return true;
}

static bool set_all(struct paper_run *run) {
    struct text_error error;
    char *settings = strdup(run->settings), *rest = settings, *setting;
    bool fine = settings || text_error_set(&error, "out of memory");
    while (fine && (setting = strsep(&rest, " \n")))
        fine = *setting == '\0' || set(run, setting, &error);
    free(settings);
    if (run->kind)
        block_policy_configure(&run->config);
    return fine || refuse("%s: %s", run->experiment, error.text);
}

static bool columns_read(struct paper_run *run, const char *line) {
    const size_t length = strcspn(line, " \n");
    run->row = strndup(line, length);
    run->settings = strdup(line + length);
    char *rest = run->experiment = strndup(line, length);
    if (!run->row || !run->settings || !rest)
        return refuse("out of memory");
    char *column[7] = {NULL};
    for (unsigned i = 0; i < 7; i++)
        column[i] = strsep(&rest, ",");
    run->policy = column[6] ? policy_find(column[3]) : NULL;
    if (!run->policy)
        return refuse("a plan: expected " PAPER_COLUMNS ", found %s", line);
    run->workload = column[2];
    run->parameter = column[4];
    run->value = column[5];
    run->seed = strtoull(column[6], NULL, 10);
    return true;
}

// Values change no operation: runs of one experiment, loop and workload, which follow each other,
// have one bottleneck.
static bool find_bottleneck(struct paper_run *run, const struct paper_run *last) {
    struct bottleneck found;
    if (last && strncmp(run->row, last->row, (size_t)(run->workload - run->experiment)) == 0 &&
        strcmp(run->workload, last->workload) == 0) {
        run->bottleneck = last->bottleneck;
        run->full_ns = last->full_ns;
        run->lane = last->lane;
        return true;
    }
    struct config unchanged = run->config;
    unchanged.change_operations = 0;
    if (!bottleneck_find(&unchanged, &found))
        return refuse("out of memory");
    for (unsigned lane = 1; lane < LANES; lane++)
        if (found.demand_ps[lane] > found.demand_ps[run->lane])
            run->lane = lane;
    if (!bottleneck_find(&run->config, &found))
        return refuse("out of memory");
    const uint64_t service_ps = found.demand_ps[found.server] / found.operations; // rounded down
    run->bottleneck = bottleneck_name(found.server);
    run->full_ns = (double)service_ps / 1000;
    return true;
}

static bool grow(struct paper_runs *runs) {
    const unsigned count = runs->count;
    if ((count & (count - 1)) == 0) { // is full
        struct paper_run *plan = realloc(runs->plan, (2 * count + 1) * sizeof *plan);
        if (!plan)
            return refuse("%s: out of memory", runs->name);
        runs->plan = plan;
    }
    runs->plan[runs->count++] = (struct paper_run){.row = NULL};
    return true;
}

// A workload; or, of the same folder, a domain, such as "domains/paper", or a file of tasks; or
// such a file from anywhere.
static bool workload_load(const struct settings *settings, const char *name,
                          struct subject *subject) {
    static const char *const forms[] = {"%s/%s.yaml", "%s/%s"};
    static char path[WORKLOAD_PATH_SIZE]; // of a file, until the next one is loaded
    for (unsigned i = 0; strchr(name, '/') && i < sizeof forms / sizeof *forms; i++) {
        snprintf(path, sizeof path, forms[i], settings_directory(settings), name);
        if (access(path, R_OK) == 0)
            return subject_load(subject, path, NULL, settings);
    }
    return subject_load(subject, name, NULL, settings);
}

bool paper_run_tasks(const struct paper_run *run, struct task_graph *graph,
                     struct text_error *error) {
    return run->path ? tasks_of_file(graph, run->path, &run->config, error)
                     : tasks_of_workload(graph, &run->config, run->seed, error);
}

bool paper_runs_read(struct paper_runs *runs, FILE *file, const struct settings *settings) {
    char *line = NULL, loaded[WORKLOAD_PATH_SIZE] = "";
    size_t size = 0;
    struct subject base = {.path = NULL}; // the workload `loaded`: a plan is sorted by it
    bool fine = true;
    while (fine && getline(&line, &size, file) > 0) {
        fine = grow(runs) && columns_read(&runs->plan[runs->count - 1], line);
        if (!fine)
            break;
        struct paper_run *run = &runs->plan[runs->count - 1];
        if (strcmp(loaded, run->workload) != 0) {
            snprintf(loaded, sizeof loaded, "%s", run->workload);
            fine = workload_load(settings, loaded, &base);
            if (!fine)
                break;
        }
        run->config = base.config;
        run->path = base.path ? strdup(base.path) : NULL;
        fine = set_all(run) && find_bottleneck(run, runs->count > 1 ? run - 1 : NULL);
    }
    free(line);
    return fine;
}

static bool have_effect(const struct paper_runs *runs, const struct settings *settings) {
    struct run_kind *kinds = calloc(runs->count + 1, sizeof *kinds);
    for (unsigned i = 0; kinds && i < runs->count; i++) {
        const struct paper_run *run = &runs->plan[i];
        const bool environment = run->environment && !run->config.receivers;
        kinds[i] = (struct run_kind){.config = &run->config,
                                     .policy = run->policy,
                                     .block = run->kind || environment,
                                     .clocked = run->clocked || run->environment,
                                     .environment = environment,
                                     .path = run->path,
                                     .seed = run->seed};
    }
    const bool have = kinds ? settings_have_effect(settings, kinds, runs->count)
                            : refuse("%s: out of memory", runs->name);
    free(kinds);
    return have;
}

static bool check_settings(const struct paper_runs *runs, const struct settings *settings) {
    if (!have_effect(runs, settings))
        return false;
    for (unsigned i = 0; i < settings->sets; i++) {
        const int key = (int)strcspn(settings->set[i], "=");
        char own[100];
        unsigned run = 0;
        snprintf(own, sizeof own, " %.*s=", key, settings->set[i]);
        while (run < runs->count && strstr(runs->plan[run].settings, own))
            run++;
        if (run == runs->count)
            return refuse("--set %.*s: without effect: every run of %s sets it itself", key,
                          settings->set[i], runs->name);
    }
    return true;
}

// ---- running

// The block in its environment, or a domain.
static bool run_study(const struct paper_run *run, struct simulate_result *result,
                      struct text_error *error) {
    const struct simulate_run studied = {.config = &run->config,
                                         .policy = run->policy,
                                         .seed = run->seed,
                                         .subclasses = run->subclasses};
    const struct admitter_kind *lockstep = run->environment ? admitter_kind_find("lockstep") : NULL;
    return block_study_run(&studied, run->kind ? run->kind : lockstep, result, error);
}

static int run_one(const struct paper_runs *runs, unsigned number, struct text_error *error) {
    const struct paper_run *run = &runs->plan[number];
    struct simulate_result *result = &runs->results[number];
    if (run->environment || run->config.receivers)
        return run_study(run, result, error) ? STATUS_FINE : STATUS_FAILED;
    static struct window_watch watch; // of this worker
    window_watch_open(&watch, run->policy->one_window ? 0 : run->lane,
                      run->config.change_operations);
    const struct simulate_watcher watcher = window_watch_of(&watch);
    const struct simulate_run simulated = {.config = &run->config,
                                           .policy = run->policy,
                                           .seed = run->seed,
                                           .watcher = run->windows ? &watcher : NULL,
                                           .clocked = run->clocked,
                                           .subclasses = run->subclasses};
    const int status = block_policy_run(run->kind, &simulated, result, error);
    if (run->windows)
        result->windows = window_watch_result(&watch);
    return status;
}

static int run_job(void *self, unsigned number, struct text_error *error) {
    const struct paper_runs *runs = self;
    return (runs->run ? runs->run : run_one)(runs, number, error);
}

void paper_run_name(const struct paper_run *run, char *text, size_t size) {
    snprintf(text, size, "%s: %s, %s, seed %" PRIu64 "%s%s%s%s", run->experiment, run->workload,
             run->policy->name, run->seed, *run->value ? ", " : "", run->parameter,
             *run->value ? " " : "", run->value);
}

static void describe(const void *self, unsigned number, char *text, size_t size) {
    const struct paper_runs *runs = self;
    paper_run_name(&runs->plan[number], text, size);
}

int paper_runs_run(struct paper_runs *runs, const struct options *options) {
    struct jobs jobs = {.name = runs->name,
                        .unit = "runs",
                        .count = runs->count,
                        .self = runs,
                        .run = run_job,
                        .describe = describe};
    if (!check_settings(runs, &options->settings))
        return STATUS_USAGE;
    runs->results = workers_memory(runs->count * sizeof *runs->results + 1);
    runs->outcomes = workers_memory(runs->count * runs->outcome_bytes + 1);
    if (!runs->results || !runs->outcomes)
        return verb_refuse("%s: out of memory", runs->name);
    const int status = jobs_run(&jobs, (unsigned)options->jobs);
    runs->seconds = jobs.seconds;
    if (interrupted())
        printf("%s: interrupted after %u of %u runs; nothing is written\n", runs->name, jobs.done,
               runs->count);
    return status;
}

void paper_runs_write(const struct paper_runs *runs, FILE *file) {
    fputs(PAPER_COLUMNS ",bottleneck,quantum_hbm,quantum_time", file);
    metric_names(file);
    fputc('\n', file);
    for (unsigned i = 0; i < runs->count; i++) {
        const struct paper_run *run = &runs->plan[i];
        fprintf(file, "%s,%s,%" PRIu64 ",%" PRIu64, run->row, run->bottleneck,
                run->config.quantum_hbm, run->config.quantum_time);
        metric_fields(file, &runs->results[i], run->full_ns);
        fputc('\n', file);
    }
}

void paper_runs_close(struct paper_runs *runs) {
    for (unsigned i = 0; i < runs->count; i++) {
        free(runs->plan[i].row);
        free(runs->plan[i].settings);
        free(runs->plan[i].path);
        free(runs->plan[i].experiment);
    }
    free(runs->plan);
    workers_forget(runs->results, runs->count * sizeof *runs->results + 1);
    workers_forget(runs->outcomes, runs->count * runs->outcome_bytes + 1);
    *runs = (struct paper_runs){0};
}
