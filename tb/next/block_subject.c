// The whole block.
#include "csim/next/block_golden.h"
#include "tb/next/subject.h"

const bool subject_has_bus = true;

static void show(void *self, struct block_out *out) {
    block_golden_show(self, out);
}

static void clock_edge(void *self, const struct block_in *in) {
    block_golden_clock(self, in);
}

static void close_model(void *self) {
    block_golden_close(self);
}

struct block_model subject_rtl(struct path_size *size) {
    return block_rtl_open(size);
}

struct block_model subject_golden(const struct path_size *size) {
    return (struct block_model){block_golden_open(size), show, clock_edge, close_model};
}

// registers.md, 9.1: small_limit is 512 after reset, no opcode holds for `done`.
void subject_settle(struct world *world) {
    const uint32_t most = (UINT32_C(1) << world->size.wire_w) - 1;
    world->fixed = true;
    world->in.small_limit = most < 512 ? most : 512;
    world->in.hold = 0;
}
