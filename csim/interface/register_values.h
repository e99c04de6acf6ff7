// What the configuration registers hold (rtl/spec/registers.md): plain values. What a reset and a
// write make of them is a matter of who keeps them.
#ifndef SEMA_REGISTER_VALUES_H
#define SEMA_REGISTER_VALUES_H

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

#endif
