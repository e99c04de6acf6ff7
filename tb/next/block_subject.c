// The whole block.
#include "tb/next/dut/block_rtl.h"
#include "tb/next/subject.h"

const bool subject_has_bus = true;

struct block_model subject_rtl(struct path_size *size) {
    return block_rtl_open(size);
}

struct block_model subject_golden(const struct path_size *size) {
    return block_golden_model(size);
}

bool subject_waves(const struct block_model *rtl, const char *path, uint64_t from, uint64_t to) {
    return block_rtl_waves(rtl, path, from, to);
}

const char *subject_finding(const struct block_model *rtl) {
    return block_rtl_finding(rtl);
}

// registers.md, 9.1: small_limit is 512 after reset, no opcode holds for `done`.
void subject_settle(struct world *world) {
    const uint32_t most = (UINT32_C(1) << world->size.wire_w) - 1;
    world->fixed = true;
    world->in.small_limit = most < 512 ? most : 512;
    world->in.hold = 0;
}
