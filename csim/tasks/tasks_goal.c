// GOAL text of the public LogGOPSim and ATLAHS tools as the tasks of a domain:
//
//     num_ranks 2
//     rank 0 {
//     l1: calc 1200
//     l2: send 4096b to 1 tag 7
//     l2 requires l1
//     }
//     rank 1 {
//     a: recv 4096b from 0 tag 7
//     }
//
//   send  a write of so many bytes, by operations of large_bytes, to a page of its own on; one of
//         at most eager_bytes is one notification, latency-sensitive. It is over when it has left.
//   recv  a task without operations, which waits for the matching send's data; the n-th send from i
//         to j with a tag meets the n-th receive of that tag at j from i
//   calc  a task without operations, that lasts so many ns
//   requires, irequires   the end of a statement of this rank; its beginning
//
// The grammar is that of the tools' own scanner, and somewhat more: a statement ends with its line
// or with a semicolon; blanks may be left out where two words are distinct without (`rank 0{`,
// `l1:send 8192 b`); a statement needs a label only where another one names it; without `tag` the
// tag is 0; comments are // to the end of the line, /* to */ over lines, and lines that begin with
// #. Not supported, and refused: `from -1` and `tag -1`, any source and any tag. `cpu N` and `nic
// N` behind a statement may be there and change nothing, which the note says: there a rank's
// statements take turns on a cpu, here requires alone orders them; and a rank is one receiver,
// however many nics its messages name. Of a message the bytes are those of its send; the note says
// where a receive has others.

#include "csim/base/text_reader.h"
#include "csim/tasks/task_graph.h"

enum { LABEL_BYTES = 32, BUCKETS = 1 << 14 };

// Of a statement, which is the task of the same number.
struct label {
    char text[LABEL_BYTES]; // or empty
    uint32_t next;          // of its bucket, plus one
    uint64_t bytes;         // of a message, as it says
};

struct require {
    uint32_t later, earlier; // statements
    bool begun;
};

struct reading {
    struct task_graph *graph;
    struct text_reader *reader;
    const struct config *config;
    struct label *labels;
    struct task_end *ends;
    struct require *requires;
    uint32_t label_count, label_room, end_count, end_room, require_count, require_room;
    uint32_t first; // statement of this rank
    uint64_t ranks, rank;
    bool inside;    // of a rank
    bool commented; // of a comment that began on an earlier line
    const char *at; // what is left of the line
    bool nics;      // a rank has several
    uint64_t address[TASK_RECEIVERS_MAX], nic[TASK_RECEIVERS_MAX]; // the latter plus one; 0: none
    uint32_t bucket[BUCKETS];                                      // statements by labels, plus one
};

// Behind blanks and comments. False: the line is over.
static bool blanks_skip(struct reading *reading) {
    for (;;) {
        if (reading->commented) {
            const char *end = strstr(reading->at, "*/");
            reading->at = end ? end + 2 : reading->at + strlen(reading->at);
            reading->commented = !end;
        }
        reading->at += strspn(reading->at, " \t");
        if (strncmp(reading->at, "/*", 2) != 0)
            return *reading->at && strncmp(reading->at, "//", 2) != 0;
        reading->at += 2;
        reading->commented = true;
    }
}

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The next word: a name, a number, which may have a minus, or a sign. False: the line is over.
static bool word_next(struct reading *reading, struct word *word) {
    if (!blanks_skip(reading))
        return false;
    const char *end = reading->at + 1;
    if (is_letter(*reading->at))
        while (is_letter(*end) || is_digit(*end))
            end++;
    else if (is_digit(*reading->at) || *reading->at == '-')
        while (is_digit(*end))
            end++;
    *word = (struct word){reading->at, (size_t)(end - reading->at)};
    reading->at = end;
    return true;
}

// Takes the next word where it is this one.
static bool word_taken(struct reading *reading, const char *text) {
    struct word word;
    const char *const before = reading->at;
    if (word_next(reading, &word) && word_is(&word, text))
        return true;
    reading->at = before;
    return false;
}

