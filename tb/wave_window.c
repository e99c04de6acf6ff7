#include "wave_window.h"

#include <stdlib.h>

#include "rtl.h"

struct wave_window {
    struct admitter admitter;
    struct admitter *rtl;
    const char *path;
    uint64_t cycle, from, to;
    uint32_t clock_ps;
    bool open, written;
};

static void wave_window_edge(struct admitter *self, const struct edge_in *in,
                             struct edge_out *out) {
    struct wave_window *window = (struct wave_window *)self;
    uint64_t cycle = window->cycle + in->gap;
    if (!window->open && !window->written && cycle >= window->from && cycle <= window->to)
        window->open = window->written =
            rtl_wave_start(window->rtl, window->path, window->cycle, window->clock_ps);
    admitter_edge(window->rtl, in, out);
    if (window->open && cycle >= window->to) {
        rtl_wave_stop(window->rtl);
        window->open = false;
    }
    window->cycle = cycle + 1;
}

static void wave_window_close(struct admitter *self) {
    admitter_close(((struct wave_window *)self)->rtl);
    free(self);
}

static const struct admitter_ops wave_window_ops = {
    .name = "rtl", .edge = wave_window_edge, .close = wave_window_close};

struct admitter *wave_window_open(struct admitter *rtl, const char *path, uint64_t from,
                                  uint64_t to, uint32_t clock_ps) {
    struct wave_window *window = rtl ? malloc(sizeof *window) : NULL;
    if (!window) {
        admitter_close(rtl);
        return NULL;
    }
    *window = (struct wave_window){.admitter.ops = &wave_window_ops,
                                   .rtl = rtl,
                                   .path = path,
                                   .from = from,
                                   .to = to,
                                   .clock_ps = clock_ps};
    return &window->admitter;
}

bool wave_window_written(const struct admitter *window) {
    return ((const struct wave_window *)window)->written;
}
