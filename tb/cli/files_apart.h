// Files that a command line names: none is written by two options, or read by one and written by
// another.
#ifndef SEMA_FILES_APART_H
#define SEMA_FILES_APART_H

#include <stdbool.h>

struct named_file {
    const char *option; // or whatever else names it, for the message
    const char *path;   // NULL: it is not named
    bool written;
};

// False, with a line on standard error, if two of the files are one, by whatever paths, and one of
// them is written. Devices and pipes may be written by several.
bool files_apart(const struct named_file *files, unsigned count);

#endif
