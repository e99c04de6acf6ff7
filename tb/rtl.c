#include "rtl.h"

#include <stdlib.h>

#include "shim.h"

// One of the two builds of the RTL; the other is NULL.
struct rtl {
    struct admitter admitter;
    struct shim *shim;
    struct shim_deep *deep;
};

static void rtl_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    shim_edge(((struct rtl *)self)->shim, in, out);
}

static void deep_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    shim_deep_edge(((struct rtl *)self)->deep, in, out);
}

static void rtl_close(struct admitter *self) {
    struct rtl *rtl = (struct rtl *)self;
    shim_close(rtl->shim);
    shim_deep_close(rtl->deep);
    free(rtl);
}

static const struct admitter_ops rtl_ops = {.name = "rtl", .edge = rtl_edge, .close = rtl_close};
static const struct admitter_ops deep_ops = {.name = "rtl", .edge = deep_edge, .close = rtl_close};

struct admitter *rtl_open(unsigned depth) {
    if (depth != shim_depth() && depth != shim_deep_depth())
        return NULL;
    struct rtl *rtl = calloc(1, sizeof *rtl);
    if (!rtl)
        return NULL;
    const bool is_deep = depth == shim_deep_depth();
    rtl->admitter.ops = is_deep ? &deep_ops : &rtl_ops;
    if (is_deep)
        rtl->deep = shim_deep_open();
    else
        rtl->shim = shim_open();
    if (!rtl->shim && !rtl->deep) {
        free(rtl);
        return NULL;
    }
    return &rtl->admitter;
}

unsigned rtl_lines(const struct admitter *rtl, uint32_t *counts, unsigned room) {
    const struct rtl *self = (const struct rtl *)rtl;
    return self->shim ? shim_lines(self->shim, counts, room) : 0;
}

bool rtl_wave_start(struct admitter *rtl, const char *path, uint64_t cycle, uint32_t clock_ps) {
    const struct rtl *self = (const struct rtl *)rtl;
    return self->deep ? shim_deep_wave_start(self->deep, path, cycle, clock_ps)
                      : shim_wave_start(self->shim, path, cycle, clock_ps);
}

void rtl_wave_stop(struct admitter *rtl) {
    const struct rtl *self = (const struct rtl *)rtl;
    if (self->deep)
        shim_deep_wave_stop(self->deep);
    else
        shim_wave_stop(self->shim);
}
