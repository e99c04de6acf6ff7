#include "tb/block/pair.h"

#include <string.h>

static void show(void *self, struct block_out *out) {
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

static void clock_edge(void *self, const struct block_in *in) {
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
    return (struct block_model){pair, show, clock_edge, close_pair};
}
