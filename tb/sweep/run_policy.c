#include "tb/sweep/run_policy.h"

#include <inttypes.h>
#include <string.h>

#include "csim/base/interrupt.h"
#include "csim/base/lines.h"
#include "csim/base/output.h"
#include "csim/base/progress.h"
#include "csim/evaluation/experiment.h"
#include "csim/simulator/simulate.h"
#include "csim/traffic/trace.h"
#include "csim/traffic/traffic.h"
#include "tb/cli/verbs.h"
#include "tb/cosim/seating.h"
#include "tb/sweep/blocked_files.h"

enum { REASON_SIZE = 320 };

static void print_latencies(const char *name, const struct class_result *class) {
    printf("  %-18s %9" PRIu64 " %10.1f %10.1f %10.1f %10.1f %10.1f %10.1f\n", name, class->count,
           class->mean_ns, class->p50_ns, class->p99_ns, class->p999_ns, class->p9999_ns,
           class->greatest_ns);
}

static double percent(double part, double whole) {
    return whole > 0 ? 100 * part / whole : 0;
}

static void print_part(const char *name, double small_ns, double bulk_ns,
                       const struct simulate_result *result) {
    printf("  %-26s %10.1f %5.1f %% %10.1f %5.1f %%\n", name, small_ns,
           percent(small_ns, result->small.mean_ns), bulk_ns,
           percent(bulk_ns, result->bulk.mean_ns));
}

// Who waited for what.
static void print_parts(const struct simulate_result *result) {
    printf("\n  %-26s %18s %18s\n", "where the time went", "latency-sensitive", "bulk");
    for (unsigned part = 0; part < PARTS; part++)
        if (result->small.part_ns[part] > 0 || result->bulk.part_ns[part] > 0)
            print_part(latency_part_name[part], result->small.part_ns[part],
                       result->bulk.part_ns[part], result);
    print_part("latency, mean in ns", result->small.mean_ns, result->bulk.mean_ns, result);
}

// Of all operations that were granted.
static void print_waits(const struct ledger *ledger) {
    uint64_t part_ps[WAIT_PARTS] = {0}, wait_ps = 0;
    for (uint32_t i = 0; i < ledger_operations(ledger); i++) {
        const struct ledger_entry *entry = ledger_entry(ledger, i);
        wait_ps += entry->granted ? entry->wait_ps : 0;
        for (unsigned part = 0; entry->granted && part < WAIT_PARTS; part++)
            part_ps[part] += entry->part_ps[part];
    }
    printf("\n  %-40s %16s %7s\n", "what operations waited for, at their source", "sum in ns", "");
    for (unsigned part = 0; part < WAIT_PARTS; part++)
        printf("  %-40s %16.3f %5.1f %%\n", wait_part_meaning[part], 1e-3 * (double)part_ps[part],
               percent((double)part_ps[part], (double)wait_ps));
    printf("  %-40s %16.3f\n", "all of it", 1e-3 * (double)wait_ps);
}

static void print_summary(const struct run_policy *run, const struct config *config,
                          const struct simulate_result *result, double seconds) {
    printf("%s, seed %" PRIu64 ", policy %s", run->workload, run->seed, run->policy);
    if (run->kind)
        printf(", decided by %s, %s", run->kind->name,
               config->mode == MODE_ZERO ? "in zero time" : "clocked");
    if (run->kind && config->mode == MODE_CLOCKED)
        printf(" at %" PRIu64 " ps", config->clock_ps);
    printf("\n");
    if (run->note[0])
        printf("  file: %s\n", run->note);
    printf("  %" PRIu64 " operations in %.1f ns, goodput %.3f Gb/s; %" PRIu64 " rejected, %" PRIu64
           " retries, at most %" PRIu64 " in flight\n",
           result->operations, result->makespan_ns, result->goodput_gbps, result->rejected,
           result->retries, result->max_in_flight);
    if (result->fences > 0)
        printf("  %" PRIu64 " fences beside them\n", result->fences);
    if (result->operations == 0)
        printf("  an empty run: nothing completed\n");
    printf("\n");
    printf("  %-18s %9s %10s %10s %10s %10s %10s %10s\n", "latency in ns", "count", "mean", "P50",
           "P99", "P99.9", "P99.99", "greatest");
    print_latencies("latency-sensitive", &result->small);
    print_latencies("bulk", &result->bulk);
    print_parts(result);
    printf("\n  longest queueing: HBM %.1f ns, Atomic %.1f ns, response %.1f ns\n",
           result->max_queue_hbm_ns, result->max_queue_atomic_ns, result->max_queue_response_ns);
    printf("  %" PRIu64 " events, %.2f million/s, start and percentiles included\n", result->events,
           seconds > 0 ? 1e-6 * (double)result->events / seconds : 0.0);
}

