#define _POSIX_C_SOURCE 200809L
#include "csim/record/tape.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "csim/base/atomic_file.h"
#include "csim/interface/edge_fields.h"
#include "csim/record/block_text.h"

static const char magic[] = "semacredit tape 4";

enum { LINE_MAX_BYTES = 4096, CLOCK_PS_MAX = 1000000000 };

struct tape_writer {
    struct atomic_file output;
    gzFile gz;
    struct edge_out last;
    uint64_t clocks;
    unsigned depth;
    bool in_clocks; // the header is complete
};

struct tape_reader {
    gzFile gz;
    char *path;
    struct block_state *begins;
    struct edge_out last;
    uint64_t line;
    uint64_t clocks;
    unsigned depth;
    char text[LINE_MAX_BYTES];
};

// ---- writing

struct tape_writer *tape_writer_open(const char *path, const struct tape_header *header,
                                     struct text_error *error) {
    struct tape_writer *tape = calloc(1, sizeof *tape);
    if (!tape) {
        text_error_set(error, "%s: out of memory", path);
        return NULL;
    }
    if (!atomic_file_open(&tape->output, path, error)) {
        free(tape);
        return NULL;
    }
    size_t length = strlen(path);
    bool compress = length > 3 && strcmp(path + length - 3, ".gz") == 0;
    int descriptor = dup(fileno(tape->output.file));
    tape->gz = descriptor < 0 ? NULL : gzdopen(descriptor, compress ? "w3" : "wT");
    if (!tape->gz) {
        text_error_set(error, "%s: cannot write: out of memory or file descriptors", path);
        if (descriptor >= 0)
            close(descriptor);
        atomic_file_discard(&tape->output);
        free(tape);
        return NULL;
    }
    gzbuffer(tape->gz, 1 << 17);
    gzprintf(tape->gz, "%s\ndepth %u\nclock_ps %" PRIu32 "\nnote %s\n", magic, header->depth,
             header->clock_ps, header->note);
    tape->depth = header->depth;
    return tape;
}

static void write_line(void *tape, const char *text) {
    gzprintf(((struct tape_writer *)tape)->gz, "%s\n", text);
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
    gzwrite(tape->gz, text, (unsigned)(at - text));
    tape->last = *out;
    tape->clocks++;
}

bool tape_writer_close(struct tape_writer *tape, struct text_error *error) {
    write_clocks(tape);
    gzprintf(tape->gz, "end %" PRIu64 "\n", tape->clocks);
    bool written;
    if (gzclose(tape->gz) == Z_OK) {
        written = atomic_file_finish(&tape->output, error);
    } else {
        text_error_set(error, "%s: cannot write: %s", tape->output.path, strerror(errno));
        atomic_file_discard(&tape->output);
        written = false;
    }
    free(tape);
    return written;
}

void tape_writer_discard(struct tape_writer *tape) {
    gzclose(tape->gz);
    atomic_file_discard(&tape->output);
    free(tape);
}

// ---- reading

static bool broken(const struct tape_reader *tape, struct text_error *error, const char *what) {
    return text_error_set(error, "%s:%" PRIu64 ": %s", tape->path, tape->line, what);
}

// Reads the next line into tape->text, without its newline.
static bool read_line(struct tape_reader *tape, struct text_error *error, const char *expected) {
    tape->line++;
    if (!gzgets(tape->gz, tape->text, sizeof tape->text)) {
        int code;
        const char *reason = gzerror(tape->gz, &code);
        char what[200];
        if (code != Z_OK && code != Z_STREAM_END)
            snprintf(what, sizeof what, "expected %s, found damaged gzip data (%s)", expected,
                     code == Z_ERRNO ? strerror(errno) : reason);
        else
            snprintf(what, sizeof what, "expected %s, found the end of the file (truncated?)",
                     expected);
        return broken(tape, error, what);
    }
    size_t length = strlen(tape->text);
    if (length == 0 || tape->text[length - 1] != '\n')
        return broken(tape, error,
                      length == sizeof tape->text - 1
                          ? "expected a line of at most 4094 bytes"
                          : "expected a whole line of text, found it cut short");
    tape->text[length - 1] = '\0';
    return true;
}

