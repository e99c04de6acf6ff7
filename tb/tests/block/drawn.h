// The golden model in drawn surroundings, and a view of its boundary, for tests of what reads it.
#ifndef SEMA_BLOCK_DRAWN_H
#define SEMA_BLOCK_DRAWN_H

#include "tb/block/bus.h"
#include "tb/block/view.h"
#include "tb/block/world.h"

// Eight HBM partitions, 128 reservations: the first of scripts/block/sizes.txt.
extern const struct path_size block_default;

struct drawn {
    struct block_model golden;
    struct world world;
    struct bus bus;
    struct view view;
    struct listener listener;
    struct block_out out; // of this clock: true, until somebody changes what the view hears
    struct block_in in;
    // Called before the view hears a clock, and free to change `out`.
    void (*before)(struct drawn *drawn, void *self);
    void *self;
};

void drawn_open(struct drawn *drawn, const struct path_size *size, const char *profile,
                uint64_t seed);
void drawn_close(struct drawn *drawn);

// One clock.
void drawn_clock(struct drawn *drawn);

#endif
