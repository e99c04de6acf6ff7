#include "tb/sweep/paper_runs.h"

#include <math.h>
#include <unistd.h>

#include "csim/base/interrupt.h"
#include "csim/policy/policy_windows.h"
#include "csim/traffic/tasks.h"
#include "tb/jobs/jobs.h"
#include "tb/sweep/block_policy.h"

// --- windows -----------------------------------------------------------------------------------

// The window of one lane, over the multiplier of its demands where these have one, as a run goes
// on, from the last change of its traffic: where it comes to rest, and how long that takes.
enum { WINDOW_CHANGES = 1 << 15, WINDOW_OFF_PERCENT = 25 };

struct window_watch {
    unsigned lane;
    uint64_t phase; // operations; 0: one
    uint64_t open;  // window at the start of the run
    uint64_t end_ps;
    unsigned count;        // changes; more than WINDOW_CHANGES are not kept
    struct window_change { // the first is the start, or the last phase's
        uint64_t at_ps, window;
    } change[WINDOW_CHANGES];
};

// Of this lane, and phases of so many operations.
static void window_watch_open(struct window_watch *watch, unsigned lane, uint64_t phase) {
    watch->lane = lane;
    watch->phase = phase;
    watch->end_ps = watch->count = 0;
}

static uint64_t window_of(const struct policy_state *state, unsigned lane) {
    const uint64_t multiplier = multiplier_value(state->estimates.multiplier[lane]);
    return multiplier ? state->window[lane] * MULTIPLIER_ONE / multiplier : state->window[lane];
}

static void see(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state) {
    struct window_watch *watch = context;
    (void)partition;
    const uint64_t window = window_of(state, watch->lane);
    const bool starts = step == STEP_SUBMIT && watch->phase && op->index % watch->phase == 0;
    if (watch->count == 0)
        watch->open = window;
    if (starts)
        watch->count = 0;
    if (watch->count == 0 ||
        (watch->change[watch->count - 1].window != window && watch->count < WINDOW_CHANGES))
        watch->change[watch->count++] = (struct window_change){now_ps, window};
    watch->end_ps = now_ps;
}

static struct simulate_watcher window_watch_of(struct window_watch *watch) {
    return (struct simulate_watcher){.saw = see, .context = watch};
}

static uint64_t until_ps(const struct window_watch *watch, unsigned i) {
    return i + 1 < watch->count ? watch->change[i + 1].at_ps : watch->end_ps;
}

// The mean over the second half of what was watched, the deviation from it there, and the time
// until the window was within WINDOW_OFF_PERCENT of it for good.
static struct window_result window_watch_result(const struct window_watch *watch) {
    if (watch->count == 0 || watch->open == 0)
        return (struct window_result){0};
    const uint64_t start_ps = watch->change[0].at_ps;
    const uint64_t half_ps = start_ps + (watch->end_ps - start_ps) / 2;
    double sum = 0, squares = 0;
    for (unsigned i = 0; i < watch->count; i++) {
        const uint64_t end_ps = until_ps(watch, i), at_ps = watch->change[i].at_ps;
        const double window = (double)watch->change[i].window,
                     ps = end_ps > half_ps ? (double)(end_ps - (at_ps > half_ps ? at_ps : half_ps))
                                           : 0;
        sum += window * ps;
        squares += window * window * ps;
    }
    const double half = (double)(watch->end_ps - half_ps), mean = sum / half;
    const double variance = fmax(squares / half - mean * mean, 0);
    uint64_t settled_ps = start_ps;
    for (unsigned i = 0; i < watch->count; i++)
        if (fabs((double)watch->change[i].window - mean) * 100 > WINDOW_OFF_PERCENT * mean)
            settled_ps = until_ps(watch, i);
    return (struct window_result){.percent = 100 * mean / (double)watch->open,
                                  .spread_percent = 100 * sqrt(variance) / mean,
                                  .settled_ns = (double)(settled_ps - start_ps) / 1000};
}

// --- runs --------------------------------------------------------------------------------------

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

// The number of NUMBER=N, from `least` to `most`; `found`: of one that is not.
static bool number_of(const char *setting, unsigned least, unsigned most, unsigned *number,
                      struct text_error *error) {
    const char *const value = strchr(setting, '=') + 1;
    uint64_t found;
    if (!word_number(&(struct word){value, strlen(value)}, most, &found) || found < least)
        return text_error_set(error, "%.*s: expected a number from %u to %u, found '%s'",
                              (int)(value - 1 - setting), setting, least, most, value);
    *number = (unsigned)found;
    return true;
}