// A decimal or 0x-hexadecimal number up to `max` that ends at `end` bytes' first byte. NULL: not
// one.
static const char *read_number(const char *text, uint64_t max, uint64_t *value) {
    unsigned base = 10;
    if (text[0] == '0' && text[1] == 'x') {
        base = 16;
        text += 2;
    }
    const char *start = text;
    for (*value = 0;; text++) {
        unsigned digit;
        if (*text >= '0' && *text <= '9')
            digit = (unsigned)(*text - '0');
        else if (base == 16 && *text >= 'a' && *text <= 'f')
            digit = (unsigned)(*text - 'a') + 10;
        else
            break;
        if (digit > max || *value > (max - digit) / base)
            return NULL;
        *value = *value * base + digit;
    }
    return text == start ? NULL : text;
}

static bool header_number(struct tape_reader *tape, const char *key, uint64_t max, uint64_t *value,
                          struct text_error *error) {
    char expected[60];
    snprintf(expected, sizeof expected, "'%s NUMBER' up to %" PRIu64, key, max);
    if (!read_line(tape, error, expected))
        return false;
    size_t length = strlen(key);
    if (strncmp(tape->text, key, length) == 0 && tape->text[length] == ' ') {
        const char *end = read_number(tape->text + length + 1, max, value);
        if (end && *end == '\0')
            return true;
    }
    char what[80];
    snprintf(what, sizeof what, "expected %s", expected);
    return broken(tape, error, what);
}

// The lines of a state, if the one that has been read is such; reads the line after them.
static bool read_state(struct tape_reader *tape, struct text_error *error) {
    struct text_error what;
    if (!block_text_is(tape->text))
        return true;
    tape->begins = malloc(sizeof *tape->begins);
    if (!tape->begins)
        return broken(tape, error, "out of memory");
    block_state_reset(tape->begins, tape->depth);
    while (block_text_is(tape->text)) {
        if (!block_text_read(tape->begins, tape->text, &what))
            return broken(tape, error, what.text);
        if (!read_line(tape, error, "'clocks'"))
            return false;
    }
    const char *const wrong = block_state_check(tape->begins, tape->depth);
    if (wrong) {
        text_error_set(&what, "expected a state that a block can be in: %s", wrong);
        return broken(tape, error, what.text);
    }
    block_state_show(tape->begins, &tape->last);
    return true;
}

static bool read_header(struct tape_reader *tape, struct tape_header *header,
                        struct text_error *error) {
    uint64_t depth = 0, clock_ps = 0;
    if (!read_line(tape, error, "'semacredit tape 4'"))
        return false;
    if (strcmp(tape->text, magic) != 0)
        return broken(tape, error, "expected 'semacredit tape 4': this is not a tape");
    if (!header_number(tape, "depth", DEPTH_MAX, &depth, error))
        return false;
    if (depth < 2 || (depth & (depth - 1)) != 0)
        return broken(tape, error,
                      "expected a depth of 128 or 256, the RTL's, or another power of two from 2");
    if (!header_number(tape, "clock_ps", CLOCK_PS_MAX, &clock_ps, error))
        return false;
    if (clock_ps == 0)
        return broken(tape, error, "expected a clock_ps of 1 to 1000000000");
    if (!read_line(tape, error, "'note TEXT'"))
        return false;
    if (strncmp(tape->text, "note ", 5) != 0 || strlen(tape->text) - 5 >= sizeof header->note)
        return broken(tape, error, "expected 'note TEXT' with at most 199 bytes of text");
    snprintf(header->note, sizeof header->note, "%s", tape->text + 5);
    header->depth = (unsigned)depth;
    tape->depth = header->depth;
    if (!read_line(tape, error, "'clocks'") || !read_state(tape, error))
        return false;
    if (strcmp(tape->text, "clocks") != 0)
        return broken(tape, error, "expected 'clocks'");
    header->begins = tape->begins;
    header->clock_ps = (uint32_t)clock_ps;
    return true;
}

struct tape_reader *tape_reader_open(const char *path, struct tape_header *header,
                                     struct text_error *error) {
    struct tape_reader *tape = malloc(sizeof *tape);
    if (!tape) {
        text_error_set(error, "%s: out of memory", path);
        return NULL;
    }
    *tape = (struct tape_reader){.gz = gzopen(path, "r"), .path = strdup(path)};
    if (!tape->gz || !tape->path) {
        text_error_set(error, "%s: cannot read: %s", path, strerror(errno));
        tape_reader_close(tape);
        return NULL;
    }
    gzbuffer(tape->gz, 1 << 17);
    if (!read_header(tape, header, error)) {
        tape_reader_close(tape);
        return NULL;
    }
    return tape;
}

void tape_reader_close(struct tape_reader *tape) {
    if (!tape)
        return;
    if (tape->gz)
        gzclose(tape->gz);
    free(tape->path);
    free(tape->begins);
    free(tape);
}

