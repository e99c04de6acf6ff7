// The initiators' side of grant messages (rtl/spec/messages.md): what they have been told, and
// what telling them has cost. One stands for all: every message goes to each.
#ifndef SEMA_CREDIT_RECEIVER_H
#define SEMA_CREDIT_RECEIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/rng.h"
#include "csim/interface/numbers.h"

// Bytes on the wire: of a message, and of each lane in it whose count has changed since the last.
enum { INITIATOR_HEADER_BYTES = 8, INITIATOR_LANE_BYTES = 4 };

struct credit_receiver {
    struct rng rng;
    unsigned stall_percent; // of the clocks in which a message is shown, it is not taken
    uint32_t seen[LANES];   // counts of the last message
    uint64_t credit[LANES]; // told so far, as 64-bit sums of differences; over resets
};

void credit_receiver_init(struct credit_receiver *credit_receiver, uint64_t seed,
                          unsigned stall_percent);

// These are the counts of the last message.
void credit_receiver_begin(struct credit_receiver *credit_receiver, const uint32_t sent[LANES]);

// A message is shown: is it taken? Draws, so once a clock.
bool credit_receiver_is_ready(struct credit_receiver *credit_receiver);

// Takes a message; returns its bytes.
unsigned credit_receiver_take(struct credit_receiver *credit_receiver,
                              const uint32_t credit[LANES]);

// The block was reset: it counts from 0 again.
void credit_receiver_forget(struct credit_receiver *credit_receiver);

#endif
