#include "csim/traffic/matrix.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/traffic/array.h"

enum { START_DIGITS = 12 }; // of a fraction; further ones are below any picosecond

static const uint64_t BYTES_MAX = UINT64_C(1000000000000000);       // of all flows
static const uint64_t START_PS_MAX = UINT64_C(1000000000000000000); // as in a trace

struct parser {
    struct matrix_file *matrix;
    struct text_reader *reader;
    const struct matrix_reading *reading;
    uint64_t connections, triggers; // as the header says
};

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

// Behind `trigger`: id N oneshot|multishot|barrier [count M].
static bool trigger_read(struct parser *parser) {
    struct matrix_file *matrix = parser->matrix;
    struct text_reader *reader = parser->reader;
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
        if (!text_reader_value(reader, "count", 1, MATRIX_FLOWS_MAX, &count))
            return false;
    }
    struct matrix_trigger *triggers = array_grow(matrix->triggers, &matrix->trigger_room,
                                                 matrix->trigger_count, sizeof *triggers);
    if (!triggers)
        return text_reader_fail(reader, "out of memory");
    matrix->triggers = triggers;
    matrix->triggers[matrix->trigger_count++] =
        (struct matrix_trigger){.id = (uint32_t)id,
                                .line = (uint32_t)text_reader_number(reader),
                                .count = (uint32_t)count,
                                .multishot = word_is(&kind, "multishot")};
    return text_reader_over(reader);
}