static bool value_next(struct reading *reading, const char *name, uint64_t most, uint64_t *value) {
    struct word word = {"", 0};
    char shown[WORD_SHOWN];
    const bool there = word_next(reading, &word);
    return (there && word_number(&word, most, value)) ||
           text_reader_fail(reading->reader,
                            "%s: expected a number from 0 to %" PRIu64 ", found %s", name, most,
                            there ? word_show(&word, shown) : "the end of the line");
}

// Bytes, with a b behind them.
static bool bytes_next(struct reading *reading, uint64_t *bytes) {
    struct word word = {"", 0};
    char shown[WORD_SHOWN];
    const bool there = word_next(reading, &word) && word_number(&word, TASK_BYTES_MAX, bytes);
    return (there && word_taken(reading, "b")) ||
           text_reader_fail(reading->reader, "expected bytes, such as 4096b, found %s",
                            word_show(&word, shown));
}

// A number, behind what is not supported in its place.
static bool no_any_next(struct reading *reading, const char *name, const char *any, uint64_t most,
                        uint64_t *value) {
    if (word_taken(reading, "-1"))
        return text_reader_fail(reading->reader, "%s -1: %s is not supported", name, any);
    return value_next(reading, name, most, value);
}

// A send or a receive of so many bytes. False: the reason is reported.
static bool message_read(struct reading *reading, bool sends, struct task *task, uint64_t *said) {
    const struct config *config = reading->config;
    const char *const way = sends ? "to" : "from";
    uint64_t peer = 0, tag = 0;
    if (!bytes_next(reading, said))
        return false;
    const uint64_t bytes = *said;
    if (!word_taken(reading, way))
        return text_reader_fail(reading->reader, "expected '%s NUMBER'", way);
    if (!(sends ? value_next(reading, way, reading->ranks - 1, &peer)
                : no_any_next(reading, way, "any source", reading->ranks - 1, &peer)) ||
        (word_taken(reading, "tag") && !no_any_next(reading, "tag", "any tag", UINT32_MAX, &tag)))
        return false;
    if (sends) {
        const bool eager = bytes <= config->eager_bytes;
        *task =
            task_flow(config, eager ? OP_NOTIFY : OP_WRITE, (unsigned)reading->rank, (unsigned)peer,
                      eager ? 0 : bytes, (uint32_t)(eager ? bytes : config->large_bytes));
        task->op.urgent = eager;
        task->op.address = reading->address[peer];
        reading->address[peer] += task_pages(bytes);
    }
    *array_add(reading->ends, reading->end_count, reading->end_room) =
        (struct task_end){.key = task_end_key(sends ? reading->rank : peer,
                                              sends ? peer : reading->rank, (uint32_t)tag),
                          .receives = !sends,
                          .number = reading->graph->count};
    return true;
}

// Behind its label, from its first word on.
static bool statement_read(struct reading *reading, const struct word *word, struct task *task,
                           uint64_t *bytes) {
    const bool sends = word_is(word, "send");
    char shown[WORD_SHOWN];
    uint64_t ns = 0;
    bool right = true;
    if (word_is(word, "calc"))
        right = value_next(reading, "calc", TASK_TIME_MAX_PS / 1000, &ns);
    else if (sends || word_is(word, "recv"))
        right = message_read(reading, sends, task, bytes);
    else
        right = text_reader_fail(reading->reader, "expected send, recv or calc, found %s",
                                 word->length > 0 ? word_show(word, shown) : "the end of the line");
    task->delay_ps = ns * 1000;
    task->line = (uint32_t)text_reader_number(reading->reader);
    return right;
}

// cpu N, nic N; then the end of the statement.
static bool rest_read(struct reading *reading, uint64_t *nic) {
    struct word word;
    uint64_t unused;
    bool of_nic;
    while ((of_nic = word_taken(reading, "nic")) || word_taken(reading, "cpu"))
        if (!value_next(reading, "cpu or nic", UINT32_MAX, of_nic ? nic : &unused))
            return false;
    const char *const before = reading->at;
    if (word_next(reading, &word) && !word_is(&word, ";") && !word_is(&word, "}"))
        return text_reader_fail(reading->reader,
                                "expected tag, cpu or nic, or the end of the statement");
    reading->at = before;
    return true;
}

