#include "csim/tasks/trace.h"

#include <zlib.h>

enum { OPERATIONS_MAX = 200000000 };

static const char magic[] = "semacredit trace 1";

static const char *const opcode_names[] = {
    [OP_WRITE] = "write",
    [OP_READ] = "read",
    [OP_NOTIFY] = "notify",
    [3] = "opcode3",
    [4] = "opcode4",
    [5] = "opcode5",
    [6] = "opcode6",
    [7] = "opcode7",
    [OP_FETCH_ADD] = "fetch_add",
    [OP_SWAP] = "swap",
    [OP_COMPARE_SWAP] = "compare_swap",
    [OP_FETCH_AND] = "fetch_and",
    [OP_FETCH_OR] = "fetch_or",
    [OP_FETCH_XOR] = "fetch_xor",
    [OP_FETCH_MIN] = "fetch_min",
    [OP_FETCH_MAX] = "fetch_max",
    [OP_FENCE] = "fence",
    [TRACE_WAIT] = "wait", // of a domain
};

enum { OPCODE_NAMES = sizeof opcode_names / sizeof opcode_names[0] };

// What wire_bytes are where the column is left out.
static uint32_t usual_wire_bytes(const struct op *op) {
    return op->opcode == OP_WRITE && op->length > TRACE_COMMAND_BYTES ? op->length
                                                                      : TRACE_COMMAND_BYTES;
}

// --- reading ----------------------------------------------------------------------------------

// Like text_reader_next, but for lines that are whole.
static bool line_next(struct text_reader *reader) {
    return text_reader_next(reader) &&
           (!text_reader_cut_short(reader) ||
            text_reader_fail(reader, "expected a whole line, found it cut short"));
}

static bool setting_read(struct text_reader *reader, struct config *config) {
    struct word set, setting, more;
    text_reader_word(reader, &set);
    struct text_error reason;
    if (!text_reader_word(reader, &setting) || text_reader_word(reader, &more))
        return text_reader_fail(reader, "expected 'set KEY=VALUE'");
    char text[LINE_BYTES_MAX + 1];
    memcpy(text, setting.text, setting.length);
    text[setting.length] = '\0';
    return config_set(config, text, &reason) || text_reader_fail(reader, "%s", reason.text);
}

static bool is_setting(const struct text_reader *reader) {
    const char *text = text_reader_text(reader);
    text += strspn(text, " \t");
    return strncmp(text, "set", 3) == 0 && strchr(" \t", text[3]);
}

enum { SEEN = 4096, FOREIGN = 8 };

static const struct foreign {
    const char *pattern, *name;
} foreigns[FOREIGN] = {
    {"^[ \n]*(//[^\n]*\n[ \n]*)*num_ranks [0-9]", "a GOAL text, whose name has to end in .goal"},
    {"^(#[^\n]*\n)*Nodes [0-9]", "a connection matrix, whose name has to end in .cm"},
    {"<algo[ \n]", "an algorithm of MSCCL, whose name has to end in .xml"},
    {"chakra|comm_size|comm_type|^.\n.0\\.0\\.", "a Chakra trace, which is not supported"},
    {"\"gpus\"|\"inplace\"", "an execution plan of MSCCL++, which is not supported"},
    {"^(DATA|MODEL|HYBRID_|MICRO|DLRM)[A-Z_]*( [^\n]*)?\n *[0-9]+ *\n",
     "a workload of SimAI or ASTRA-sim, which is not supported"},
    {"^[0-9]+( [0-9]+)*( [A-Z][A-Za-z0-9]*)? *\n *[0-9]+[ \n]|/NodeList/|^ENABLE_QCN|<FlowMonitor",
     "a file of ns-3, which is not supported"},
    {"^[ \n]*[{[]", "a JSON text, which is not supported"}};