static bool header_read(struct parser *parser, const struct word *name) {
    struct text_reader *reader = parser->reader;
    uint64_t none;
    if (word_is(name, "Nodes"))
        return text_reader_value(reader, "Nodes", 1, MATRIX_NODES_MAX, &parser->matrix->nodes) &&
               text_reader_over(reader);
    if (word_is(name, "Connections"))
        return text_reader_value(reader, "Connections", 0, MATRIX_FLOWS_MAX,
                                 &parser->connections) &&
               text_reader_over(reader);
    if (word_is(name, "Triggers") && parser->reading->triggers)
        return text_reader_value(reader, "Triggers", 0, MATRIX_FLOWS_MAX, &parser->triggers) &&
               text_reader_over(reader);
    if (word_is(name, "trigger") && parser->reading->triggers)
        return trigger_read(parser);
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
static bool ends_read(const struct word *word, uint64_t nodes, struct matrix_flow *flow) {
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

// A number of a trigger, above 0.
static bool trigger_of_flow(struct parser *parser, const struct word *word, uint32_t *trigger) {
    if (!parser->reading->triggers)
        return text_reader_fail(parser->reader,
                                "%.*s: expected none: triggers are not supported by one receiver",
                                (int)word->length, word->text);
    char name[32];
    uint64_t number;
    snprintf(name, sizeof name, "%.*s", (int)word->length, word->text);
    if (!text_reader_value(parser->reader, name, 1, UINT32_MAX, &number))
        return false;
    *trigger = (uint32_t)number;
    return true;
}

static bool size_read(struct parser *parser, uint64_t *bytes) {
    const uint64_t endless = parser->reading->endless_bytes;
    if (!text_reader_value(parser->reader, "size", endless ? 0 : 1, BYTES_MAX, bytes))
        return false;
    if (*bytes == 0)
        *bytes = endless;
    return true;
}

// A word and what it says. `more`: the next word of the line, if there is one.
static bool attribute_read(struct parser *parser, struct word *word, bool *more,
                           struct matrix_flow *flow) {
    struct text_reader *reader = parser->reader;
    const struct word name = *word;
    char shown[WORD_SHOWN];
    uint64_t unused;
    bool right = true;
    if (word_is(&name, "start"))
        right = start_read(reader, parser->reading->start_ps, &flow->start_ps);
    else if (word_is(&name, "size"))
        right = size_read(parser, &flow->bytes);
    else if (word_is(&name, "id"))
        right = text_reader_value(reader, "id", 1, UINT64_MAX, &unused);
    else if (word_is(&name, "prio"))
        right = text_reader_value(reader, "prio", 0, UINT64_MAX, &unused);
    else if (word_is(&name, "trigger"))
        right = trigger_of_flow(parser, &name, &flow->trigger);
    else if (word_is(&name, "send_done_trigger"))
        right = trigger_of_flow(parser, &name, &flow->send_done);
    else if (word_is(&name, "recv_done_trigger"))
        right = trigger_of_flow(parser, &name, &flow->recv_done);
    else if (!word_is(&name, "msg"))
        right = text_reader_fail(reader, "expected id, start, size, msg or prio, found %s",
                                 word_show(&name, shown));
    *more = right && text_reader_word(reader, word);
    if (word_is(&name, "msg") && *more && word_number(word, UINT64_MAX, &unused))
        *more = text_reader_word(reader, word);
    return right;
}

static bool attributes_read(struct parser *parser, struct matrix_flow *flow) {
    struct word word;
    bool started = false, sized = false;
    for (bool more = text_reader_word(parser->reader, &word); more;) {
        started |= word_is(&word, "start") || word_is(&word, "trigger");
        sized |= word_is(&word, "size");
        if (!attribute_read(parser, &word, &more, flow))
            return false;
    }
    return (started && sized) || text_reader_fail(parser->reader, "expected %s",
                                                  started ? "'size BYTES'" : "'start TIME'");
}

static bool flow_keep(struct parser *parser, const struct matrix_flow *flow) {
    struct matrix_file *matrix = parser->matrix;
    if (matrix->count == MATRIX_FLOWS_MAX)
        return text_reader_fail(parser->reader, "expected at most %d connections",
                                MATRIX_FLOWS_MAX);
    struct matrix_flow *flows =
        array_grow(matrix->flows, &matrix->room, matrix->count, sizeof *flows);
    if (!flows)
        return text_reader_fail(parser->reader, "out of memory");
    matrix->flows = flows;
    matrix->flows[matrix->count++] = *flow;
    matrix->bytes += flow->bytes;
    return matrix->bytes <= BYTES_MAX ||
           text_reader_fail(parser->reader, "expected at most %" PRIu64 " bytes in all", BYTES_MAX);
}

static bool flow_read(struct parser *parser, const struct word *ends) {
    struct matrix_flow flow = {.line = (uint32_t)text_reader_number(parser->reader)};
    char shown[WORD_SHOWN];
    if (!ends_read(ends, parser->matrix->nodes, &flow))
        return text_reader_fail(
            parser->reader,
            "expected SOURCE->TARGET, two numbers below the header's Nodes (%" PRIu64 "), found %s",
            parser->matrix->nodes, word_show(ends, shown));
    return attributes_read(parser, &flow) && flow_keep(parser, &flow);
}

static bool is_flow(const struct word *word) {
    for (size_t i = 1; i < word->length; i++)
        if (word->text[i - 1] == '-' && word->text[i] == '>')
            return true;
    return false;
}

__attribute__((format(printf, 2, 3))) static void note_add(struct matrix_file *matrix,
                                                           const char *format, ...) {
    const size_t length = strlen(matrix->note);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(matrix->note + length, sizeof matrix->note - length, format, arguments);
    va_end(arguments);
}

// Are there as many lines of a kind as the header says, if it does?
static bool counts_fit(struct parser *parser, const char *kind, uint64_t said, uint64_t found) {
    if (said == UINT64_MAX || said == found)
        return true;
    if (said < found || !parser->reading->triggers)
        return text_reader_fail(parser->reader,
                                "expected %" PRIu64 " %ss, as the header says, found %" PRIu64,
                                said, kind, found);
    note_add(parser->matrix, "; %" PRIu64 " of the %" PRIu64 " %ss that the header names", found,
             said, kind);
    return true;
}

static bool lines_read(struct parser *parser) {
    struct matrix_file *matrix = parser->matrix;
    struct text_reader *reader = parser->reader;
    while (text_reader_next(reader)) {
        struct word word;
        text_reader_word(reader, &word);
        if (!(is_flow(&word) ? flow_read(parser, &word) : header_read(parser, &word)))
            return false;
    }
    if (matrix->nodes == 0)
        return text_reader_fail(reader, "expected 'Nodes NUMBER' before, found none");
    if (parser->connections == UINT64_MAX && !parser->reading->triggers)
        return text_reader_fail(reader, "expected 'Connections NUMBER' before, found none");
    if (text_reader_failure(reader))
        return false;
    return counts_fit(parser, "connection", parser->connections, matrix->count) &&
           counts_fit(parser, "trigger", parser->triggers, matrix->trigger_count);
}

bool matrix_read(struct matrix_file *matrix, const char *path, const struct matrix_reading *reading,
                 struct text_error *error) {
    *matrix = (struct matrix_file){.nodes = 0};
    struct parser parser = {.matrix = matrix,
                            .reader = text_reader_open(path, error),
                            .reading = reading,
                            .connections = UINT64_MAX,
                            .triggers = UINT64_MAX};
    if (!parser.reader)
        return false;
    const bool right = lines_read(&parser);
    note_add(matrix, "%s", text_reader_cut_note(parser.reader));
    if (!right)
        text_error_set(error, "%s", text_reader_failure(parser.reader));
    text_reader_close(parser.reader);
    return right;
}

void matrix_close(struct matrix_file *matrix) {
    free(matrix->flows);
    free(matrix->triggers);
    *matrix = (struct matrix_file){.nodes = 0};
}

bool matrix_has_triggers(const char *path) {
    struct text_error error;
    struct text_reader *reader = text_reader_open(path, &error);
    struct word word;
    bool has = false;
    while (reader && !has && text_reader_next(reader))
        while (!has && text_reader_word(reader, &word))
            has = word_is(&word, "trigger") || word_is(&word, "send_done_trigger") ||
                  word_is(&word, "recv_done_trigger");
    text_reader_close(reader);
    return has;
}