static bool set(struct paper_run *run, const char *setting, struct text_error *error) {
    struct config *config = &run->config;
    unsigned number = 0;
    const struct {
        const char *name;
        bool *flag;
    } flags[] = {{"environment", &run->environment},
                 {"subclasses", &run->subclasses},
                 {"windows", &run->windows}};
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++)
        if (strcmp(setting, flags[i].name) == 0)
            return *flags[i].flag = true;
    if (strcmp(setting, "clocked") == 0)
        setting = "mode=clocked";
    if (config_sets(setting, "operations_percent")) {
        if (!number_of(setting, 1, 100, &number, error))
            return false;
        config->operations = config->operations * number / 100;
        return true;
    }
    if (config_sets(setting, "counter_bits")) {
        if (!number_of(setting, 2, 32, &number, error))
            return false;
        set_width(config, number);
        return true;
    }
    if (!config_sets(setting, "admission"))
        return config_set(config, setting, error);
    run->kind = admitter_kind_find(strchr(setting, '=') + 1);
    return run->kind || text_error_set(error,
                                       "expected admission=golden, rtl or lockstep, "
                                       "found '%s'",
                                       setting);
}

// The columns of a line, then its settings, in memory of the run's own.
static bool columns_read(struct paper_run *run, const char *line, struct text_error *error) {
    const size_t length = strcspn(line, " \t");
    run->row = memory_there(strndup(line, length));
    run->settings = memory_there(strdup(line + length));
    char *rest = run->experiment = memory_there(strndup(line, length)), *column[7] = {NULL};
    unsigned columns = 0;
    while (rest && columns < 7)
        column[columns++] = strsep(&rest, ",");
    if (columns < 7 || rest ||
        !word_number(&(struct word){column[6], strlen(column[6])}, UINT64_MAX, &run->seed)) {
        text_error_set(error, "expected " PAPER_COLUMNS ", found '%.*s'", (int)length, line);
        return false;
    }
    run->workload = column[2];
    run->policy = policy_find(column[3]);
    run->parameter = column[4];
    run->value = column[5];
    return run->policy ||
           text_error_set(error, "expected a policy, found '%s' (see 'semacredit run --help')",
                          column[3]);
}

static bool set_all(struct paper_run *run, struct text_error *error) {
    char *settings = memory_there(strdup(run->settings)), *rest = settings, *setting;
    bool fine = true;
    while (fine && (setting = strsep(&rest, " \t")))
        fine = *setting == '\0' || set(run, setting, error);
    free(settings);
    if (run->kind)
        block_policy_configure(&run->config);
    return fine;
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
    bottleneck_find(&unchanged, &found);
    for (unsigned lane = 1; lane < LANES; lane++)
        if (found.demand_ps[lane] > found.demand_ps[run->lane])
            run->lane = lane;
    bottleneck_find(&run->config, &found);
    const uint64_t service_ps = found.demand_ps[found.server] / found.operations; // rounded down
    run->bottleneck = bottleneck_name(found.server);
    run->full_ns = (double)service_ps / 1000;
    return true;
}

