// Calibration (paper, section 3.6): a multiplier moves a part of the way, 2^-calibrate_shift,
// towards what was observed: each completion, or, with calibrate_work_ns, the busy time of the
// stage over what it was charged for, once that is as much. (A time after which to look would come
// with a long service more often than with a short one, and learn from that.)
#ifndef SEMA_CALIBRATOR_H
#define SEMA_CALIBRATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/config/config.h"
#include "csim/policy/demand.h"

// Of a lane, beside its multiplier.
struct calibration {
    uint64_t observed, estimate; // quanta, since it last moved
    // Fraction bits below the multiplier's: a step finer than a sixteenth has as many more, or it
    // would rest so much farther below its target.
    uint32_t rest;
};

// Can anything be learnt from an observation in quanta? Not where the multiplier word is not
// enabled or is frozen, nor where the observation, SERVICE_UNKNOWN or more, or the estimate says
// nothing.
bool calibrator_learns(uint16_t word, uint64_t observed, uint16_t estimate);

// The word after such an observation: flags stay, the value moves within the limits.
uint16_t calibrator_move(const struct config *config, const struct estimates *estimates,
                         struct calibration *lane, uint16_t word, uint16_t observed,
                         uint16_t estimate);

#endif
