// A master of the AXI4-Lite port: register accesses that wait, driven clock by clock. Addresses and
// data of writes go their own ways, as the protocol allows, and everything may stall at random.
#ifndef SEMA_AXI_MASTER_H
#define SEMA_AXI_MASTER_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/rng.h"
#include "csim/interface/edge.h"

enum { AXI_MASTER_WRITES = 128, AXI_MASTER_READS = 16 };

struct axi_master_write {
    uint32_t data;
    uint16_t address;
    uint8_t strobe;
};

// Open value: initialise with axi_master_init.
struct axi_master {
    struct rng rng;
    unsigned stall_percent; // of the clocks in which a channel could go on
    struct axi_master_write write[AXI_MASTER_WRITES];
    uint16_t read[AXI_MASTER_READS]; // addresses
    // Numbers of accesses, modulo 2^32: made, and through each channel.
    uint32_t writes, addresses, data, responses;
    uint32_t reads, read_addresses, read_responses;
    bool address_valid, data_valid, read_valid; // shown, and not yet taken
};

// Stalls in `stall_percent` of 100 clocks. With 0, a seed means nothing.
void axi_master_init(struct axi_master *master, uint64_t seed, unsigned stall_percent);

// What waits or is under way is void: the block was reset.
void axi_master_reset(struct axi_master *master);

// Another access. False: too many wait, and it is lost.
bool axi_master_write(struct axi_master *master, uint16_t address, uint32_t data, uint8_t strobe);
bool axi_master_read(struct axi_master *master, uint16_t address);

// Writes that are not yet answered.
static inline unsigned axi_master_writing(const struct axi_master *master) {
    return master->writes - master->responses;
}

// Nothing waits, and everything is answered.
static inline bool axi_master_is_idle(const struct axi_master *master) {
    return master->writes == master->responses && master->reads == master->read_responses;
}

// Fills the beats of the next clock, given what the block showed after the last one.
void axi_master_fill(struct axi_master *master, const struct edge_out *last, struct edge_in *in);

#endif