static uint32_t *bucket_of(struct reading *reading, const struct word *label) {
    uint32_t hash = UINT32_C(2166136261);
    for (size_t i = 0; i < label->length; i++)
        hash = (hash ^ (unsigned char)label->text[i]) * UINT32_C(16777619);
    return &reading->bucket[hash % BUCKETS];
}

// The statement of this rank with a label; those of a bucket are in the order of the file, the last
// one first.
static uint32_t label_find(struct reading *reading, const struct word *label) {
    uint32_t at = *bucket_of(reading, label);
    while (at > reading->first && !word_is(label, reading->labels[at - 1].text))
        at = reading->labels[at - 1].next;
    return at > reading->first ? at - 1 : UINT32_MAX;
}

// Of a message of this rank; it is 0 where none is named.
static void nic_use(struct reading *reading, uint64_t nic) {
    uint64_t *const first = &reading->nic[reading->rank];
    reading->nics |= *first > 0 && *first != nic + 1;
    *first = nic + 1;
}

// `name` is empty where there is no label; `word` the first one behind it.
static bool labelled_read(struct reading *reading, const struct word *name,
                          const struct word *word) {
    const uint16_t rank = (uint16_t)reading->rank;
    struct task task = {.op = {.opcode = TASK_NOTHING, .source = rank}, .target = rank};
    uint64_t bytes = 0, nic = 0;
    if (name->length >= LABEL_BYTES ||
        (name->length > 0 && label_find(reading, name) != UINT32_MAX))
        return text_reader_fail(reading->reader, "expected a new label of at most %d bytes",
                                LABEL_BYTES - 1);
    if (!statement_read(reading, word, &task, &bytes) || !rest_read(reading, &nic))
        return false;
    if (!word_is(word, "calc"))
        nic_use(reading, nic);
    struct label *const label =
        array_add(reading->labels, reading->label_count, reading->label_room);
    *label = (struct label){.bytes = bytes};
    if (name->length > 0) {
        memcpy(label->text, name->text, name->length);
        label->next = *bucket_of(reading, name);
        *bucket_of(reading, name) = reading->label_count;
    }
    return task_graph_add(reading->graph, &task);
}

// Behind `requires` or `irequires`.
static bool require_read(struct reading *reading, const struct word *later, bool begun) {
    struct word earlier;
    if (!word_next(reading, &earlier))
        return text_reader_fail(reading->reader, "expected a label behind requires");
    const struct require require = {label_find(reading, later), label_find(reading, &earlier),
                                    begun};
    if (require.later == UINT32_MAX || require.earlier == UINT32_MAX)
        return text_reader_fail(reading->reader, "expected labels of statements above");
    *array_add(reading->requires, reading->require_count, reading->require_room) = require;
    uint64_t unused;
    return rest_read(reading, &unused);
}

static bool rank_read(struct reading *reading) {
    reading->first = reading->graph->count;
    reading->inside = true;
    return value_next(reading, "rank", reading->ranks - 1, &reading->rank) &&
           (word_taken(reading, "{") ||
            text_reader_fail(reading->reader, "expected '{' behind the rank"));
}

static bool ranks_read(struct reading *reading) {
    return value_next(reading, "num_ranks", TASK_RECEIVERS_MAX, &reading->ranks) &&
           (reading->ranks > 0 ||
            text_reader_fail(reading->reader, "num_ranks: expected at least 1"));
}

