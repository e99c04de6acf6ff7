// A plain reading of what an operation is charged (rtl/spec/estimator.md).
#ifndef SEMA_PLAIN_DEMAND_H
#define SEMA_PLAIN_DEMAND_H

#include "tb/dut/admit.h"

// What an operation is charged before scaling.
struct plain_raw {
    bool known;
    uint8_t lane;
    uint64_t amount[CLASSES];
    uint16_t estimate[CLASSES];
};

struct plain_raw plain_raw(uint8_t opcode, uint64_t address, uint32_t length,
                           uint32_t response_length, const struct demand_registers *registers);

void plain_demand(const struct plain_raw *raw, const struct demand_registers *registers,
                  uint32_t demand[CLASSES]);

#endif
