// The initiators' side of grant messages (rtl/spec/messages.md): what they have been told, and
// what telling them has cost. One stands for all: every message goes to each.
#ifndef SEMA_INITIATOR_H
#define SEMA_INITIATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/base/rng.h"
#include "csim/interface/numbers.h"

// Bytes on the wire: of a message, and of each lane in it whose count has changed since the last.
enum { INITIATOR_HEADER_BYTES = 8, INITIATOR_LANE_BYTES = 4 };

struct initiator {
    struct rng rng;
    unsigned stall_percent; // of the clocks in which a message is shown, it is not taken
    uint32_t seen[LANES];   // counts of the last message
    uint64_t credit[LANES]; // told so far, as 64-bit sums of differences; over resets
};

void initiator_init(struct initiator *initiator, uint64_t seed, unsigned stall_percent);

// These are the counts of the last message.
void initiator_begin(struct initiator *initiator, const uint32_t told[LANES]);

// A message is shown: is it taken? Draws, so once a clock.
bool initiator_is_ready(struct initiator *initiator);

// Takes a message; returns its bytes.
unsigned initiator_take(struct initiator *initiator, const uint32_t credit[LANES]);

// The block was reset: it counts from 0 again.
void initiator_forget(struct initiator *initiator);

#endif
