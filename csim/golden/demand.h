// Demand arithmetic (rtl/spec/estimator.md; paper, section 3.2): from an operation's
// fields to what it reserves of each resource. Integers of the RTL's widths; no floating point.
#ifndef SEMA_DEMAND_H
#define SEMA_DEMAND_H

#include <stdint.h>

#include "csim/interface/numbers.h"
#include "csim/interface/raw_demand.h"
#include "csim/interface/register_values.h"

// Demands as reserved.
struct demand {
    uint32_t amount[CLASSES];
    uint32_t lane; // HBM lane; 0 where its amount is zero
    lane_set mask; // lanes with a nonzero demand
};

// The HBM partition an address belongs to.
uint8_t demand_partition(const struct registers *registers, uint64_t address);

// The raw demands of an operation. Results go where the caller keeps them: handing these
// structs back by value costs the golden model a third of its speed.
void demand_estimate(const struct registers *registers, uint8_t opcode, uint64_t address,
                     uint32_t length, uint32_t response_length, struct raw_demand *raw);

// The response engine's part of it: RECIPROCAL_FRACTION fraction bits.
static inline uint64_t demand_response(const struct registers *registers,
                                       uint32_t response_length) {
    return ((uint64_t)registers->response_fixed << RECIPROCAL_FRACTION) +
           (uint64_t)response_length * registers->response_reciprocal;
}

// The service in whole quanta that a stage is estimated to take; SERVICE_UNKNOWN where
// it does not fit. `raw` is what demand_estimate found under the same registers.
uint16_t demand_service(const struct registers *registers, const struct raw_demand *raw,
                        enum resource_class resource);

// Multiplier, the one rounding point, saturation.
void demand_scale(const struct registers *registers, const struct raw_demand *raw,
                  struct demand *demand);

#endif
