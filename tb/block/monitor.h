// The truth of each lane: what is granted and not executed yet, by operation and whatever ids the
// block believes in. The stages may be ahead of what the block knows, never behind.
#ifndef SEMA_BLOCK_MONITOR_H
#define SEMA_BLOCK_MONITOR_H

#include "tb/block/world.h"

struct truth {
    struct path_size size;
    uint64_t window[PATH_LANES], debt[PATH_LANES];
    uint32_t holders[PATH_LANES];
    char text[200]; // what is wrong
};

// What an operation holds of its stage and of its response engine.
struct truth_held {
    bool on[2];
    uint8_t lane[2];
    uint32_t amount[2];
};

// As after a reset of the block.
void truth_begin(struct truth *truth, const struct path_size *size);

// A window or a grant that commits, of the operation and what it holds then. False, and `text`: a
// lane has truly no room for it.
void truth_window(struct truth *truth, const struct path_out *out);
bool truth_grant(struct truth *truth, struct truth_held *held, const struct offered *op,
                 const struct path_out *out);

// Its stage, or its response engine, has executed it.
void truth_execute(struct truth *truth, struct truth_held *held, unsigned what);

// --- that of a drawn world ----------------------------------------------------------------------

struct monitor {
    struct truth truth;
    struct truth_held held[WORLD_OPS];
    uint64_t denied;
};

void monitor_begin(struct monitor *monitor, const struct path_size *size);

// Before the surroundings hear `out`: false, and the truth's text, if it breaks a promise.
bool monitor_hear(struct monitor *monitor, const struct world *world, const struct path_out *out);

// After they have driven `in`.
void monitor_drive(struct monitor *monitor, const struct world *world, const struct path_in *in,
                   const struct world_truth *truth);

#endif
