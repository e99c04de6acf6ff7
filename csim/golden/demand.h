// Demand arithmetic (rtl/spec/estimator.md; paper, section 3.2): from an operation's
// fields to what it reserves of each resource. Integers of the RTL's widths; no floating point.
#ifndef SEMA_DEMAND_H
#define SEMA_DEMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/numbers.h"

// When the grant coalescer (rtl/spec/messages.md) has a message; all 0: never.
struct grant_rule {
    uint32_t threshold_hbm;  // in the unit of HBM lanes; 0: none
    uint32_t threshold_time; // in the unit of the other lanes; 0: none
    uint32_t interval;       // clocks, GRANT_INTERVAL_BITS of them; 0: no timer
};

// The configuration registers (rtl/spec/registers.md).
struct registers {
    uint64_t map_mask[MAP_MASKS];
    uint32_t window[LANES];
    struct grant_rule grant;
    uint16_t multiplier[LANES]; // the whole word, flags included
    uint16_t multiplier_min;    // limits of calibration, MULTIPLIER_BITS of them
    uint16_t multiplier_max;
    uint16_t hbm_reciprocal;   // for service estimates only
    uint16_t starvation_bound; // grants; 0: none
    uint16_t atomic_service[OPCODES];
    uint16_t response_fixed;
    uint16_t response_reciprocal;
    uint16_t command_limit;
    uint8_t quantum_hbm;
    uint8_t quantum_time;
    // Window autotuning (rtl/spec/calibration.md).
    uint16_t clock_quanta;      // that a clock lasts, 4 fraction bits
    uint32_t autotune_interval; // clocks, 24 bits
    uint64_t autotune_enable;   // lanes
    uint32_t window_floor[CLASSES];
    uint32_t window_ceiling[CLASSES];
};

// Exact demands before multiplier and rounding.
struct raw_demand {
    uint64_t response; // quanta, RECIPROCAL_FRACTION fraction bits
    uint32_t hbm;      // bytes
    uint32_t atomic;   // quanta, 16 bits
    uint32_t lane;     // HBM partition; also set where hbm is zero
    bool known;        // the opcode is one of enum opcode
};

// Demands as reserved.
struct demand {
    uint32_t amount[CLASSES];
    uint32_t lane; // HBM lane; 0 where its amount is zero
    uint16_t mask; // lanes with a nonzero demand
};

// The registers' reset values for a block of `depth` reservations.
void registers_reset(struct registers *registers, unsigned depth);

// One register write, of a whole word. Returns false, and changes nothing, where no such register
// exists. command_limit has as many bits as `depth` needs.
bool registers_write(struct registers *registers, unsigned depth, unsigned word, uint32_t data);

// One register read. Returns false, and leaves *value, where no such register is kept here.
bool registers_read(const struct registers *registers, unsigned word, uint32_t *value);

// The same for the registers of the grant coalescer alone.
bool grant_rule_write(struct grant_rule *rule, unsigned word, uint32_t data);

// The HBM partition an address belongs to.
uint8_t demand_partition(const struct registers *registers, uint64_t address);

// The raw demands of an operation. Results go where the caller keeps them: handing these
// structs back by value costs the golden model a third of its speed.
void demand_estimate(const struct registers *registers, uint8_t opcode, uint64_t address,
                     uint32_t length, uint32_t response_length, struct raw_demand *raw);

// The service in whole quanta that a stage is estimated to take; SERVICE_UNKNOWN where
// it does not fit. `raw` is what demand_estimate found under the same registers.
uint16_t demand_service(const struct registers *registers, const struct raw_demand *raw,
                        enum resource_class resource);

// Multiplier, the one rounding point, saturation.
void demand_scale(const struct registers *registers, const struct raw_demand *raw,
                  struct demand *demand);

#endif
