// Calibration (paper, section 3.6): a multiplier moves by a sixteenth of the way towards what was
// observed.
#ifndef SEMA_CALIBRATOR_H
#define SEMA_CALIBRATOR_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/policy/demand.h"

// Can anything be learnt from an observation in quanta? Not where the multiplier word is not
// enabled or is frozen, nor where the observation, SERVICE_UNKNOWN or more, or the estimate says
// nothing.
bool calibrator_learns(uint16_t word, uint64_t observed, uint16_t estimate);

// The word after such an observation: flags stay, the value moves within the limits.
uint16_t calibrator_move(const struct estimates *estimates, uint16_t word, uint16_t observed,
                         uint16_t estimate);

#endif
