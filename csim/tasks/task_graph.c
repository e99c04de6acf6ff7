#include "csim/tasks/task_graph.h"

enum { OPERATIONS_MAX = 200000000, CYCLE_SHOWN = 8 };

const char *const task_event_name[TASK_EVENTS] = {"begun", "sent", "arrived", "after"};

void task_graph_close(struct task_graph *graph) {
    free(graph->tasks);
    free(graph->waits);
    free(graph->first_dependent);
    free(graph->dependents);
    *graph = (struct task_graph){.count = 0};
}

bool task_graph_refuse(const struct task_graph *graph, uint32_t line, const char *format, ...) {
    char reason[TEXT_ERROR_SIZE], place[16] = "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    if (line > 0)
        snprintf(place, sizeof place, "%" PRIu32 ":", line);
    return text_error_set(graph->error, "%s:%s %s", graph->name, place, reason);
}

void task_graph_note(struct task_graph *graph, const char *format, ...) {
    const size_t length = strlen(graph->note);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(graph->note + length, sizeof graph->note - length, format, arguments);
    va_end(arguments);
}

struct text_reader *tasks_reader(const struct task_graph *graph) {
    return text_reader_open(graph->name, graph->error);
}

bool tasks_reader_close(const struct task_graph *graph, struct text_reader *reader, bool right) {
    const char *failure = text_reader_failure(reader);
    if (failure)
        right = text_error_set(graph->error, "%s", failure);
    text_reader_close(reader);
    return right;
}

bool task_graph_add(struct task_graph *graph, const struct task *task) {
    if (graph->count == TASKS_MAX)
        return task_graph_refuse(graph, task->line, "expected at most %d tasks", TASKS_MAX);
    *array_add(graph->tasks, graph->count, graph->room) = *task;
    return true;
}

bool task_graph_wait(struct task_graph *graph, uint32_t of, uint32_t task, enum task_event event) {
    if (graph->wait_count == 4 * (uint32_t)TASKS_MAX)
        return task_graph_refuse(graph, 0, "expected at most %d waits", 4 * TASKS_MAX);
    *array_add(graph->waits, graph->wait_count, graph->wait_room) =
        (struct task_wait){of, task, (uint8_t)event};
    return true;
}

struct task task_flow(const struct config *config, uint8_t opcode, unsigned source, unsigned target,
                      uint64_t bytes, uint32_t piece) {
    const uint32_t command = (uint32_t)config->command_bytes;
    struct task task = {.op = {.opcode = opcode, .source = (uint16_t)source, .wire_bytes = command},
                        .bytes = bytes > 0 ? bytes : 1,
                        .piece = bytes > 0 ? piece : 0,
                        .target = (uint16_t)target};
    if (opcode == OP_READ) {
        task.op.response_length = piece;
    } else if (opcode >= OP_FETCH_ADD) {
        task.op.response_length = command;
    } else {
        task.op.length = piece;
        task.op.wire_bytes = piece > command ? piece : command;
    }
    return task;
}

static int end_compare(const void *left, const void *right) {
    const struct task_end *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->receives != b->receives)
        return a->receives ? 1 : -1;
    return a->number < b->number ? -1 : a->number > b->number;
}

