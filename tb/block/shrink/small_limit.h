// The small limit in force, as the bus tells it: an operation's classes hang on it (registers.md,
// 9.2: no class is ready until a new one is decided).
#ifndef SEMA_BLOCK_SHRINK_SMALL_LIMIT_H
#define SEMA_BLOCK_SHRINK_SMALL_LIMIT_H

#include "tb/block/port.h"

struct small_limit {
    uint32_t value, data; // bytes on the wire; of the write that began last
    uint16_t address;
    bool answered;
};

// registers.md, 9.1
static inline void small_limit_reset(struct small_limit *limit, const struct path_size *size) {
    const uint32_t most = (UINT32_C(1) << size->wire_w) - 1;
    *limit = (struct small_limit){.value = most < 512 ? most : 512};
}

// At the beginning of each clock. An answer is of the write that began last: until then its places
// are full.
static inline void small_limit_hear(struct small_limit *limit, const struct block_out *out) {
    if (out->axi_bvalid && !limit->answered && limit->address == BLOCK_SMALL_LIMIT &&
        out->axi_bresp == 0)
        limit->value = limit->data;
    limit->answered = out->axi_bvalid;
}

// At its end.
static inline void small_limit_see(struct small_limit *limit, const struct block_out *out,
                                   const struct block_in *in) {
    if (in->axi_awvalid && out->axi_awready)
        limit->address = in->axi_awaddr;
    if (in->axi_wvalid && out->axi_wready)
        limit->data = in->axi_wdata;
}

#endif
