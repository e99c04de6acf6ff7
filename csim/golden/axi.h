// The AXI4-Lite slave's handshakes (rtl/spec/registers.md) as the golden model has them: one
// place for a write's address, one for its data, one read under way, one response of each kind.
#ifndef SEMA_AXI_H
#define SEMA_AXI_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/edge.h"

_Static_assert(READ_TO_VALUE >= 1 && READ_TO_VALUE < READ_CLOCKS, "a read is taken, then told");

// A read, and how it is answered.
struct axi_read {
    uint32_t data;
    uint16_t address;
    uint8_t response;
};

// Open value: all zero is just out of reset.
struct axi_slave {
    uint32_t data; // of the write kept
    uint32_t rdata;
    struct axi_read read; // under way
    uint8_t read_age;     // clocks since the one that took its address; 0: none is under way
    uint16_t address;     // of the write kept
    uint8_t strobe;
    uint8_t bresp;
    uint8_t rresp;
    bool has_address;
    bool has_data;
    bool starts; // the write kept is performed in the next clock
    bool bvalid;
    bool rvalid;
};

// A write whose turn is this clock, and how it was answered.
struct axi_write {
    bool valid;
    uint16_t address;
    uint32_t data;
    uint8_t strobe;
    uint8_t response;
};

// Does anything happen in this clock?
static inline bool axi_slave_is_busy(const struct axi_slave *slave, const struct edge_in *in) {
    return in->axi_awvalid | in->axi_wvalid | in->axi_arvalid | slave->has_address |
           slave->has_data | slave->bvalid | slave->rvalid | (slave->read_age != 0);
}

// The write that the clock performs.
void axi_slave_begin(const struct axi_slave *slave, struct axi_write *write);

// Does the read under way tell what is in force in this clock? Does its response come with it?
static inline bool axi_slave_reads(const struct axi_slave *slave) {
    return slave->read_age == READ_TO_VALUE;
}
static inline bool axi_slave_answers(const struct axi_slave *slave) {
    return slave->read_age == READ_CLOCKS - 1;
}

// The end of the clock, with its write and its read answered.
void axi_slave_end(struct axi_slave *slave, const struct edge_in *in,
                   const struct axi_write *write);

// Nothing changes without a beat.
static inline bool axi_slave_is_quiet(const struct axi_slave *slave) {
    return !(slave->has_address | slave->has_data | slave->bvalid | slave->rvalid |
             (slave->read_age != 0));
}

void axi_slave_show(const struct axi_slave *slave, struct edge_out *out);

#endif
