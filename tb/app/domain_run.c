// semacredit run --policy of a domain: N receivers, each with the policy or a block in its place,
// and the scoreboard of tasks beside them.

#include "csim/base/progress.h"
#include "csim/traffic/tasks.h"
#include "tb/app/run_files.h"
#include "tb/app/verbs.h"
#include "tb/sweep/block_policy.h"
#include "tb/sweep/decided.h"
#include "tb/sweep/task_scoreboard.h"

struct watched {
    struct task_scoreboard *board;
    struct progress progress;
    uint64_t operations, over;
    bool blocks[TASK_RECEIVERS_MAX];
    struct decided by_block; // of blocks in zero time
};

static void saw_task(void *context, uint32_t task, enum task_event event, uint64_t now_ps) {
    task_scoreboard_task(((struct watched *)context)->board, task, event, now_ps);
}

static void saw_submitted(void *context, uint32_t task, const struct op *op, uint64_t now_ps) {
    task_scoreboard_submitted(((struct watched *)context)->board, task, op, now_ps);
}

static void saw_over(void *context, uint32_t task, const struct op *op, bool rejected,
                     uint64_t now_ps) {
    struct watched *watched = context;
    watched->over++;
    task_scoreboard_over(watched->board, task, op, rejected, now_ps);
}

static void saw_progress(void *context, uint64_t completed) {
    struct watched *watched = context;
    progress_show(&watched->progress, completed);
}

struct observers {
    struct run_observer of[TASK_RECEIVERS_MAX];
    struct commit_sink sinks[TASK_RECEIVERS_MAX];
};

// NULL: none observes.
static const struct commit_sink *observers_open(struct observers *observers,
                                                const struct options *run, struct run_files *files,
                                                const struct decided *decided) {
    for (uint32_t i = 0; i < TASK_RECEIVERS_MAX; i++) {
        observers->of[i] =
            (struct run_observer){files, i < decided->receivers ? &decided->of[i] : NULL};
        observers->sinks[i] = (struct commit_sink){run_observer_take, &observers->of[i]};
    }
    return files->commits.file || run->hash || decided->of ? observers->sinks : NULL;
}

// --- blocks in the policy's place ---------------------------------------------------------------

// Numbers and ranges, as of --rtl-receivers. False: the reason has been printed.
static bool blocks_read(const char *list, uint32_t receivers, bool *blocks) {
    const bool all = !list || strcmp(list, "all") == 0;
    for (uint32_t i = 0; i < receivers; i++)
        blocks[i] = all;
    for (const char *at = list; !all;) {
        char *end;
        const unsigned long first = strtoul(at, &end, 10);
        bool right = end > at && *at >= '0' && *at <= '9';
        unsigned long last = first;
        if (right && *end == '-') {
            at = end + 1;
            last = strtoul(at, &end, 10);
            right = end > at && *at >= '0' && *at <= '9';
        }
        if (!right || last < first || last >= receivers || (*end && *end != ','))
            return refuse("--rtl-receivers: expected all, or numbers and ranges from 0 to %" PRIu32
                          ", found '%s'",
                          receivers - 1, list);
        for (unsigned long i = first; i <= last; i++)
            blocks[i] = true;
        if (!*end)
            break;
        at = end + 1;
    }
    return true;
}

// The first receiver whose last task is done, and the last one.
static void print_spread(const struct task_graph *graph, const struct task_scoreboard *board) {
    uint64_t first_ps = UINT64_MAX, end_ps = 0;
    uint32_t first = 0, last = 0;
    for (uint32_t i = 0; i < graph->receivers; i++) {
        const uint64_t last_ps = task_scoreboard_last_ps(board, i);
        if (last_ps < first_ps) {
            first_ps = last_ps;
            first = i;
        }
        if (last_ps >= end_ps) {
            end_ps = last_ps;
            last = i;
        }
    }
    printf("  %" PRIu64 " tasks in order; receiver %" PRIu32
           " is through at %.1f ns, the last, %" PRIu32 ", at %.1f ns\n",
           graph->count + graph->drawn, first, 1e-3 * (double)first_ps, last,
           1e-3 * (double)end_ps);
}

