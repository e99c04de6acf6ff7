#include "tb/sweep/collective_run.h"

#include "csim/domain/domain.h"
#include "tb/sweep/task_scoreboard.h"

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
    if (!board)
        return text_error_set(error, "out of memory");
    const struct domain_watcher watcher = {.task = task_scoreboard_task,
                                           .submitted = task_scoreboard_submitted,
                                           .over = task_scoreboard_over,
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