struct telling {
    struct progress progress;
    uint64_t operations;
};

static void tell(void *context, uint64_t completed) {
    struct telling *telling = context;
    progress_show(&telling->progress, completed, telling->operations, "operations");
}

// The files a run may write, open or not.
struct outputs {
    struct output csv, commits, waits;
    struct blocked_files blocked;
    struct trace_writer *trace;
};

static void outputs_discard(struct outputs *outputs) {
    output_discard(&outputs->csv);
    output_discard(&outputs->commits);
    output_discard(&outputs->waits);
    blocked_files_close(&outputs->blocked);
    if (outputs->trace)
        trace_writer_discard(outputs->trace);
}

static bool outputs_open(struct outputs *outputs, const struct run_policy *run,
                         const struct config *config, bool one_window, char *error, size_t size) {
    char note[200];
    *outputs = (struct outputs){0};
    snprintf(note, sizeof note, "recorded from %.100s, seed %" PRIu64, run->workload, run->seed);
    bool open = (!run->csv || output_open(&outputs->csv, run->csv, error, size)) &&
                (!run->commits || output_open(&outputs->commits, run->commits, error, size)) &&
                (!run->ledger || output_open(&outputs->waits, run->ledger, error, size)) &&
                blocked_files_open(&outputs->blocked, run->blocked, run->blocked_wave,
                                   config->operations, one_window, error, size);
    if (open && run->trace) {
        outputs->trace = trace_writer_open(run->trace, config, note, error, size);
        open = outputs->trace != NULL;
    }
    if (!open)
        outputs_discard(outputs);
    return open;
}

// All are there in the end, or none that could be left out.
static bool outputs_close(struct outputs *outputs, char *error, size_t size) {
    struct trace_writer *trace = outputs->trace;
    outputs->trace = NULL;
    const bool written =
        (!trace || trace_writer_close(trace, error, size)) &&
        (!outputs->csv.file || output_finish(&outputs->csv, error, size)) &&
        (!outputs->commits.file || output_finish(&outputs->commits, error, size)) &&
        (!outputs->waits.file || output_finish(&outputs->waits, error, size)) &&
        blocked_files_finish(&outputs->blocked, error, size);
    if (!written)
        outputs_discard(outputs);
    return written;
}

static void take_commit(void *context, const struct commit *commit) {
    const struct outputs *outputs = context;
    if (outputs->commits.file)
        commit_csv(outputs->commits.file, commit);
    if (outputs->blocked.blocked)
        blocked_commit(outputs->blocked.blocked, commit);
}

static void write_waits(const struct ledger *ledger, FILE *file) {
    fprintf(file, "op,urgent,wait_ps");
    for (unsigned part = 0; part < WAIT_PARTS; part++)
        fprintf(file, ",%s_ps", wait_part_name[part]);
    fprintf(file, "\n");
    for (uint32_t i = 0; i < ledger_operations(ledger); i++) {
        const struct ledger_entry *entry = ledger_entry(ledger, i);
        if (!entry->granted)
            continue;
        fprintf(file, "%" PRIu32 ",%d,%" PRIu64, i, entry->urgent, entry->wait_ps);
        for (unsigned part = 0; part < WAIT_PARTS; part++)
            fprintf(file, ",%" PRIu64, entry->part_ps[part]);
        fprintf(file, "\n");
    }
}

