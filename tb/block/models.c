#include "tb/block/models.h"

#include <string.h>

// --- a model that is heard --------------------------------------------------------------------

static void show_heard(void *self, struct block_out *out) {
    struct heard *heard = self;
    if (!heard->shown)
        heard->model.show(heard->model.self, &heard->out);
    heard->shown = true;
    *out = heard->out;
}

static void clock_heard(void *self, const struct block_in *in) {
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
    return (struct block_model){heard, show_heard, clock_heard, close_heard};
}

// --- two in lockstep --------------------------------------------------------------------------

static void show_pair(void *self, struct block_out *out) {
    struct pair *pair = self;
    pair->golden.show(pair->golden.self, out);
    if (pair->differs || !pair->reset)
        return;
    pair->dut.show(pair->dut.self, &pair->dut_out);
    // Padding is zero in both.
    if (memcmp((const char *)out, (const char *)&pair->dut_out, sizeof *out) == 0)
        return;
    pair->differs = true;
    pair->differs_clock = pair->clock;
    pair->golden_out = *out;
}

static void clock_pair(void *self, const struct block_in *in) {
    struct pair *pair = self;
    pair->golden.clock(pair->golden.self, in);
    pair->dut.clock(pair->dut.self, in);
    pair->reset |= !in->path.rst_n;
    pair->clock++;
}

static void close_pair(void *self) {
    struct pair *pair = self;
    pair->golden.close(pair->golden.self);
    pair->dut.close(pair->dut.self);
}

struct block_model pair_model(struct pair *pair, struct block_model golden,
                              struct block_model dut) {
    memset(pair, 0, sizeof *pair);
    pair->golden = golden;
    pair->dut = dut;
    return (struct block_model){pair, show_pair, clock_pair, close_pair};
}
