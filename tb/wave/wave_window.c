#include "tb/wave/wave_window.h"

#include <stdlib.h>

#include "csim/golden/golden.h"
#include "tb/dut/rtl.h"

struct wave_window {
    struct admitter admitter;
    struct admitter *rtl;
    struct admitter
        *ref; // golden model, for what it shows beside the RTL; NULL: it could not begin
    const char *path;
    uint64_t cycle, from, to;
    uint64_t last; // clock written
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
    struct edge_out ref;
    if (window->ref)
        admitter_edge(window->ref, in, &ref);
    if (window->ref && window->open)
        rtl_wave_ref(window->rtl, &ref);
    admitter_edge(window->rtl, in, out);
    if (window->open)
        window->last = cycle;
    if (window->open && cycle >= window->to) {
        rtl_wave_stop(window->rtl);
        window->open = false;
    }
    window->cycle = cycle + 1;
}

static bool wave_window_begin(struct admitter *self, const struct block_state *state) {
    struct wave_window *window = (struct wave_window *)self;
    if (window->ref && !admitter_begin(window->ref, state)) {
        admitter_close(window->ref);
        window->ref = NULL;
    }
    return admitter_begin(window->rtl, state);
}

static void wave_window_close(struct admitter *self) {
    admitter_close(((struct wave_window *)self)->rtl);
    admitter_close(((struct wave_window *)self)->ref);
    free(self);
}

static const struct admitter_ops wave_window_ops = {.name = "rtl",
                                                    .edge = wave_window_edge,
                                                    .begin = wave_window_begin,
                                                    .close = wave_window_close};

struct admitter *wave_window_open(struct admitter *rtl, const char *path, uint64_t from,
                                  uint64_t to, uint32_t clock_ps) {
    struct wave_window *window = rtl ? malloc(sizeof *window) : NULL;
    if (!window) {
        admitter_close(rtl);
        return NULL;
    }
    *window = (struct wave_window){.admitter.ops = &wave_window_ops,
                                   .rtl = rtl,
                                   .ref = golden_open(rtl_depth(rtl)),
                                   .path = path,
                                   .from = from,
                                   .to = to,
                                   .clock_ps = clock_ps};
    return &window->admitter;
}

bool wave_window_written(const struct admitter *window) {
    return ((const struct wave_window *)window)->written;
}

uint64_t wave_window_last_ps(const struct admitter *window) {
    const struct wave_window *self = (const struct wave_window *)window;
    return self->last * self->clock_ps;
}
