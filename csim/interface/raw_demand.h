// What an operation demands before it is scaled, as its slot keeps it.
#ifndef SEMA_RAW_DEMAND_H
#define SEMA_RAW_DEMAND_H

#include <stdbool.h>
#include <stdint.h>

// Exact demands before multiplier and rounding.
struct raw_demand {
    uint64_t response; // quanta, RECIPROCAL_FRACTION fraction bits
    uint32_t hbm;      // bytes
    uint32_t atomic;   // quanta, 16 bits
    uint32_t lane;     // HBM partition; also set where hbm is zero
    bool known;        // the opcode is one of enum opcode
};

#endif
