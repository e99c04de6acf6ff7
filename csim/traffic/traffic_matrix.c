// The flows of a connection matrix, as the public htsim simulators read it:
//
//     Nodes 128
//     Connections 2
//     1->0 id 1 start 0 size 2000000
//     2->0 id 2 start 1500.5 size 2000000
//
// `start` is in units of matrix_start_ps, fractions of a ps cut off (csg-htsim reads picoseconds;
// older files hold microseconds), `size` in bytes; `id`, `msg` and `prio` may be there and change
// nothing. Headers come in any order, `Triggers 0` and `Failures 0` among them. Flows that are
// started by triggers, and failures of links, have no meaning here and are refused.
//
// One node, matrix_receiver, is the receiver of a run, or all are; flows to others are left out. A
// flow is a row of operations by its sender to contiguous addresses, from a page of its own on:
// writes or reads of large_bytes, the last one shorter, or Atomics for command_bytes each. Each
// sender has one link of matrix_gbps: its operations are submitted as the link would carry their
// bytes, its flows in turn. All are bulk operations of no ordering domain. Seeds change nothing.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/event.h"
#include "csim/base/text_reader.h"
#include "csim/traffic/traffic.h"

enum {
    NODES_MAX = 1 << 16,
    FLOWS_MAX = 1 << 24,
    OPERATIONS_MAX = 200000000,
    PAGE_BYTES = 4096,
    START_DIGITS = 12, // of a fraction; further ones are below any picosecond
};

static const uint64_t BYTES_MAX = UINT64_C(1000000000000000);       // of all flows
static const uint64_t START_PS_MAX = UINT64_C(1000000000000000000); // as in a trace
static const uint32_t NO_FLOW = UINT32_MAX;

struct flow {
    uint64_t start_ps;
    uint64_t left; // bytes
    uint64_t address;
    uint32_t line; // its number in the file, among the flows
    uint32_t next; // in its sender's turn
    uint16_t source, target;
};

struct sender {
    uint32_t coming, end; // flows that have not started
    uint32_t first, last; // flows whose turn it is
};

struct matrix {
    struct traffic traffic;
    struct text_reader *reader;
    uint64_t *node_bytes; // that each node receives
    struct flow *flows;
    struct sender *senders;
    struct event_queue *turns; // of senders
    uint32_t count, room;      // flows
    uint32_t sender_count;
    uint64_t nodes, connections;
    uint64_t bytes;             // of all flows
    uint64_t kept, kept_bytes;  // flows to the receiver
    uint64_t operations, given; // of those flows
    uint64_t wanted;            // of the operations
    bool missing;               // there were less
    uint64_t receiver;          // node
    uint64_t gbps, chunk_bytes;
    uint32_t command_bytes;
    enum matrix_choice as;
};

// --- reading ----------------------------------------------------------------------------------

// Digits, and digits behind a point, in units of `unit_ps`.
static bool start_read(struct text_reader *reader, uint64_t unit_ps, uint64_t *start_ps) {
    struct word word;
    char shown[WORD_SHOWN];
    text_reader_word(reader, &word);
    const char *point = memchr(word.text, '.', word.length);
    const size_t whole_length = point ? (size_t)(point - word.text) : word.length;
    const struct word whole = {.text = word.text, .length = whole_length};
    uint64_t number = 0, fraction = 0, scale = 1;
    bool right = word_number(&whole, START_PS_MAX / unit_ps, &number);
    for (size_t i = whole_length + 1; right && i < word.length; i++) {
        right = word.text[i] >= '0' && word.text[i] <= '9';
        if (i <= whole_length + START_DIGITS) {
            fraction = fraction * 10 + (uint64_t)(word.text[i] - '0');
            scale *= 10;
        }
    }
    if (!right)
        return text_reader_fail(reader, "start: expected a number from 0 to %" PRIu64 ", found %s",
                                START_PS_MAX / unit_ps,
                                word.length > 0 ? word_show(&word, shown) : "nothing");
    *start_ps = number * unit_ps + fraction * unit_ps / scale;
    return true;
}

static bool header_read(struct matrix *matrix, const struct word *name) {
    struct text_reader *reader = matrix->reader;
    uint64_t none;
    if (word_is(name, "Nodes"))
        return text_reader_value(reader, "Nodes", 1, NODES_MAX, &matrix->nodes) &&
               text_reader_over(reader);
    if (word_is(name, "Connections"))
        return text_reader_value(reader, "Connections", 0, FLOWS_MAX, &matrix->connections) &&
               text_reader_over(reader);
    if (word_is(name, "Triggers") || word_is(name, "Failures")) {
        struct word word;
        return (text_reader_word(reader, &word) && word_number(&word, 0, &none)) ||
               text_reader_fail(reader,
                                "%.*s: expected none: triggers and failures are not supported",
                                (int)name->length, name->text);
    }
    if (word_is(name, "trigger") || word_is(name, "failure"))
        return text_reader_fail(reader,
                                "expected a connection: triggers and failures are not supported");
    char shown[WORD_SHOWN];
    return text_reader_fail(reader, "expected Nodes, Connections or SOURCE->TARGET, found %s",
                            word_show(name, shown));
}

