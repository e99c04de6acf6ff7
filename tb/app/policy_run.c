// semacredit run --policy: one workload, one seed, one policy in the event simulator: the policy
// itself, untimed, or an admission block in its place (csim/simulator/simulate.h).

#include "csim/base/interrupt.h"
#include "csim/base/progress.h"
#include "tb/app/run_files.h"
#include "tb/app/verbs.h"
#include "tb/sweep/block_policy.h"
#include "tb/sweep/decided.h"

static void print_latencies(const char *name, const struct class_result *resource) {
    printf("  %-18s %9" PRIu64 " %10.1f %10.1f %10.1f %10.1f %10.1f %10.1f\n", name,
           resource->count, resource->mean_ns, resource->p50_ns, resource->p99_ns,
           resource->p999_ns, resource->p9999_ns, resource->greatest_ns);
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

void policy_print_summary(const struct options *run, const struct config *config,
                          const struct simulate_result *result, double seconds) {
    printf("%s, seed %llu, policy %s", run->subject.name, run->seed, run->policy->name);
    if (run->kind)
        printf(", decided by %s, %s", run->kind->name,
               config->mode == MODE_ZERO ? "in zero time" : "clocked");
    if (run->kind && config->mode == MODE_CLOCKED)
        printf(" at %" PRIu64 " ps", config->clock_ps);
    printf("\n");
    if (run->subject.note[0])
        printf("  file: %s\n", run->subject.note);
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

// What a run is to do.
struct attached {
    struct run_files files;
    struct decided by_block; // in zero time
    struct progress progress;
};

static void saw(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state) {
    struct attached *const attached = context;
    latencies_saw(&attached->files.latencies, step, now_ps, op, partition, state);
}

static void progress(void *context, uint64_t completed) {
    struct attached *const attached = context;
    progress_show(&attached->progress, completed);
}

static int run_simulated(const struct options *run, const struct config *config,
                         struct attached *attached, struct simulate_result *result,
                         struct text_error *error) {
    struct run_files *files = &attached->files;
    struct traffic *traffic = run_files_traffic(files, config, error);
    if (!traffic)
        return STATUS_USAGE;
    if (files->commits.file)
        commit_csv_header(files->commits.file, run->policy->link != LINK_UNCOUNTED);
    struct run_observer observer = {files, attached->by_block.of};
    const struct commit_sink commits = {.take = run_observer_take, .context = &observer};
    const struct simulate_watcher watcher = {
        .saw = files->latencies.file ? saw : NULL, .progress = progress, .context = attached};
    const bool listened =
        files->commits.file || files->refusals || run->hash || attached->by_block.of;
    const struct simulate_run block = {.config = config,
                                       .policy = run->policy,
                                       .seed = run->seed,
                                       .traffic = traffic,
                                       .commits = listened ? &commits : NULL,
                                       .watcher = &watcher,
                                       .clocked = config->mode == MODE_CLOCKED};
    const int status = block_policy_run(run->kind, &block, result, error);
    if (status == STATUS_FINE && files->refusals)
        refusals_end(files->refusals);
    return status;
}

// Of a run that did not come to its end.
int policy_print_failure(const struct options *run, int status, uint64_t done, uint64_t operations,
                         const char *error) {
    const char *name = run->subject.name, *policy = run->policy->name, *path = run->subject.path;
    if (interrupted())
        printf("%s, seed %llu, policy %s: interrupted after %" PRIu64 " of %" PRIu64
               " operations; nothing is written\n",
               name, run->seed, policy, done, operations);
    if (status == STATUS_FAILED) {
        printf("FAILED: %s, policy %s: %s\n", name, policy, error);
        return STATUS_FAILED;
    }
    // What is wrong with a file names it.
    return path && strncmp(error, path, strlen(path)) == 0
               ? verb_refuse("%s", error)
               : verb_refuse("%s, policy %s: %s", name, policy, error);
}

// Beside the policy on the same operations, those of a stream as they were recorded.
static int compare(const struct options *run, const struct config *config,
                   const struct decided *by_block, uint64_t operations) {
    struct text_error error;
    struct config taken = *config;
    if (run->subject.stream)
        taken.operations = operations;
    const struct simulate_run alone = {
        .config = &taken,
        .policy = run->policy,
        .seed = run->seed,
        .traffic = checked_run_traffic(run->subject.path, &taken, run->seed, &error)};
    if (alone.traffic && decided_as_policy(by_block, &alone, NULL, &error))
        return STATUS_FINE;
    return policy_print_failure(run, STATUS_FAILED, 0, 0, error.text);
}

static int run_attached(struct options *run, const struct config *config,
                        struct attached *attached) {
    struct run_files *files = &attached->files;
    struct text_error error;
    struct simulate_result result = {0};
    const double started = seconds_now();
    const int status = run_simulated(run, config, attached, &result, &error);
    const double seconds = seconds_now() - started;
    progress_end(&attached->progress);
    if (status != STATUS_FINE)
        return policy_print_failure(run, status, result.operations, config->operations, error.text);
    if (files->csv.file)
        metric_file(files->csv.file, run->subject.name, run->policy, run->seed, &result);
    if (files->latencies.full)
        return verb_refuse("--latencies: expected that no operation waits while %d later ones come",
                           LATENCIES_MAX);
    if (!run_files_finish(files))
        return STATUS_USAGE;
    const uint64_t taken = result.operations + result.rejected + result.fences;
    subject_stream_ended(&run->subject, taken);
    policy_print_summary(run, config, &result, seconds);
    run_files_print_hash(files, &result);
    if (files->refusals)
        refusals_print(files->refusals, run->policy->one_window, stdout);
    const int compared =
        attached->by_block.of ? compare(run, config, &attached->by_block, taken) : STATUS_FINE;
    return result.operations == 0 ? STATUS_FAILED : compared;
}

int policy_run(struct options *run) {
    struct config config = run->subject.config;
    if (run->kind)
        block_policy_configure(&config);
    struct attached attached = {.files = {.refusals = NULL}};
    if (!run_files_open(&attached.files, run, &config))
        return STATUS_USAGE;
    const bool compares = run->kind && config.mode == MODE_ZERO;
    attached.progress = progress_start(run->subject.name,
                                       run->subject.stream ? 0 : config.operations, "operations");
    if (compares)
        decided_open(&attached.by_block, &config, NULL);
    const int status = run_attached(run, &config, &attached);
    decided_close(&attached.by_block);
    run_files_close(&attached.files);
    return status;
}
