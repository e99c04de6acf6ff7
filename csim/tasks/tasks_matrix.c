// Connection matrices, as the public htsim simulators read them:
//
//     Nodes 128
//     Connections 2
//     Triggers 1
//     1->0 id 1 start 0 size 2000000 send_done_trigger 1
//     2->0 id 2 trigger 1 size 2000000
//     trigger id 1 oneshot
//
// `start` is in units of matrix_start_ps, fractions of a ps cut off (csg-htsim reads picoseconds;
// older files hold microseconds), `size` in bytes, 0 a flow without end, which is refused or ends
// after matrix_endless_bytes; `id`, `msg` (with a number or without) and `prio` may be there and
// change nothing. Headers come in any order. `Connections` and `Triggers` say how many lines of
// each there are: more are refused, fewer too, but where there may be triggers: public files name
// too many there, and the note says how many are missing. It also says so where the last line has
// no end, as of a file that was cut short. Failures of links have no meaning here and are refused.
//
// A flow is a task of operations of large_bytes (matrix_as), to a page of its own on. Every node is
// a source and a receiver; with matrix_receiver=all, one receiver stands for all nodes. A flow with
// `trigger N` begins when trigger N fires, which `send_done_trigger N` (done) and
// `recv_done_trigger N` (arrived) of other flows do. A oneshot has one flow that fires it, else it
// is refused; so it is for a trigger without a line of its own, which public files leave out. For a
// `barrier count M` a task between waits for the M flows that fire it, which have to be as many.
// The n-th flow that waits for a multishot, in the order of the file, waits for any n of those that
// fire it; where fewer do it never begins: it is left out, and the note says so.

#include "csim/tasks/task_graph.h"

enum { NODES_MAX = 1 << 16, START_DIGITS = 12 }; // of a fraction; further ones are below any ps

// Triggers of a flow, or 0: the one that begins it, and those that it fires.
struct flow {
    uint32_t begins, sent, received;
};

struct trigger {
    uint32_t id, line;
    uint32_t count; // of a barrier; 0: it is none
    uint32_t task;  // of a barrier
    uint32_t shots; // of a multishot, flows that wait for it so far
    bool multishot;
};

struct firing {
    uint32_t trigger, task;
    enum task_event event;
};

struct reading {
    struct task_graph *graph; // a task for each flow, then one for each barrier
    const struct config *config;
    struct text_reader *reader;
    bool alone; // for one receiver: triggers are refused
    uint64_t nodes, connections, triggers_said;
    struct flow *flows;
    struct trigger *triggers;
    uint32_t flow_room, trigger_count, trigger_room, flow_count;
    struct firing *firings; // by trigger
    uint32_t firing_count;
};

// --- lines --------------------------------------------------------------------------------------

// Digits, and digits behind a point, in units of matrix_start_ps.
static bool start_read(struct reading *reading, uint64_t *start_ps) {
    const uint64_t unit_ps = reading->config->matrix_start_ps, most = TASK_TIME_MAX_PS / unit_ps;
    struct word word;
    char shown[WORD_SHOWN];
    text_reader_word(reading->reader, &word);
    const char *point = memchr(word.text, '.', word.length);
    const struct word whole = {word.text, point ? (size_t)(point - word.text) : word.length};
    uint64_t number = 0, fraction = 0, scale = 1;
    bool right = word_number(&whole, most, &number);
    for (size_t i = whole.length + 1; right && i < word.length; i++) {
        right = word.text[i] >= '0' && word.text[i] <= '9';
        if (i <= whole.length + START_DIGITS) {
            fraction = fraction * 10 + (uint64_t)(word.text[i] - '0');
            scale *= 10;
        }
    }
    *start_ps = number * unit_ps + fraction * unit_ps / scale;
    return right || text_reader_fail(reading->reader,
                                     "start: expected a number from 0 to %" PRIu64 ", found %s",
                                     most, word.length > 0 ? word_show(&word, shown) : "nothing");
}

