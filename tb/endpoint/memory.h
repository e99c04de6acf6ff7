// A memory behind an AXI4 port: an in-order subordinate whose bytes are kept, and whose banks say
// when (csim/fabric/bank_queue.h).
#pragma once

#include "csim/base/rng.h"
#include "csim/fabric/bank_queue.h"
#include "tb/endpoint/endpoint_rtl.h"

enum { MEMORY_BYTES = 1 << 22, MEMORY_BURSTS = 16 }; // of a port; that it has taken, of each kind

struct memory {
    uint8_t *bytes; // the caller's, MEMORY_BYTES
    struct banks banks;
    struct rng rng; // clocks in which a channel stalls
    struct memory_queue {
        struct memory_burst {
            uint8_t id;
            uint32_t address, beats;
            struct banks_served served;
        } burst[MEMORY_BURSTS];
        unsigned first, count, beat; // beat: of the first one, of a write of the one that is filled
        unsigned filled;             // writes whose data are all there
    } reads, writes;
    char wrong[96]; // against the protocol
};

void memory_begin(struct memory *memory, uint8_t *bytes, uint64_t seed);

// Before the edge of clock `now`: what it drives. At the edge: what was transferred in that clock.
void memory_drive(struct memory *memory, uint64_t now, struct axi_in *in);
void memory_clock(struct memory *memory, uint64_t now, const struct axi_out *out,
                  const struct axi_in *in);
