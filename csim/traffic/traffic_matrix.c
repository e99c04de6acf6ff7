// The flows of a connection matrix (csim/traffic/matrix.h) to one receiver.
//
// One node, matrix_receiver, is the receiver of a run, or all are; flows to others are left out.
// Triggers are refused: they are for a domain (csim/tasks). A flow is a row of operations by its
// sender to contiguous addresses, from a page of its own on: writes or reads of large_bytes, the
// last one shorter, or Atomics for command_bytes each. Each sender has one link of matrix_gbps: its
// operations are submitted as the link would carry their bytes, its flows in turn. All are bulk
// operations of no ordering domain. Seeds change nothing.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "csim/base/event.h"
#include "csim/traffic/matrix.h"
#include "csim/traffic/traffic.h"

enum { OPERATIONS_MAX = 200000000 };

static const uint32_t NO_FLOW = UINT32_MAX;

struct flow {
    uint64_t start_ps;
    uint64_t left; // bytes
    uint64_t address;
    uint32_t line; // its number in the file, among the flows
    uint32_t next; // in its sender's turn
    uint16_t source;
};

struct sender {
    uint32_t coming, end; // flows that have not started
    uint32_t first, last; // flows whose turn it is
};

struct matrix {
    struct traffic traffic;
    struct matrix_file file;
    struct flow *flows;
    struct sender *senders;
    struct event_queue *turns; // of senders
    uint32_t sender_count;
    uint64_t kept, kept_bytes;  // flows to the receiver
    uint64_t operations, given; // of those flows
    uint64_t wanted;            // of the operations
    bool missing;               // there were less
    uint64_t receiver;          // node
    uint64_t gbps, chunk_bytes;
    uint32_t command_bytes;
    enum matrix_choice as;
};

// --- from flows to operations -------------------------------------------------------------------

static uint64_t flow_operations(const struct matrix *matrix, const struct flow *flow) {
    return (flow->left + matrix->chunk_bytes - 1) / matrix->chunk_bytes;
}

static bool receiver_choose(struct matrix *matrix, const struct config *config) {
    matrix->receiver = config->matrix_node;
    if (config->matrix_receiver != RECEIVER_BUSIEST)
        return true;
    uint64_t *node_bytes = calloc(matrix->file.nodes, sizeof *node_bytes);
    if (!node_bytes)
        return false;
    for (uint32_t i = 0; i < matrix->file.count; i++)
        node_bytes[matrix->file.flows[i].target] += matrix->file.flows[i].bytes;
    matrix->receiver = 0;
    for (uint64_t node = 1; node < matrix->file.nodes; node++)
        if (node_bytes[node] > node_bytes[matrix->receiver])
            matrix->receiver = node;
    free(node_bytes);
    return true;
}

// Keeps the flows of the receiver and lays them out in its memory.
static bool flows_lay_out(struct matrix *matrix, bool all) {
    uint64_t address = 0;
    matrix->flows = malloc(((size_t)matrix->file.count + 1) * sizeof *matrix->flows);
    for (uint32_t i = 0; matrix->flows && i < matrix->file.count; i++) {
        const struct matrix_flow *of = &matrix->file.flows[i];
        if (!all && of->target != matrix->receiver)
            continue;
        struct flow *flow = &matrix->flows[matrix->kept++];
        *flow = (struct flow){.start_ps = of->start_ps,
                              .left = of->bytes,
                              .address = address,
                              .line = i,
                              .next = NO_FLOW,
                              .source = of->source};
        address += (of->bytes + MATRIX_PAGE_BYTES - 1) / MATRIX_PAGE_BYTES * MATRIX_PAGE_BYTES;
        matrix->kept_bytes += of->bytes;
        matrix->operations += flow_operations(matrix, flow);
    }
    return matrix->flows;
}

static int flow_compare(const void *left, const void *right) {
    const struct flow *a = left, *b = right;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    if (a->start_ps != b->start_ps)
        return a->start_ps < b->start_ps ? -1 : 1;
    return a->line < b->line ? -1 : a->line > b->line;
}

// Flows by sender and start; each sender has its first turn when its first flow starts.
static bool senders_start(struct matrix *matrix) {
    const uint32_t flows = (uint32_t)matrix->kept;
    if (flows > 0)
        qsort(matrix->flows, flows, sizeof *matrix->flows, flow_compare);
    for (uint32_t i = 0; i < flows; i++)
        matrix->sender_count += i == 0 || matrix->flows[i].source != matrix->flows[i - 1].source;
    matrix->senders = malloc((matrix->sender_count + 1) * sizeof *matrix->senders);
    matrix->turns = event_queue_open(matrix->sender_count + 1);
    if (!matrix->senders || !matrix->turns)
        return false;
    uint32_t number = 0;
    for (uint32_t i = 0; i < flows; i++) {
        if (i == 0 || matrix->flows[i].source != matrix->flows[i - 1].source) {
            matrix->senders[number] =
                (struct sender){.coming = i, .first = NO_FLOW, .last = NO_FLOW};
            event_post(matrix->turns, matrix->flows[i].start_ps, 0, number++);
        }
        matrix->senders[number - 1].end = i + 1;
    }
    return true;
}