// What a file of another tool seems to be, by how it begins; NULL: nothing known, or a stream.
static const char *foreign_file(const char *path) {
    char seen[SEEN + 1] = "";
    gzFile file = text_stream_named(path) ? NULL : gzopen(path, "rb");
    const int length = file ? gzread(file, seen, SEEN) : 0;
    if (file)
        gzclose(file);
    for (int i = 0; i < length; i++) // those of binary files are in the way
        if (seen[i] == '\0' || seen[i] == '\r')
            seen[i] = ' ';
    const bool ours = strncmp(seen, "semacredit ", 11) == 0;
    for (const struct foreign *form = foreigns; !ours && length > 0 && form < foreigns + FOREIGN;
         form++)
        if (text_matches(seen, form->pattern))
            return form->name;
    return NULL;
}

static bool header_read(struct trace_reader *trace, struct config *config) {
    struct text_reader *reader = trace->text;
    if (!line_next(reader))
        return text_reader_fail(reader, "expected '%s', found nothing", magic);
    if (strcmp(text_reader_text(reader), magic) != 0)
        return text_reader_fail(reader, "expected '%s': this is no trace of version 1", magic);
    while ((trace->pending = line_next(reader)) && is_setting(reader))
        if (!setting_read(reader, config))
            return false;
    return !text_reader_failure(reader);
}

bool trace_reader_open(struct trace_reader *trace, const char *path, struct config *config,
                       struct text_error *error) {
    *trace = (struct trace_reader){.text = text_reader_open(path, error)};
    if (!trace->text)
        return false;
    struct config changed = *config;
    const char *const foreign = foreign_file(path);
    if (foreign ? !text_error_set(error, "%s: expected '%s', found %s", path, magic, foreign)
                : !header_read(trace, &changed) &&
                      !text_error_set(error, "%s", text_reader_failure(trace->text))) {
        text_reader_close(trace->text);
        return false;
    }
    *config = changed;
    trace->first = (uint32_t)changed.first_operation;
    return true;
}

static bool opcode_read(struct text_reader *reader, bool of_domain, uint8_t *opcode) {
    struct word word;
    char shown[WORD_SHOWN];
    text_reader_word(reader, &word);
    for (*opcode = 0; *opcode < OPCODE_NAMES - !of_domain; ++*opcode)
        if (word_is(&word, opcode_names[*opcode]))
            return true;
    return text_reader_fail(
        reader,
        "opcode: expected one of write, read, notify, fetch_add, swap, "
        "compare_swap, fetch_and, fetch_or, fetch_xor, fetch_min, fetch_max, fence, "
        "found %s",
        word_show(&word, shown));
}

static bool class_read(struct text_reader *reader, bool *urgent) {
    struct word word;
    char shown[WORD_SHOWN];
    text_reader_word(reader, &word);
    *urgent = word_is(&word, "urgent");
    return *urgent || word_is(&word, "bulk") ||
           text_reader_fail(reader, "class: expected urgent or bulk, found %s",
                            word_show(&word, shown));
}

static bool words_read(const struct trace_reader *trace) {
    struct word word;
    while (text_reader_word(trace->text, &word))
        if (!trace->word_read(trace->context, trace->text, &word))
            return false;
    return true;
}

// Lines that begin with `and` go on with the words of the operation's. The line after them is at
// hand, if there is one.
static bool more_words_read(struct trace_reader *trace) {
    struct text_reader *reader = trace->text;
    while ((trace->pending = line_next(reader))) {
        const char *text = text_reader_text(reader);
        struct word and;
        text += strspn(text, " \t");
        if (strncmp(text, "and", 3) != 0 || !strchr(" \t", text[3]))
            return true;
        text_reader_word(reader, &and);
        if (!words_read(trace))
            return false;
    }
    return true;
}

