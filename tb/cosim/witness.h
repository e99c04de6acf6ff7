// A witness of a run: what has crossed the block's boundary and still matters when a check fails.
// Registers in force, the last writes of them, who waits with what was offered, who holds what, the
// last completions, and the counts that status registers should have. It listens to the dut, which
// up to a divergence is right by the golden model's word, and stops ahead of one clock.
#ifndef SEMA_WITNESS_H
#define SEMA_WITNESS_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/golden/autotune.h"
#include "csim/golden/demand.h"
#include "csim/interface/admitter.h"
#include "csim/record/commit.h"
#include "register_map.h"
#include "tb/checkers/axi_monitor.h"

enum { WITNESS_WRITES = 8, WITNESS_BEATS = 64, WITNESS_LEFT = 8, WITNESS_NEVER = 0 };

// An operation, with the registers that were in force in the clock whose edge took it.
struct witness_offer {
    struct edge_in in;
    struct registers registers;
    struct raw_demand raw;
    uint64_t clock;
    uint64_t denied; // clock of the last deny that was shown; only where has_denied
    lane_set refused;
    bool has_denied;
};

// An operation that was granted, rejected or answered, and waits no longer.
struct witness_left {
    struct witness_offer offer;
    uint64_t clock;
    uint8_t kind; // enum decision_kind
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

struct witness_beat {
    uint64_t clock;
    uint16_t id, service;
    uint8_t port; // enum port
};

// What a status register should be, by the commits, and the clock that changed it last.
struct witness_status {
    uint32_t value;
    uint64_t clock;
};

// A lane's last epoch that has ended (rtl/spec/calibration.md).
struct witness_epoch {
    struct epoch epoch;
    uint64_t denied; // clock of the last deny before its end that named the lane
    uint64_t ended;  // clock with which it did; WITNESS_NEVER: none has
};

struct witness {
    uint64_t clock; // of the next edge
    uint64_t until; // the clock ahead of which it stops
    uint64_t reset; // last clock of the last reset; WITNESS_NEVER
    uint64_t resets;
    bool begun; // in a state that was drawn, not out of reset

    // That clock, and the one before it.
    bool reached;
    struct edge_in in;
    struct edge_out out, last;
    struct edge_out before_reset; // last clock before the last reset; only where resets
    uint32_t status_before_reset[REGISTER_WORDS];
    struct registers registers; // in force
    struct registers before;    // in the clock before

    struct witness_offer waiting[SLOTS + 1]; // in the order of their offers
    unsigned waitings;
    struct witness_left left[WITNESS_LEFT]; // a ring
    uint64_t left_count;
    struct witness_hold hold[DEPTH_MAX];
    unsigned held;
    uint64_t grants, oldest_grants[SLOTS + 1]; // made; and when an operation was offered

    struct witness_write writes[WITNESS_WRITES]; // a ring
    uint64_t write_count;
    struct witness_beat beats[WITNESS_BEATS]; // a ring
    uint64_t beat_count;
    struct axi_monitor watch;
    uint32_t read_status; // what the read under way tells, by the commits; if it is of a status

    uint32_t returned[LANES], sent[LANES]; // credit since reset; in the last message loaded
    uint64_t loaded, pending_since;        // clocks; WITNESS_NEVER
    uint64_t learnt[LANES];                // clock of the last calibration
    struct autotune autotune;
    uint64_t denied[LANES]; // clock of the last deny that named the lane
    struct witness_epoch over[LANES];
    struct witness_status status[REGISTER_WORDS];
    uint32_t busy_since[LANES];
};

// Ready for a run of a block of `depth` reservations, to stop ahead of the clock `until`.
void witness_init(struct witness *witness, unsigned depth, uint64_t until);

// An admitter that runs `inner` (taken over) with the witness, which stays the caller's. NULL: out
// of memory, or `inner` is.
struct admitter *witness_open(struct admitter *inner, struct witness *witness, unsigned depth);

// The waiting operation of a tag that was offered first; NULL: there is none.
const struct witness_offer *witness_waiting(const struct witness *witness, uint32_t tag);

// The one that a waiting operation must wait for: offered before it, with its tag or its domain.
// NULL: there is none.
const struct witness_offer *witness_blocker(const struct witness *witness,
                                            const struct witness_offer *offer);

// Does `a` go before `b` in the paper's order?
bool witness_ranks(const struct witness_offer *a, const struct witness_offer *b);

// The last completion for a reservation at a port, or at any of HBM's where `port` is below
// HBM_LANES; NULL: none is remembered.
const struct witness_beat *witness_beat(const struct witness *witness, unsigned port, unsigned id);

#endif
