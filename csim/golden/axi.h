// The AXI4-Lite slave's handshakes (rtl/spec/registers.md) as the golden model has them: one
// place for a write's address, one for its data, one response of each kind.
#ifndef SEMA_AXI_H
#define SEMA_AXI_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/edge.h"

// Open value: all zero is just out of reset.
struct axi_slave {
    uint32_t data; // of the write kept
    uint32_t rdata;
    uint16_t address; // of the write kept
    uint8_t strobe;
    uint8_t bresp;
    uint8_t rresp;
    bool has_address;
    bool has_data;
    bool bvalid;
    bool rvalid;
};

// A read or write whose turn is this clock, and how it was answered.
struct axi_access {
    bool valid;
    uint16_t address;
    uint32_t data;
    uint8_t strobe; // of a write
    uint8_t response;
};

// Does anything happen in this clock?
static inline bool axi_slave_is_busy(const struct axi_slave *slave, const struct edge_in *in) {
    return in->axi_awvalid | in->axi_wvalid | in->axi_arvalid | slave->has_address |
           slave->has_data | slave->bvalid | slave->rvalid;
}

// What the clock performs, and the address that it takes to read.
void axi_slave_begin(const struct axi_slave *slave, const struct edge_in *in,
                     struct axi_access *write, struct axi_access *read);

// The end of the clock, with both answered.
void axi_slave_end(struct axi_slave *slave, const struct edge_in *in,
                   const struct axi_access *write, const struct axi_access *read);

// Nothing changes without a beat.
static inline bool axi_slave_is_quiet(const struct axi_slave *slave) {
    return !(slave->has_address | slave->has_data | slave->bvalid | slave->rvalid);
}

void axi_slave_show(const struct axi_slave *slave, struct edge_out *out);

#endif
