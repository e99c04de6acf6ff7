// A text file, plain or gzip, line by line and word by word. Any file is safe to read; whatever is
// wrong with it is reported in one line, "PATH:LINE: what was expected".
#pragma once

#include "csim/base/std.h"
#include "csim/base/word.h"
#include <zlib.h>

#ifndef BUILD_LINE_BYTES // more where a block of more lanes has longer lines
#define BUILD_LINE_BYTES 4095
#endif
enum { LINE_BYTES_MAX = BUILD_LINE_BYTES };

struct text_reader;

// NULL on failure, with "PATH: reason" in `error`. A file that is none (a folder, a pipe) is
// refused, as files of operations are read twice. A stream is read as its lines come, plain and
// once. The caller closes it.
struct text_reader *text_reader_open(const char *path, struct text_error *error);
// Such a file for other readers, as it is, or unpacked where it is of gzip. NULL on failure, as
// above.
FILE *text_file_open(const char *path, struct text_error *error);
gzFile text_gzip_open(const char *path, struct text_error *error);
// Does it name a stream? "-" is standard input, "|COMMAND" what the shell's COMMAND prints.
bool text_stream_named(const char *path);
void text_reader_close(struct text_reader *reader);

// Goes to the next line that is neither blank nor a comment, which begins with '#'. False: there is
// none, or the file is broken, which text_reader_failure says. Never allocates.
bool text_reader_next(struct text_reader *reader);

// Are lines that begin with '#' text from here on, as in another kind of comment?
void text_reader_all(struct text_reader *reader, bool all);

// The line that text_reader_next has gone to, without its end; at most LINE_BYTES_MAX bytes,
// terminated.
const char *text_reader_text(const struct text_reader *reader);

// Its number, counted from 1.
uint64_t text_reader_number(const struct text_reader *reader);

// Was the last line of the file without an end? And what to say of it where it is read all the
// same, behind other words: empty, if not.
bool text_reader_cut_short(const struct text_reader *reader);
const char *text_reader_cut_note(const struct text_reader *reader);

// The next word of the line, by spaces and tabs; false after the last.
bool text_reader_word(struct text_reader *reader, struct word *word);

// The first failure: one line; NULL if there was none.
const char *text_reader_failure(const struct text_reader *reader);

// Makes this the failure of the line that text_reader_next has gone to. Always returns false.
bool text_reader_fail(struct text_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The next word as a number from `least` to `most`; `name` is that of the column. And the end of
// the line. False: that is the failure.
bool text_reader_value(struct text_reader *reader, const char *name, uint64_t least, uint64_t most,
                       uint64_t *value);
bool text_reader_over(struct text_reader *reader);

// By an extended regular expression of POSIX.
bool text_matches(const char *text, const char *pattern);
