// The registers of a block of some size as a bus of the driver's: what they have and refuse
// (rtl/spec/registers.md, 9.1, 9.2), and what may go wrong on the way to them.
#pragma once

#include "csim/driver/semacredit_driver.h"
#include "csim/golden/registers.h"

enum fault {
    FAULT_NONE,
    FAULT_STALL, // the access is not done, and fails
    FAULT_MUTE,  // it is done, and fails: its answer is lost
    FAULT_DROP,  // a write is not done, and nobody tells; reads are as ever
    FAULT_GONE   // reads are all ones, too, as of a PCIe device that is gone
};

enum { FAKE_SENDS = 16 };

// Open value.
struct fake_block {
    struct reg reg[REGISTERS];
    uint32_t value[REGISTERS];
    unsigned depth;
    bool posts;        // the answer of a write says nothing
    bool busy;         // while offers are taken, one more waits at each access
    bool never_grants; // what waits stays
    bool never_ends;   // what is held stays
    enum fault fault;
    unsigned first, count;            // accesses with the fault, from 1
    unsigned reads, writes, refused;  // so far
    uint32_t sends[FAKE_SENDS];       // what was written to send
    unsigned sent;                    // how often
    uint32_t next_state, next_after;  // of the reservation, after so many accesses
    uint16_t address[4 * FAKE_SENDS]; // of the first accesses
};

void fake_open(struct fake_block *fake, const struct path_size *size);
struct semacredit_bus fake_bus(struct fake_block *fake);

// Accesses so far; forgotten by a fault that begins with the next one.
static inline unsigned fake_accesses(const struct fake_block *fake) {
    return fake->reads + fake->writes;
}
void fake_break(struct fake_block *fake, enum fault fault, unsigned first, unsigned count);

// All that software may set, but the window to the table of reservations, is the same.
bool fake_same(const struct fake_block *fake, const struct fake_block *other);
