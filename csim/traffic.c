#include "traffic.h"

struct traffic *traffic_open(const struct config *config, uint64_t seed) {
    static const struct traffic_ops *const kinds[] = {[TRAFFIC_BURST] = &traffic_burst,
                                                      [TRAFFIC_RANDOM] = &traffic_random,
                                                      [TRAFFIC_ADVERSARIAL] = &traffic_adversarial};
    return kinds[config->traffic]->open(config, seed);
}

uint64_t traffic_address(unsigned partition, uint64_t bits) {
    // Bit b of the partition is the parity of address bits 12+b and 15+b: the upper ones stay free.
    const uint64_t low = (uint64_t)(HBM_LANES - 1) << MAP_SHIFT_RESET;
    uint64_t folded = (bits >> (MAP_SHIFT_RESET + MAP_MASKS)) ^ partition;
    return (bits & ~low) | (folded << MAP_SHIFT_RESET & low);
}
