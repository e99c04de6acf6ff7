// Text that comes as it is made: standard input, or what a command prints. Read once, from its
// beginning to its end.
#ifndef SEMA_TEXT_STREAM_H
#define SEMA_TEXT_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "csim/base/text_error.h"

// Does the text name a stream, in place of a file? "-" is standard input, "|COMMAND" what the
// shell's COMMAND prints.
bool text_stream_named(const char *text);

// What messages call it.
const char *text_stream_title(const char *text);

// Opens the stream that `text` names. NULL on failure, with the reason in `error`. The caller
// closes it.
FILE *text_stream_open(const char *text, struct text_error *error);

// Waits for the next bytes, at most `size`. 0: the stream has ended, or the program is interrupted
// (csim/base/interrupt.h); negative: it cannot be read, as errno says.
long text_stream_read(FILE *stream, char *bytes, size_t size);

// Waits for the command, and gives how it ended: its exit status, or 128 and its signal; 0 for
// standard input. What the command still prints is lost.
int text_stream_close(FILE *stream);

#endif
