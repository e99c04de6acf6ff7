// SPDX-License-Identifier: Apache-2.0
// Windows that follow what the block counts: firmware's loop, once every 100 us to 1 ms. It needs
// stages that tell `stage_idle_i` and `stage_queue_i`. Of a lane, since the last call,
//
//   rate   the credit that came back, over the clocks in which its stage was not idle,
//   delay  from a grant until its return, without the time in the stage's queue: by Little's law
//          the clocks that reservations were held but not queued, over those that came back; but at
//          most half more than the least so far.
//
// Rate times delay is the credit that just keeps the stage busy. The window in force goes an eighth
// of the way to that and half as much again: down as well as up. E.g. 4,096 B every 64 clocks while
// busy, and a delay of 500 clocks: 32,000 B, so 48,000 B. The rule is window_adapt of
// csim/simulator (paper, section 6). Where paths are the bottleneck it widens windows for nothing
// (sim/OPEN.md).
#ifndef SEMACREDIT_TUNE_H
#define SEMACREDIT_TUNE_H

#include "semacredit_driver.h"

// Zeros before the first call, which only notes what it reads. The caller's.
struct semacredit_tune {
    bool begun;
    struct semacredit_counters last;
    struct semacredit_tune_lane {
        bool known;
        uint32_t returned; // credit, when it was last read, modulo 2^counter_bits; known: it is
        uint32_t least;    // delay, in 1/16 clocks; 0: none yet
        uint32_t most;     // the window may be: 16 of what it was at first
    } lane[SEMACREDIT_LANES_MAX];
};

// Moves the window of each lane to which something came back since the last call; one of 0 stays,
// and none becomes 0. A lane whose window calibration moved while it was read waits for the next. A
// bus that fails leaves the windows that were not moved yet as they are; the next call starts over.
enum semacredit_result semacredit_tune(const struct semacredit_bus *bus,
                                       struct semacredit_tune *tune);

#endif
