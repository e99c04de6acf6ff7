// Who decides in a policy's place, by name: the golden model, the RTL, both in lockstep.
#ifndef SEMA_BLOCKS_H
#define SEMA_BLOCKS_H

#include "csim/base/text_error.h"
#include "tb/block/models.h"

enum block_kind { BLOCK_GOLDEN, BLOCK_RTL, BLOCK_LOCKSTEP };

struct admitter_kind {
    const char *name; // "golden", "rtl", "lockstep"
    enum block_kind kind;
    bool lockstep;
};

// Ends with a NULL name.
extern const struct admitter_kind admitter_kinds[];

// NULL if the name is unknown.
const struct admitter_kind *admitter_kind_find(const char *name);

// One block, open. Its memory is the caller's; it stays where it is while the model is in use.
struct block {
    struct path_size size;
    struct block_model model; // of what decides; to be closed, which closes everything
    struct block_model rtl;   // `self` NULL: there is none
    bool has_pair;
    struct pair pair; // of a lockstep
};

// Opens a block of that size, before its first reset. False, with one line in `error`: this build
// has no RTL of that size, or out of memory.
bool block_open(struct block *block, enum block_kind kind, const struct path_size *size,
                struct text_error *error);

// What is wrong with it, one line: golden model and RTL differ, or an assertion has failed. False:
// nothing.
bool block_is_wrong(const struct block *block, struct text_error *error);

#endif
