// An MSCCL algorithm as the tasks of a domain: <algo> of <gpu> of <tb> (a thread block: one peer to
// send to, one to receive from, a channel) of <step>. A message of collective_bytes is cut into
// nchunksperloop chunks, of which a step moves cnt.
//
//   s               a task that writes the chunks to where the receiving step puts them
//   r               a task without operations, that waits for the data of the matching send
//   rrc             the same; and lasts as long as its reduction, bytes at reduce_gbps
//   rcs, rrs, rrcs  both: receives, reduces in the latter two, then sends
//   cpy, re         a task without operations that lasts as long as a reduction
//   nop             a task without operations
//
// The steps of a thread block go one after the other, and a step waits for step `deps` of thread
// block `depid` of its GPU, where these are not -1. A send is over when the last of its operations
// has left its source, all else when it is done. The n-th send of a channel from i to j meets the
// n-th receive of that channel at j from i.
//
// Protocols: Simple writes pieces of large_bytes, then one notification (latency-sensitive), on
// which the receiver waits. LL and LL128 have flags in line and no notification: of 16 bytes
// written 8 are data, and of 128, 120. A send to a reducing step of at most atomic_bytes is done by
// Atomics for 8 bytes each, and the receiver does not reduce.
//
// Elements of other names, and what is in them, are skipped, as MSCCL's own reader does; the note
// says so.
#include <expat.h>
#include <zlib.h>

#include "csim/base/text_reader.h"
#include "csim/tasks/task_graph.h"

enum { STEPS_MAX = 1 << 22, CHUNKS_MAX = 1 << 20, BUFFER_BITS = 40, ATOMIC_BYTES = 8 };

static const uint32_t NONE = UINT32_MAX;

static const struct kind {
    const char *name;
    bool receives, sends, reduces; // works on data at its GPU
} kinds[] = {{"s", false, true, false},   {"r", true, false, false},  {"rrc", true, false, true},
             {"rcs", true, true, false},  {"rrs", true, true, true},  {"rrcs", true, true, true},
             {"cpy", false, false, true}, {"re", false, false, true}, {"nop", false, false, false}};
enum { KINDS = sizeof kinds / sizeof *kinds };

enum protocol { SIMPLE, LL, LL128, PROTOCOLS };
static const char *const protocol_names[PROTOCOLS] = {"Simple", "LL", "LL128"};

struct block {
    uint32_t gpu, id, channel;
    uint32_t send, receive; // peers, or NONE
    uint32_t first, steps;  // its steps
};

struct step {
    const struct kind *kind;
    uint32_t block, line;
    uint64_t address;     // of its data at its GPU
    uint32_t count;       // chunks
    uint32_t depid, deps; // NONE: it has none
    uint32_t peer;        // step that it sends to,
    uint32_t from;        // and that it receives from
    uint32_t first;       // its first task: the one that receives or only lasts, else the data
    uint32_t sending;     // the data; or, where it sends none, the first one
    uint32_t notified;    // the one whose arrival notifies the receiver
};

struct reading {
    struct task_graph *graph;
    const struct config *config;
    XML_Parser parser;
    struct block *blocks;
    struct step *steps;
    uint32_t block_count, block_room, step_count, step_room;
    uint64_t gpus, chunks;
    uint64_t gpu; // being read
    enum protocol protocol;
    unsigned depth, skipping; // elements that are open; of those, skipped ones
    uint32_t skipped;         // elements, what is in them not counted
    bool wrong;
};

// --- the file ---------------------------------------------------------------------------------

static uint32_t line_of(const struct reading *reading) {
#if XML_MAJOR_VERSION == 2 && XML_MINOR_VERSION < 9 // its successor is of 2.9
#define XML_GetCurrentLineNumber64 XML_GetCurrentLineNumber
#endif
    return (uint32_t)XML_GetCurrentLineNumber64(reading->parser);
}

