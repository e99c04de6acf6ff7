// A model of the block whose boundary others hear.
#ifndef SEMA_BLOCK_HEARD_H
#define SEMA_BLOCK_HEARD_H

#include "csim/golden/path_model.h"
#include "tb/block/listener.h"

struct heard {
    struct block_model model;
    const struct listener *listeners;
    unsigned count;
    uint64_t clock; // of the next edge
    bool shown;     // `out` is that of this clock
    struct block_out out;
};

// `model`, which it takes over and closes, and before each edge every listener in turn. Memory and
// listeners are the caller's.
struct block_model heard_model(struct heard *heard, struct block_model model,
                               const struct listener *listeners, unsigned count);

#endif