// SOURCE->TARGET. False, without a failure: it is nothing of the kind.
static bool ends_read(const struct word *word, uint64_t nodes, struct flow *flow) {
    const char *arrow = word->text;
    while ((size_t)(arrow - word->text) + 2 <= word->length && memcmp(arrow, "->", 2) != 0)
        arrow++;
    const size_t at = (size_t)(arrow - word->text);
    if (at + 2 > word->length || nodes == 0)
        return false;
    const struct word source = {.text = word->text, .length = at};
    const struct word target = {.text = arrow + 2, .length = word->length - at - 2};
    uint64_t numbers[2];
    if (!word_number(&source, nodes - 1, &numbers[0]) ||
        !word_number(&target, nodes - 1, &numbers[1]))
        return false;
    flow->source = (uint16_t)numbers[0];
    flow->target = (uint16_t)numbers[1];
    return true;
}

static bool attributes_read(struct text_reader *reader, uint64_t unit_ps, struct flow *flow) {
    struct word word;
    char shown[WORD_SHOWN];
    bool started = false, sized = false, right = true;
    uint64_t unused;
    while (right && text_reader_word(reader, &word)) {
        if (word_is(&word, "start"))
            started = right = start_read(reader, unit_ps, &flow->start_ps);
        else if (word_is(&word, "size"))
            sized = right = text_reader_value(reader, "size", 1, BYTES_MAX, &flow->left);
        else if (word_is(&word, "id"))
            right = text_reader_value(reader, "id", 1, UINT64_MAX, &unused);
        else if (word_is(&word, "msg"))
            right = text_reader_value(reader, "msg", 0, UINT64_MAX, &unused);
        else if (word_is(&word, "prio"))
            right = text_reader_value(reader, "prio", 0, UINT64_MAX, &unused);
        else if (word_is(&word, "trigger") || word_is(&word, "send_done_trigger") ||
                 word_is(&word, "recv_done_trigger"))
            right = text_reader_fail(reader, "%.*s: expected none: triggers are not supported",
                                     (int)word.length, word.text);
        else
            right = text_reader_fail(reader, "expected id, start, size, msg or prio, found %s",
                                     word_show(&word, shown));
    }
    return right &&
           ((started && sized) ||
            text_reader_fail(reader, "expected %s", started ? "'size BYTES'" : "'start TIME'"));
}

static bool flow_keep(struct matrix *matrix, const struct flow *flow) {
    if (matrix->count == FLOWS_MAX)
        return text_reader_fail(matrix->reader, "expected at most %d connections", FLOWS_MAX);
    if (matrix->count == matrix->room) {
        const uint32_t room = matrix->room ? 2 * matrix->room : 256;
        struct flow *flows = realloc(matrix->flows, room * sizeof *flows);
        if (!flows)
            return text_reader_fail(matrix->reader, "out of memory");
        matrix->flows = flows;
        matrix->room = room;
    }
    matrix->flows[matrix->count] = *flow;
    matrix->flows[matrix->count].line = matrix->count;
    matrix->count++;
    matrix->bytes += flow->left;
    matrix->node_bytes[flow->target] += flow->left;
    return matrix->bytes <= BYTES_MAX ||
           text_reader_fail(matrix->reader, "expected at most %" PRIu64 " bytes in all", BYTES_MAX);
}

static bool flow_read(struct matrix *matrix, const struct word *ends, uint64_t unit_ps) {
    struct flow flow = {.next = NO_FLOW};
    char shown[WORD_SHOWN];
    if (!ends_read(ends, matrix->nodes, &flow))
        return text_reader_fail(
            matrix->reader,
            "expected SOURCE->TARGET, two numbers below the header's Nodes (%" PRIu64 "), found %s",
            matrix->nodes, word_show(ends, shown));
    return attributes_read(matrix->reader, unit_ps, &flow) && flow_keep(matrix, &flow);
}

static bool is_flow(const struct word *word) {
    for (size_t i = 1; i < word->length; i++)
        if (word->text[i - 1] == '-' && word->text[i] == '>')
            return true;
    return false;
}

static bool lines_read(struct matrix *matrix, uint64_t unit_ps) {
    matrix->connections = UINT64_MAX;
    while (text_reader_next(matrix->reader)) {
        struct word word;
        text_reader_word(matrix->reader, &word);
        const bool right =
            is_flow(&word) ? flow_read(matrix, &word, unit_ps) : header_read(matrix, &word);
        if (!right)
            return false;
    }
    if (matrix->nodes == 0)
        return text_reader_fail(matrix->reader, "expected 'Nodes NUMBER' before, found none");
    if (matrix->connections != matrix->count)
        return text_reader_fail(
            matrix->reader, "expected as many connections as 'Connections' says, found %" PRIu32,
            matrix->count);
    return !text_reader_failure(matrix->reader);
}

// --- from flows to operations -------------------------------------------------------------------