static enum seated_outcome simulate_run(const struct run_policy *run, const struct config *config,
                                        const struct policy *policy, struct outputs *outputs,
                                        const struct simulate_watcher *watcher,
                                        struct ledger *ledger, struct simulate_result *result,
                                        char *error, size_t size) {
    struct traffic *traffic = run->path ? traffic_file_open(run->path, config, error, size)
                                        : traffic_open(config, run->seed);
    if (run->path && !traffic)
        return SEATED_REFUSED;
    if (outputs->trace)
        traffic = traffic_record_open(traffic, outputs->trace);
    if (outputs->blocked.blocked)
        traffic = traffic_watch_open(traffic, blocked_op, outputs->blocked.blocked);
    if (outputs->commits.file)
        commit_csv_header(outputs->commits.file);
    const struct commit_sink commits = {.take = take_commit, .context = outputs};
    const bool listened = outputs->commits.file || outputs->blocked.blocked;
    const struct seated_run seated = {.kind = run->kind,
                                      .policy = policy,
                                      .config = config,
                                      .clocked = config->mode == MODE_CLOCKED,
                                      .traffic = traffic,
                                      .seed = run->seed,
                                      .commits = listened ? &commits : NULL,
                                      .watcher = watcher,
                                      .ledger = ledger};
    const enum seated_outcome outcome =
        run->kind ? seated_run(&seated, result, error, size)
        : simulate_traffic(config, policy, traffic, run->seed, seated.commits, watcher, result,
                           error, size)
            ? SEATED_FINE
            : SEATED_REFUSED;
    if (outcome == SEATED_FINE && outputs->blocked.blocked)
        blocked_end(outputs->blocked.blocked);
    return outcome;
}

// Of a clocked run. False: its parts are wrong.
static bool tell_waits(const struct ledger *ledger) {
    uint64_t unexplained_ps = 0;
    for (uint32_t i = 0; i < ledger_operations(ledger); i++)
        unexplained_ps += ledger_entry(ledger, i)->part_ps[WAIT_UNEXPLAINED];
    print_waits(ledger);
    if (ledger_wrong(ledger) == 0 && unexplained_ps == 0)
        return true;
    printf("  FAILED: the parts of %" PRIu64 " operations do not add up, %" PRIu64
           " ps are unexplained\n",
           ledger_wrong(ledger), unexplained_ps);
    return false;
}

int run_policy(const struct run_policy *run, const struct config *asked) {
    struct config configured = *asked;
    const struct config *config = &configured;
    if (run->kind)
        seating_configure(&configured);
    const struct policy *policy = policy_find(run->policy);
    if (!policy)
        return verb_refuse_policy(run->policy);
    char error[LINES_ERROR_SIZE];
    struct outputs outputs;
    if (!outputs_open(&outputs, run, config, policy->one_window, error, sizeof error))
        return verb_refuse("%s", error);
    struct ledger *ledger = NULL;
    if (run->kind && config->mode == MODE_CLOCKED && !(ledger = ledger_open(config))) {
        outputs_discard(&outputs);
        return verb_refuse("out of memory");
    }
    struct simulate_result result = {0};
    struct telling telling = {.progress = progress_start(run->workload),
                              .operations = config->operations};
    const struct simulate_watcher watcher = {.progress = tell, .context = &telling};
    const double started = seconds_now();
    const enum seated_outcome outcome =
        simulate_run(run, config, policy, &outputs, &watcher, ledger, &result, error, sizeof error);
    progress_end(&telling.progress);
    if (outcome != SEATED_FINE) {
        outputs_discard(&outputs);
        ledger_close(ledger);
        if (interrupted())
            printf("%s, seed %" PRIu64 ", policy %s: interrupted after %" PRIu64 " of %" PRIu64
                   " operations; nothing is written\n",
                   run->workload, run->seed, run->policy, result.operations, config->operations);
        if (outcome == SEATED_DIVERGED) {
            printf("FAILED: %s, policy %s: %s\n", run->workload, run->policy, error);
            return STATUS_FAILED;
        }
        // What is wrong with a file names it.
        return run->path && strncmp(error, run->path, strlen(run->path)) == 0
                   ? verb_refuse("%s", error)
                   : verb_refuse("%s, policy %s: %s", run->workload, run->policy, error);
    }
    const double seconds = seconds_now() - started;
    if (outputs.csv.file) {
        const struct experiment_row row = {.experiment = "run",
                                           .workload = run->workload,
                                           .policy = run->policy,
                                           .parameter = "",
                                           .value = "",
                                           .seed = run->seed};
        experiment_row_header(outputs.csv.file);
        experiment_row(outputs.csv.file, &row, &result);
    }
    if (outputs.waits.file)
        write_waits(ledger, outputs.waits.file);
    if (!outputs_close(&outputs, error, sizeof error)) {
        ledger_close(ledger);
        return verb_refuse("%s", error);
    }
    print_summary(run, config, &result, seconds);
    const bool explained = !ledger || tell_waits(ledger);
    ledger_close(ledger);
    if (outputs.blocked.blocked)
        blocked_print(outputs.blocked.blocked, policy->one_window, stdout);
    blocked_files_close(&outputs.blocked);
    return explained ? STATUS_FINE : STATUS_FAILED;
}