// The column that may be left out, and the words to the end of the line.
static bool rest_read(const struct trace_reader *trace, struct op *op) {
    struct text_reader *reader = trace->text;
    struct word word;
    char shown[WORD_SHOWN];
    uint64_t bytes = usual_wire_bytes(op);
    bool more = text_reader_word(reader, &word);
    const bool is_word = more && trace->word_read && memchr(word.text, '=', word.length);
    if (more && !is_word && !word_number(&word, UINT32_MAX, &bytes))
        return text_reader_fail(reader,
                                "wire_bytes: expected a whole number from 0 to %u, found %s",
                                UINT32_MAX, word_show(&word, shown));
    op->wire_bytes = (uint32_t)bytes;
    if (!trace->word_read)
        return text_reader_over(reader);
    return (!is_word || trace->word_read(trace->context, reader, &word)) && words_read(trace);
}

static bool op_read(const struct trace_reader *trace, struct op *op) {
    struct text_reader *reader = trace->text;
    uint64_t source, length, response_length, domain;
    bool urgent = false;
    const bool read =
        text_reader_value(reader, "time", 0, TRACE_TIME_MAX_PS, &op->submit_ps) &&
        opcode_read(reader, trace->word_read, &op->opcode) &&
        text_reader_value(reader, "source", 0, UINT16_MAX, &source) &&
        text_reader_value(reader, "address", 0, UINT64_MAX, &op->address) &&
        text_reader_value(reader, "length", 0, UINT32_MAX, &length) &&
        text_reader_value(reader, "response_length", 0, UINT32_MAX, &response_length) &&
        class_read(reader, &urgent) && text_reader_value(reader, "domain", 0, UINT32_MAX, &domain);
    if (!read)
        return false;
    op->source = (uint16_t)source;
    op->urgent = urgent;
    op->length = (uint32_t)length;
    op->response_length = (uint32_t)response_length;
    op->domain = (uint32_t)domain;
    if (op->opcode == OP_FENCE && op->domain == 0)
        return text_reader_fail(reader, "domain: expected one above 0: a fence orders its domain");
    return rest_read(trace, op);
}

bool trace_read(struct trace_reader *trace, struct op *op) {
    struct text_reader *reader = trace->text;
    if (!trace->pending && !line_next(reader))
        return false;
    trace->pending = false;
    if (is_setting(reader))
        return text_reader_fail(reader, "expected 'set' before the first operation only");
    *op = (struct op){.index = trace->first + trace->read};
    if (!op_read(trace, op))
        return false;
    if (op->submit_ps < trace->time_ps && !trace->word_read)
        return text_reader_fail(reader,
                                "time: expected at least %" PRIu64
                                ", that of the operation before, "
                                "found %" PRIu64,
                                trace->time_ps, op->submit_ps);
    if (trace->read == OPERATIONS_MAX)
        return text_reader_fail(reader, "expected at most %d operations", OPERATIONS_MAX);
    trace->time_ps = op->submit_ps;
    trace->read++;
    trace->line = text_reader_number(reader);
    return !trace->word_read || more_words_read(trace);
}

// --- writing ----------------------------------------------------------------------------------

void trace_write_header(gzFile trace, const struct config *config, const char *note) {
    gzprintf(trace, "%s\n# %s\n", magic, note);
    char setting[CONFIG_SETTING_SIZE];
    for (unsigned key = 0; config_next_change(config, &key, setting, sizeof setting);)
        if (strncmp(setting, "operations=", strlen("operations=")) != 0) // as many as there are
            gzprintf(trace, "set %s\n", setting);
    gzputs(trace,
           "# time opcode source address length response_length class domain [wire_bytes]\n");
}

void trace_write(gzFile trace, const struct op *op) {
    trace_write_begin(trace, op);
    gzputc(trace, '\n');
}

void trace_write_begin(gzFile trace, const struct op *op) {
    gzprintf(trace, "%" PRIu64 " %s %u 0x%" PRIx64 " %" PRIu32 " %" PRIu32 " %s %" PRIu32,
             op->submit_ps, opcode_names[op->opcode], op->source, op->address, op->length,
             op->response_length, op->urgent ? "urgent" : "bulk", op->domain);
    if (op->wire_bytes != usual_wire_bytes(op))
        gzprintf(trace, " %" PRIu32, op->wire_bytes);
}
