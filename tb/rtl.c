#include "rtl.h"

#include <stdlib.h>

#include "shim.h"

struct rtl {
    struct admitter admitter;
    struct shim *shim;
};

static void rtl_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    shim_edge(((struct rtl *)self)->shim, in, out);
}

static void rtl_close(struct admitter *self) {
    struct rtl *rtl = (struct rtl *)self;
    shim_close(rtl->shim);
    free(rtl);
}

static const struct admitter_ops rtl_ops = {.name = "rtl", .edge = rtl_edge, .close = rtl_close};

struct admitter *rtl_open(unsigned depth) {
    if (depth != shim_depth())
        return NULL;
    struct rtl *rtl = malloc(sizeof *rtl);
    if (!rtl)
        return NULL;
    *rtl = (struct rtl){.admitter.ops = &rtl_ops, .shim = shim_open()};
    if (!rtl->shim) {
        free(rtl);
        return NULL;
    }
    return &rtl->admitter;
}

bool rtl_wave_start(struct admitter *rtl, const char *path, uint64_t cycle, uint32_t clock_ps) {
    return shim_wave_start(((struct rtl *)rtl)->shim, path, cycle, clock_ps);
}

void rtl_wave_stop(struct admitter *rtl) {
    shim_wave_stop(((struct rtl *)rtl)->shim);
}
