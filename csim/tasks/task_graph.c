#include "csim/tasks/task_graph.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/traffic/array.h"

enum { OPERATIONS_MAX = 200000000, CYCLE_SHOWN = 8 };

const char *const task_event_name[TASK_EVENTS] = {"begun", "sent", "arrived", "after"};

void task_graph_close(struct task_graph *graph) {
    free(graph->tasks);
    free(graph->waits);
    free(graph->first_dependent);
    free(graph->dependents);
    *graph = (struct task_graph){.count = 0};
}

bool task_graph_add(struct task_graph *graph, const struct task *task, struct text_error *error) {
    if (graph->count == TASKS_MAX)
        return text_error_set(error, "expected at most %d tasks", TASKS_MAX);
    struct task *tasks = array_grow(graph->tasks, &graph->room, graph->count, sizeof *tasks);
    if (!tasks)
        return text_error_set(error, "out of memory");
    graph->tasks = tasks;
    struct task *added = &graph->tasks[graph->count++];
    *added = *task;
    added->first_wait = graph->wait_count;
    added->waits = 0;
    return true;
}

bool task_graph_wait(struct task_graph *graph, uint32_t task, enum task_event event,
                     struct text_error *error) {
    if (graph->wait_count == 4 * (uint32_t)TASKS_MAX)
        return text_error_set(error, "expected at most %d waits", 4 * TASKS_MAX);
    struct task_wait *waits =
        array_grow(graph->waits, &graph->wait_room, graph->wait_count, sizeof *waits);
    if (!waits)
        return text_error_set(error, "out of memory");
    graph->waits = waits;
    graph->waits[graph->wait_count++] = (struct task_wait){.task = task, .event = (uint8_t)event};
    graph->tasks[graph->count - 1].waits++;
    return true;
}

uint64_t task_operations(const struct task *task) {
    if (task->op.opcode == TASK_NOTHING)
        return 0;
    return task->piece == 0 ? 1 : (task->bytes + task->piece - 1) / task->piece;
}

struct op task_op(const struct task *task, uint64_t at) {
    struct op op = task->op;
    if (task->piece == 0)
        return op;
    op.address += at;
    const uint64_t left = task->bytes - at;
    if (left >= task->piece)
        return op;
    const uint32_t cut = task->piece - (uint32_t)left; // the last one is shorter
    if (op.opcode == OP_READ) {
        op.response_length -= cut;
    } else if (!op_is_atomic(&op)) {
        op.length -= cut;
        op.wire_bytes -= cut < op.wire_bytes ? cut : op.wire_bytes;
    }
    return op;
}

uint64_t task_graph_drawn(const struct task_graph *graph) {
    return graph->drawn ? graph->drawn->operations : 0;
}

uint64_t task_graph_tasks(const struct task_graph *graph) {
    return graph->count + task_graph_drawn(graph) * graph->receivers;
}

struct traffic *task_graph_traffic(const struct task_graph *graph, uint32_t receiver) {
    const uint64_t seed = graph->seed;
    return traffic_open(graph->drawn, seed && receiver
                                          ? rng_mix(seed + ((uint64_t)receiver << 32)) | 1
                                          : seed);
}

// --- the check --------------------------------------------------------------------------------

static bool task_check(const struct task_graph *graph, const struct task *task, const char *name,
                       struct text_error *error) {
    if (task->target >= graph->receivers)
        return text_error_set(error,
                              "%s:%" PRIu32 ": expected a receiver below %" PRIu32 ", found %u",
                              name, task->line, graph->receivers, task->target);
    if (task->piece > 0 && task->bytes == 0)
        return text_error_set(error, "%s:%" PRIu32 ": expected bytes to move, found none", name,
                              task->line);
    if (task->enough > task->waits)
        return text_error_set(error,
                              "%s:%" PRIu32 ": enough: expected at most its %" PRIu32 " waits",
                              name, task->line, task->waits);
    for (uint32_t i = 0; i < task->waits; i++) {
        const uint32_t other = graph->waits[task->first_wait + i].task;
        if (other >= graph->count)
            return text_error_set(
                error, "%s:%" PRIu32 ": waits for task %" PRIu32 ": expected one of 0 to %" PRIu32,
                name, task->line, other, graph->count - 1);
    }
    return true;
}

// Of tasks that wait for ever, the first one that `task` waits for.
static uint32_t waits_for(const struct task_graph *graph, const uint32_t *left, uint32_t task) {
    const struct task_wait *wait = &graph->waits[graph->tasks[task].first_wait];
    while (left[wait->task] == 0)
        wait++;
    return wait->task;
}

