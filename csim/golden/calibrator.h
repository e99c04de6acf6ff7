// The calibrator's arithmetic (rtl/spec/calibration.md; paper, section 3.6): a multiplier moves by
// a sixteenth of the way towards what was observed. The golden model has one for each class; the
// adaptive policy uses the same step without its clocks.
#ifndef SEMA_CALIBRATOR_H
#define SEMA_CALIBRATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/register_values.h"

// Can anything be learnt from an observation in quanta? Not where the multiplier word is not
// enabled or is frozen, nor where the observation, SERVICE_UNKNOWN or more, or the estimate says
// nothing.
bool calibrator_learns(uint16_t word, uint64_t observed, uint16_t estimate);

// The word after such an observation: flags stay, the value moves within the registers' limits.
uint16_t calibrator_move(const struct registers *registers, uint16_t word, uint16_t observed,
                         uint16_t estimate);

// The calibrator of one class. All zero is idle.
struct calibrator {
    uint16_t word; // that the lane's multiplier moves to
    uint8_t lane;
    uint8_t clocks; // until it moves; 0: idle
    bool overtaken; // by a write of the word
};

// In the clock in which a return commits: takes it as a sample if it is one.
static inline void calibrator_return(struct calibrator *calibrator,
                                     const struct registers *registers, unsigned lane,
                                     uint16_t observed, uint16_t estimate) {
    if (calibrator->clocks || !calibrator_learns(registers->multiplier[lane], observed, estimate))
        return;
    *calibrator = (struct calibrator){
        .word = calibrator_move(registers, registers->multiplier[lane], observed, estimate),
        .lane = (uint8_t)lane,
        .clocks = CALIBRATE_CLOCKS};
}

// The end of a clock, after its returns. Returns the lanes whose multiplier changes with the next
// clock, one or none; `written` are the lanes whose word is written by this clock's edge.
lane_set calibrator_clock(struct calibrator *calibrator, struct registers *registers,
                          lane_set written);

#endif
