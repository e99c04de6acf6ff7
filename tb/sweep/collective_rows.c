#include "tb/sweep/collective_rows.h"

#include "csim/domain/domain.h"
#include "csim/traffic/tasks.h"
#include "tb/sweep/task_scoreboard.h"

// --- one run ------------------------------------------------------------------------------------

static double ns(uint64_t ps) {
    return (double)ps / 1000;
}

static uint64_t most(uint64_t one, uint64_t other) {
    return one > other ? one : other;
}

uint32_t collective_steps(const struct task_graph *graph) {
    uint32_t steps = 0;
    for (uint32_t i = 0; i < graph->count; i++)
        steps = graph->tasks[i].step > steps ? graph->tasks[i].step : steps;
    return steps;
}

// --- what waited for what ------------------------------------------------------------------------

// The wait of a task that was met last; the first of these. The task waits for something.
static const struct task_wait *last_wait(const struct task_graph *graph,
                                         const struct task_scoreboard *board, uint32_t task) {
    const struct task_wait *first = &graph->waits[graph->tasks[task].first_wait], *last = first;
    uint64_t last_ps = 0;
    for (uint32_t i = 0; i < graph->tasks[task].waits; i++) {
        const uint64_t at_ps = task_scoreboard_ps(board, first[i].task, first[i].event);
        if (at_ps > last_ps) {
            last_ps = at_ps;
            last = &first[i];
        }
    }
    return last;
}

static void walk_back(const struct task_graph *graph, const struct task_scoreboard *board,
                      uint32_t task, struct collective_outcome *outcome) {
    uint64_t of_ps[TASK_RECEIVERS_MAX] = {0}, all_ps = 0;
    uint64_t end_ps = task_scoreboard_ps(board, task, TASK_DONE);
    for (;;) {
        const bool waits = graph->tasks[task].waits > 0;
        const struct task_wait *wait = waits ? last_wait(graph, board, task) : NULL;
        const uint64_t begin_ps = wait ? task_scoreboard_ps(board, wait->task, wait->event)
                                       : task_scoreboard_ps(board, task, TASK_BEGUN);
        of_ps[graph->tasks[task].target] += end_ps - begin_ps;
        all_ps += end_ps - begin_ps;
        if (!wait)
            break;
        task = wait->task;
        end_ps = begin_ps;
    }
    outcome->waited_for = 0;
    for (uint32_t i = 1; i < graph->receivers; i++)
        if (of_ps[i] > of_ps[outcome->waited_for])
            outcome->waited_for = i;
    outcome->waited_percent =
        all_ps ? 100 * (double)of_ps[outcome->waited_for] / (double)all_ps : 0;
}

// --- times --------------------------------------------------------------------------------------

// When the last task of each step was complete, after those of the steps before.
static void measure_steps(const struct task_graph *graph, const struct task_scoreboard *board,
                          uint64_t begin_ps, struct collective_outcome *outcome) {
    for (uint32_t step = 0; step < outcome->steps; step++)
        outcome->step_ns[step] = 0;
    for (uint32_t i = 0; i < graph->count; i++) {
        if (graph->tasks[i].step == 0)
            continue;
        double *at = &outcome->step_ns[graph->tasks[i].step - 1];
        const double done = ns(task_scoreboard_ps(board, i, TASK_DONE) - begin_ps);
        *at = done > *at ? done : *at;
    }
    double before = 0;
    for (uint32_t step = 0; step < outcome->steps; step++) {
        const double end = outcome->step_ns[step];
        outcome->step_ns[step] = end > before ? end - before : 0;
        before = end > before ? end : before;
    }
}

