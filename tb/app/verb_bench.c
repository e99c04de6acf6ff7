// `semacredit bench`, what scripts/bench/bench.py measures in this program: rows of numbers on
// standard output, a heading first; of one of its kinds, as the options say.
#include "tb/app/verbs.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csim/base/interrupt.h"
#include "csim/base/progress.h"
#include "csim/simulator/block_driver.h"
#include "csim/simulator/simulate.h"
#include "csim/traffic/traffic.h"
#include "tb/block/checked_run.h"
#include "tb/block/coverage/coverage.h"

enum { OPERATIONS = 50000, STEADY_PERCENT = 90 };

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

// ---- what a run asks of its event queue

// How long before its time each event was posted, in the order in which they happened, and how many
// were waiting for their time, on average; submissions included.
struct load {
    uint64_t ahead_ps[OPERATIONS * STEPS];
    uint64_t posted_ps[OPERATIONS]; // by operation: when its next event was posted
    uint32_t count, depth;
    uint64_t submitted_ps, depths;
    struct record heap[OPERATIONS * STEPS];
};

static void record(struct load *load, uint64_t ahead_ps, uint64_t depth) {
    load->ahead_ps[load->count++] = ahead_ps;
    load->depths += depth;
}

static void saw(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state) {
    (void)partition;
    struct load *load = context;
    const uint64_t depth = state->in_flight + 1; // the next submission, too
    uint64_t *const posted_ps = &load->posted_ps[op->index];
    switch (step) {
    case STEP_SUBMIT:
        record(load, now_ps - load->submitted_ps, depth);
        load->submitted_ps = now_ps;
        break;
    case STEP_ARRIVE:
    case STEP_HBM_DONE:
    case STEP_ATOMIC_DONE:
    case STEP_RESP_DONE:
        record(load, now_ps - *posted_ps, depth);
        break;
    case STEP_COMPLETE: // a write's is part of its HBM's
        if (now_ps > *posted_ps)
            record(load, now_ps - *posted_ps, depth);
        break;
    default:
        break;
    }
    *posted_ps = now_ps;
}

// Takes the earliest event and posts another one, as far ahead as the load says, as often as the
// run had events. Returns the seconds it took.
static double run_heap(struct load *load, uint64_t events) {
    uint32_t order = 0, next = 0;
    for (; order < load->depth; order++)
        heap_push(load->heap, order,
                  (struct record){.time_ps = load->ahead_ps[order % load->count], .order = order});
    const double started = seconds_now();
    for (uint64_t i = 0; i < events; i++) {
        struct record record = heap_pop(load->heap, load->depth);
        record.time_ps += load->ahead_ps[next];
        record.order = order++;
        next = next + 1 < load->count ? next + 1 : 0;
        heap_push(load->heap, load->depth - 1, record);
    }
    return seconds_now() - started;
}

// ---- the runs

static bool run(const struct config *config, const struct simulate_watcher *watcher,
                struct simulate_result *result) {
    struct text_error error;
    const struct simulate_run once = {
        .config = config, .policy = &policy_semacredit, .watcher = watcher};
    return simulate_run(&once, result, &error) || refuse("bench: %s", error.text);
}

static void spread(struct config *config) {
    config->load_percent = STEADY_PERCENT;
    config->spacing_ps = bottleneck_spacing_ps(config);
    config->load_percent = 0;
}

// The event simulator on a workload, semacredit, seed 0, and a heap that models nothing with the
// same events: a row. Steady: at nine tenths of what the bottleneck can serve; else as a burst. The
// run is watched first, so that the measured one finds its memory warm.
static int bench_simulate(const struct settings *settings, const char *workload, bool steady) {
    struct config config;
    struct simulate_result result;
    if (!settings_load(settings, workload, &config))
        return STATUS_USAGE;
    config.operations = OPERATIONS;
    struct load *load = memory_there(calloc(1, sizeof *load));
    const struct simulate_watcher watcher = {.saw = saw, .context = load};
    if (steady)
        spread(&config);
    bool fine = run(&config, &watcher, &result);
    const double started = seconds_now();
    fine = fine && run(&config, NULL, &result);
    const double seconds = seconds_now() - started;
    if (fine) {
        load->depth = (uint32_t)(load->depths / load->count);
        printf("operations,spacing_ps,events,seconds,heap_seconds\n"
               "%d,%" PRIu64 ",%" PRIu64 ",%.9f,%.9f\n",
               OPERATIONS, config.spacing_ps, result.events, seconds,
               run_heap(load, result.events));
    }
    free(load);
    return fine ? STATUS_FINE : STATUS_USAGE;
}

// ---- memory

enum { FIRST_SETTING = 8 };

