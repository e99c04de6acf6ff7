// A connection matrix (csim/traffic/matrix.h) as the tasks of a domain: every node is a source and
// a receiver; with matrix_receiver=all, one receiver stands for all nodes. A flow is a task of
// operations as csim/traffic/traffic_matrix.c has them, to a page of its own on. A flow that waits
// for a trigger waits for the flow that fires it: for its end (send_done_trigger: done,
// recv_done_trigger: arrived); for a barrier, by a task between, for all flows that fire it, which
// have to be as many as its count. The n-th flow that waits for a multishot waits for any n of
// those that fire it; where fewer do it never begins: it is left out, and the note says so. A
// oneshot that several flows fire is refused, as is one that none fires. A trigger without a line
// of its own is a oneshot: public files leave it out.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/tasks/tasks.h"
#include "csim/traffic/matrix.h"

struct firing {
    uint32_t trigger, task;
    enum task_event event;
};

struct reading {
    const char *path;
    const struct config *config;
    struct matrix_file matrix;
    struct task_graph *graph;
    struct firing *firings; // by trigger
    uint32_t firing_count;
    uint32_t *barrier; // task of each trigger that is one
    uint32_t *shots;   // of each trigger, flows that wait for it so far
    bool *out;         // of each flow: it never begins
    uint32_t left_out; // so many of them
    struct text_error *error;
};

static int by_trigger(const void *left, const void *right) {
    const struct firing *a = left, *b = right;
    if (a->trigger != b->trigger)
        return a->trigger < b->trigger ? -1 : 1;
    return a->task < b->task ? -1 : a->task > b->task;
}

static int by_id(const void *left, const void *right) {
    const struct matrix_trigger *a = left, *b = right;
    return a->id < b->id ? -1 : a->id > b->id;
}

// Of the flows that begin.
static void firings_find(struct reading *reading) {
    const struct matrix_file *matrix = &reading->matrix;
    reading->firing_count = 0;
    for (uint32_t i = 0; i < matrix->count; i++) {
        const struct matrix_flow *flow = &matrix->flows[i];
        if (reading->out[i])
            continue;
        if (flow->send_done)
            reading->firings[reading->firing_count++] =
                (struct firing){flow->send_done, i, TASK_DONE};
        if (flow->recv_done)
            reading->firings[reading->firing_count++] =
                (struct firing){flow->recv_done, i, TASK_ARRIVED};
    }
    if (reading->firing_count > 0)
        qsort(reading->firings, reading->firing_count, sizeof *reading->firings, by_trigger);
}

// The tasks of barriers are behind those of flows.
static bool triggers_sort(struct reading *reading) {
    const struct matrix_file *matrix = &reading->matrix;
    reading->barrier = malloc(((size_t)matrix->trigger_count + 1) * sizeof *reading->barrier);
    if (!reading->barrier)
        return text_error_set(reading->error, "%s: out of memory", reading->path);
    if (matrix->trigger_count > 0)
        qsort(matrix->triggers, matrix->trigger_count, sizeof *matrix->triggers, by_id);
    uint32_t task = matrix->count;
    for (uint32_t i = 0; i < matrix->trigger_count; i++) {
        const struct matrix_trigger *trigger = &matrix->triggers[i];
        if (i > 0 && trigger->id == trigger[-1].id)
            return text_error_set(reading->error,
                                  "%s:%" PRIu32 ": trigger %" PRIu32 ": expected one, found two",
                                  reading->path, trigger->line, trigger->id);
        reading->barrier[i] = task;
        task += trigger->count > 0;
    }
    return true;
}

// The first of the firings of a trigger, and how many there are.
static const struct firing *firings_of(const struct reading *reading, uint32_t trigger,
                                       uint32_t *count) {
    uint32_t low = 0, high = reading->firing_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        if (reading->firings[middle].trigger < trigger)
            low = middle + 1;
        else
            high = middle;
    }
    *count = 0;
    while (low + *count < reading->firing_count &&
           reading->firings[low + *count].trigger == trigger)
        ++*count;
    return &reading->firings[low];
}

