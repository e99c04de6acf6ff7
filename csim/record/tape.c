#include "csim/record/tape.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/text_reader.h"
#include "csim/base/text_writer.h"
#include "csim/interface/edge_fields.h"
#include "csim/record/block_text.h"

static const char magic[] = "semacredit tape 4";

// The second line, but of tapes of the default size.
static const char size_line[] = "size " BUILD_SIZE "\n";

enum { LINE_MAX_BYTES = LINE_BYTES_MAX + 1, CLOCK_PS_MAX = 1000000000 };

struct tape_writer {
    struct text_writer file;
    struct edge_out last;
    uint64_t clocks;
    unsigned depth;
    bool in_clocks; // the header is complete
};

struct tape_reader {
    struct text_reader *reader;
    struct block_state *begins;
    struct edge_out last;
    uint64_t clocks;
    unsigned depth;
    bool sized; // its size has been read
};

// ---- writing

struct tape_writer *tape_writer_open(const char *path, const struct tape_header *header,
                                     struct text_error *error) {
    struct tape_writer *tape = calloc(1, sizeof *tape);
    if (!tape) {
        text_error_set(error, "%s: out of memory", path);
        return NULL;
    }
    if (!text_writer_open(&tape->file, path, error)) {
        free(tape);
        return NULL;
    }
    gzprintf(tape->file.gz, "%s\n%sdepth %u\nclock_ps %" PRIu32 "\nnote %s\n", magic,
             BUILD_IS_DEFAULT ? "" : size_line, header->depth, header->clock_ps, header->note);
    tape->depth = header->depth;
    return tape;
}

static void write_line(void *tape, const char *text) {
    gzprintf(((struct tape_writer *)tape)->file.gz, "%s\n", text);
}

void tape_write_state(struct tape_writer *tape, const struct block_state *state) {
    block_text_write(state, tape->depth, write_line, tape);
    block_state_show(state, &tape->last);
}

static void write_clocks(struct tape_writer *tape) {
    if (!tape->in_clocks)
        write_line(tape, "clocks");
    tape->in_clocks = true;
}

// Appends " name=value" for each element that differs from what a reader would assume.
static char *write_fields(char *at, const void *edge, const void *last,
                          const struct edge_field *fields) {
    for (const struct edge_field *field = fields; field->name; field++)
        for (unsigned e = 0; e < field->count; e++) {
            uint64_t value = edge_field_get(edge, field, e);
            if (value == (field->sticky ? edge_field_get(last, field, e) : 0))
                continue;
            char name[32];
            edge_field_name(field, e, name, sizeof name);
            at += sprintf(at, field->hexadecimal ? "%s=0x%" PRIx64 " " : "%s=%" PRIu64 " ", name,
                          value);
        }
    return at;
}

void tape_write(struct tape_writer *tape, const struct edge_in *in, const struct edge_out *out) {
    char text[LINE_MAX_BYTES];
    write_clocks(tape);
    char *at = write_fields(text, in, NULL, edge_in_fields);
    *at++ = '|';
    *at++ = ' ';
    at = write_fields(at, out, &tape->last, edge_out_fields);
    at[-1] = '\n';
    gzwrite(tape->file.gz, text, (unsigned)(at - text));
    tape->last = *out;
    tape->clocks++;
}

bool tape_writer_close(struct tape_writer *tape, struct text_error *error) {
    write_clocks(tape);
    gzprintf(tape->file.gz, "end %" PRIu64 "\n", tape->clocks);
    const bool written = text_writer_close(&tape->file, error);
    free(tape);
    return written;
}

void tape_writer_discard(struct tape_writer *tape) {
    text_writer_discard(&tape->file);
    free(tape);
}

// ---- reading