static void fail(struct reading *reading, const char *what, const char *expected,
                 const char *found) {
    char shown[WORD_SHOWN];
    const struct word word = {found ? found : "", found ? strlen(found) : 0};
    if (!reading->wrong)
        task_graph_refuse(reading->graph, line_of(reading), "%s: expected %s, found %s", what,
                          expected, found ? word_show(&word, shown) : "nothing");
    reading->wrong = true;
    XML_StopParser(reading->parser, XML_FALSE);
}

static const char *attribute(const char **attributes, const char *name) {
    for (; *attributes; attributes += 2)
        if (strcmp(*attributes, name) == 0)
            return attributes[1];
    return NULL;
}

// A number up to `most`; -1, where that may be, is NONE.
static uint64_t number(struct reading *reading, const char **attributes, const char *name,
                       uint64_t most, bool may_be_none) {
    const char *text = attribute(attributes, name);
    uint64_t value = 0;
    if (text && may_be_none && strcmp(text, "-1") == 0)
        return NONE;
    const struct word word = {text, text ? strlen(text) : 0};
    char expected[60];
    snprintf(expected, sizeof expected, "a number from %d to %" PRIu64, may_be_none ? -1 : 0, most);
    if (!text || !word_number(&word, most, &value))
        fail(reading, name, expected, text);
    return value;
}

static void algo_begin(struct reading *reading, const char **attributes) {
    const char *protocol = attribute(attributes, "proto");
    unsigned i = 0;
    while (i < PROTOCOLS && !(protocol && strcmp(protocol, protocol_names[i]) == 0))
        i++;
    if (i == PROTOCOLS)
        fail(reading, "proto", "Simple, LL or LL128", protocol);
    reading->protocol = (enum protocol)i;
    reading->gpus = number(reading, attributes, "ngpus", TASK_RECEIVERS_MAX, false);
    reading->chunks = number(reading, attributes, "nchunksperloop", CHUNKS_MAX, false);
    if (!reading->wrong && (reading->gpus == 0 || reading->chunks == 0))
        fail(reading, "ngpus and nchunksperloop", "at least 1", "0");
}

static void block_begin(struct reading *reading, const char **attributes) {
    const uint64_t last = reading->gpus - 1;
    const struct block block = {
        .gpu = (uint32_t)reading->gpu,
        .id = (uint32_t)number(reading, attributes, "id", STEPS_MAX, false),
        .channel = (uint32_t)number(reading, attributes, "chan", STEPS_MAX, true),
        .send = (uint32_t)number(reading, attributes, "send", last, true),
        .receive = (uint32_t)number(reading, attributes, "recv", last, true),
        .first = reading->step_count};
    for (uint32_t i = reading->block_count; i > 0 && reading->blocks[i - 1].gpu == block.gpu; i--)
        if (reading->blocks[i - 1].id == block.id && !reading->wrong)
            fail(reading, "id", "a tb of another id in this gpu", attribute(attributes, "id"));
    *array_add(reading->blocks, reading->block_count, reading->block_room) = block;
}

static uint64_t buffer_address(struct reading *reading, const char **attributes, const char *name,
                               const char *offset) {
    static const char *const buffers[] = {"i", "o", "s"};
    const char *text = attribute(attributes, name);
    const uint64_t chunk =
        (reading->config->collective_bytes + reading->chunks - 1) / reading->chunks;
    for (uint64_t i = 0; i < 3; i++)
        if (text && strcmp(text, buffers[i]) == 0)
            return (i << BUFFER_BITS) +
                   chunk * number(reading, attributes, offset, CHUNKS_MAX, false);
    fail(reading, name, "i, o or s", text);
    return 0;
}

