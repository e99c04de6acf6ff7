#include "csim/next/block_golden.h"
#include "tb/next/block_model.h"

static void show(void *self, struct block_out *out) {
    block_golden_show(self, out);
}

static void clock_edge(void *self, const struct block_in *in) {
    block_golden_clock(self, in);
}

static void close_model(void *self) {
    block_golden_close(self);
}

struct block_model block_golden_model(const struct path_size *size) {
    return (struct block_model){block_golden_open(size), show, clock_edge, close_model};
}