static const struct matrix_trigger *trigger_find(const struct reading *reading, uint32_t id) {
    const struct matrix_trigger key = {.id = id};
    const struct matrix_file *matrix = &reading->matrix;
    return matrix->trigger_count ? bsearch(&key, matrix->triggers, matrix->trigger_count,
                                           sizeof *matrix->triggers, by_id)
                                 : NULL;
}

// Which flows begin: of those that wait for a multishot as many as fire it, and these have to
// begin, too.
static bool flows_begin(struct reading *reading) {
    const struct matrix_file *matrix = &reading->matrix;
    reading->firings = calloc(2 * (size_t)matrix->count + 1, sizeof *reading->firings);
    reading->out = calloc((size_t)matrix->count + 1, sizeof *reading->out);
    reading->shots = malloc(((size_t)matrix->trigger_count + 1) * sizeof *reading->shots);
    if (!reading->firings || !reading->out || !reading->shots)
        return text_error_set(reading->error, "%s: out of memory", reading->path);
    for (bool more = true; more;) {
        more = false;
        firings_find(reading);
        memset(reading->shots, 0, matrix->trigger_count * sizeof *reading->shots);
        for (uint32_t i = 0; i < matrix->count; i++) {
            const struct matrix_trigger *trigger = trigger_find(reading, matrix->flows[i].trigger);
            uint32_t count;
            if (!trigger || !trigger->multishot || reading->out[i])
                continue;
            firings_of(reading, trigger->id, &count);
            if (++reading->shots[trigger - matrix->triggers] > count) {
                reading->out[i] = more = true;
                reading->left_out++;
            }
        }
    }
    memset(reading->shots, 0, matrix->trigger_count * sizeof *reading->shots);
    return true;
}

static struct task flow_task(const struct config *config, const struct matrix_flow *flow,
                             uint64_t address) {
    const bool atomic = config->matrix_as == MATRIX_ATOMIC;
    struct task task = {.op = {.submit_ps = flow->start_ps,
                               .address = address,
                               .wire_bytes = (uint32_t)config->command_bytes,
                               .source = flow->source},
                        .bytes = flow->bytes,
                        .piece = (uint32_t)(atomic ? config->command_bytes : config->large_bytes),
                        .target = config->matrix_receiver == RECEIVER_ALL ? 0 : flow->target,
                        .line = flow->line};
    switch ((enum matrix_choice)config->matrix_as) {
    case MATRIX_WRITE:
        task.op.opcode = OP_WRITE;
        task.op.length = task.piece;
        if (task.piece > task.op.wire_bytes)
            task.op.wire_bytes = task.piece;
        break;
    case MATRIX_READ:
        task.op.opcode = OP_READ;
        task.op.response_length = task.piece;
        break;
    case MATRIX_ATOMIC:
        task.op.opcode = OP_FETCH_ADD;
        task.op.response_length = task.piece;
        break;
    }
    return task;
}

// What a flow waits for: the one that fires its trigger, or the task between.
static bool flow_waits(struct reading *reading, const struct matrix_flow *flow) {
    uint32_t count;
    if (flow->trigger == 0)
        return true;
    const struct matrix_trigger *trigger = trigger_find(reading, flow->trigger);
    const struct firing *firings = firings_of(reading, flow->trigger, &count);
    if (trigger && trigger->multishot) {
        for (uint32_t i = 0; i < count; i++)
            if (!task_graph_wait(reading->graph, firings[i].task, firings[i].event, reading->error))
                return false;
        reading->graph->tasks[reading->graph->count - 1].enough =
            ++reading->shots[trigger - reading->matrix.triggers];
        return true;
    }
    const uint32_t right = trigger && trigger->count ? trigger->count : 1;
    if (count != right)
        return text_error_set(reading->error,
                              "%s:%" PRIu32 ": trigger %" PRIu32 ": expected %" PRIu32
                              " flows that fire it, found %" PRIu32,
                              reading->path, flow->line, flow->trigger, right, count);
    if (!trigger || trigger->count == 0)
        return task_graph_wait(reading->graph, firings->task, firings->event, reading->error);
    return task_graph_wait(reading->graph, reading->barrier[trigger - reading->matrix.triggers],
                           TASK_DONE, reading->error);
}

