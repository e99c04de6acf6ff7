// Demand arithmetic of policies (paper, section 3.2): from an operation's fields to what it
// reserves of each resource. Integers of the RTL's widths; no floating point.
#pragma once

#include "csim/base/std.h"
#include "csim/interface/numbers.h"

// What demands are made of.
struct estimates {
    uint16_t multiplier[LANES]; // 12 fraction bits, and flags MULTIPLIER_*
    uint16_t multiplier_min, multiplier_max;
    uint16_t hbm_reciprocal; // for service estimates only
    uint16_t atomic_service[OPCODES];
    uint16_t response_fixed, response_reciprocal;
    uint8_t quantum_hbm, quantum_time;
};

// Exact demands before multiplier and rounding.
struct raw_demand {
    uint64_t response; // quanta, RECIPROCAL_FRACTION fraction bits
    uint32_t hbm;      // bytes
    uint32_t atomic;   // quanta, 16 bits
    uint32_t lane;     // HBM partition; also set where hbm is zero
};

// What a policy may charge for: the resources, and the link.
enum { RESOURCE_LINK = RESOURCES, COMPONENTS };

// Demands as reserved.
struct demand {
    uint32_t amount[COMPONENTS];
    uint32_t lane; // HBM lane; 0 where its amount is zero
    lane_set mask; // lanes with a nonzero demand
};

// The raw demands of an operation that is charged to that HBM partition.
void demand_estimate(const struct estimates *estimates, uint8_t opcode, unsigned lane,
                     uint32_t length, uint32_t response_length, struct raw_demand *raw);

// The response engine's part of it: RECIPROCAL_FRACTION fraction bits.
static inline uint64_t demand_response(const struct estimates *estimates,
                                       uint32_t response_length) {
    return ((uint64_t)estimates->response_fixed << RECIPROCAL_FRACTION) +
           (uint64_t)response_length * estimates->response_reciprocal;
}

// The service in whole quanta that a stage is estimated to take; SERVICE_UNKNOWN where
// it does not fit. `raw` is what demand_estimate found under the same estimates.
uint16_t demand_service(const struct estimates *estimates, const struct raw_demand *raw,
                        enum resource resource);

// What a multiplier word scales by: nothing, unless it is enabled.
static inline uint64_t multiplier_value(uint16_t word) {
    return word & MULTIPLIER_ENABLE ? word & MULTIPLIER_MAX : MULTIPLIER_ONE;
}

// Multiplier, the one rounding point, saturation.
void demand_scale(const struct estimates *estimates, const struct raw_demand *raw,
                  struct demand *demand);
