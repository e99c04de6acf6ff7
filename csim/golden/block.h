// The boundary of the whole block of rtl: the admission path (path.h) with its registers,
// window unit, calibrator, messages and status. rtl/spec says what each part does.
#pragma once

#include "csim/driver/semacredit_registers.h" // addresses of registers: registers.md, 9.1
#include "csim/golden/path.h"

// now_i counts clocks of the system in 48 bits: times, and what lies between two, are modulo 2^48.
static inline uint64_t block_time(uint64_t clocks) {
    return clocks & ((UINT64_C(1) << 48) - 1);
}

// What the inputs carry in a clock. Of `path` the offer, the completions, epoch, pause and reset
// count; hold, small_limit, write and send are what the environment wants of the bus.
struct block_in {
    struct path_in path;
    uint16_t hbm_observed[PATH_HBM], atomic_observed[PATH_ATOMIC], response_observed[PATH_RESPONSE];
    bool stage_idle[PATH_LANES];     // the stage of each lane has nothing to do: registers.md, 9.7
    uint8_t stage_queue[PATH_LANES]; // operations that wait there
    uint64_t now;                    // block_time
    bool message_ready;
    bool axi_awvalid, axi_wvalid, axi_bready, axi_arvalid, axi_rready;
    uint16_t axi_awaddr, axi_araddr; // 12 bits, bytes
    uint8_t axi_wstrb;
    uint32_t axi_wdata;
    // No port: a bit of a headroom flips within this clock (decision.md, 3.6): 1 + BLOCK_FLIPS *
    // lane + bit; 0: none.
    uint16_t flip;
};
enum { BLOCK_FLIPS = 64 };

// What the stage of a lane tells that serves one of so many operations, and has the others queued.
static inline void block_tell_stage(struct block_in *in, unsigned lane, unsigned present) {
    const unsigned queued = present > 0 ? present - 1 : 0;
    in->stage_idle[lane] = present == 0;
    in->stage_queue[lane] = (uint8_t)(queued < UINT8_MAX ? queued : UINT8_MAX);
}

// What the outputs show in a clock; elements beyond the block's size and padding are zero.
struct block_out {
    struct path_out path;
    bool quiet; // without beats from this clock on nothing changes: the clock may stop
    bool irq;   // registers.md, 9.4
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
    // Drives `in` before the edge that samples it: until that edge, which has the same `in`, show
    // shows what the outputs are beside these inputs. `seed`: of what means nothing in `in`,
    // usually the clock. NULL where outputs are functions of flops only, by how the model is made.
    void (*settle)(void *self, const struct block_in *in, uint64_t seed);
};

// ports.md, 1.2.
bool path_size_is_legal(const struct path_size *size);

// The golden model of that size, before its first reset; `self` is NULL if memory is short, or if
// the size is out of range. The caller closes it.
struct block_model block_golden_model(const struct path_size *size);
