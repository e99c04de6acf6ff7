// The hierarchy of an FST file: scopes, and the signals in them.
#ifndef SEMA_FST_HIERARCHY_H
#define SEMA_FST_HIERARCHY_H

#include <stdbool.h>
#include <stdint.h>

#include "tb/wave/fst_block.h"

struct fst_hierarchy {
    uint64_t scopes, signals; // found
    // Is given each signal: its scope, with dots between, and its name with its range; false ends
    // the reading. May be NULL.
    bool (*signal)(void *context, const char *scope, const char *name);
    void *context;
};

// Reads a block of type FST_HIERARCHY_LZ4 or FST_HIERARCHY_GZIP to its end; false: it is no whole
// hierarchy, in which every scope is left.
bool fst_hierarchy_read(const struct fst_block *block, struct fst_hierarchy *hierarchy);

#endif
