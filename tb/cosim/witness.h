// A witness of a run: what has crossed the block's boundary and still matters when a check fails.
// Registers in force, the last writes of them, the operations that wait with what was offered, and
// the reservations. It listens to the dut, which up to a divergence is right by the golden model's
// word, and stops ahead of one clock.
#ifndef SEMA_WITNESS_H
#define SEMA_WITNESS_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/golden/demand.h"
#include "csim/interface/admitter.h"
#include "tb/checkers/axi_monitor.h"

enum { WITNESS_WRITES = 8, WITNESS_NEVER = 0 };

// An operation, with the registers that were in force in the clock whose edge took it.
struct witness_offer {
    struct edge_in in;
    struct registers registers;
    struct raw_demand raw;
    uint64_t clock;
};

// A reservation; what is known of its holder stays when it is freed.
struct witness_hold {
    struct witness_offer offer;
    uint64_t granted;           // clock
    uint64_t freed;             // WITNESS_NEVER: it is held, if `ever`
    uint64_t returned[CLASSES]; // clock of the return; WITNESS_NEVER
    uint32_t amount[CLASSES];
    uint8_t lane; // of HBM
    bool ever;
};

// A register write that was performed, and what the register was before.
struct witness_write {
    uint64_t clock; // in force from the next one on
    uint32_t data, before;
    uint16_t address;
    bool refused, has_before;
};

struct witness {
    uint64_t clock; // of the next edge
    uint64_t until; // the clock ahead of which it stops
    uint64_t reset; // last clock of the last reset; WITNESS_NEVER
    uint64_t resets;

    bool reached;
    struct edge_out last;       // of the clock before
    struct registers registers; // in force
    struct registers before;    // in the clock before

    struct witness_offer waiting[SLOTS + 1]; // in the order of their offers
    unsigned waitings;
    struct witness_hold hold[DEPTH_MAX];
    unsigned held;

    struct witness_write writes[WITNESS_WRITES]; // a ring
    uint64_t write_count;
    struct axi_monitor watch;
};

// Ready for a run of a block of `depth` reservations, to stop ahead of the clock `until`.
void witness_init(struct witness *witness, unsigned depth, uint64_t until);

// An admitter that runs `inner` (taken over) with the witness, which stays the caller's. NULL: out
// of memory, or `inner` is.
struct admitter *witness_open(struct admitter *inner, struct witness *witness, unsigned depth);

// The waiting operation of a tag that was offered first; NULL: there is none.
const struct witness_offer *witness_waiting(const struct witness *witness, uint32_t tag);

#endif
