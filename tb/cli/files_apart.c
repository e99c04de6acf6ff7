#define _XOPEN_SOURCE 700 // realpath
#include "tb/cli/command.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Where a file that is not there would be.
struct place {
    char folder[PATH_MAX];
    const char *name;
};

// False: its folder is not there either.
static bool place_of(const char *path, struct place *place) {
    char folder[PATH_MAX];
    const char *const slash = strrchr(path, '/');
    const int length = slash ? (int)(slash - path) : 0;
    place->name = slash ? slash + 1 : path;
    if (length >= PATH_MAX)
        return false;
    snprintf(folder, sizeof folder, "%.*s", length, path);
    return realpath(!slash ? "." : length == 0 ? "/" : folder, place->folder) != NULL;
}

static bool is_same(const char *a, const char *b) {
    struct stat of_a, of_b;
    const bool there = stat(a, &of_a) == 0;
    if (there != (stat(b, &of_b) == 0))
        return false;
    if (there)
        return S_ISREG(of_a.st_mode) && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
    struct place place_a, place_b;
    return place_of(a, &place_a) && place_of(b, &place_b) &&
           strcmp(place_a.folder, place_b.folder) == 0 && strcmp(place_a.name, place_b.name) == 0;
}

bool files_apart(const struct named_file *files, unsigned count) {
    for (unsigned b = 1; b < count; b++)
        for (unsigned a = 0; a < b; a++)
            if (files[a].path && files[b].path && (files[a].written || files[b].written) &&
                is_same(files[a].path, files[b].path))
                return refuse("%s: expected another file than %s %s: '%s'", files[b].option,
                              files[a].option, files[a].written ? "writes" : "reads",
                              files[b].path);
    return true;
}