// What begins with a word.
static bool line_part_read(struct reading *reading, const struct word *word) {
    static const struct word none = {"", 0};
    struct word first = none;
    if (reading->ranks == 0)
        return word_is(word, "num_ranks")
                   ? ranks_read(reading)
                   : text_reader_fail(reading->reader, "expected 'num_ranks NUMBER'");
    if (!reading->inside)
        return word_is(word, "rank") ? rank_read(reading)
                                     : text_reader_fail(reading->reader, "expected 'rank N {'");
    if (word_is(word, "}"))
        reading->inside = false;
    if (word_is(word, "}") || word_is(word, ";"))
        return true;
    if (word_is(word, "send") || word_is(word, "recv") || word_is(word, "calc"))
        return labelled_read(reading, &none, word);
    if (is_letter(*word->text) && word_taken(reading, ":")) {
        word_next(reading, &first);
        return labelled_read(reading, word, &first);
    }
    if (word_taken(reading, "requires"))
        return require_read(reading, word, false);
    if (word_taken(reading, "irequires"))
        return require_read(reading, word, true);
    return text_reader_fail(reading->reader, "expected LABEL: STATEMENT, a statement, "
                                             "LABEL requires LABEL, or LABEL irequires LABEL");
}

static bool line_read(struct reading *reading) {
    struct word word;
    reading->at = text_reader_text(reading->reader);
    bool right = true;
    while (right && word_next(reading, &word))
        right = line_part_read(reading, &word);
    text_reader_all(reading->reader, reading->commented);
    return right;
}

// --- waits ------------------------------------------------------------------------------------

static int later_compare(const void *left, const void *right) {
    const struct require *a = left, *b = right;
    if (a->later != b->later)
        return a->later < b->later ? -1 : 1;
    return a->earlier < b->earlier ? -1 : a->earlier > b->earlier;
}

static bool waits_add(struct reading *reading) {
    struct task_graph *graph = reading->graph;
    const struct task_end *odd = task_ends_meet(reading->ends, reading->end_count);
    if (odd)
        return task_graph_refuse(graph, graph->tasks[odd->number].line,
                                 "expected a %s that meets it", odd->receives ? "send" : "recv");
    uint32_t differ = 0;
    for (uint32_t i = 0; i < reading->end_count; i++) {
        const struct task_end *const end = &reading->ends[i];
        if (!end->receives)
            continue;
        differ += reading->labels[end->number].bytes != reading->labels[end->peer].bytes;
        if (!task_graph_wait(graph, end->number, end->peer, TASK_ARRIVED))
            return false;
    }
    if (reading->nics)
        task_graph_note(graph, "; the nics of a rank are one receiver");
    if (differ > 0)
        task_graph_note(graph, "; %" PRIu32 " recv of other bytes than their send, which moves its",
                        differ);
    if (reading->require_count > 0)
        qsort(reading->requires, reading->require_count, sizeof *reading->requires, later_compare);
    for (uint32_t i = 0; i < reading->require_count; i++) {
        const struct require *require = &reading->requires[i];
        const bool sends = graph->tasks[require->earlier].op.opcode != TASK_NOTHING;
        if (!task_graph_wait(graph, require->later, require->earlier,
                             require->begun ? TASK_BEGUN
                             : sends        ? TASK_SENT
                                            : TASK_DONE))
            return false;
    }
    return true;
}

static bool lines_read(struct reading *reading) {
    struct text_reader *reader = reading->reader;
    bool right = true;
    while (right && text_reader_next(reader))
        right = line_read(reading);
    if (right && (reading->ranks == 0 || reading->inside || reading->commented))
        text_reader_fail(reader, "expected %s, found the end of the file",
                         reading->commented ? "'*/' behind a comment"
                         : reading->inside  ? "'}' behind the last statement"
                                            : "'num_ranks NUMBER'");
    return right;
}

bool tasks_of_goal(struct task_graph *graph, const struct config *config) {
    struct reading reading = {.graph = graph, .config = config, .reader = tasks_reader(graph)};
    if (!reading.reader)
        return false;
    bool right = lines_read(&reading);
    task_graph_note(graph, "; a rank's statements are ordered by requires alone, not by cpu%s",
                    text_reader_cut_note(reading.reader));
    graph->receivers = graph->sources = (uint32_t)reading.ranks;
    right = tasks_reader_close(graph, reading.reader, right) && waits_add(&reading) &&
            task_graph_check(graph);
    free(reading.labels);
    free(reading.ends);
    free(reading.requires);
    return right;
}