// The next line; NULL: there is none, or it is broken.
static const char *read_line(struct tape_reader *tape, const char *expected) {
    if (!text_reader_next(tape->reader))
        text_reader_fail(tape->reader, "expected %s, found the end of the file (truncated?)",
                         expected);
    else if (text_reader_cut_short(tape->reader))
        text_reader_fail(tape->reader, "expected a whole line of text, found it cut short");
    return text_reader_failure(tape->reader) ? NULL : text_reader_text(tape->reader);
}

// The line of the size, which a tape of the default size has not, and then the next.
static const char *read_size(struct tape_reader *tape, const char *line, const char *expected) {
    const bool sized = strncmp(line, "size ", 5) == 0;
    if (sized ? strcmp(line + 5, BUILD_SIZE) != 0 : !BUILD_IS_DEFAULT) {
        text_reader_fail(tape->reader,
                         "expected a tape of %s, as this program is, found one of %.60s",
                         BUILD_SIZE, sized ? line + 5 : "the default size");
        return NULL;
    }
    return sized ? read_line(tape, expected) : line;
}

// A line of a word and a number.
static bool read_number(struct tape_reader *tape, const char *key, uint64_t most, uint64_t *value) {
    struct word name, number, more;
    char expected[60];
    snprintf(expected, sizeof expected, "'%s NUMBER' up to %" PRIu64, key, most);
    const char *const line = read_line(tape, expected);
    if (!line || (!tape->sized && !read_size(tape, line, expected)))
        return false;
    tape->sized = true;
    return (text_reader_word(tape->reader, &name) && word_is(&name, key) &&
            text_reader_word(tape->reader, &number) && word_number(&number, most, value) &&
            !text_reader_word(tape->reader, &more)) ||
           text_reader_fail(tape->reader, "expected %s", expected);
}

// The lines of a state, if the one that has been read is such, and the line after them. NULL: it is
// broken.
static const char *read_state(struct tape_reader *tape, const char *line) {
    struct text_error what;
    if (!block_text_is(line))
        return line;
    tape->begins = malloc(sizeof *tape->begins);
    if (!tape->begins) {
        text_reader_fail(tape->reader, "out of memory");
        return NULL;
    }
    block_state_reset(tape->begins, tape->depth);
    while (line && block_text_is(line)) {
        if (!block_text_read(tape->begins, line, &what))
            text_reader_fail(tape->reader, "%s", what.text);
        line = read_line(tape, "'clocks'");
    }
    const char *const wrong = line ? block_state_check(tape->begins, tape->depth) : NULL;
    if (wrong)
        text_reader_fail(tape->reader, "expected a state that a block can be in: %s", wrong);
    block_state_show(tape->begins, &tape->last);
    return wrong ? NULL : line;
}

static bool read_header(struct tape_reader *tape, struct tape_header *header) {
    struct text_reader *reader = tape->reader;
    uint64_t depth = 0, clock_ps = 0;
    const char *line = read_line(tape, "'semacredit tape 4'");
    if (!line)
        return false;
    if (strcmp(line, magic) != 0)
        return text_reader_fail(reader, "expected 'semacredit tape 4': this is not a tape");
    if (!read_number(tape, "depth", DEPTH_MAX, &depth))
        return false;
    if (depth < 2 || (depth & (depth - 1)) != 0)
        return text_reader_fail(
            reader, "expected a depth of 128 or 256, the RTL's, or another power of two from 2");
    if (!read_number(tape, "clock_ps", CLOCK_PS_MAX, &clock_ps))
        return false;
    if (clock_ps == 0)
        return text_reader_fail(reader, "expected a clock_ps of 1 to 1000000000");
    line = read_line(tape, "'note TEXT'");
    if (!line)
        return false;
    if (strncmp(line, "note ", 5) != 0 || strlen(line) - 5 >= sizeof header->note)
        return text_reader_fail(reader, "expected 'note TEXT' with at most 199 bytes of text");
    snprintf(header->note, sizeof header->note, "%s", line + 5);
    header->depth = tape->depth = (unsigned)depth;
    line = read_line(tape, "'clocks'");
    line = line ? read_state(tape, line) : NULL;
    if (!line)
        return false;
    if (strcmp(line, "clocks") != 0)
        return text_reader_fail(reader, "expected 'clocks'");
    header->begins = tape->begins;
    header->clock_ps = (uint32_t)clock_ps;
    return true;
}

