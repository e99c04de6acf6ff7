#include "tb/tests/admit/plain_demand.h"

static uint16_t to_service(uint64_t quanta) {
    return quanta >= UINT16_MAX ? UINT16_MAX : (uint16_t)quanta;
}

struct plain_raw plain_raw(uint8_t opcode, uint64_t address, uint32_t length,
                           uint32_t response_length, const struct demand_registers *registers) {
    struct plain_raw raw = {0};
    const bool atomic = opcode >= 8;
    const bool read = opcode == 1;
    const bool write = opcode == 0 || opcode == 2;
    raw.known = atomic || read || write;
    for (unsigned b = 0; b < 3; b++)
        raw.lane |= (uint8_t)(__builtin_parityll(address & registers->map_mask[b]) << b);
    raw.amount[0] = write ? length : read ? response_length : 0;
    raw.amount[1] = atomic ? registers->atomic_service[opcode & 7] : 0;
    if (read || (atomic && response_length > 0))
        raw.amount[2] = ((uint64_t)registers->response_fixed << 12) +
                        (uint64_t)response_length * registers->response_reciprocal;
    raw.estimate[0] = to_service((raw.amount[0] * registers->hbm_reciprocal + 2048) >> 12);
    raw.estimate[1] = (uint16_t)raw.amount[1];
    raw.estimate[2] = to_service((raw.amount[2] + 2048) >> 12);
    return raw;
}

static uint32_t scaled(uint64_t raw, uint16_t word, unsigned shift) {
    const uint64_t multiplier = word >> 15 ? word & 0x3fff : 4096;
    const unsigned __int128 product = (unsigned __int128)raw * multiplier;
    const unsigned __int128 demand = (product + (((uint64_t)1 << shift) - 1)) >> shift;
    return demand > UINT32_MAX ? UINT32_MAX : (uint32_t)demand;
}

void plain_demand(const struct plain_raw *raw, const struct demand_registers *registers,
                  uint32_t demand[CLASSES]) {
    demand[0] =
        scaled(raw->amount[0], registers->multiplier[raw->lane], 12 + registers->quantum_hbm);
    demand[1] =
        scaled(raw->amount[1], registers->multiplier[HBM_LANES], 12 + registers->quantum_time);
    demand[2] =
        scaled(raw->amount[2], registers->multiplier[HBM_LANES + 1], 24 + registers->quantum_time);
}
