#include "csim/golden/block_golden.h"
#include "csim/golden/path_golden.h"
#include "csim/golden/path_model.h"

static void show_path(void *self, struct path_out *out) {
    path_golden_show(self, out);
}

static void clock_path(void *self, const struct path_in *in) {
    path_golden_clock(self, in);
}

static void close_path(void *self) {
    path_golden_close(self);
}

struct path_model path_golden_model(const struct path_size *size) {
    return (struct path_model){path_golden_open(size), show_path, clock_path, close_path};
}

static void show_block(void *self, struct block_out *out) {
    block_golden_show(self, out);
}

static void clock_block(void *self, const struct block_in *in) {
    block_golden_clock(self, in);
}

static void close_block(void *self) {
    block_golden_close(self);
}

struct block_model block_golden_model(const struct path_size *size) {
    return (struct block_model){block_golden_open(size), show_block, clock_block, close_block};
}
