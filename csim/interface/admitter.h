// The clocked seam: one clock edge, one function. Traffic, checker, metrics and tests hold a
// struct admitter and never know which member of the family is running.
#ifndef SEMA_ADMITTER_H
#define SEMA_ADMITTER_H

#include <stdbool.h>

#include "csim/interface/edge.h"

struct admitter;
struct block_state;

struct admitter_ops {
    const char *name;
    // Advances by in->gap idle clocks and one clock with the beats of in; fills every field of out.
    // Never allocates, never fails, never prints. The gap may be nonzero only if the previous out
    // was quiet; what the skipped clocks would have shown is known then: nothing.
    void (*edge)(struct admitter *self, const struct edge_in *in, struct edge_out *out);
    // Before the first edge: begins in this state (csim/interface/block_state.h) in place of out of
    // reset. False: cannot. NULL: never can.
    bool (*begin)(struct admitter *self, const struct block_state *state);
    // Frees the admitter and what it owns.
    void (*close)(struct admitter *self);
};

// Members embed this as their first field. Each has its own open function, which returns an
// admitter just out of a reset of at least one clock: its first edge shows the commits of the first
// clock after reset (`reset`, then `window`).
struct admitter {
    const struct admitter_ops *ops;
};

static inline void admitter_edge(struct admitter *self, const struct edge_in *in,
                                 struct edge_out *out) {
    self->ops->edge(self, in, out);
}

static inline bool admitter_begin(struct admitter *self, const struct block_state *state) {
    return self->ops->begin && self->ops->begin(self, state);
}

static inline void admitter_close(struct admitter *self) {
    if (self)
        self->ops->close(self);
}

// What the block shows before its first edge after reset: ready for everything, nothing committed.
// A driver starts from it.
extern const struct edge_out admitter_out_of_reset;

#endif