// Behind `trigger`: id N oneshot|multishot|barrier [count M].
static bool trigger_read(struct reading *reading) {
    struct text_reader *reader = reading->reader;
    struct word word, kind;
    uint64_t id, count = 0;
    if (!text_reader_word(reader, &word) || !word_is(&word, "id"))
        return text_reader_fail(reader, "expected 'trigger id NUMBER oneshot|multishot|barrier'");
    if (!text_reader_value(reader, "id", 1, UINT32_MAX, &id))
        return false;
    if (!text_reader_word(reader, &kind) ||
        !(word_is(&kind, "oneshot") || word_is(&kind, "multishot") || word_is(&kind, "barrier")))
        return text_reader_fail(reader, "expected oneshot, multishot or barrier");
    if (word_is(&kind, "barrier")) {
        if (!text_reader_word(reader, &word) || !word_is(&word, "count"))
            return text_reader_fail(reader, "expected 'barrier count NUMBER'");
        if (!text_reader_value(reader, "count", 1, TASKS_MAX, &count))
            return false;
    }
    *array_add(reading->triggers, reading->trigger_count, reading->trigger_room) =
        (struct trigger){.id = (uint32_t)id,
                         .line = (uint32_t)text_reader_number(reader),
                         .count = (uint32_t)count,
                         .multishot = word_is(&kind, "multishot")};
    return text_reader_over(reader);
}

static bool header_read(struct reading *reading, const struct word *name) {
    struct text_reader *reader = reading->reader;
    struct word word;
    char shown[WORD_SHOWN];
    uint64_t none;
    const bool failures = word_is(name, "Failures") || word_is(name, "failure");
    if (word_is(name, "Nodes"))
        return text_reader_value(reader, "Nodes", 1, NODES_MAX, &reading->nodes) &&
               text_reader_over(reader);
    if (word_is(name, "Connections"))
        return text_reader_value(reader, "Connections", 0, TASKS_MAX, &reading->connections) &&
               text_reader_over(reader);
    if (word_is(name, "Triggers") && !reading->alone)
        return text_reader_value(reader, "Triggers", 0, TASKS_MAX, &reading->triggers_said) &&
               text_reader_over(reader);
    if (word_is(name, "trigger") && !reading->alone)
        return trigger_read(reading);
    if (word_is(name, "Triggers") || word_is(name, "Failures"))
        return (text_reader_word(reader, &word) && word_number(&word, 0, &none)) ||
               text_reader_fail(reader,
                                "%.*s: expected none: triggers and failures are not supported",
                                (int)name->length, name->text);
    if (word_is(name, "trigger") || failures)
        return text_reader_fail(reader,
                                "expected a connection: triggers and failures are not supported");
    return text_reader_fail(reader, "expected Nodes, Connections or SOURCE->TARGET, found %s",
                            word_show(name, shown));
}

// A number of a trigger, above 0.
static bool trigger_of_flow(struct reading *reading, const struct word *word, uint32_t *trigger) {
    char name[32];
    uint64_t number = 0;
    snprintf(name, sizeof name, "%.*s", (int)word->length, word->text);
    if (reading->alone)
        return text_reader_fail(
            reading->reader, "%s: expected none: triggers are not supported by one receiver", name);
    const bool right = text_reader_value(reading->reader, name, 1, UINT32_MAX, &number);
    *trigger = (uint32_t)number;
    return right;
}

static bool size_read(struct reading *reading, uint64_t *bytes) {
    const uint64_t endless = reading->config->matrix_endless_bytes;
    const bool right =
        text_reader_value(reading->reader, "size", endless ? 0 : 1, TASK_BYTES_MAX, bytes);
    if (right && *bytes == 0)
        *bytes = endless;
    return right;
}

// A word and what it says. `more`: the next word of the line, if there is one.
static bool attribute_read(struct reading *reading, struct word *word, bool *more,
                           struct task *task, struct flow *flow) {
    struct text_reader *reader = reading->reader;
    const struct word name = *word;
    char shown[WORD_SHOWN];
    uint64_t unused;
    bool right = true;
    if (word_is(&name, "start"))
        right = start_read(reading, &task->op.submit_ps);
    else if (word_is(&name, "size"))
        right = size_read(reading, &task->bytes);
    else if (word_is(&name, "id"))
        right = text_reader_value(reader, "id", 1, UINT64_MAX, &unused);
    else if (word_is(&name, "prio"))
        right = text_reader_value(reader, "prio", 0, UINT64_MAX, &unused);
    else if (word_is(&name, "trigger"))
        right = trigger_of_flow(reading, &name, &flow->begins);
    else if (word_is(&name, "send_done_trigger"))
        right = trigger_of_flow(reading, &name, &flow->sent);
    else if (word_is(&name, "recv_done_trigger"))
        right = trigger_of_flow(reading, &name, &flow->received);
    else if (!word_is(&name, "msg"))
        right = text_reader_fail(reader, "expected id, start, size, msg or prio, found %s",
                                 word_show(&name, shown));
    *more = right && text_reader_word(reader, word);
    if (word_is(&name, "msg") && *more && word_number(word, UINT64_MAX, &unused))
        *more = text_reader_word(reader, word);
    return right;
}

