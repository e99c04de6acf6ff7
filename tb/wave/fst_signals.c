#define _POSIX_C_SOURCE 200809L
#include "tb/wave/fst_signals.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/wave/fst_hierarchy.h"

struct fst_signals {
    char **names; // sorted
    size_t count, room;
};

static bool add(void *context, const char *scope, const char *name) {
    struct fst_signals *const signals = context;
    if (signals->count == signals->room) {
        const size_t room = signals->room ? 2 * signals->room : 1024;
        char **const names = realloc(signals->names, room * sizeof *names);
        if (!names)
            return false;
        signals->names = names;
        signals->room = room;
    }
    const size_t length = strcspn(name, " "), bytes = strlen(scope) + length + 2; // not its range
    char *const path = malloc(bytes);
    if (!path)
        return false;
    snprintf(path, bytes, "%s%s%.*s", scope, *scope ? "." : "", (int)length, name);
    signals->names[signals->count++] = path;
    return true;
}

static int compare(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

bool fst_signals_has(const struct fst_signals *signals, const char *name) {
    return signals->count > 0 &&
           bsearch(&name, signals->names, signals->count, sizeof *signals->names, compare) != NULL;
}

void fst_signals_close(struct fst_signals *signals) {
    for (size_t i = 0; signals && i < signals->count; i++)
        free(signals->names[i]);
    if (signals)
        free(signals->names);
    free(signals);
}

struct fst_signals *fst_signals_open(const char *path) {
    struct fst_block block = {.file = fopen(path, "rb")};
    struct fst_signals *signals = block.file ? calloc(1, sizeof *signals) : NULL;
    struct fst_hierarchy hierarchy = {.signal = add, .context = signals};
    bool read = false;
    while (signals && !read && fst_block_next(&block, INT64_MAX)) {
        if (block.type != FST_HIERARCHY_LZ4 && block.type != FST_HIERARCHY_GZIP)
            continue;
        read = fst_hierarchy_read(&block, &hierarchy);
        break;
    }
    if (block.file)
        fclose(block.file);
    if (!read) {
        fst_signals_close(signals);
        return NULL;
    }
    if (signals->count > 0)
        qsort(signals->names, signals->count, sizeof *signals->names, compare);
    return signals;
}
