// Monitors of the true world: what is outstanding at the stages, and what becomes of each
// operation, by operation and whatever ids the block believes in.
#ifndef SEMA_BLOCK_MONITOR_H
#define SEMA_BLOCK_MONITOR_H

#include "tb/block/world.h"

struct monitor {
    struct path_size size;
    uint64_t window[PATH_LANES], debt[PATH_LANES]; // debt: granted and not yet executed
    uint32_t holders[PATH_LANES];
    struct monitor_held {
        bool on[2]; // stage, response
        uint8_t lane[2];
        uint32_t amount[2];
    } held[WORLD_OPS];
    uint64_t granted, denied, over;
    char text[200]; // what is wrong
};

void monitor_begin(struct monitor *monitor, const struct path_size *size);

// Before the surroundings hear `out`: false, and `text`, if it breaks a promise.
bool monitor_hear(struct monitor *monitor, const struct world *world, const struct path_out *out);

// After they have driven `in`.
void monitor_drive(struct monitor *monitor, const struct world *world, const struct path_in *in,
                   const struct world_truth *truth);

#endif