// The peak memory of `semacredit run` of a workload under semacredit, in a process of its own: a
// small one starts it, as what that has used is counted in.
static int bench_memory(const struct settings *settings, const char *workload) {
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

// ---- the bare model, lockstep, the golden model, and the whole harness

enum { CLOCKS = 1 << 14, TIMES = 8, ROUNDS = 21, SEED = 1 };

// About as many clocks of `random`, where every second one has an offer.
enum { HARNESS_OPERATIONS = CLOCKS * TIMES / 2 };

// What every round runs: the same inputs for all, and the workload that they are of.
struct inputs {
    const char *workload;
    struct config config;
    unsigned count;
    struct block_in inputs[CLOCKS]; // they begin with a reset
};

// False: the reason has been printed.
static bool record_inputs(struct inputs *load) {
    static struct environment env;
    static struct block block;
    static struct block_out out;
    const struct path_size size = block_driver_size(&load->config);
    struct agents_executed executed;
    struct text_error error;
    unsigned count = 0;
    if (!block_open(&block, BLOCK_GOLDEN, &size, &error))
        return refuse("bench: %s", error.text);
    const struct block_model golden = block.model;
    environment_open(&env, &load->config, traffic_open(&load->config, SEED), SEED, &size);
    do
        golden.show(golden.self, &out);
    while (count < CLOCKS && environment_drive(&env, &out, &load->inputs[count], &executed) &&
           (golden.clock(golden.self, &load->inputs[count++]), true));
    environment_close(&env);
    golden.close(golden.self);
    load->count = count;
    return true;
}

// Clocks a second of a block of a kind, which `shows` its outputs in every clock or not. 0: golden
// model and RTL differ, or it cannot be opened.
static double speed_of(enum block_kind kind, const struct inputs *load, bool shows) {
    static struct block block;
    static struct block_out out;
    struct text_error error;
    const struct path_size size = block_driver_size(&load->config);
    if (!block_open(&block, kind, &size, &error))
        return verb_refuse("bench: %s", error.text), 0;
    const unsigned clocks = TIMES * load->count;
    const double start = cpu_seconds_now();
    for (unsigned i = 0; i < clocks; i++) {
        if (shows)
            block.model.show(block.model.self, &out);
        block.model.clock(block.model.self, &load->inputs[i % load->count]);
    }
    const double seconds = cpu_seconds_now() - start;
    const bool wrong = block_is_wrong(&block, &error);
    block.model.close(block.model.self);
    return wrong ? (printf("FAILED: bench: %s\n", error.text), 0) : clocks / seconds;
}

// The whole harness as one worker of `semacredit cosim` runs it: traffic, lockstep, checker and
// coverage; setting up counted. How many operations a clock has depends on what the environment
// draws, so that each round has a seed of its own. False: the reason has been printed.
static bool harness(const struct inputs *load, uint64_t seed, double *clocks, double *operations) {
    struct config config = load->config;
    struct coverage coverage = {.hits = {0}};
    struct checked_outcome outcome = {.cycles = 0};
    struct text_error error;
    config.operations = HARNESS_OPERATIONS;
    const struct checked_run run = {.workload = load->workload,
                                    .config = &config,
                                    .seed = seed,
                                    .kind = BLOCK_LOCKSTEP,
                                    .reader = coverage_reader(&coverage)};
    const double start = cpu_seconds_now();
    if (!checked_run_do(&run, &outcome, &error))
        return refuse("bench: %s", error.text);
    const double seconds = cpu_seconds_now() - start;
    if (outcome.failed)
        printf("FAILED: bench: %s, %s: %s\n", load->workload, outcome.caught, outcome.reason);
    *clocks = (double)outcome.cycles / seconds;
    *operations = (double)outcome.operations / seconds;
    return !outcome.failed;
}

// Everything in each round, so that a slow moment of the machine hits all.
static bool measure(const struct inputs *load) {
    printf("bare,lockstep,golden,harness,operations\n");
    for (unsigned round = 0; round < ROUNDS; round++) {
        double clocks = 0, operations = 0;
        const double bare = speed_of(BLOCK_RTL, load, false);
        const double lockstep = bare > 0 ? speed_of(BLOCK_LOCKSTEP, load, true) : 0;
        const double golden = lockstep > 0 ? speed_of(BLOCK_GOLDEN, load, true) : 0;
        if (golden <= 0 || !harness(load, SEED + round, &clocks, &operations))
            return false;
        printf("%.17g,%.17g,%.17g,%.17g,%.17g\n", bare, lockstep, golden, clocks, operations);
    }
    return true;
}

// By turns, the first three over the same clocks of a workload, the last on that workload: a row a
// round, of clocks and operations a second of processor time.
static int bench_lockstep(const struct settings *settings, const char *workload) {
    struct inputs *load = memory_there(calloc(1, sizeof *load));
    int status = STATUS_USAGE;
    load->workload = workload;
    if (settings_load(settings, workload, &load->config) && record_inputs(load))
        status = measure(load) ? STATUS_FINE : STATUS_FAILED;
    free(load);
    return status;
}

// ---- the verb

int verb_bench(struct options *options) {
    interrupt_disarm(); // there is nothing to say of half a measurement
    const struct settings *settings = &options->settings;
    const char *const workload = options->workload   ? options->workload
                                 : options->lockstep ? "random"
                                                     : "moe";
    return options->memory     ? bench_memory(settings, workload)
           : options->lockstep ? bench_lockstep(settings, workload)
                               : bench_simulate(settings, workload, options->steady);
}