static int run_graph(struct options *run, const struct config *config,
                     const struct task_graph *graph, struct run_files *files,
                     struct watched *watched) {
    struct text_error error;
    struct simulate_result result;
    const struct domain_watcher watcher = {.task = saw_task,
                                           .submitted = saw_submitted,
                                           .over = saw_over,
                                           .progress = saw_progress,
                                           .kept = task_scoreboard_kept(watched->board),
                                           .context = watched};
    struct observers observers;
    if (files->commits.file)
        commit_csv_header(files->commits.file, run->policy->link != LINK_UNCOUNTED);
    const struct domain_run domain = {
        .config = config,
        .policy = run->policy,
        .seed = run->seed,
        .graph = graph,
        .watcher = &watcher,
        .commits = observers_open(&observers, run, files, &watched->by_block),
        .clocked = run->kind && config->mode == MODE_CLOCKED};
    const double started = seconds_now();
    const int status = block_domain_run(run->kind, watched->blocks, &domain, &result, &error);
    const double seconds = seconds_now() - started;
    progress_end(&watched->progress);
    if (status != STATUS_FINE)
        return policy_print_failure(run, status, watched->over, watched->operations, error.text);
    // Whose source dies may be further without all of its operations.
    if (config->dead_sources == 0 && !task_scoreboard_end(watched->board, &error))
        return policy_print_failure(run, STATUS_FAILED, 0, 0, error.text);
    if (files->csv.file)
        metric_file(files->csv.file, run->subject.name, run->policy, run->seed, &result);
    if (files->trace.gz)
        tasks_write(files->trace.gz, graph);
    if (!run_files_finish(files))
        return STATUS_USAGE;
    policy_print_summary(run, config, &result, seconds);
    run_files_print_hash(files, &result);
    print_spread(graph, watched->board);
    if (run->kind)
        printf("  %" PRIu64 " clocks of the blocks, and %s\n", result.edges,
               run->kind->kind == BLOCK_LOCKSTEP ? "0 mismatches" : "nothing beside them");
    const struct simulate_run alone = {.config = config, .policy = run->policy, .seed = run->seed};
    if (watched->by_block.of && !decided_as_policy(&watched->by_block, &alone, graph, &error))
        return policy_print_failure(run, STATUS_FAILED, 0, 0, error.text);
    return result.operations == 0 ? STATUS_FAILED : STATUS_FINE;
}

int domain_policy_run(struct options *run) {
    struct config config = run->subject.config;
    struct task_graph graph = {.count = 0};
    struct text_error error;
    if (run->kind)
        block_policy_configure(&config);
    if (config.receivers > 1 && run->commits)
        return verb_refuse("--commits: expected one receiver, found %" PRIu64, config.receivers);
    if (run->refusals)
        return verb_refuse("--blocked: expected no domain");
    if (run->latencies)
        return verb_refuse("--latencies: expected no domain");
    if (run->rtl_receivers && !run->kind)
        return verb_refuse("--rtl-receivers: expected --admission beside it");
    const bool made = run->subject.path ? tasks_of_file(&graph, run->subject.path, &config, &error)
                                        : tasks_of_workload(&graph, &config, run->seed, &error);
    int status = STATUS_USAGE;
    struct run_files files = {.options = NULL};
    struct watched watched = {.board = made ? task_scoreboard_open(&graph) : NULL,
                              .operations = graph.operations};
    const bool compares = made && run->kind && config.mode == MODE_ZERO;
    if (compares)
        decided_open(&watched.by_block, &config, &graph);
    if (!made)
        verb_refuse("%s", error.text);
    else if (blocks_read(run->rtl_receivers, graph.receivers, watched.blocks) &&
             run_files_open(&files, run, &config)) {
        watched.progress = progress_start(run->subject.name, graph.operations, "operations");
        status = run_graph(run, &config, &graph, &files, &watched);
    }
    run_files_close(&files);
    task_scoreboard_close(watched.board);
    decided_close(&watched.by_block);
    task_graph_close(&graph);
    return status;
}