// One of those that wait for ever waits, by some others, for itself.
static bool cycle_refuse(const struct task_graph *graph, const uint32_t *left, const char *name,
                         struct text_error *error) {
    uint32_t at = 0;
    while (left[at] == 0)
        at++;
    for (uint32_t i = 0; i < graph->count; i++)
        at = waits_for(graph, left, at);
    const uint32_t first = at;
    char cycle[CYCLE_SHOWN * 40] = "";
    size_t length = 0;
    unsigned shown = 0;
    do {
        at = waits_for(graph, left, at);
        length += (size_t)snprintf(cycle + length, sizeof cycle - length, "%sfor line %" PRIu32,
                                   shown ? ", that " : " ", graph->tasks[at].line);
    } while (at != first && ++shown < CYCLE_SHOWN);
    return text_error_set(error,
                          "%s:%" PRIu32 ": expected no task that waits for itself, found a cycle: "
                          "line %" PRIu32 " waits%s%s",
                          name, graph->tasks[first].line, graph->tasks[first].line, cycle,
                          at == first ? "" : " and so on");
}

// For each task, those that wait for it.
static bool dependents_make(struct task_graph *graph) {
    graph->first_dependent = calloc((size_t)graph->count + 2, sizeof *graph->first_dependent);
    graph->dependents = calloc((size_t)graph->wait_count + 1, sizeof *graph->dependents);
    uint32_t *const first = graph->first_dependent;
    if (!first || !graph->dependents)
        return false;
    for (uint32_t i = 0; i < graph->wait_count; i++)
        first[graph->waits[i].task + 2]++;
    for (uint32_t i = 2; i <= graph->count + 1; i++)
        first[i] += first[i - 1];
    for (uint32_t i = 0; i < graph->count; i++)
        for (uint32_t j = 0; j < graph->tasks[i].waits; j++) {
            const struct task_wait *wait = &graph->waits[graph->tasks[i].first_wait + j];
            graph->dependents[first[wait->task + 1]++] =
                (struct task_wait){.task = i, .event = wait->event};
        }
    return true;
}

// Lets every task be done that can be.
static bool acyclic(const struct task_graph *graph, const char *name, struct text_error *error) {
    uint32_t *left = calloc((size_t)graph->count + 1, sizeof *left);
    uint32_t *ready = calloc((size_t)graph->count + 1, sizeof *ready);
    uint32_t count = 0, done = 0;
    for (uint32_t i = 0; left && ready && i < graph->count; i++) {
        left[i] = task_unmet(&graph->tasks[i]);
        if (left[i] == 0)
            ready[count++] = i;
    }
    while (left && ready && done < count) {
        const uint32_t task = ready[done++];
        for (uint32_t i = graph->first_dependent[task]; i < graph->first_dependent[task + 1]; i++)
            if (left[graph->dependents[i].task] > 0 && --left[graph->dependents[i].task] == 0)
                ready[count++] = graph->dependents[i].task;
    }
    bool right = left && ready;
    if (!right)
        text_error_set(error, "%s: out of memory", name);
    else if (done < graph->count)
        right = cycle_refuse(graph, left, name, error);
    free(left);
    free(ready);
    return right;
}

bool task_graph_check(struct task_graph *graph, const char *name, struct text_error *error) {
    graph->operations = task_graph_drawn(graph) * graph->receivers;
    graph->bytes = 0;
    if (graph->operations > OPERATIONS_MAX)
        return text_error_set(error, "%s: expected at most %d operations in all", name,
                              OPERATIONS_MAX);
    for (uint32_t i = 0; i < graph->count; i++) {
        const struct task *task = &graph->tasks[i];
        if (!task_check(graph, task, name, error))
            return false;
        graph->operations += task_operations(task);
        graph->bytes += task->piece > 0 ? task->bytes : 0;
        if (task->op.source >= graph->sources)
            graph->sources = task->op.source + UINT32_C(1);
        if (graph->operations > OPERATIONS_MAX || graph->bytes > TASK_BYTES_MAX)
            return text_error_set(error,
                                  "%s:%" PRIu32 ": expected at most %d operations and %" PRIu64
                                  " bytes in all",
                                  name, task->line, OPERATIONS_MAX, TASK_BYTES_MAX);
    }
    if (!dependents_make(graph))
        return text_error_set(error, "%s: out of memory", name);
    return acyclic(graph, name, error);
}
