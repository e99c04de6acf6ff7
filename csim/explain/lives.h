// What a run shows of its operations, one by one: what each is, and what its commits and those of
// all say by now. What explains a run (refusals.h, story.h) reads one of these.
#pragma once

#include "csim/base/std.h"
#include "csim/interface/op.h"
#include "csim/record/commit.h"

enum {
    LIVES_CLASSES = 9, // urgent write, read, notify, Atomic; the same in bulk; not known
    LIVES_UNKNOWN = LIVES_CLASSES - 1,
    LIVES_URGENT = LIVES_UNKNOWN / 2, // those below are urgent
    LIVES_MAX = 1 << 22
};

struct life {
    uint32_t op;
    uint32_t wire_bytes;
    uint32_t waiting, holding; // its reader's places plus one, while it waits and while it holds
    uint8_t op_class;
    bool urgent;
    bool seen; // the traffic came to it; or only commits did
};

// Open value, zero before lives_open. Lives have places by their numbers' lowest bits: memory does
// not grow with the run.
struct lives {
    uint32_t window[ALL_LANES]; // in force
    uint32_t held;              // reservations
    uint32_t mask;
    struct life *life;
};

// Of a run of so many operations; all memory is taken here, and used as operations come.
void lives_open(struct lives *lives, uint64_t operations);
void lives_close(struct lives *lives);

// An operation of the run, before its first commit.
void lives_op(struct lives *lives, const struct op *op);
// The next commit.
void lives_commit(struct lives *lives, const struct commit *commit);

// The life of an operation, which begins here where nothing is known of it. NULL: one of
// LIVES_MAX operations before it still waits or holds, in its place.
struct life *lives_find(const struct lives *lives, uint32_t op);

// "urgent Atomic", "bulk write", ...
extern const char *const lives_class_name[LIVES_CLASSES];
