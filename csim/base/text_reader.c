#include "csim/base/text_reader.h"

#include <errno.h>
#include <poll.h>
#include <regex.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csim/base/interrupt.h"

enum { BUFFER_BYTES = 1 << 16 };

struct text_reader {
    gzFile gz;        // NULL: it is a stream
    FILE *stream;     // NULL: it is a file, or the stream has been closed
    char *path;       // what messages call it
    uint64_t number;  // of the line
    size_t at, end;   // what is left in `buffer`
    const char *rest; // of the line, for text_reader_word
    bool cut_short, all;
    char line[LINE_BYTES_MAX + 1];
    char failure[TEXT_ERROR_SIZE];
    char buffer[BUFFER_BYTES];
};

// --- streams ----------------------------------------------------------------------------------

bool text_stream_named(const char *text) {
    return strcmp(text, "-") == 0 || text[0] == '|';
}

static const char *stream_title(const char *text) {
    return text[0] == '|' ? text + 1 : "standard input";
}

static FILE *stream_open(const char *text, struct text_error *error) {
    if (text[0] != '|')
        return stdin;
    FILE *stream = popen(text + 1, "r");
    if (!stream)
        text_error_set(error, "%s: cannot be started: %s", text + 1, strerror(errno));
    return stream;
}

// Waiting ends where a signal comes, reading would not.
static long stream_read(FILE *stream, char *bytes, size_t size) {
    struct pollfd ready = {.fd = fileno(stream), .events = POLLIN};
    while (!interrupted())
        if (poll(&ready, 1, -1) == 1)
            return read(ready.fd, bytes, size);
        else if (errno != EINTR)
            return -1;
    return 0;
}

// Waits for the command, and gives how it ended: its exit status, or 128 and its signal.
static int stream_close(FILE *stream) {
    if (stream == stdin)
        return 0;
    const int status = pclose(stream);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

// --- opening ----------------------------------------------------------------------------------

static bool is_file(const char *path, struct text_error *error) {
    struct stat status;
    if (stat(path, &status) != 0)
        return text_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
    return S_ISREG(status.st_mode) ||
           text_error_set(error, "%s: expected a file%s", path,
                          S_ISFIFO(status.st_mode) ? ", found a pipe, which run reads as '-' where "
                                                     "it holds a trace: --workload - <PIPE"
                                                   : "");
}

FILE *text_file_open(const char *path, struct text_error *error) {
    if (!is_file(path, error))
        return NULL;
    FILE *const file = fopen(path, "rb");
    if (!file)
        text_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
    return file;
}

gzFile text_gzip_open(const char *path, struct text_error *error) {
    if (!is_file(path, error))
        return NULL;
    gzFile file = gzopen(path, "rb");
    if (!file)
        text_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
    return file;
}

struct text_reader *text_reader_open(const char *path, struct text_error *error) {
    const bool stream = text_stream_named(path);
    struct text_reader *reader = memory_there(calloc(1, sizeof *reader));
    reader->path = memory_there(strdup(stream ? stream_title(path) : path));
    reader->rest = "";
    if (stream)
        reader->stream = stream_open(path, error);
    else if ((reader->gz = text_gzip_open(path, error)) != NULL)
        gzbuffer(reader->gz, BUFFER_BYTES);
    if (reader->stream || reader->gz)
        return reader;
    text_reader_close(reader);
    return NULL;
}

void text_reader_close(struct text_reader *reader) {
    if (!reader)
        return;
    if (reader->gz)
        gzclose(reader->gz);
    if (reader->stream)
        stream_close(reader->stream);
    free(reader->path);
    free(reader);
}

bool text_reader_fail(struct text_reader *reader, const char *format, ...) {
    if (reader->failure[0] != '\0')
        return false;
    const int place = snprintf(reader->failure, sizeof reader->failure, "%s:%" PRIu64 ": ",
                               reader->path, reader->number);
    if (place < 0 || (size_t)place >= sizeof reader->failure)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->failure + place, sizeof reader->failure - (size_t)place, format, arguments);
    va_end(arguments);
    return false;
}

uint64_t text_reader_number(const struct text_reader *reader) {
    return reader->number;
}

const char *text_reader_failure(const struct text_reader *reader) {
    return reader->failure[0] != '\0' ? reader->failure : NULL;
}