static void measure(const struct config *config, const struct task_graph *graph,
                    const struct task_scoreboard *board, struct collective_outcome *outcome) {
    uint64_t begin_ps = UINT64_MAX, end_ps = 0, bytes = 0, done_ps[TASK_RECEIVERS_MAX] = {0};
    uint64_t operations[TASK_RECEIVERS_MAX] = {0}, busiest = 0, first_ps = UINT64_MAX;
    uint32_t last = 0;
    for (uint32_t i = 0; i < graph->count; i++) {
        const struct task *task = &graph->tasks[i];
        if (task->step == 0)
            continue;
        const uint64_t begun_ps = task_scoreboard_ps(board, i, TASK_BEGUN);
        const uint64_t end = task_scoreboard_ps(board, i, TASK_DONE);
        begin_ps = begun_ps < begin_ps ? begun_ps : begin_ps;
        if (end > end_ps) {
            end_ps = end;
            last = i;
        }
        if (task->op.opcode == TASK_NOTHING)
            continue;
        bytes += task->bytes;
        operations[task->target] += task_operations(task);
        done_ps[task->target] = most(done_ps[task->target], end);
    }
    for (uint32_t i = 0; i < graph->receivers; i++) {
        busiest = most(busiest, operations[i]);
        if (done_ps[i] > 0 && done_ps[i] < first_ps)
            first_ps = done_ps[i];
    }
    outcome->completion_ns = ns(end_ps - begin_ps);
    outcome->spread_ns = ns(end_ps - first_ps);
    outcome->decisions_per_ns = (double)busiest / outcome->completion_ns;
    outcome->link_percent = 100 * (double)bytes * 8 / outcome->completion_ns /
                            (double)(config->egress_gbps * graph->receivers);
    measure_steps(graph, board, begin_ps, outcome);
    walk_back(graph, board, last, outcome);
}

bool collective_run(const struct config *config, const struct policy *policy, uint64_t seed,
                    const struct task_graph *graph, struct collective_outcome *outcome,
                    struct text_error *error) {
    struct task_scoreboard *board = task_scoreboard_open(graph);
    const struct domain_watcher watcher = {.task = task_scoreboard_task,
                                           .submitted = task_scoreboard_submitted,
                                           .over = task_scoreboard_over,
                                           .kept = task_scoreboard_kept(board),
                                           .context = board};
    const struct domain_run run = {
        .config = config, .policy = policy, .seed = seed, .graph = graph, .watcher = &watcher};
    outcome->operations = graph->operations;
    outcome->steps = collective_steps(graph);
    const bool right =
        domain_run(&run, &outcome->result, error) && task_scoreboard_end(board, error);
    if (right)
        measure(config, graph, board, outcome);
    task_scoreboard_close(board);
    return right;
}

// --- a point ------------------------------------------------------------------------------------

enum {
    SEEDS_LEAST = 5,
    SEEDS_MOST = 20,
    // More than the least seeds while a policy's runs of a point have together fewer operations.
    OPERATIONS = 100000,
    // From so many GPUs on a point is one seed of two policies.
    GPUS_MANY = 128
};

static const char *const policies_run[] = {
    "aggregate", "aggregate_class", "bdp",         "resource_byte",    "scalar",
    "reactive",  "semacredit",      "vector_link", "vector_link_sent", NULL};
static const char *const policies_of_many[] = {"aggregate", "semacredit", NULL};

// Of both classes of operations, small first.
static double part(const struct collective_outcome *of, bool small, enum latency_part part) {
    return (small ? &of->result.small : &of->result.bulk)->part_ns[part];
}

