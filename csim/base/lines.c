#define _POSIX_C_SOURCE 200809L
#include "csim/base/lines.h"

#include "csim/base/interrupt.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

enum { BUFFER_BYTES = 1 << 16 };

struct lines {
    gzFile gz;
    char *path;
    uint64_t number;  // of the line
    size_t at, end;   // what is left in `buffer`
    const char *rest; // of the line, for lines_word
    bool cut_short;
    char line[LINE_BYTES_MAX + 1];
    char failure[TEXT_ERROR_SIZE];
    char buffer[BUFFER_BYTES];
};

struct lines *lines_open(const char *path, struct text_error *error) {
    struct stat status;
    if (stat(path, &status) != 0) {
        text_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
        return NULL;
    }
    if (!S_ISREG(status.st_mode)) {
        text_error_set(error, "%s: expected a file", path);
        return NULL;
    }
    struct lines *lines = malloc(sizeof *lines);
    if (!lines) {
        text_error_set(error, "%s: out of memory", path);
        return NULL;
    }
    lines->path = strdup(path);
    lines->gz = gzopen(path, "r");
    lines->number = 0;
    lines->at = lines->end = 0;
    lines->rest = "";
    lines->cut_short = false;
    lines->line[0] = lines->failure[0] = '\0';
    if (!lines->path || !lines->gz) {
        text_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
        lines_close(lines);
        return NULL;
    }
    gzbuffer(lines->gz, BUFFER_BYTES);
    return lines;
}

void lines_close(struct lines *lines) {
    if (!lines)
        return;
    if (lines->gz)
        gzclose(lines->gz);
    free(lines->path);
    free(lines);
}

bool lines_fail(struct lines *lines, const char *format, ...) {
    if (lines->failure[0] != '\0')
        return false;
    const int place = snprintf(lines->failure, sizeof lines->failure, "%s:%" PRIu64 ": ",
                               lines->path, lines->number);
    if (place < 0 || (size_t)place >= sizeof lines->failure)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(lines->failure + place, sizeof lines->failure - (size_t)place, format, arguments);
    va_end(arguments);
    return false;
}

uint64_t lines_number(const struct lines *lines) {
    return lines->number;
}

const char *lines_failure(const struct lines *lines) {
    return lines->failure[0] != '\0' ? lines->failure : NULL;
}

// Reads on in the file. False: it has ended, or it is broken.
static bool buffer_fill(struct lines *lines) {
    const int got = gzread(lines->gz, lines->buffer, BUFFER_BYTES);
    lines->at = 0;
    lines->end = got > 0 ? (size_t)got : 0;
    if (got > 0)
        return true;
    int code;
    const char *reason = gzerror(lines->gz, &code);
    if (code != Z_OK && code != Z_STREAM_END)
        lines_fail(lines, "expected a whole file, found damaged gzip data (%s)",
                   code == Z_ERRNO ? strerror(errno) : reason);
    return false;
}

// The next line, whatever is in it.
static bool line_read(struct lines *lines) {
    size_t length = 0;
    bool ended = false, any = false;
    lines->number++;
    while (!ended && (lines->at < lines->end || buffer_fill(lines))) {
        const char *start = lines->buffer + lines->at;
        const char *newline = memchr(start, '\n', lines->end - lines->at);
        const size_t part = newline ? (size_t)(newline - start) : lines->end - lines->at;
        if (length + part > LINE_BYTES_MAX)
            return lines_fail(lines, "expected a line of at most %d bytes", LINE_BYTES_MAX);
        memcpy(lines->line + length, start, part);
        length += part;
        ended = newline != NULL;
        any = true;
        lines->at += part + ended;
    }
    if (!any || lines->failure[0] != '\0')
        return false;
    lines->cut_short = !ended;
    if (length > 0 && lines->line[length - 1] == '\r')
        length--;
    lines->line[length] = '\0';
    if (strlen(lines->line) != length)
        return lines_fail(lines, "expected text, found a zero byte");
    return true;
}

bool lines_next(struct lines *lines) {
    while (!interrupted() && lines->failure[0] == '\0' && line_read(lines)) {
        const char *first = lines->line + strspn(lines->line, " \t");
        if (*first != '\0' && *first != '#') {
            lines->rest = first;
            return true;
        }
    }
    lines->rest = "";
    return false;
}

const char *lines_text(const struct lines *lines) {
    return lines->line;
}

bool lines_cut_short(const struct lines *lines) {
    return lines->cut_short;
}

bool lines_word(struct lines *lines, struct word *word) {
    const char *start = lines->rest;
    while (*start == ' ' || *start == '\t')
        start++;
    const char *end = start;
    while (*end != '\0' && *end != ' ' && *end != '\t')
        end++;
    lines->rest = end;
    *word = (struct word){.text = start, .length = (size_t)(end - start)};
    return word->length > 0;
}

bool word_is(const struct word *word, const char *text) {
    return strlen(text) == word->length && memcmp(text, word->text, word->length) == 0;
}

static unsigned digit_value(char c) {
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'f')
        return (unsigned)(c - 'a') + 10;
    return c >= 'A' && c <= 'F' ? (unsigned)(c - 'A') + 10 : 16;
}

bool word_number(const struct word *word, uint64_t most, uint64_t *value) {
    const bool hexadecimal = word->length > 2 && memcmp(word->text, "0x", 2) == 0;
    const unsigned base = hexadecimal ? 16 : 10;
    uint64_t number = 0;
    for (size_t i = hexadecimal ? 2 : 0; i < word->length; i++) {
        const unsigned digit = digit_value(word->text[i]);
        if (digit >= base || digit > most || number > (most - digit) / base)
            return false;
        number = number * base + digit;
    }
    *value = number;
    return word->length > 0;
}

const char *word_show(const struct word *word, char shown[WORD_SHOWN]) {
    const size_t most = WORD_SHOWN - 3; // quotes and terminator
    const size_t length = word->length < most ? word->length : most;
    shown[0] = '\'';
    for (size_t i = 0; i < length; i++)
        shown[i + 1] = (char)(word->text[i] >= ' ' && word->text[i] <= '~' ? word->text[i] : '?');
    shown[length + 1] = '\'';
    shown[length + 2] = '\0';
    return shown;
}