// One "name=value" or "name[element]=value" at `text` into the struct at `edge`. Returns what
// follows; NULL with the reason in tape->path:line form if it is not one.
static const char *read_field(struct tape_reader *tape, const char *text, void *edge,
                              const struct edge_field *fields, struct text_error *error) {
    size_t length = strcspn(text, "=[ |");
    const struct edge_field *field = fields;
    while (field->name && (strlen(field->name) != length || memcmp(field->name, text, length) != 0))
        field++;
    char what[120];
    if (!field->name) {
        snprintf(what, sizeof what, "expected the name of a field, found '%.*s'",
                 (int)(length < 32 ? length : 32), text);
        broken(tape, error, what);
        return NULL;
    }
    uint64_t element = 0, value;
    const char *at = text + length;
    if (*at == '[') {
        at = read_number(at + 1, field->count - 1u, &element);
        at = at && *at == ']' ? at + 1 : NULL;
    } else if (field->count > 1) {
        at = NULL;
    }
    if (!at || *at != '=') {
        if (field->count > 1)
            snprintf(what, sizeof what, "expected '%s[0..%u]=VALUE'", field->name,
                     field->count - 1u);
        else
            snprintf(what, sizeof what, "expected '%s=VALUE'", field->name);
        broken(tape, error, what);
        return NULL;
    }
    at = read_number(at + 1, field->max, &value);
    if (!at || (*at != ' ' && *at != '\0')) {
        snprintf(what, sizeof what, "expected a number up to %" PRIu64 " for %s", field->max,
                 field->name);
        broken(tape, error, what);
        return NULL;
    }
    edge_field_set(edge, field, (unsigned)element, value);
    return *at == ' ' ? at + 1 : at;
}

// A block of this depth has no port bits for larger ids.
static bool ids_fit(const struct edge_in *in, unsigned depth) {
    for (unsigned p = 0; p < HBM_LANES; p++)
        if (in->hbm_id[p] >= depth)
            return false;
    return in->atomic_id < depth && in->response_id < depth && in->done_id < depth;
}

static bool read_clock(struct tape_reader *tape, struct edge_in *in, struct edge_out *out,
                       struct text_error *error) {
    const char *at = tape->text;
    *in = (struct edge_in){0};
    while (*at != '|') {
        if (*at == '\0')
            return broken(tape, error, "expected '|' between beats and outs, or 'end N'");
        at = read_field(tape, at, in, edge_in_fields, error);
        if (!at)
            return false;
    }
    if (at[1] != ' ' && at[1] != '\0')
        return broken(tape, error, "expected a space after '|'");
    if (!ids_fit(in, tape->depth))
        return broken(tape, error, "expected reservation ids below the tape's depth");
    if (in->gap != 0 && !tape->last.quiet)
        return broken(tape, error, "expected no gap: the block was not quiet before it");
    at += at[1] == ' ' ? 2 : 1;
    *out = (struct edge_out){0};
    for (const struct edge_field *field = edge_out_fields; field->name; field++)
        for (unsigned e = 0; field->sticky && e < field->count; e++)
            edge_field_set(out, field, e, edge_field_get(&tape->last, field, e));
    while (*at != '\0') {
        at = read_field(tape, at, out, edge_out_fields, error);
        if (!at)
            return false;
    }
    return true;
}

// After the last line: the file ends, and the checksum of a gzip tape was right.
static bool nothing_left(struct tape_reader *tape, struct text_error *error) {
    tape->line++;
    bool more = gzgets(tape->gz, tape->text, sizeof tape->text) != NULL;
    int code;
    gzerror(tape->gz, &code);
    if (code != Z_OK && code != Z_STREAM_END)
        return broken(tape, error, "expected the end of the file, found damaged gzip data");
    return !more || broken(tape, error, "expected the end of the file after 'end N'");
}

int tape_read(struct tape_reader *tape, struct edge_in *in, struct edge_out *out,
              struct text_error *error) {
    if (!read_line(tape, error, "a clock, or 'end N'"))
        return -1;
    if (strncmp(tape->text, "end ", 4) == 0) {
        uint64_t clocks;
        const char *end = read_number(tape->text + 4, UINT64_MAX, &clocks);
        if (!end || *end != '\0' || clocks != tape->clocks) {
            char what[80];
            snprintf(what, sizeof what, "expected 'end %" PRIu64 "'", tape->clocks);
            broken(tape, error, what);
            return -1;
        }
        return nothing_left(tape, error) ? 0 : -1;
    }
    if (!read_clock(tape, in, out, error))
        return -1;
    tape->last = *out;
    tape->clocks++;
    return 1;
}