#define MEASURES(X)                                                                                \
    X(completion_ns, of->completion_ns)                                                            \
    X(p99_ns, of->result.small.p99_ns)                                                             \
    X(goodput_gbps, of->result.goodput_gbps)                                                       \
    X(link_percent, of->link_percent)                                                              \
    X(spread_ns, of->spread_ns)                                                                    \
    X(p50_ns, of->result.small.p50_ns)                                                             \
    X(p999_ns, of->result.small.p999_ns)                                                           \
    X(bulk_p99_ns, of->result.bulk.p99_ns)                                                         \
    X(small_waits_hbm_ns, part(of, true, PART_FOR_HBM))                                            \
    X(small_waits_atomic_ns, part(of, true, PART_FOR_ATOMIC))                                      \
    X(small_waits_response_ns, part(of, true, PART_FOR_RESPONSE))                                  \
    X(small_waits_bound_ns, part(of, true, PART_FOR_BOUND) + part(of, true, PART_FOR_WINDOW))      \
    X(small_refused_ns, part(of, true, PART_REFUSED))                                              \
    X(small_forward_ns, part(of, true, PART_FORWARD))                                              \
    X(small_queues_ns, part(of, true, PART_HBM_QUEUE) + part(of, true, PART_ATOMIC_QUEUE) +        \
                           part(of, true, PART_RESPONSE_QUEUE))                                    \
    X(bulk_waits_hbm_ns, part(of, false, PART_FOR_HBM))                                            \
    X(bulk_waits_bound_ns, part(of, false, PART_FOR_BOUND) + part(of, false, PART_FOR_WINDOW))     \
    X(bulk_refused_ns, part(of, false, PART_REFUSED))                                              \
    X(bulk_forward_ns, part(of, false, PART_FORWARD))                                              \
    X(bulk_queues_ns, part(of, false, PART_HBM_QUEUE) + part(of, false, PART_ATOMIC_QUEUE))        \
    X(longest_hbm_ns, of->result.max_queue_hbm_ns)                                                 \
    X(longest_atomic_ns, of->result.max_queue_atomic_ns)                                           \
    X(waited_percent, of->waited_percent)                                                          \
    X(decisions_per_ns, of->decisions_per_ns)

#define MEASURE_NAME(name, ...)    " " #name
#define MEASURE_VALUE(name, value) value,

const char collective_measures[] = "policy seed operations waited_for" MEASURES(MEASURE_NAME);

static void run_write(const char *policy, unsigned seed, const struct collective_outcome *of,
                      FILE *row) {
    const double values[] = {MEASURES(MEASURE_VALUE)};
    fprintf(row, "%s %u %" PRIu64 " %" PRIu32, policy, seed, of->operations, of->waited_for);
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        fprintf(row, " %.17g", values[i]);
    for (uint32_t step = 0; step < of->steps; step++)
        fprintf(row, " %.17g", of->step_ns[step]);
    fputc(';', row);
}

// All policies of a seed do the same tasks. `seeds`: how many there are to be.
static bool seed_run(const struct config *config, unsigned seed, unsigned *seeds, FILE *row,
                     struct text_error *error) {
    struct task_graph graph = {.count = 0};
    struct collective_outcome outcome = {.steps = 0};
    const bool many = config->receivers >= GPUS_MANY;
    bool right = tasks_of_workload(&graph, config, seed, error);
    const uint64_t more = OPERATIONS / (graph.operations + 1);
    *seeds = many                 ? 1
             : more < SEEDS_LEAST ? SEEDS_LEAST
             : more > SEEDS_MOST  ? SEEDS_MOST
                                  : (unsigned)more;
    outcome.step_ns = memory_there(calloc(collective_steps(&graph) + 1, sizeof *outcome.step_ns));
    const char *const *policy = many ? policies_of_many : policies_run;
    for (; right && *policy; policy++) {
        right = collective_run(config, policy_find(*policy), seed, &graph, &outcome, error);
        if (right)
            run_write(*policy, seed, &outcome, row);
    }
    free(outcome.step_ns);
    task_graph_close(&graph);
    return right;
}

bool collective_rows_run(const struct config *config, FILE *row, struct text_error *error) {
    unsigned seeds, ignored;
    bool right = seed_run(config, 1, &seeds, row, error); // the first one's tasks tell how many
    for (unsigned seed = 2; right && seed <= seeds; seed++)
        right = seed_run(config, seed, &ignored, row, error);
    return right;
}
