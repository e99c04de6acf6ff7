// The whole block.
#include "tb/next/subject.h"

const bool subject_has_bus = true;

struct block_model subject_rtl(struct path_size *size) {
    return block_rtl_open(size);
}

struct block_model subject_golden(const struct path_size *size) {
    return block_golden_model(size);
}

// registers.md, 9.1: small_limit is 512 after reset, no opcode holds for `done`.
void subject_settle(struct world *world) {
    const uint32_t most = (UINT32_C(1) << world->size.wire_w) - 1;
    world->fixed = true;
    world->in.small_limit = most < 512 ? most : 512;
    world->in.hold = 0;
}
