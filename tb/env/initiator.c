#include "tb/env/initiator.h"

#include <string.h>

void initiator_init(struct initiator *initiator, uint64_t seed, unsigned stall_percent) {
    *initiator =
        (struct initiator){.rng = rng_stream(seed, RNG_INITIATOR), .stall_percent = stall_percent};
}

void initiator_begin(struct initiator *initiator, const uint32_t told[LANES]) {
    memcpy(initiator->seen, told, sizeof initiator->seen);
}

bool initiator_is_ready(struct initiator *initiator) {
    return initiator->stall_percent == 0 ||
           !rng_chance(&initiator->rng, initiator->stall_percent, 100);
}

unsigned initiator_take(struct initiator *initiator, const uint32_t credit[LANES]) {
    unsigned bytes = INITIATOR_HEADER_BYTES;

    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t difference = credit[lane] - initiator->seen[lane];
        bytes += difference != 0 ? INITIATOR_LANE_BYTES : 0;
        initiator->credit[lane] += difference;
        initiator->seen[lane] = credit[lane];
    }
    return bytes;
}

void initiator_forget(struct initiator *initiator) {
    memset(initiator->seen, 0, sizeof initiator->seen);
}
