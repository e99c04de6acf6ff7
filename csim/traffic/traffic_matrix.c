// The flows of a connection matrix (csim/tasks/tasks_matrix.c) to one receiver.
//
// One node, matrix_receiver, is the receiver of a run, or all are; flows to others are left out.
// Triggers are refused: they are for a domain. Each sender has one link of matrix_gbps: its
// operations are submitted as the link would carry their bytes, its flows in turn. All are bulk
// operations of no ordering domain. Seeds change nothing.

#include "csim/base/event.h"
#include "csim/traffic/tasks.h"

enum { OPERATIONS_MAX = 200000000 };

static const uint32_t NO_FLOW = UINT32_MAX;

struct flow {
    const struct task *task;
    uint64_t given; // bytes
    uint32_t next;  // in its sender's turn
};

struct sender {
    uint32_t coming, end; // flows that have not started
    uint32_t first, last; // flows whose turn it is
};

struct matrix {
    struct traffic traffic;
    struct task_graph graph;
    struct flow *flows; // to the receiver, by sender and start
    struct sender *senders;
    struct event_queue *turns; // of senders
    uint32_t sender_count;
    uint32_t kept;              // flows to the receiver
    uint64_t kept_bytes;        // of these
    uint64_t operations, given; // and their operations
    uint64_t wanted;            // of the operations
    bool missing;               // there were less
    uint32_t receiver;          // node
    uint64_t gbps;
    uint32_t command_bytes;
};

// --- from flows to operations -------------------------------------------------------------------

static void receiver_choose(struct matrix *matrix, const struct config *config) {
    const struct task_graph *graph = &matrix->graph;
    matrix->receiver = config->matrix_receiver == RECEIVER_NODE ? (uint32_t)config->matrix_node : 0;
    if (config->matrix_receiver != RECEIVER_BUSIEST)
        return;
    uint64_t *node_bytes = memory_there(calloc(graph->receivers, sizeof *node_bytes));
    for (uint32_t i = 0; i < graph->count; i++)
        node_bytes[graph->tasks[i].target] += graph->tasks[i].bytes;
    for (uint32_t node = 1; node < graph->receivers; node++)
        if (node_bytes[node] > node_bytes[matrix->receiver])
            matrix->receiver = node;
    free(node_bytes);
}

static void flows_keep(struct matrix *matrix) {
    const struct task_graph *graph = &matrix->graph;
    matrix->flows = memory_there(malloc(((size_t)graph->count + 1) * sizeof *matrix->flows));
    for (uint32_t i = 0; i < graph->count; i++) {
        const struct task *task = &graph->tasks[i];
        if (task->target != matrix->receiver)
            continue;
        matrix->flows[matrix->kept++] = (struct flow){.task = task, .next = NO_FLOW};
        matrix->kept_bytes += task->bytes;
        matrix->operations += task_operations(task);
    }
}

static int flow_compare(const void *left, const void *right) {
    const struct task *a = ((const struct flow *)left)->task;
    const struct task *b = ((const struct flow *)right)->task;
    if (a->op.source != b->op.source)
        return a->op.source < b->op.source ? -1 : 1;
    if (a->op.submit_ps != b->op.submit_ps)
        return a->op.submit_ps < b->op.submit_ps ? -1 : 1;
    return a < b ? -1 : a > b;
}

static bool sender_begins(const struct matrix *matrix, uint32_t i) {
    const struct flow *flow = &matrix->flows[i];
    return i == 0 || flow[0].task->op.source != flow[-1].task->op.source;
}

static uint64_t start_ps(const struct matrix *matrix, uint32_t flow) {
    return matrix->flows[flow].task->op.submit_ps;
}

// Flows by sender and start; each sender has its first turn when its first flow starts.
static void senders_start(struct matrix *matrix) {
    const uint32_t flows = matrix->kept;
    if (flows > 0)
        qsort(matrix->flows, flows, sizeof *matrix->flows, flow_compare);
    for (uint32_t i = 0; i < flows; i++)
        matrix->sender_count += sender_begins(matrix, i);
    matrix->senders = memory_there(malloc((matrix->sender_count + 1) * sizeof *matrix->senders));
    matrix->turns = event_queue_open(matrix->sender_count + 1, 1);
    uint32_t number = 0;
    for (uint32_t i = 0; i < flows; i++) {
        if (sender_begins(matrix, i)) {
            matrix->senders[number] =
                (struct sender){.coming = i, .first = NO_FLOW, .last = NO_FLOW};
            event_post(matrix->turns, start_ps(matrix, i), 0, number++);
        }
        matrix->senders[number - 1].end = i + 1;
    }
}

static void turn_join(struct matrix *matrix, struct sender *sender, uint32_t index) {
    matrix->flows[index].next = NO_FLOW;
    if (sender->first == NO_FLOW)
        sender->first = index;
    else
        matrix->flows[sender->last].next = index;
    sender->last = index;
}

