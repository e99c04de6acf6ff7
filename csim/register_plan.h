// The block's registers from outside: what they should hold, what has been written, and the writes
// that still wait for the configuration port, which takes one a clock.
#ifndef SEMA_REGISTER_PLAN_H
#define SEMA_REGISTER_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "config.h"
#include "edge.h"

enum {
    REGISTERS = 256,         // addresses; what is not in rtl/README.md section 8 does nothing
    REGISTER_WRITES_MAX = 64 // more than there are registers
};

struct register_plan {
    uint32_t wanted[REGISTERS];
    uint32_t written[REGISTERS]; // those that wait included, and what the block calibrated
    struct {
        uint8_t address;
        uint32_t data;
    } writes[REGISTER_WRITES_MAX];
    unsigned head;
    unsigned count;
    bool settling; // writes wait that operations must not overtake
};

// After a reset of a block of `depth` reservations: nothing written, nothing waits. What is wanted
// stays.
void register_plan_reset(struct register_plan *plan, uint64_t depth);

// Wants what a configuration asks for: its windows, limit, quanta, grant rule, starvation bound and
// calibration, and estimates that equal the true service times of its stages.
void register_plan_want(struct register_plan *plan, const struct config *config);

// Wants windows of these bytes and 1/16 ns, in units of the quanta.
void register_plan_want_windows(struct register_plan *plan, const struct config *config,
                                uint64_t hbm, uint64_t atomic, uint64_t response);

// Wants a starvation bound, and calibration of some lanes (enum calibrate_choice).
void register_plan_want_arbiter(struct register_plan *plan, uint64_t starvation_bound,
                                uint64_t calibrate);

// The block has changed multipliers by itself.
void register_plan_calibrated(struct register_plan *plan, const struct edge_out *out);

// One write; lost if too many wait, which a caller who looks at `count` sees coming.
void register_plan_write(struct register_plan *plan, uint8_t address, uint32_t data);

// Writes every register that does not hold what is wanted. Returns whether there was one.
bool register_plan_mend(struct register_plan *plan);

// Writes the widest windows in the coarsest units: room for any operation whatever.
void register_plan_open_wide(struct register_plan *plan);

// Puts the next write, if one waits, into the beats of a clock.
void register_plan_fill(struct register_plan *plan, struct edge_in *in);

#endif