const struct task_end *task_ends_meet(struct task_end *ends, uint32_t count) {
    if (count > 0)
        qsort(ends, count, sizeof *ends, end_compare);
    for (uint32_t first = 0, middle, next; first < count; first = next) {
        for (middle = first; middle < count && !ends[middle].receives; middle++)
            if (ends[middle].key != ends[first].key)
                break;
        for (next = middle; next < count && ends[next].key == ends[first].key; next++)
            continue;
        for (uint32_t i = 0; first + i < middle || middle + i < next; i++) {
            if (first + i == middle || middle + i == next)
                return first + i == middle ? &ends[middle + i] : &ends[first + i];
            ends[first + i].peer = ends[middle + i].number;
            ends[middle + i].peer = ends[first + i].number;
        }
    }
    return NULL;
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

uint64_t task_graph_drawn(const struct task_graph *graph, uint64_t *of) {
    const uint64_t random = graph->random ? graph->random->operations : 0;
    uint64_t drawn = random * graph->receivers;
    // Far too many are not drawn to be counted.
    if (graph->background && graph->background_end_ps / graph->background->background_gap_ps >
                                 2 * OPERATIONS_MAX / graph->receivers)
        return OPERATIONS_MAX + UINT64_C(1);
    for (uint32_t i = 0; i < graph->receivers && drawn <= OPERATIONS_MAX; i++) {
        of[i] += random;
        struct background background = background_of(graph, i);
        struct op op;
        for (uint32_t to; drawn <= OPERATIONS_MAX && background_next(graph, &background, &op, &to);
             drawn++)
            of[to]++;
    }
    return drawn;
}

// --- the check --------------------------------------------------------------------------------

static bool task_check(const struct task_graph *graph, const struct task *task) {
    if (task->target >= graph->receivers)
        return task_graph_refuse(graph, task->line,
                                 "expected a receiver below %" PRIu32 ", found %u",
                                 graph->receivers, task->target);
    if (task->piece > 0 && task->bytes == 0)
        return task_graph_refuse(graph, task->line, "expected bytes to move, found none");
    if (task->enough > task->waits)
        return task_graph_refuse(graph, task->line,
                                 "enough: expected at most its %" PRIu32 " waits", task->waits);
    for (uint32_t i = 0; i < task->waits; i++) {
        const uint32_t other = graph->waits[task->first_wait + i].task;
        if (other >= graph->count)
            return task_graph_refuse(graph, task->line,
                                     "waits for task %" PRIu32 ": expected one of 0 to %" PRIu32,
                                     other, graph->count - 1);
    }
    return true;
}

// Of tasks that wait forever, the first one that `task` waits for.
static uint32_t waits_for(const struct task_graph *graph, const uint32_t *left, uint32_t task) {
    const struct task_wait *wait = &graph->waits[graph->tasks[task].first_wait];
    while (left[wait->task] == 0)
        wait++;
    return wait->task;
}

// One of those that wait forever waits, by some others, for itself.
static bool cycle_refuse(const struct task_graph *graph, const uint32_t *left) {
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
    return task_graph_refuse(graph, graph->tasks[first].line,
                             "expected no task that waits for itself, found a cycle: "
                             "line %" PRIu32 " waits%s%s",
                             graph->tasks[first].line, cycle, at == first ? "" : " and so on");
}

// The waits of a task one after the other, in their order.
static void waits_sort(struct task_graph *graph) {
    struct task_wait *sorted = memory_there(calloc((size_t)graph->wait_count + 1, sizeof *sorted));
    uint32_t first = 0;
    for (uint32_t i = 0; i < graph->count; i++)
        graph->tasks[i].waits = 0;
    for (uint32_t i = 0; i < graph->wait_count; i++)
        graph->tasks[graph->waits[i].of].waits++;
    for (uint32_t i = 0; i < graph->count; first += graph->tasks[i++].waits)
        graph->tasks[i].first_wait = first;
    for (uint32_t i = 0; i < graph->wait_count; i++)
        sorted[graph->tasks[graph->waits[i].of].first_wait++] = graph->waits[i];
    for (uint32_t i = 0; i < graph->count; i++)
        graph->tasks[i].first_wait -= graph->tasks[i].waits;
    free(graph->waits);
    graph->waits = sorted;
    graph->wait_room = graph->wait_count;
}

// For each task, those that wait for it.
static void dependents_make(struct task_graph *graph) {
    uint32_t *const first = memory_there(calloc((size_t)graph->count + 2, sizeof *first));
    graph->first_dependent = first;
    graph->dependents =
        memory_there(calloc((size_t)graph->wait_count + 1, sizeof *graph->dependents));
    for (uint32_t i = 0; i < graph->wait_count; i++)
        first[graph->waits[i].task + 2]++;
    for (uint32_t i = 2; i <= graph->count + 1; i++)
        first[i] += first[i - 1];
    for (uint32_t i = 0; i < graph->wait_count; i++) {
        const struct task_wait *wait = &graph->waits[i];
        graph->dependents[first[wait->task + 1]++] =
            (struct task_wait){.task = wait->of, .event = wait->event};
    }
}

// Lets every task be done that can be.
static bool acyclic(const struct task_graph *graph) {
    uint32_t *left = memory_there(calloc((size_t)graph->count + 1, sizeof *left));
    uint32_t *ready = memory_there(calloc((size_t)graph->count + 1, sizeof *ready));
    uint32_t count = 0, done = 0;
    for (uint32_t i = 0; i < graph->count; i++) {
        left[i] = task_unmet(&graph->tasks[i]);
        if (left[i] == 0)
            ready[count++] = i;
    }
    while (done < count) {
        const uint32_t task = ready[done++];
        for (uint32_t i = graph->first_dependent[task]; i < graph->first_dependent[task + 1]; i++)
            if (left[graph->dependents[i].task] > 0 && --left[graph->dependents[i].task] == 0)
                ready[count++] = graph->dependents[i].task;
    }
    const bool right = done == graph->count || cycle_refuse(graph, left);
    free(left);
    free(ready);
    return right;
}

bool task_graph_check(struct task_graph *graph) {
    uint64_t of[TASK_RECEIVERS_MAX] = {0};
    graph->operations = graph->drawn = task_graph_drawn(graph, of);
    graph->bytes = 0;
    if (graph->operations > OPERATIONS_MAX)
        return task_graph_refuse(graph, 0, "expected at most %d operations in all", OPERATIONS_MAX);
    waits_sort(graph);
    for (uint32_t i = 0; i < graph->count; i++) {
        const struct task *task = &graph->tasks[i];
        if (!task_check(graph, task))
            return false;
        graph->operations += task_operations(task);
        graph->bytes += task->piece > 0 ? task->bytes : 0;
        if (task->op.source >= graph->sources)
            graph->sources = task->op.source + UINT32_C(1);
        if (graph->operations > OPERATIONS_MAX || graph->bytes > TASK_BYTES_MAX)
            return task_graph_refuse(graph, task->line,
                                     "expected at most %d operations and %" PRIu64 " bytes in all",
                                     OPERATIONS_MAX, TASK_BYTES_MAX);
    }
    dependents_make(graph);
    return acyclic(graph);
}