static void step_begin(struct reading *reading, const char **attributes) {
    struct block *block = &reading->blocks[reading->block_count - 1];
    const char *type = attribute(attributes, "type");
    unsigned kind = 0;
    while (kind < KINDS && !(type && strcmp(type, kinds[kind].name) == 0))
        kind++;
    if (kind == KINDS) {
        fail(reading, "type", "s, r, rrc, rcs, rrs, rrcs, cpy, re or nop", type);
        return;
    }
    if (number(reading, attributes, "s", STEPS_MAX, false) != block->steps)
        fail(reading, "s", "steps in order, from 0 on", attribute(attributes, "s"));
    if (kinds[kind].sends && block->send == NONE)
        fail(reading, "send of the tb", "a GPU to send to", "-1");
    if (kinds[kind].receives && block->receive == NONE)
        fail(reading, "recv of the tb", "a GPU to receive from", "-1");
    const bool moves = kinds[kind].sends || kinds[kind].receives || kinds[kind].reduces;
    struct step step = {.kind = &kinds[kind],
                        .block = reading->block_count - 1,
                        .line = line_of(reading),
                        .depid = (uint32_t)number(reading, attributes, "depid", STEPS_MAX, true),
                        .deps = (uint32_t)number(reading, attributes, "deps", STEPS_MAX, true)};
    if (moves && !reading->wrong) {
        step.count = (uint32_t)number(reading, attributes, "cnt", CHUNKS_MAX, false);
        step.address = buffer_address(reading, attributes, "dstbuf", "dstoff");
        if (step.count == 0)
            fail(reading, "cnt", "at least 1", attribute(attributes, "cnt"));
    }
    if (reading->step_count < STEPS_MAX)
        *array_add(reading->steps, reading->step_count, reading->step_room) = step;
    else
        fail(reading, "algo", "fewer steps", NULL);
    block->steps++;
}

static void element_skip(struct reading *reading, const char *name) {
    char shown[WORD_SHOWN];
    if (reading->skipping++ == 0 && reading->skipped++ == 0)
        task_graph_note(reading->graph, "; skipped, as MSCCL does: %s in line %" PRIu32,
                        word_show(&(struct word){name, strlen(name)}, shown), line_of(reading));
}

// Elements by their depth.
static void XMLCALL element_begin(void *context, const char *name, const char **attributes) {
    static const char *const names[] = {"algo", "gpu", "tb", "step"};
    struct reading *reading = context;
    const unsigned depth = reading->depth++;
    if (reading->wrong)
        return;
    const bool known = reading->skipping == 0 && depth < 4 && strcmp(name, names[depth]) == 0;
    if (!known && depth == 0)
        fail(reading, "element", names[depth], name);
    else if (!known)
        element_skip(reading, name);
    else if (depth == 0)
        algo_begin(reading, attributes);
    else if (depth == 1)
        reading->gpu = number(reading, attributes, "id", reading->gpus - 1, false);
    else if (depth == 2)
        block_begin(reading, attributes);
    else
        step_begin(reading, attributes);
}

static void XMLCALL element_end(void *context, const char *name) {
    struct reading *const reading = context;
    (void)name;
    reading->depth--;
    reading->skipping -= reading->skipping > 0;
}

// Entities are of no use here, and may grow without bound.
static void XMLCALL doctype_begin(void *context, const char *name, const char *system,
                                  const char *public, int internal) {
    (void)name, (void)system, (void)public, (void)internal;
    fail(context, "document", "no DOCTYPE", "DOCTYPE");
}

static bool file_read(struct reading *reading, gzFile file) {
    enum { BLOCK_BYTES = 1 << 16 };
    bool last = false;
    while (!last && !reading->wrong) {
        void *bytes = memory_there(XML_GetBuffer(reading->parser, BLOCK_BYTES));
        const int count = gzread(file, bytes, BLOCK_BYTES);
        if (count < 0)
            return task_graph_refuse(reading->graph, 0, "cannot be read");
        last = count < BLOCK_BYTES;
        if (XML_ParseBuffer(reading->parser, count, last) == XML_STATUS_ERROR && !reading->wrong)
            return task_graph_refuse(reading->graph, line_of(reading),
                                     "expected an MSCCL algorithm: %s",
                                     XML_ErrorString(XML_GetErrorCode(reading->parser)));
    }
    return !reading->wrong;
}

