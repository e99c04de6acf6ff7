// Whatever drives an admission block: the closed loop of traffic, fabric and stages, or a tape.
#ifndef SEMA_STIMULUS_H
#define SEMA_STIMULUS_H

#include <stdbool.h>

#include "edge.h"

struct stimulus;

struct stimulus_ops {
    const char *name;
    // Fills the beats of the next clock, given what the block showed after the last one (before the
    // first: admitter_out_of_reset). Returns false at the end of the run. Never allocates.
    bool (*next)(struct stimulus *self, const struct edge_out *last, struct edge_in *in);
    void (*close)(struct stimulus *self);
};

struct stimulus {
    const struct stimulus_ops *ops;
};

static inline bool stimulus_next(struct stimulus *self, const struct edge_out *last,
                                 struct edge_in *in) {
    return self->ops->next(self, last, in);
}

static inline void stimulus_close(struct stimulus *self) {
    if (self)
        self->ops->close(self);
}

#endif