static struct paper_run *grow(struct paper_runs *runs) {
    const unsigned count = runs->count++;
    if ((count & (count - 1)) == 0) // is full
        runs->plan = memory_there(realloc(runs->plan, (2 * count + 1) * sizeof *runs->plan));
    runs->plan[count] = (struct paper_run){.row = NULL};
    return &runs->plan[count];
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

// A line of the plan, after another; a plan is sorted by its workloads, of which `base` is loaded.
static bool run_read(struct paper_runs *runs, const char *line, struct subject *base,
                     char loaded[WORKLOAD_PATH_SIZE], const struct settings *settings,
                     struct text_error *error) {
    *error = (struct text_error){""};
    struct paper_run *const run = grow(runs);
    if (!columns_read(run, line, error))
        return false;
    if (strcmp(loaded, run->workload) != 0) {
        snprintf(loaded, WORKLOAD_PATH_SIZE, "%s", run->workload);
        if (!workload_load(settings, loaded, base))
            return false;
    }
    run->config = base->config;
    run->path = base->path ? memory_there(strdup(base->path)) : NULL;
    return set_all(run, error) && find_bottleneck(run, runs->count > 1 ? run - 1 : NULL);
}

bool paper_runs_read(struct paper_runs *runs, const char *path, const struct settings *settings) {
    char loaded[WORKLOAD_PATH_SIZE] = "";
    struct subject base = {.path = NULL};
    struct text_error error;
    if (settings->directory && !settings_directory_found(settings))
        return false;
    struct text_reader *reader = text_reader_open(path, &error);
    if (!reader)
        return refuse("%s", error.text);
    bool fine = true;
    while (fine && text_reader_next(reader)) {
        const char *const line = text_reader_text(reader);
        fine = (runs->count == 0 && strcmp(line, PAPER_COLUMNS) == 0) ||
               run_read(runs, line, &base, loaded, settings, &error);
        if (!fine && error.text[0])
            text_reader_fail(reader, "%s", error.text);
    }
    if (text_reader_failure(reader))
        fine = refuse("%s", text_reader_failure(reader));
    text_reader_close(reader);
    return fine && (runs->count || refuse("%s: expected runs, found none", path));
}

static struct run_kind kind_of(const struct paper_run *run) {
    const bool environment = run->environment && !run->config.receivers;
    return (struct run_kind){.config = &run->config,
                             .policy = run->policy,
                             .block = run->kind || environment,
                             .clocked = run->config.mode == MODE_CLOCKED || run->environment,
                             .environment = environment,
                             .path = run->path,
                             .seed = run->seed};
}

static bool have_effect(const struct paper_runs *runs, const struct settings *settings) {
    struct run_kind *kinds = memory_there(calloc(runs->count + 1, sizeof *kinds));
    for (unsigned i = 0; i < runs->count; i++)
        kinds[i] = kind_of(&runs->plan[i]);
    const bool have = settings_have_effect(settings, kinds, runs->count);
    free(kinds);
    return have;
}

// Whether a run of the plan sets a key, "key=" of that length, itself.
static bool sets_itself(const struct paper_run *run, const char *key, size_t length) {
    const char *at = run->settings;
    while ((at += strspn(at, " \t"), *at) && strncmp(at, key, length) != 0)
        at += strcspn(at, " \t");
    return *at != '\0';
}

static bool check_settings(const struct paper_runs *runs, const struct settings *settings) {
    if (!have_effect(runs, settings))
        return false;
    for (unsigned i = 0; i < settings->sets; i++) {
        const size_t key = strcspn(settings->set[i], "=") + 1;
        unsigned run = 0;
        while (run < runs->count && sets_itself(&runs->plan[run], settings->set[i], key))
            run++;
        if (run == runs->count)
            return refuse("--set %.*s: without effect: every run of the plan sets it itself",
                          (int)key - 1, settings->set[i]);
    }
    return true;
}

// Whether one of the runs that set a key reads it, this one first.
static bool is_read(const struct paper_runs *runs, const struct paper_run *run, const char *setting,
                    struct text_error *lacks) {
    const size_t key = strcspn(setting, "=") + 1;
    struct run_kind kind = kind_of(run);
    struct text_error others;
    bool read = !setting_lacks(setting, &kind, lacks);
    for (unsigned i = 0; i < runs->count && !read; i++) {
        kind = kind_of(&runs->plan[i]);
        read = sets_itself(&runs->plan[i], setting, key) && !setting_lacks(setting, &kind, &others);
    }
    return read;
}

bool paper_runs_own_have_effect(const struct paper_runs *runs) {
    for (const struct paper_run *run = runs->plan; run < runs->plan + runs->count; run++)
        for (const char *at = run->settings; *(at += strspn(at, " \t")); at += strcspn(at, " \t")) {
            struct text_error lacks;
            const int key = (int)strcspn(at, " \t=");
            if (!is_read(runs, run, at, &lacks))
                return refuse("%s: %.*s: without effect on this run; expected %s", run->row, key,
                              at, lacks.text);
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
                                           .clocked = run->config.mode == MODE_CLOCKED,
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
    const int status = jobs_run(&jobs, (unsigned)options->jobs);
    runs->seconds = jobs.seconds;
    if (interrupted())
        printf("%s: interrupted after %u of %u runs; nothing is written\n", runs->name, jobs.done,
               runs->count);
    return status;
}

void paper_runs_write(const struct paper_runs *runs, FILE *file) {
    bool tenants = false; // only where there are such groups
    for (unsigned i = 0; i < runs->count; i++)
        tenants |= runs->plan[i].config.initiators > 0;
    fputs(PAPER_COLUMNS ",bottleneck,quantum_hbm,quantum_time", file);
    metric_names(file, tenants);
    fputc('\n', file);
    for (unsigned i = 0; i < runs->count; i++) {
        const struct paper_run *run = &runs->plan[i];
        fprintf(file, "%s,%s,%" PRIu64 ",%" PRIu64, run->row, run->bottleneck,
                run->config.quantum_hbm, run->config.quantum_time);
        metric_fields(file, &runs->results[i], run->full_ns, tenants);
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
