// A master on the bus of a block (rtl/spec/ports.md, AXI4-Lite): of everything that accesses
// registers. It shows one write and one read at a time, and holds each until it is taken.
#pragma once

#include "csim/golden/block.h"

enum { AXI_STROBES = 0xf };
#define AXI_NEVER UINT64_MAX

// Open value. All 0: nothing is under way, and every answer is taken at once.
struct axi_master {
    struct axi_write {
        uint16_t address;
        uint32_t data;
        uint8_t strobes;
    } write;
    uint16_t read;
    bool address_left, data_left, read_left; // not taken yet
    uint64_t address_after, data_after;      // clocks until it is shown; AXI_NEVER: not by itself
    uint8_t unanswered;                      // writes that were taken
    bool awaited;                            // a read that was taken is not answered yet
    bool stalls_writes, stalls_reads;        // answers are not taken
    bool answered;                           // in the clock driven last a write's answer was taken
    bool refused;                            // the answer that was taken last is SLVERR
    uint32_t value;                          // that was read last
};

static inline bool axi_writes(const struct axi_master *master) {
    return master->address_left || master->data_left;
}

static inline bool axi_is_idle(const struct axi_master *master) {
    return !axi_writes(master) && master->unanswered == 0 && !master->read_left && !master->awaited;
}

// Nothing else may be shown: !axi_writes(). Address and data are shown from the next clock driven
// on, or so many clocks later.
static inline void axi_begin_write(struct axi_master *master, struct axi_write write,
                                   uint64_t address_after, uint64_t data_after) {
    master->write = write;
    master->address_left = master->data_left = true;
    master->address_after = address_after;
    master->data_after = data_after;
}

// Nothing else may be shown: !read_left.
static inline void axi_begin_read(struct axi_master *master, unsigned address) {
    master->read = (uint16_t)address;
    master->read_left = true;
}

// The block was reset: nothing is under way.
static inline void axi_reset(struct axi_master *master) {
    master->address_left = master->data_left = master->read_left = master->awaited = false;
    master->unanswered = 0;
}

// Of the clocks until it is shown.
static inline void axi_count_down(uint64_t *after) {
    if (*after > 0 && *after != AXI_NEVER)
        --*after;
}

// The bus's inputs of a clock in which the block shows `out`.
static inline void axi_drive(struct axi_master *master, const struct block_out *out,
                             struct block_in *in) {
    in->axi_awvalid = master->address_left && master->address_after == 0;
    in->axi_awaddr = master->write.address;
    in->axi_wvalid = master->data_left && master->data_after == 0;
    in->axi_wdata = master->write.data;
    in->axi_wstrb = master->write.strobes;
    in->axi_bready = !master->stalls_writes;
    in->axi_arvalid = master->read_left;
    in->axi_araddr = master->read;
    in->axi_rready = !master->stalls_reads;
    axi_count_down(&master->address_after);
    axi_count_down(&master->data_after);
    const bool wrote = axi_writes(master);
    master->address_left = master->address_left && !(in->axi_awvalid && out->axi_awready);
    master->data_left = master->data_left && !(in->axi_wvalid && out->axi_wready);
    if (wrote && !axi_writes(master))
        master->unanswered++;
    master->answered = out->axi_bvalid && in->axi_bready && master->unanswered > 0;
    if (master->answered) {
        master->unanswered--;
        master->refused = out->axi_bresp != 0;
    }
    if (master->awaited && out->axi_rvalid && in->axi_rready) {
        master->awaited = false;
        master->value = out->axi_rdata;
        master->refused = out->axi_rresp != 0;
    }
    if (in->axi_arvalid && out->axi_arready) {
        master->read_left = false;
        master->awaited = true;
    }
}
