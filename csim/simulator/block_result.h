// What a run of the admission block in its own world measures (tb/env/world.h), beside latencies
// and goodput.
#ifndef SEMA_BLOCK_RESULT_H
#define SEMA_BLOCK_RESULT_H

#include <stdbool.h>
#include <stdint.h>

struct block_result {
    uint64_t offered;  // operations that the block took,
    uint64_t again;    // further offers of them, whose answers had been lost,
    uint64_t repeated; // of these, answered with the reservation that was still held
    uint64_t granted;  // reservations made,
    uint64_t freed;    // and freed by their completions,
    uint64_t left;     // and neither freed nor void by a reset
    uint64_t voided;   // operations that a reset made void: reservations, and offers that waited
    // A planned disturbance (csim/disturbance/upset.h).
    double recovery_ns; // until goodput was back
    double lost_ns;     // goodput that it cost, as time at the goodput of before
};

#endif