// Behind the flows a task for each barrier.
static bool barriers_add(struct reading *reading) {
    const struct matrix_file *matrix = &reading->matrix;
    for (uint32_t i = 0; i < matrix->trigger_count; i++) {
        const struct matrix_trigger *trigger = &matrix->triggers[i];
        const struct task task = {.op.opcode = TASK_NOTHING, .line = trigger->line};
        uint32_t count;
        const struct firing *firings = firings_of(reading, trigger->id, &count);
        if (trigger->count == 0)
            continue;
        if (!task_graph_add(reading->graph, &task, reading->error))
            return false;
        for (uint32_t j = 0; j < count; j++)
            if (!task_graph_wait(reading->graph, firings[j].task, firings[j].event, reading->error))
                return false;
    }
    return true;
}

static bool flows_add(struct reading *reading) {
    const struct matrix_file *matrix = &reading->matrix;
    uint64_t address[TASK_RECEIVERS_MAX] = {0};
    for (uint32_t i = 0; i < matrix->count; i++) {
        const struct matrix_flow *flow = &matrix->flows[i];
        if (reading->out[i]) {
            const struct task nothing = {.op.opcode = TASK_NOTHING, .line = flow->line};
            if (!task_graph_add(reading->graph, &nothing, reading->error))
                return false;
            continue;
        }
        struct task task = flow_task(reading->config, flow, 0);
        task.op.address = address[task.target];
        address[task.target] +=
            (flow->bytes + MATRIX_PAGE_BYTES - 1) / MATRIX_PAGE_BYTES * MATRIX_PAGE_BYTES;
        if (!task_graph_add(reading->graph, &task, reading->error) || !flow_waits(reading, flow))
            return false;
    }
    return true;
}

static bool receivers_set(struct reading *reading) {
    const bool one = reading->config->matrix_receiver == RECEIVER_ALL;
    if (!one && reading->matrix.nodes > TASK_RECEIVERS_MAX)
        return text_error_set(reading->error,
                              "%s: Nodes: expected at most %d in a domain, or matrix_receiver=all, "
                              "found %" PRIu64,
                              reading->path, TASK_RECEIVERS_MAX, reading->matrix.nodes);
    reading->graph->receivers = one ? 1 : (uint32_t)reading->matrix.nodes;
    return true;
}

bool tasks_of_matrix(struct task_graph *graph, const char *path, const struct config *config,
                     struct text_error *error) {
    struct reading reading = {.path = path, .config = config, .graph = graph, .error = error};
    const struct matrix_reading how = {.start_ps = config->matrix_start_ps,
                                       .endless_bytes = config->matrix_endless_bytes,
                                       .triggers = true};
    const bool right = matrix_read(&reading.matrix, path, &how, error) && receivers_set(&reading) &&
                       triggers_sort(&reading) && flows_begin(&reading) && flows_add(&reading) &&
                       barriers_add(&reading) && task_graph_check(graph, path, error);
    const size_t length =
        (size_t)snprintf(graph->note, sizeof graph->note, "%s", reading.matrix.note);
    if (reading.left_out > 0)
        snprintf(graph->note + length, sizeof graph->note - length,
                 "; %" PRIu32 " flows never begin: their multishot trigger fires too seldom",
                 reading.left_out);
    free(reading.firings);
    free(reading.out);
    free(reading.shots);
    free(reading.barrier);
    matrix_close(&reading.matrix);
    return right;
}
