// The block's registers from outside: what they should hold, what has been written, and the writes
// that still wait for the bus or for its answer.
#ifndef SEMA_REGISTER_PLAN_H
#define SEMA_REGISTER_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/config/config.h"
#include "csim/interface/axi_master.h"
#include "csim/interface/edge.h"

enum {
    REGISTERS = 256,                                   // words up to here hold what is written
    REGISTER_LIST_MAX = 2 * LANES + 2 * MAP_MASKS + 40 // more than there are
};

struct register_plan {
    uint32_t wanted[REGISTERS];
    uint32_t written[REGISTERS]; // those that wait included, and what the block calibrated
    struct axi_master master;
    bool settling; // writes wait that operations must not overtake
};

// For a bus that stalls in some clocks. Comes before everything else.
void register_plan_init(struct register_plan *plan, uint64_t seed, unsigned stall_percent);

// Accesses wait, or answers.
static inline bool register_plan_is_busy(const struct register_plan *plan) {
    return !axi_master_is_idle(&plan->master);
}

// After a reset of a block of `depth` reservations: nothing written, nothing waits. What is wanted
// stays.
void register_plan_reset(struct register_plan *plan, uint64_t depth);

// In force are these registers, and they are what is wanted, but for a command limit of 0.
struct registers;
void register_plan_begin(struct register_plan *plan, const struct registers *registers);

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

// Wants windows to be tuned in epochs of so many clocks; 0: not at all.
void register_plan_want_autotune(struct register_plan *plan, uint64_t interval);

// A window has come into force.
void register_plan_window(struct register_plan *plan, const struct edge_out *out);

// One write; lost if too many wait.
void register_plan_write(struct register_plan *plan, uint8_t word, uint32_t data);

// Any access to any address, which may be refused.
struct bus_access {
    uint32_t data;
    uint16_t address;
    uint8_t strobe;
    bool read;
};
void register_plan_access(struct register_plan *plan, const struct bus_access *access);

// Writes every register that does not hold what is wanted. Returns whether there was one.
bool register_plan_mend(struct register_plan *plan);

// Writes the widest windows in the coarsest units, and the least multipliers if narrow counters
// need them: room for any operation whatever.
void register_plan_open_wide(struct register_plan *plan);

// Puts the accesses that wait into the beats of a clock; `last` is what the block showed before.
void register_plan_fill(struct register_plan *plan, const struct edge_out *last,
                        struct edge_in *in);

#endif