static bool attributes_read(struct reading *reading, struct task *task, struct flow *flow) {
    struct word word;
    bool started = false, sized = false;
    for (bool more = text_reader_word(reading->reader, &word); more;) {
        started |= word_is(&word, "start") || word_is(&word, "trigger");
        sized |= word_is(&word, "size");
        if (!attribute_read(reading, &word, &more, task, flow))
            return false;
    }
    return (started && sized) || text_reader_fail(reading->reader, "expected %s",
                                                  started ? "'size BYTES'" : "'start TIME'");
}

static bool flow_read(struct reading *reading, const struct word *ends, const char *arrow) {
    static const uint8_t opcodes[] = {
        [MATRIX_WRITE] = OP_WRITE, [MATRIX_READ] = OP_READ, [MATRIX_ATOMIC] = OP_FETCH_ADD};
    const struct config *config = reading->config;
    struct text_reader *reader = reading->reader;
    const struct word source = {ends->text, (size_t)(arrow - ends->text)};
    const struct word target = {arrow + 2, ends->length - source.length - 2};
    uint64_t from, to;
    char shown[WORD_SHOWN];
    if (reading->nodes == 0 || !word_number(&source, reading->nodes - 1, &from) ||
        !word_number(&target, reading->nodes - 1, &to))
        return text_reader_fail(
            reader,
            "expected SOURCE->TARGET, two numbers below the header's Nodes (%" PRIu64 "), found %s",
            reading->nodes, word_show(ends, shown));
    struct task task =
        task_flow(config, opcodes[config->matrix_as], (unsigned)from,
                  config->matrix_receiver == RECEIVER_ALL ? 0 : (unsigned)to, 1,
                  (uint32_t)(config->matrix_as == MATRIX_ATOMIC ? config->command_bytes
                                                                : config->large_bytes));
    task.line = (uint32_t)text_reader_number(reader);
    struct flow *const flow = array_add(reading->flows, reading->flow_count, reading->flow_room);
    *flow = (struct flow){.begins = 0};
    if (!attributes_read(reading, &task, flow))
        return false;
    reading->graph->bytes += task.bytes;
    if (reading->graph->bytes > TASK_BYTES_MAX)
        return text_reader_fail(reader, "expected at most %" PRIu64 " bytes in all",
                                TASK_BYTES_MAX);
    return task_graph_add(reading->graph, &task);
}

// The `->` in it, or NULL.
static const char *arrow_find(const struct word *word) {
    for (size_t i = 1; i < word->length; i++)
        if (word->text[i - 1] == '-' && word->text[i] == '>')
            return word->text + i - 1;
    return NULL;
}

// Are there as many lines of a kind as the header says, if it does?
static bool counts_fit(struct reading *reading, const char *kind, uint64_t said, uint64_t found) {
    if (said == UINT64_MAX || said == found)
        return true;
    if (said < found || reading->alone)
        return text_reader_fail(reading->reader,
                                "expected %" PRIu64 " %ss, as the header says, found %" PRIu64,
                                said, kind, found);
    task_graph_note(reading->graph, "; %" PRIu64 " of the %" PRIu64 " %ss that the header names",
                    found, said, kind);
    return true;
}

static bool lines_read(struct reading *reading) {
    struct text_reader *reader = reading->reader;
    struct word word;
    while (text_reader_next(reader)) {
        text_reader_word(reader, &word);
        const char *arrow = arrow_find(&word);
        if (!(arrow ? flow_read(reading, &word, arrow) : header_read(reading, &word)))
            return false;
    }
    if (reading->nodes == 0)
        return text_reader_fail(reader, "expected 'Nodes NUMBER' before, found none");
    if (reading->connections == UINT64_MAX && reading->alone)
        return text_reader_fail(reader, "expected 'Connections NUMBER' before, found none");
    return !text_reader_failure(reader) &&
           counts_fit(reading, "connection", reading->connections, reading->flow_count) &&
           counts_fit(reading, "trigger", reading->triggers_said, reading->trigger_count);
}

