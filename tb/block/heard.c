#include "tb/block/heard.h"

#include <string.h>

static void show(void *self, struct block_out *out) {
    struct heard *heard = self;
    if (!heard->shown)
        heard->model.show(heard->model.self, &heard->out);
    heard->shown = true;
    *out = heard->out;
}

static void clock_edge(void *self, const struct block_in *in) {
    struct heard *heard = self;
    if (!heard->shown)
        heard->model.show(heard->model.self, &heard->out);
    for (unsigned i = 0; i < heard->count; i++)
        heard->listeners[i].hear(heard->listeners[i].self, heard->clock, &heard->out, in);
    heard->model.clock(heard->model.self, in);
    heard->shown = false;
    heard->clock++;
}

static void close_heard(void *self) {
    struct heard *heard = self;
    heard->model.close(heard->model.self);
}

struct block_model heard_model(struct heard *heard, struct block_model model,
                               const struct listener *listeners, unsigned count) {
    memset(heard, 0, sizeof *heard);
    heard->model = model;
    heard->listeners = listeners;
    heard->count = count;
    return (struct block_model){heard, show, clock_edge, close_heard};
}