// The next operation of a flow; its bytes.
static uint64_t flow_take(const struct matrix *matrix, struct flow *flow, struct op *op) {
    const struct task *task = flow->task;
    const uint64_t left = task->bytes - flow->given;
    const uint64_t bytes = left < task->piece ? left : task->piece;
    *op = task_op(task, flow->given);
    op->index = (uint32_t)matrix->given;
    if (op->wire_bytes < matrix->command_bytes)
        op->wire_bytes = matrix->command_bytes;
    flow->given += bytes;
    return bytes;
}

static bool matrix_next(struct traffic *self, struct op *op) {
    struct matrix *matrix = (struct matrix *)self;
    struct event turn;
    if (matrix->given == matrix->wanted)
        return false;
    if (!event_take(matrix->turns, &turn)) {
        matrix->missing = true;
        return false;
    }
    struct sender *sender = &matrix->senders[turn.subject];
    while (sender->coming < sender->end && start_ps(matrix, sender->coming) <= turn.time_ps)
        turn_join(matrix, sender, sender->coming++);

    const uint32_t index = sender->first;
    struct flow *flow = &matrix->flows[index];
    const uint64_t bytes = flow_take(matrix, flow, op);
    op->submit_ps = turn.time_ps;
    sender->first = flow->next;
    uint64_t next_ps = turn.time_ps + (bytes * 8000 + matrix->gbps - 1) / matrix->gbps;
    if (flow->given < flow->task->bytes)
        turn_join(matrix, sender, index);
    if (sender->first == NO_FLOW && sender->coming < sender->end &&
        start_ps(matrix, sender->coming) > next_ps)
        next_ps = start_ps(matrix, sender->coming);
    if (sender->first != NO_FLOW || sender->coming < sender->end)
        event_post(matrix->turns, next_ps, 0, turn.subject);
    matrix->given++;
    return true;
}

static void matrix_traffic_close(struct traffic *self) {
    struct matrix *matrix = (struct matrix *)self;
    task_graph_close(&matrix->graph);
    event_queue_close(matrix->turns);
    free(matrix->flows);
    free(matrix->senders);
    free(matrix);
}

// The file was whole when it was surveyed.
static const char *matrix_failure(const struct traffic *self) {
    const struct matrix *matrix = (const struct matrix *)self;
    return matrix->missing ? "the matrix has changed since it was surveyed" : NULL;
}

static const struct traffic_ops matrix_ops = {.name = "matrix",
                                              .next = matrix_next,
                                              .close = matrix_traffic_close,
                                              .failure = matrix_failure};

// --- opening ----------------------------------------------------------------------------------

static struct matrix *matrix_make(const char *path, const struct config *config,
                                  struct text_error *error) {
    struct matrix *matrix = memory_there(malloc(sizeof *matrix));
    *matrix = (struct matrix){.traffic.ops = &matrix_ops,
                              .graph = {.name = path, .error = error},
                              .wanted = config->operations,
                              .gbps = config->matrix_gbps,
                              .command_bytes = (uint32_t)config->command_bytes};
    const struct task_graph *graph = &matrix->graph;
    bool right = tasks_of_flows(&matrix->graph, config);
    if (right) {
        receiver_choose(matrix, config);
        flows_keep(matrix);
        senders_start(matrix);
    }
    if (right && matrix->operations > OPERATIONS_MAX)
        right = task_graph_refuse(graph, graph->tasks[graph->count - 1].line,
                                  "expected flows of at most %d operations, found %" PRIu64,
                                  OPERATIONS_MAX, matrix->operations);
    if (right)
        return matrix;
    matrix_traffic_close(&matrix->traffic);
    return NULL;
}

static bool matrix_settings(const char *path, struct config *config, struct text_error *error) {
    (void)error;
    config->operations = OPERATIONS_MAX;
    if (tasks_have_triggers(path)) // for a domain
        config->receivers = 1, config->egress_gbps = config->matrix_gbps;
    return true;
}

static bool matrix_survey(const char *path, struct config *config, char *note,
                          struct text_error *error) {
    struct matrix *matrix = matrix_make(path, config, error);
    if (!matrix)
        return false;
    if (matrix->operations < config->operations)
        config->operations = matrix->operations;
    char receiver[32] = "all nodes are the receiver";
    if (config->matrix_receiver != RECEIVER_ALL)
        snprintf(receiver, sizeof receiver, "receiver is node %" PRIu32, matrix->receiver);
    snprintf(note, TRAFFIC_NOTE_SIZE,
             "%s: %" PRIu32 " of %" PRIu32 " flows, %" PRIu64 " of %" PRIu64
             " bytes, first %" PRIu64 " of %" PRIu64 " operations%s",
             receiver, matrix->kept, matrix->graph.count, matrix->kept_bytes, matrix->graph.bytes,
             config->operations, matrix->operations, matrix->graph.note);
    matrix_traffic_close(&matrix->traffic);
    return true;
}

static struct traffic *matrix_open(const char *path, const struct config *config,
                                   struct text_error *error) {
    struct matrix *matrix = matrix_make(path, config, error);
    return matrix ? &matrix->traffic : NULL;
}

const struct traffic_file traffic_matrix = {
    .settings = matrix_settings, .survey = matrix_survey, .open = matrix_open};
