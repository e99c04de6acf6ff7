// The boundary of the whole block of rtl: the admission path (path.h) with its registers,
// window unit, calibrator, tuner, messages and status. rtl/spec says what each part does.
#ifndef SEMA_BLOCK_BLOCK_H
#define SEMA_BLOCK_BLOCK_H

#include "csim/golden/path.h"

// Byte addresses of registers that surroundings write (registers.md, 9.1).
enum block_register {
    BLOCK_WINDOW = 0x000,
    BLOCK_MULTIPLIER = 0x100,
    BLOCK_ATOMIC_SERVICE = 0x800,
    BLOCK_RESPONSE_FIXED = 0x820,
    BLOCK_RESPONSE_RECIPROCAL = 0x824,
    BLOCK_COMMAND_LIMIT = 0x82c,
    BLOCK_QUANTUM_HBM = 0x830,
    BLOCK_QUANTUM_TIME = 0x834,
    BLOCK_SMALL_LIMIT = 0x838,
    BLOCK_HOLD = 0x83c,
    BLOCK_STARVATION_BOUND = 0x840,
    BLOCK_MESSAGE_INTERVAL = 0x844,
    BLOCK_MESSAGE_THRESHOLD = 0x848,
    BLOCK_CALIBRATE_ENABLE = 0x858,
    BLOCK_MULTIPLIER_MIN = 0x860,
    BLOCK_MULTIPLIER_MAX = 0x864,
    BLOCK_TUNE_ENABLE = 0x868,
    BLOCK_TUNE_INTERVAL = 0x870,
    BLOCK_CLOCK_QUANTA = 0x874,
    BLOCK_FLOOR = 0x880,
    BLOCK_CEILING = 0x890,
    BLOCK_AGE_LIMIT = 0x8a0,
    BLOCK_SEND = 0x8b4,
    BLOCK_ERRORS = 0x940,
};

// What the inputs carry in a clock. Of `path` the offer, the completions, epoch, pause and reset
// count; its settings, write and send are inside the block.
struct block_in {
    struct path_in path;
    uint16_t hbm_observed[PATH_HBM], atomic_observed[PATH_ATOMIC], response_observed[PATH_RESPONSE];
    uint64_t now; // clocks of the system, 48 bits, never decreasing outside reset
    bool message_ready;
    bool axi_awvalid, axi_wvalid, axi_bready, axi_arvalid, axi_rready;
    uint16_t axi_awaddr, axi_araddr; // 12 bits, bytes
    uint8_t axi_wstrb;
    uint32_t axi_wdata;
};

// What the outputs show in a clock; elements beyond the block's size and padding are zero.
struct block_out {
    struct path_out path;
    bool quiet; // without beats from this clock on nothing changes: the clock may stop
    bool message_valid;
    uint8_t message_epoch;
    uint32_t message_credit[PATH_LANES]; // of the message loaded last
    bool axi_awready, axi_wready, axi_bvalid, axi_arready, axi_rvalid;
    uint8_t axi_bresp, axi_rresp; // 0, or 2: SLVERR; kept while valid is low
    uint32_t axi_rdata;
};

// Golden model, RTL, or both: show: what the outputs show in this clock; writes `out` whole. clock:
// the edge that ends this clock samples `in`. Neither allocates.
struct block_model {
    void *self;
    void (*show)(void *self, struct block_out *out);
    void (*clock)(void *self, const struct block_in *in);
    void (*close)(void *self);
};

// The golden model of that size, before its first reset; `self` is NULL if memory is short, or if
// the size is out of range. The caller closes it.
struct block_model block_golden_model(const struct path_size *size);

#endif