// The end of a stream. A command that fails has not said all.
static void stream_end(struct text_reader *reader, long got) {
    if (got < 0)
        text_reader_fail(reader, "cannot be read: %s", strerror(errno));
    if (interrupted())
        return;
    const int status = stream_close(reader->stream);
    reader->stream = NULL;
    if (status != 0)
        text_reader_fail(reader, "expected the command to end with status 0, found %d", status);
}

// Reads on in the stream or the file. False: it has ended, or it is broken.
static bool buffer_fill(struct text_reader *reader) {
    const long got = reader->gz       ? gzread(reader->gz, reader->buffer, BUFFER_BYTES)
                     : reader->stream ? stream_read(reader->stream, reader->buffer, BUFFER_BYTES)
                                      : 0;
    reader->at = 0;
    reader->end = got > 0 ? (size_t)got : 0;
    if (got > 0)
        return true;
    if (!reader->gz) {
        if (reader->stream)
            stream_end(reader, got);
        return false;
    }
    int code;
    const char *reason = gzerror(reader->gz, &code);
    if (code != Z_OK && code != Z_STREAM_END)
        text_reader_fail(reader, "expected a whole file, found damaged gzip data (%s)",
                         code == Z_ERRNO ? strerror(errno) : reason);
    return false;
}

// The next line, whatever is in it.
static bool line_read(struct text_reader *reader) {
    size_t length = 0;
    bool ended = false, any = false;
    reader->number++;
    while (!ended && (reader->at < reader->end || buffer_fill(reader))) {
        const char *start = reader->buffer + reader->at;
        const char *newline = memchr(start, '\n', reader->end - reader->at);
        const size_t part = newline ? (size_t)(newline - start) : reader->end - reader->at;
        if (length + part > LINE_BYTES_MAX)
            return text_reader_fail(reader, "expected a line of at most %d bytes", LINE_BYTES_MAX);
        memcpy(reader->line + length, start, part);
        length += part;
        ended = newline != NULL;
        any = true;
        reader->at += part + ended;
    }
    if (!any || reader->failure[0] != '\0')
        return false;
    reader->cut_short = !ended;
    if (length > 0 && reader->line[length - 1] == '\r')
        length--;
    reader->line[length] = '\0';
    if (strlen(reader->line) != length)
        return text_reader_fail(reader, "expected text, found a zero byte");
    return true;
}

bool text_reader_next(struct text_reader *reader) {
    while (!interrupted() && reader->failure[0] == '\0' && line_read(reader)) {
        const char *first = reader->line + strspn(reader->line, " \t");
        if (*first != '\0' && (*first != '#' || reader->all)) {
            reader->rest = first;
            return true;
        }
    }
    reader->rest = "";
    return false;
}

void text_reader_all(struct text_reader *reader, bool all) {
    reader->all = all;
}

const char *text_reader_text(const struct text_reader *reader) {
    return reader->line;
}

bool text_reader_cut_short(const struct text_reader *reader) {
    return reader->cut_short;
}

const char *text_reader_cut_note(const struct text_reader *reader) {
    return reader->cut_short ? "; its last line has no end: cut short?" : "";
}

bool text_reader_word(struct text_reader *reader, struct word *word) {
    const char *start = reader->rest;
    while (*start == ' ' || *start == '\t')
        start++;
    const char *end = start;
    while (*end != '\0' && *end != ' ' && *end != '\t')
        end++;
    reader->rest = end;
    *word = (struct word){.text = start, .length = (size_t)(end - start)};
    return word->length > 0;
}

bool text_matches(const char *text, const char *pattern) {
    regex_t compiled;
    if (regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB) != 0)
        return false;
    const bool matches = regexec(&compiled, text, 0, NULL, 0) == 0;
    regfree(&compiled);
    return matches;
}

bool text_reader_value(struct text_reader *reader, const char *name, uint64_t least, uint64_t most,
                       uint64_t *value) {
    struct word word;
    char shown[WORD_SHOWN];
    text_reader_word(reader, &word);
    return (word_number(&word, most, value) && *value >= least) ||
           text_reader_fail(reader,
                            "%s: expected a whole number from %" PRIu64 " to %" PRIu64 ", found %s",
                            name, least, most,
                            word.length > 0 ? word_show(&word, shown) : "the end of the line");
}

bool text_reader_over(struct text_reader *reader) {
    struct word word;
    char shown[WORD_SHOWN];
    return !text_reader_word(reader, &word) ||
           text_reader_fail(reader, "expected the end of the line, found %s",
                            word_show(&word, shown));
}