static bool algorithm_read(struct reading *reading) {
    gzFile file = text_gzip_open(reading->graph->name, reading->graph->error);
    if (!file)
        return false;
    reading->parser = memory_there(XML_ParserCreate(NULL));
    XML_SetUserData(reading->parser, reading);
    XML_SetElementHandler(reading->parser, element_begin, element_end);
    XML_SetStartDoctypeDeclHandler(reading->parser, doctype_begin);
    const bool right = file_read(reading, file);
    XML_ParserFree(reading->parser);
    gzclose(file);
    if (reading->skipped > 1)
        task_graph_note(reading->graph, " and %" PRIu32 " more", reading->skipped - 1);
    return right;
}

// --- sends and receives -------------------------------------------------------------------------

static uint64_t end_key(const struct block *block, bool sends) {
    return task_end_key(sends ? block->gpu : block->receive, sends ? block->send : block->gpu,
                        block->channel);
}

// Both ends of each message.
static bool pair(struct reading *reading, const struct task_end *ends, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        struct step *step = &reading->steps[ends[i].number];
        struct step *peer = &reading->steps[ends[i].peer];
        if (ends[i].receives)
            continue;
        if (step->count != peer->count)
            return task_graph_refuse(reading->graph, step->line,
                                     "cnt: expected that of line %" PRIu32
                                     ", which receives it, %" PRIu32 ", found %" PRIu32,
                                     peer->line, peer->count, step->count);
        step->peer = ends[i].peer;
        peer->from = ends[i].number;
    }
    return true;
}

static bool ends_pair(struct reading *reading) {
    struct task_end *ends =
        memory_there(malloc((2 * (size_t)reading->step_count + 1) * sizeof *ends));
    uint32_t count = 0;
    for (uint32_t i = 0; i < reading->step_count; i++) {
        const struct step *step = &reading->steps[i];
        const struct block *block = &reading->blocks[step->block];
        if (step->kind->sends)
            ends[count++] = (struct task_end){end_key(block, true), false, i, 0};
        if (step->kind->receives)
            ends[count++] = (struct task_end){end_key(block, false), true, i, 0};
    }
    const struct task_end *odd = task_ends_meet(ends, count);
    const bool right = odd ? task_graph_refuse(reading->graph, reading->steps[odd->number].line,
                                               "%s: expected one that %s it",
                                               odd->receives ? "a receive" : "a send",
                                               odd->receives ? "sends" : "receives")
                           : pair(reading, ends, count);
    free(ends);
    return right;
}

// --- tasks ------------------------------------------------------------------------------------

static uint64_t data_bytes(const struct reading *reading, const struct step *step) {
    const uint64_t chunk =
        (reading->config->collective_bytes + reading->chunks - 1) / reading->chunks;
    return chunk * step->count;
}

// Is what a step receives reduced by Atomics?
static bool by_atomics(const struct reading *reading, const struct step *receiving) {
    return receiving->kind->receives && receiving->kind->reduces &&
           data_bytes(reading, receiving) <= reading->config->atomic_bytes;
}

// The task that receives, or that only lasts.
static bool receiving_add(struct reading *reading, const struct step *step) {
    const uint64_t gbps = reading->config->reduce_gbps;
    const uint16_t gpu = (uint16_t)reading->blocks[step->block].gpu;
    struct task task = {
        .op = {.opcode = TASK_NOTHING, .source = gpu}, .target = gpu, .line = step->line};
    if (step->kind->reduces && gbps > 0 && !by_atomics(reading, step))
        task.delay_ps = (data_bytes(reading, step) * 8000 + gbps - 1) / gbps;
    return task_graph_add(reading->graph, &task);
}

