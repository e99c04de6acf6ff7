// The trace of a domain: a trace (csim/tasks/trace.h) with `set receivers=N`, in which a line is
// a task, its columns are the task's first operation, and more words may stand behind them:
//
//     semacredit trace 1
//     set receivers=2
//     # time opcode source address length response_length class domain [wire_bytes] [WORD=VALUE]...
//     0 write 0 0 4096 0 bulk 0 to=1 flow=1000000/4096
//     0 wait 1 0 0 0 bulk 0 arrived=0 delay=5000
//     0 read 1 0 0 272 urgent 0 to=0 after=1
//
//   to=RECEIVER      0 to N - 1; left out: 0
//   flow=BYTES/PIECE operations to addresses in a row, until so many bytes have moved, PIECE each
//                    (at most what the columns say), the last one the rest; left out: one operation
//   after=TASK,...   begins when these tasks are done: all their operations are complete; TASK is
//                    the number of a line of a task, from 0 on
//   arrived=, sent=, begun=
//                    the same for other events of tasks (csim/tasks/task_graph.h)
//   enough=N         N of these suffice, whichever come first
//   delay=PS         so long after the last of these
//
// A line that begins with `and` has more words of the task before it. The opcode `wait` is a task
// without operations. Times come in any order: a task does not begin before its own.

#include <zlib.h>

#include "csim/tasks/task_graph.h"

enum { WAITS_A_LINE = 64 };

struct reading {
    struct task task;
    struct task_graph *graph;
};

// The part of a word up to `end`, or all of it; the rest stays. False: there is none left.
static bool part_take(struct word *word, char end, struct word *part) {
    if (word->length == 0)
        return false;
    const char *at = memchr(word->text, end, word->length);
    *part = (struct word){word->text, at ? (size_t)(at - word->text) : word->length};
    const size_t taken = part->length + (at != NULL);
    *word = (struct word){word->text + taken, word->length - taken};
    return true;
}

static bool value_fail(struct text_reader *reader, const char *expected, const struct word *word) {
    char shown[WORD_SHOWN];
    return text_reader_fail(reader, "expected %s, found %s", expected, word_show(word, shown));
}

static bool flow_read(struct reading *reading, struct text_reader *reader, struct word value) {
    struct word bytes, piece = {"", 0};
    uint64_t number = 0, most = 0;
    const struct word all = value;
    part_take(&value, '/', &bytes);
    part_take(&value, '\0', &piece);
    if (!word_number(&bytes, TASK_BYTES_MAX, &number) || number == 0 ||
        !word_number(&piece, UINT32_MAX, &most) || most == 0)
        return value_fail(reader, "flow=BYTES/PIECE", &all);
    reading->task.bytes = number;
    reading->task.piece = (uint32_t)most;
    return true;
}

static bool waits_read(struct reading *reading, struct text_reader *reader, enum task_event event,
                       struct word value) {
    struct word part;
    uint64_t task;
    while (part_take(&value, ',', &part)) {
        if (!word_number(&part, TASKS_MAX - 1, &task))
            return value_fail(reader, "numbers of tasks with commas between them", &part);
        if (!task_graph_wait(reading->graph, reading->graph->count, (uint32_t)task, event))
            return false;
    }
    return true;
}

static bool word_read(void *context, struct text_reader *reader, const struct word *word) {
    struct reading *reading = context;
    struct word value = *word, name;
    uint64_t number;
    part_take(&value, '=', &name);
    for (unsigned event = 0; event < TASK_EVENTS; event++)
        if (word_is(&name, task_event_name[event]))
            return waits_read(reading, reader, event, value);
    if (word_is(&name, "flow"))
        return flow_read(reading, reader, value);
    if (word_is(&name, "to") && word_number(&value, TASK_RECEIVERS_MAX - 1, &number)) {
        reading->task.target = (uint16_t)number;
        return true;
    }
    if (word_is(&name, "delay") && word_number(&value, TASK_TIME_MAX_PS, &number)) {
        reading->task.delay_ps = number;
        return true;
    }
    if (word_is(&name, "enough") && word_number(&value, UINT32_MAX, &number)) {
        reading->task.enough = (uint32_t)number;
        return true;
    }
    return value_fail(reader,
                      "to=, flow=, after=, arrived=, sent=, begun=, enough= or delay=NUMBER", word);
}

// A piece is no more than an operation of its columns moves, and a task without operations moves
// nothing.
static bool piece_fits(const struct task *task) {
    if (task->piece == 0)
        return true;
    const struct op *op = &task->op;
    return op->opcode == OP_READ ? task->piece == op->response_length
           : op_is_atomic(op)    ? op->opcode < OPCODES
                                 : task->piece == op->length;
}

// The next task, with its waits. False: there is none, or it is wrong.
static bool task_read(struct trace_reader *trace, struct reading *reading) {
    struct task *task = &reading->task;
    *task = (struct task){.bytes = 0};
    if (!trace_read(trace, &task->op))
        return false;
    task->line = (uint32_t)trace->line;
    if (task->piece == 0)
        task->bytes = task->op.opcode != TASK_NOTHING;
    if (!piece_fits(task))
        return task_graph_refuse(reading->graph, task->line,
                                 "flow: expected the length of a write, the response_length of a "
                                 "read, or an Atomic");
    return task_graph_add(reading->graph, task);
}

bool tasks_of_trace(struct task_graph *graph, const struct config *config) {
    struct config settings = *config; // they have been applied
    struct text_error *const error = graph->error;
    struct trace_reader trace;
    if (!trace_reader_open(&trace, graph->name, &settings, error))
        return false;
    struct reading reading = {.graph = graph};
    trace.word_read = word_read;
    trace.context = &reading;
    graph->receivers = (uint32_t)config->receivers;
    error->text[0] = '\0';
    while (task_read(&trace, &reading))
        continue;
    const char *failure = text_reader_failure(trace.text);
    if (failure)
        text_error_set(error, "%s", failure);
    const bool right = !error->text[0];
    text_reader_close(trace.text);
    return right && task_graph_check(graph);
}

// --- writing ----------------------------------------------------------------------------------

// A word each.
static void waits_write(gzFile trace, const struct task_graph *graph, const struct task *task) {
    for (uint32_t i = 0; i < task->waits; i++) {
        const struct task_wait *wait = &graph->waits[task->first_wait + i];
        if (i > 0 && i % WAITS_A_LINE == 0)
            gzprintf(trace, "\nand");
        gzprintf(trace, " %s=%" PRIu32, task_event_name[wait->event], wait->task);
    }
}

void tasks_write_listed(gzFile trace, const struct task_graph *graph) {
    for (uint32_t i = 0; i < graph->count; i++) {
        const struct task *task = &graph->tasks[i];
        trace_write_begin(trace, &task->op);
        if (task->target > 0)
            gzprintf(trace, " to=%u", task->target);
        if (task->piece > 0)
            gzprintf(trace, " flow=%" PRIu64 "/%" PRIu32, task->bytes, task->piece);
        if (task->enough > 0)
            gzprintf(trace, " enough=%" PRIu32, task->enough);
        if (task->delay_ps > 0)
            gzprintf(trace, " delay=%" PRIu64, task->delay_ps);
        waits_write(trace, graph, task);
        gzprintf(trace, "\n");
    }
}
