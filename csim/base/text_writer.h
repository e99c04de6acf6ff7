// A text file that is either whole or not there, gzip if its name ends in .gz.
#pragma once

#include <zlib.h>

#include "csim/base/atomic_file.h"

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