static uint64_t flow_operations(const struct matrix *matrix, const struct flow *flow) {
    return (flow->left + matrix->chunk_bytes - 1) / matrix->chunk_bytes;
}

static void receiver_choose(struct matrix *matrix, const struct config *config) {
    matrix->receiver = config->matrix_node;
    if (config->matrix_receiver != RECEIVER_BUSIEST)
        return;
    matrix->receiver = 0;
    for (uint64_t node = 1; node < matrix->nodes; node++)
        if (matrix->node_bytes[node] > matrix->node_bytes[matrix->receiver])
            matrix->receiver = node;
}

// Keeps the flows of the receiver and lays them out in its memory.
static bool flows_lay_out(struct matrix *matrix, bool all) {
    uint64_t address = 0;
    for (uint32_t i = 0; i < matrix->count; i++) {
        struct flow flow = matrix->flows[i];
        if (!all && flow.target != matrix->receiver)
            continue;
        flow.address = address;
        address += (flow.left + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
        matrix->flows[matrix->kept++] = flow;
        matrix->kept_bytes += flow.left;
        matrix->operations += flow_operations(matrix, &flow);
    }
    return matrix->operations <= OPERATIONS_MAX ||
           text_reader_fail(matrix->reader,
                            "expected flows of at most %d operations, found %" PRIu64,
                            OPERATIONS_MAX, matrix->operations);
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
        return text_reader_fail(matrix->reader, "out of memory");
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

static void matrix_close(struct traffic *self) {
    struct matrix *matrix = (struct matrix *)self;
    text_reader_close(matrix->reader);
    event_queue_close(matrix->turns);
    free(matrix->node_bytes);
    free(matrix->flows);
    free(matrix->senders);
    free(matrix);
}

// The file was whole when it was surveyed.
static const char *matrix_failure(const struct traffic *self) {
    const struct matrix *matrix = (const struct matrix *)self;
    return matrix->missing ? "the matrix has changed since it was surveyed" : NULL;
}

static const struct traffic_ops matrix_ops = {
    .name = "matrix", .next = matrix_next, .close = matrix_close, .failure = matrix_failure};

// --- opening ----------------------------------------------------------------------------------

static struct matrix *matrix_read(const char *path, const struct config *config,
                                  struct text_error *error) {
    struct matrix *matrix = malloc(sizeof *matrix);
    if (!matrix) {
        text_error_set(error, "%s: out of memory", path);
        return NULL;
    }
    *matrix =
        (struct matrix){.traffic.ops = &matrix_ops,
                        .reader = text_reader_open(path, error),
                        .node_bytes = calloc(NODES_MAX, sizeof *matrix->node_bytes),
                        .wanted = config->operations,
                        .gbps = config->matrix_gbps,
                        .chunk_bytes = config->matrix_as == MATRIX_ATOMIC ? config->command_bytes
                                                                          : config->large_bytes,
                        .command_bytes = (uint32_t)config->command_bytes,
                        .as = (enum matrix_choice)config->matrix_as};
    bool right = false;
    if (matrix->reader && !matrix->node_bytes) {
        text_error_set(error, "%s: out of memory", path);
    } else if (matrix->reader) {
        right = lines_read(matrix, config->matrix_start_ps);
        if (right)
            receiver_choose(matrix, config);
        right = right && flows_lay_out(matrix, config->matrix_receiver == RECEIVER_ALL) &&
                senders_start(matrix);
        if (!right)
            text_error_set(error, "%s", text_reader_failure(matrix->reader));
    }
    if (right)
        return matrix;
    matrix_close(&matrix->traffic);
    return NULL;
}

static bool matrix_settings(const char *path, struct config *config, struct text_error *error) {
    (void)path, (void)error; // a matrix asks for nothing
    config->operations = OPERATIONS_MAX;
    return true;
}

static bool matrix_survey(const char *path, struct config *config, char *note,
                          struct text_error *error) {
    struct matrix *matrix = matrix_read(path, config, error);
    if (!matrix)
        return false;
    if (matrix->operations < config->operations)
        config->operations = matrix->operations;
    char receiver[32] = "all nodes are the receiver";
    if (config->matrix_receiver != RECEIVER_ALL)
        snprintf(receiver, sizeof receiver, "receiver is node %" PRIu64, matrix->receiver);
    snprintf(note, TRAFFIC_NOTE_SIZE,
             "%s: %" PRIu64 " of %" PRIu32 " flows, %" PRIu64 " of %" PRIu64
             " bytes, first %" PRIu64 " of %" PRIu64 " operations",
             receiver, matrix->kept, matrix->count, matrix->kept_bytes, matrix->bytes,
             config->operations, matrix->operations);
    matrix_close(&matrix->traffic);
    return true;
}

static struct traffic *matrix_open(const char *path, const struct config *config,
                                   struct text_error *error) {
    struct matrix *matrix = matrix_read(path, config, error);
    return matrix ? &matrix->traffic : NULL;
}

const struct traffic_file traffic_matrix = {
    .settings = matrix_settings, .survey = matrix_survey, .open = matrix_open};
