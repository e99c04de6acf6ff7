// A text file, plain or gzip, line by line and word by word. Any file is safe to read; whatever is
// wrong with it is told in one line, "PATH:LINE: what was expected".
#ifndef SEMA_LINES_H
#define SEMA_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "csim/base/text_error.h"

enum { LINE_BYTES_MAX = 1023 };

struct lines;

// A part of a line; not terminated.
struct word {
    const char *text;
    size_t length;
};

// NULL on failure, with "PATH: reason" in `error`. A file that is none (a folder, a pipe) is
// refused, as files of operations are read twice. The caller closes it.
struct lines *lines_open(const char *path, struct text_error *error);
void lines_close(struct lines *lines);

// Goes to the next line that is neither blank nor a comment, which begins with '#'. False: there is
// none, or the file is broken, which lines_failure tells. Never allocates.
bool lines_next(struct lines *lines);

// The line that lines_next has gone to, without its end; at most LINE_BYTES_MAX bytes, terminated.
const char *lines_text(const struct lines *lines);

// Its number, counted from 1.
uint64_t lines_number(const struct lines *lines);

// Was the last line of the file without an end?
bool lines_cut_short(const struct lines *lines);

// The next word of the line, by spaces and tabs; false after the last.
bool lines_word(struct lines *lines, struct word *word);

// The first failure: one line; NULL if there was none.
const char *lines_failure(const struct lines *lines);

// Makes this the failure of the line that lines_next has gone to. Always returns false.
bool lines_fail(struct lines *lines, const char *format, ...) __attribute__((format(printf, 2, 3)));

bool word_is(const struct word *word, const char *text);

// A whole number up to `most`, decimal, or hexadecimal where it begins with 0x.
bool word_number(const struct word *word, uint64_t most, uint64_t *value);

enum { WORD_SHOWN = 43 };

// What to show of a word in a message: quoted, plain ASCII, shortened.
const char *word_show(const struct word *word, char shown[WORD_SHOWN]);

#endif
