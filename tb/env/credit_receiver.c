#include "tb/env/credit_receiver.h"

#include <string.h>

void credit_receiver_init(struct credit_receiver *credit_receiver, uint64_t seed,
                          unsigned stall_percent) {
    *credit_receiver = (struct credit_receiver){.rng = rng_stream(seed, RNG_INITIATOR),
                                                .stall_percent = stall_percent};
}

void credit_receiver_begin(struct credit_receiver *credit_receiver, const uint32_t sent[LANES]) {
    memcpy(credit_receiver->seen, sent, sizeof credit_receiver->seen);
}

bool credit_receiver_is_ready(struct credit_receiver *credit_receiver) {
    return credit_receiver->stall_percent == 0 ||
           !rng_chance(&credit_receiver->rng, credit_receiver->stall_percent, 100);
}

unsigned credit_receiver_take(struct credit_receiver *credit_receiver,
                              const uint32_t credit[LANES]) {
    unsigned bytes = INITIATOR_HEADER_BYTES;

    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t difference = credit[lane] - credit_receiver->seen[lane];
        bytes += difference != 0 ? INITIATOR_LANE_BYTES : 0;
        credit_receiver->credit[lane] += difference;
        credit_receiver->seen[lane] = credit[lane];
    }
    return bytes;
}

void credit_receiver_forget(struct credit_receiver *credit_receiver) {
    memset(credit_receiver->seen, 0, sizeof credit_receiver->seen);
}