static void turn_join(struct matrix *matrix, struct sender *sender, uint32_t index) {
    matrix->flows[index].next = NO_FLOW;
    if (sender->first == NO_FLOW)
        sender->first = index;
    else
        matrix->flows[sender->last].next = index;
    sender->last = index;
}

static struct op flow_op(const struct matrix *matrix, const struct flow *flow, uint32_t bytes) {
    struct op op = {.address = flow->address,
                    .index = (uint32_t)matrix->given,
                    .wire_bytes = matrix->command_bytes,
                    .source = flow->source};
    switch (matrix->as) {
    case MATRIX_WRITE:
        op.opcode = OP_WRITE;
        op.length = bytes;
        if (bytes > op.wire_bytes)
            op.wire_bytes = bytes;
        break;
    case MATRIX_READ:
        op.opcode = OP_READ;
        op.response_length = bytes;
        break;
    case MATRIX_ATOMIC:
        op.opcode = OP_FETCH_ADD;
        op.response_length = matrix->command_bytes;
        break;
    }
    return op;
}

static bool matrix_next(struct traffic *self, struct op *op) {
    struct matrix *matrix = (struct matrix *)self;
    struct event turn;
    if (matrix->given == matrix->wanted)
        return false;
    if (!event_take(matrix->turns, UINT64_MAX, &turn)) {
        matrix->missing = true;
        return false;
    }
    struct sender *sender = &matrix->senders[turn.subject];
    while (sender->coming < sender->end && matrix->flows[sender->coming].start_ps <= turn.time_ps)
        turn_join(matrix, sender, sender->coming++);

    const uint32_t index = sender->first;
    struct flow *flow = &matrix->flows[index];
    const uint32_t bytes =
        (uint32_t)(flow->left < matrix->chunk_bytes ? flow->left : matrix->chunk_bytes);
    *op = flow_op(matrix, flow, bytes);
    op->submit_ps = turn.time_ps;
    flow->left -= bytes;
    flow->address += bytes;
    sender->first = flow->next;
    uint64_t next_ps = turn.time_ps + ((uint64_t)bytes * 8000 + matrix->gbps - 1) / matrix->gbps;
    if (flow->left > 0)
        turn_join(matrix, sender, index);
    if (sender->first == NO_FLOW && sender->coming < sender->end &&
        matrix->flows[sender->coming].start_ps > next_ps)
        next_ps = matrix->flows[sender->coming].start_ps;
    if (sender->first != NO_FLOW || sender->coming < sender->end)
        event_post(matrix->turns, next_ps, 0, turn.subject);
    matrix->given++;
    return true;
}

static void matrix_traffic_close(struct traffic *self) {
    struct matrix *matrix = (struct matrix *)self;
    matrix_close(&matrix->file);
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
    struct matrix *matrix = malloc(sizeof *matrix);
    if (!matrix) {
        text_error_set(error, "%s: out of memory", path);
        return NULL;
    }
    *matrix =
        (struct matrix){.traffic.ops = &matrix_ops,
                        .wanted = config->operations,
                        .gbps = config->matrix_gbps,
                        .chunk_bytes = config->matrix_as == MATRIX_ATOMIC ? config->command_bytes
                                                                          : config->large_bytes,
                        .command_bytes = (uint32_t)config->command_bytes,
                        .as = (enum matrix_choice)config->matrix_as};
    const struct matrix_reading reading = {.start_ps = config->matrix_start_ps,
                                           .endless_bytes = config->matrix_endless_bytes};
    bool right = matrix_read(&matrix->file, path, &reading, error);
    if (right &&
        !(receiver_choose(matrix, config) &&
          flows_lay_out(matrix, config->matrix_receiver == RECEIVER_ALL) && senders_start(matrix)))
        right = text_error_set(error, "%s: out of memory", path);
    if (right && matrix->operations > OPERATIONS_MAX)
        right = text_error_set(
            error, "%s:%" PRIu32 ": expected flows of at most %d operations, found %" PRIu64, path,
            matrix->file.flows[matrix->file.count - 1].line, OPERATIONS_MAX, matrix->operations);
    if (right)
        return matrix;
    matrix_traffic_close(&matrix->traffic);
    return NULL;
}

static bool matrix_settings(const char *path, struct config *config, struct text_error *error) {
    (void)error;
    config->operations = OPERATIONS_MAX;
    if (matrix_has_triggers(path)) // for a domain
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
        snprintf(receiver, sizeof receiver, "receiver is node %" PRIu64, matrix->receiver);
    snprintf(note, TRAFFIC_NOTE_SIZE,
             "%s: %" PRIu64 " of %" PRIu32 " flows, %" PRIu64 " of %" PRIu64
             " bytes, first %" PRIu64 " of %" PRIu64 " operations%s",
             receiver, matrix->kept, matrix->file.count, matrix->kept_bytes, matrix->file.bytes,
             config->operations, matrix->operations, matrix->file.note);
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
