// Files that are either whole or not there: written beside their place, moved into it at the end.
#pragma once

#include "csim/base/std.h"
#include <zlib.h>

struct atomic_file {
    FILE *file; // write here; NULL before open and after finish
    char *path;
    char *part; // where the bytes are until the end; NULL: in PATH
};

// Makes a folder, of at most 511 bytes, and those above it, where they are missing. False: the
// reason is in `error`.
bool atomic_file_folders(const char *folder, struct text_error *error);

// Opens a file PATH.*.part of its own for writing (a device or a pipe: PATH itself), so that of two
// that write one PATH the last to finish wins, with all of what it wrote. Parts that a killed run
// has left are removed. On failure returns false with "PATH: reason" in `error`.
bool atomic_file_open(struct atomic_file *output, const char *path, struct text_error *error);

// Flushes and moves the file into place; on failure, or where the program is interrupted
// (interrupt.h), removes it and returns false with the reason.
bool atomic_file_finish(struct atomic_file *output, struct text_error *error);

// Removes what was written. Does nothing after finish, or without open.
void atomic_file_discard(struct atomic_file *output);

// --- text, gzip where the name ends in .gz ----------------------------------------------------

struct text_writer {
    struct atomic_file output;
    gzFile gz; // write here
};

// False: "PATH: reason" is in `error`. The caller closes or discards it.
bool text_writer_open(struct text_writer *writer, const char *path, struct text_error *error);

// Puts the file into its place. False: it could not be written, and does not exist.
bool text_writer_close(struct text_writer *writer, struct text_error *error);

// Leaves no file.
void text_writer_discard(struct text_writer *writer);
