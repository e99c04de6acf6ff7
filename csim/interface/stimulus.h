// Whatever drives an admission block: the closed loop of traffic, fabric and stages, or a tape.
#ifndef SEMA_STIMULUS_H
#define SEMA_STIMULUS_H

#include <stdbool.h>
#include <stddef.h>

#include "csim/interface/edge.h"

struct stimulus;
struct block_state;

struct stimulus_ops {
    const char *name;
    // Fills the beats of the next clock, given what the block showed after the last one (before the
    // first: admitter_out_of_reset, or what a block in the state that `begins` tells shows).
    // Returns false at the end of the run. Never allocates.
    bool (*next)(struct stimulus *self, const struct edge_out *last, struct edge_in *in);
    void (*close)(struct stimulus *self);
    // The state at rest that the block begins in; NULL, also of the function: out of reset.
    const struct block_state *(*begins)(const struct stimulus *self);
};

struct stimulus {
    const struct stimulus_ops *ops;
};

static inline bool stimulus_next(struct stimulus *self, const struct edge_out *last,
                                 struct edge_in *in) {
    return self->ops->next(self, last, in);
}

static inline const struct block_state *stimulus_begins(const struct stimulus *self) {
    return self->ops->begins ? self->ops->begins(self) : NULL;
}

static inline void stimulus_close(struct stimulus *self) {
    if (self)
        self->ops->close(self);
}

#endif