static struct task data_task(const struct reading *reading, const struct step *step) {
    const struct step *peer = &reading->steps[step->peer];
    const bool atomics = by_atomics(reading, peer);
    const uint64_t data = data_bytes(reading, step);
    const uint64_t bytes = atomics || reading->protocol == SIMPLE ? data
                           : reading->protocol == LL              ? 2 * data
                                                                  : (data * 16 + 14) / 15;
    struct task task =
        task_flow(reading->config, atomics ? OP_FETCH_ADD : OP_WRITE,
                  reading->blocks[step->block].gpu, reading->blocks[peer->block].gpu, bytes,
                  atomics ? ATOMIC_BYTES : (uint32_t)reading->config->large_bytes);
    task.op.address = peer->address;
    task.line = step->line;
    return task;
}

// The data, and the notification behind it, if there is one.
static bool sending_add(struct reading *reading, struct step *step) {
    const struct task data = data_task(reading, step);
    struct task notify = task_flow(reading->config, OP_NOTIFY, data.op.source, data.target, 0,
                                   (uint32_t)reading->config->command_bytes);
    step->notified = step->sending = reading->graph->count;
    if (!task_graph_add(reading->graph, &data))
        return false;
    if (reading->protocol != SIMPLE || data.op.opcode != OP_WRITE)
        return true;
    notify.op.address = data.op.address + data.bytes;
    notify.op.urgent = true;
    notify.line = step->line;
    step->notified = reading->graph->count;
    return task_graph_add(reading->graph, &notify);
}

static bool step_add(struct reading *reading, struct step *step) {
    step->first = step->sending = reading->graph->count;
    return (!(step->kind->receives || !step->kind->sends) || receiving_add(reading, step)) &&
           (!step->kind->sends || sending_add(reading, step));
}

// --- waits ------------------------------------------------------------------------------------

static bool wait_for_end(struct reading *reading, uint32_t task, const struct step *step) {
    return task_graph_wait(reading->graph, task, step->sending,
                           step->kind->sends ? TASK_SENT : TASK_DONE);
}

// Waits for the step before it, and the one that it names.
static bool step_waits(struct reading *reading, uint32_t number) {
    const struct step *step = &reading->steps[number];
    const struct block *own = &reading->blocks[step->block];
    if (number > own->first && !wait_for_end(reading, step->first, step - 1))
        return false;
    if (step->depid == NONE || step->deps == NONE)
        return true;
    for (uint32_t i = 0; i < reading->block_count; i++) {
        const struct block *block = &reading->blocks[i];
        if (block->gpu == own->gpu && block->id == step->depid && step->deps < block->steps)
            return wait_for_end(reading, step->first, &reading->steps[block->first + step->deps]);
    }
    return task_graph_refuse(reading->graph, step->line,
                             "depid and deps: expected a tb and a step of this GPU, "
                             "found %" PRIu32 " and %" PRIu32,
                             step->depid, step->deps);
}

// And for what it receives; its data for that, and the notification for the data.
static bool waits_add(struct reading *reading, uint32_t number) {
    const struct step *step = &reading->steps[number];
    struct task_graph *graph = reading->graph;
    return step_waits(reading, number) &&
           (!step->kind->receives ||
            task_graph_wait(graph, step->first, reading->steps[step->from].notified,
                            TASK_ARRIVED)) &&
           (step->sending == step->first ||
            task_graph_wait(graph, step->sending, step->first, TASK_DONE)) &&
           (!step->kind->sends || step->notified == step->sending ||
            task_graph_wait(graph, step->notified, step->sending, TASK_DONE));
}

static bool steps_add(struct reading *reading) {
    bool right = true;
    reading->graph->receivers = reading->graph->sources = (uint32_t)reading->gpus;
    for (uint32_t i = 0; right && i < reading->step_count; i++)
        right = step_add(reading, &reading->steps[i]);
    for (uint32_t i = 0; right && i < reading->step_count; i++)
        right = waits_add(reading, i);
    return right;
}

bool tasks_of_msccl(struct task_graph *graph, const struct config *config) {
    struct reading reading = {.graph = graph, .config = config};
    const bool right = algorithm_read(&reading) && ends_pair(&reading) && steps_add(&reading) &&
                       task_graph_check(graph);
    free(reading.blocks);
    free(reading.steps);
    return right;
}