struct tape_reader *tape_reader_open(const char *path, struct tape_header *header,
                                     struct text_error *error) {
    struct tape_reader *tape = calloc(1, sizeof *tape);
    if (!tape) {
        text_error_set(error, "%s: out of memory", path);
        return NULL;
    }
    tape->reader = text_reader_open(path, error);
    if (tape->reader && read_header(tape, header))
        return tape;
    if (tape->reader)
        text_error_set(error, "%s", text_reader_failure(tape->reader));
    tape_reader_close(tape);
    return NULL;
}

void tape_reader_close(struct tape_reader *tape) {
    if (!tape)
        return;
    text_reader_close(tape->reader);
    free(tape->begins);
    free(tape);
}

// A block of this depth has no port bits for larger ids.
static bool ids_fit(const struct edge_in *in, unsigned depth) {
    for (unsigned p = 0; p < HBM_LANES; p++)
        if (in->hbm_id[p] >= depth)
            return false;
    return in->atomic_id < depth && in->response_id < depth && in->done_id < depth;
}

static bool read_clock(struct tape_reader *tape, const char *at, struct edge_in *in,
                       struct edge_out *out) {
    struct text_reader *reader = tape->reader;
    struct text_error what;
    *in = (struct edge_in){0};
    while (*at != '|') {
        if (*at == '\0')
            return text_reader_fail(reader, "expected '|' between beats and outs, or 'end N'");
        at = edge_field_read(at, in, edge_in_fields, &what);
        if (!at)
            return text_reader_fail(reader, "%s", what.text);
    }
    if (at[1] != ' ' && at[1] != '\0')
        return text_reader_fail(reader, "expected a space after '|'");
    if (!ids_fit(in, tape->depth))
        return text_reader_fail(reader, "expected reservation ids below the tape's depth");
    if (in->gap != 0 && !tape->last.quiet)
        return text_reader_fail(reader, "expected no gap: the block was not quiet before it");
    at += at[1] == ' ' ? 2 : 1;
    *out = (struct edge_out){0};
    for (const struct edge_field *field = edge_out_fields; field->name; field++)
        for (unsigned e = 0; field->sticky && e < field->count; e++)
            edge_field_set(out, field, e, edge_field_get(&tape->last, field, e));
    while (at && *at != '\0')
        at = edge_field_read(at, out, edge_out_fields, &what);
    return at || text_reader_fail(reader, "%s", what.text);
}

// The last line; after it the file ends, and the checksum of a gzip tape was right.
static bool read_end(struct tape_reader *tape, const char *line) {
    const struct word number = {.text = line, .length = strlen(line)};
    uint64_t clocks;
    if (!word_number(&number, UINT64_MAX, &clocks) || clocks != tape->clocks)
        return text_reader_fail(tape->reader, "expected 'end %" PRIu64 "'", tape->clocks);
    if (text_reader_next(tape->reader))
        text_reader_fail(tape->reader, "expected the end of the file after 'end N'");
    return !text_reader_failure(tape->reader);
}

int tape_read(struct tape_reader *tape, struct edge_in *in, struct edge_out *out,
              struct text_error *error) {
    const char *line = read_line(tape, "a clock, or 'end N'");
    const bool end = line && strncmp(line, "end ", 4) == 0;
    if (!line || !(end ? read_end(tape, line + 4) : read_clock(tape, line, in, out))) {
        text_error_set(error, "%s", text_reader_failure(tape->reader));
        return -1;
    }
    if (end)
        return 0;
    tape->last = *out;
    tape->clocks++;
    return 1;
}