static bool file_read(struct reading *reading) {
    reading->reader = tasks_reader(reading->graph);
    if (!reading->reader)
        return false;
    const bool right = lines_read(reading);
    task_graph_note(reading->graph, "%s", text_reader_cut_note(reading->reader));
    return tasks_reader_close(reading->graph, reading->reader, right);
}

static bool begins(const struct reading *reading, uint32_t flow) {
    return reading->graph->tasks[flow].op.opcode != TASK_NOTHING;
}

// Pages of their receivers for the flows that begin.
static void flows_lay_out(struct reading *reading) {
    uint64_t *address = memory_there(calloc((size_t)reading->nodes + 1, sizeof *address));
    struct task *const tasks = reading->graph->tasks;
    for (uint32_t i = 0; i < reading->flow_count; i++) {
        if (!begins(reading, i))
            continue;
        tasks[i].op.address = address[tasks[i].target];
        address[tasks[i].target] += task_pages(tasks[i].bytes);
    }
    free(address);
}

// --- triggers -----------------------------------------------------------------------------------

static int by_trigger(const void *left, const void *right) {
    const struct firing *a = left, *b = right;
    if (a->trigger != b->trigger)
        return a->trigger < b->trigger ? -1 : 1;
    return a->task < b->task ? -1 : a->task > b->task;
}

static int by_id(const void *left, const void *right) {
    const struct trigger *a = left, *b = right;
    return a->id < b->id ? -1 : a->id > b->id;
}

// Of the flows that begin.
static void firings_find(struct reading *reading) {
    reading->firing_count = 0;
    for (uint32_t i = 0; i < reading->flow_count; i++) {
        const struct flow *flow = &reading->flows[i];
        if (begins(reading, i) && flow->sent)
            reading->firings[reading->firing_count++] = (struct firing){flow->sent, i, TASK_DONE};
        if (begins(reading, i) && flow->received)
            reading->firings[reading->firing_count++] =
                (struct firing){flow->received, i, TASK_ARRIVED};
    }
    if (reading->firing_count > 0)
        qsort(reading->firings, reading->firing_count, sizeof *reading->firings, by_trigger);
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

// Triggers by their numbers, each once. The tasks of barriers are behind those of flows.
static bool triggers_sort(struct reading *reading) {
    uint32_t task = reading->flow_count;
    if (reading->trigger_count > 0)
        qsort(reading->triggers, reading->trigger_count, sizeof *reading->triggers, by_id);
    for (uint32_t i = 0; i < reading->trigger_count; i++) {
        struct trigger *trigger = &reading->triggers[i];
        if (i > 0 && trigger->id == trigger[-1].id)
            return task_graph_refuse(reading->graph, trigger->line,
                                     "trigger %" PRIu32 ": expected one, found two", trigger->id);
        trigger->task = task;
        task += trigger->count > 0;
    }
    return true;
}

static struct trigger *trigger_find(const struct reading *reading, uint32_t id) {
    const struct trigger key = {.id = id};
    return reading->trigger_count ? bsearch(&key, reading->triggers, reading->trigger_count,
                                            sizeof *reading->triggers, by_id)
                                  : NULL;
}

// Which flows begin: of those that wait for a multishot as many as fire it, and these have to
// begin, too.
static void flows_begin(struct reading *reading) {
    uint32_t left_out = 0;
    reading->firings =
        memory_there(calloc(2 * (size_t)reading->flow_count + 1, sizeof *reading->firings));
    for (bool more = true; more;) {
        more = false;
        firings_find(reading);
        for (uint32_t i = 0; i < reading->flow_count; i++) {
            struct trigger *trigger = trigger_find(reading, reading->flows[i].begins);
            struct task *task = &reading->graph->tasks[i];
            uint32_t count;
            if (!trigger || !trigger->multishot || !begins(reading, i))
                continue;
            firings_of(reading, trigger->id, &count);
            if (++trigger->shots > count) {
                *task = (struct task){.op.opcode = TASK_NOTHING, .line = task->line};
                more = true;
                left_out++;
            }
        }
        for (uint32_t i = 0; i < reading->trigger_count; i++)
            reading->triggers[i].shots = 0;
    }
    if (left_out > 0)
        task_graph_note(reading->graph,
                        "; %" PRIu32 " flows never begin: their multishot trigger fires too rarely",
                        left_out);
}

static bool firings_wait(struct reading *reading, uint32_t task, const struct firing *firings,
                         uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!task_graph_wait(reading->graph, task, firings[i].task, firings[i].event))
            return false;
    return true;
}

// What a flow waits for: the one that fires its trigger, or the task between.
static bool flow_waits(struct reading *reading, uint32_t number) {
    struct task *task = &reading->graph->tasks[number];
    const uint32_t id = reading->flows[number].begins;
    struct trigger *trigger = trigger_find(reading, id);
    uint32_t count;
    if (id == 0 || !begins(reading, number))
        return true;
    const struct firing *firings = firings_of(reading, id, &count);
    if (trigger && trigger->multishot) {
        task->enough = ++trigger->shots;
        return firings_wait(reading, number, firings, count);
    }
    const uint32_t right = trigger && trigger->count ? trigger->count : 1;
    if (count != right)
        return task_graph_refuse(reading->graph, task->line,
                                 "trigger %" PRIu32 ": expected %" PRIu32
                                 " flows that fire it, found %" PRIu32,
                                 id, right, count);
    return trigger && trigger->count
               ? task_graph_wait(reading->graph, number, trigger->task, TASK_DONE)
               : firings_wait(reading, number, firings, 1);
}

static bool barrier_add(struct reading *reading, const struct trigger *trigger) {
    const struct task task = {.op.opcode = TASK_NOTHING, .line = trigger->line};
    uint32_t count;
    const struct firing *firings = firings_of(reading, trigger->id, &count);
    return task_graph_add(reading->graph, &task) &&
           firings_wait(reading, trigger->task, firings, count);
}

static bool waits_add(struct reading *reading) {
    bool right = triggers_sort(reading);
    if (right)
        flows_begin(reading);
    for (uint32_t i = 0; right && i < reading->flow_count; i++)
        right = flow_waits(reading, i);
    for (uint32_t i = 0; right && i < reading->trigger_count; i++)
        right = reading->triggers[i].count == 0 || barrier_add(reading, &reading->triggers[i]);
    return right;
}

// --- both --------------------------------------------------------------------------------------

static bool receivers_set(struct reading *reading) {
    const bool one = !reading->alone && reading->config->matrix_receiver == RECEIVER_ALL;
    reading->graph->receivers = one ? 1 : (uint32_t)reading->nodes;
    return one || reading->alone || reading->nodes <= TASK_RECEIVERS_MAX ||
           task_graph_refuse(reading->graph, 0,
                             "Nodes: expected at most %d in a domain, or matrix_receiver=all, "
                             "found %" PRIu64,
                             TASK_RECEIVERS_MAX, reading->nodes);
}

static bool matrix_read(struct task_graph *graph, const struct config *config, bool alone) {
    struct reading reading = {.graph = graph,
                              .config = config,
                              .alone = alone,
                              .connections = UINT64_MAX,
                              .triggers_said = UINT64_MAX};
    const bool right = file_read(&reading) && receivers_set(&reading) && waits_add(&reading);
    if (right)
        flows_lay_out(&reading);
    free(reading.flows);
    free(reading.triggers);
    free(reading.firings);
    return right;
}

bool tasks_of_flows(struct task_graph *graph, const struct config *config) {
    return matrix_read(graph, config, true);
}

bool tasks_of_matrix(struct task_graph *graph, const struct config *config) {
    return matrix_read(graph, config, false) && task_graph_check(graph);
}

bool tasks_have_triggers(const char *path) {
    struct text_error error;
    struct text_reader *reader = text_reader_open(path, &error);
    struct word word;
    bool have = false;
    while (reader && !have && text_reader_next(reader))
        while (!have && text_reader_word(reader, &word))
            have = word_is(&word, "trigger") || word_is(&word, "send_done_trigger") ||
                   word_is(&word, "recv_done_trigger");
    text_reader_close(reader);
    return have;
}
