#include "csim/policy/calibrator.h"

enum { MULTIPLIER_MAX = (1 << MULTIPLIER_BITS) - 1 };

static bool word_learns(uint16_t word) {
    return (word & (MULTIPLIER_ENABLE | MULTIPLIER_FREEZE)) == MULTIPLIER_ENABLE;
}

bool calibrator_learns(uint16_t word, uint64_t observed, uint16_t estimate) {
    return word_learns(word) && observed < SERVICE_UNKNOWN && estimate != 0 &&
           estimate != SERVICE_UNKNOWN;
}

// The quotient is rounded to the nearest; the step rounds down, so that a multiplier may rest up to
// 15/4096 below its target.
uint16_t calibrator_move(const struct estimates *estimates, uint16_t word, uint16_t observed,
                         uint16_t estimate) {
    const uint32_t m = word & MULTIPLIER_MAX;
    const uint32_t ratio =
        (((uint32_t)observed << MULTIPLIER_FRACTION) + estimate / 2u) / (uint32_t)estimate;
    const uint32_t target = ratio < MULTIPLIER_MAX ? ratio : MULTIPLIER_MAX;
    const uint32_t away = target + (MULTIPLIER_MAX + 1) - m; // not negative, so shifts round down
    uint32_t next = m + (away >> CALIBRATE_SHIFT) - ((MULTIPLIER_MAX + 1) >> CALIBRATE_SHIFT);

    if (next > estimates->multiplier_max)
        next = estimates->multiplier_max;
    if (next < estimates->multiplier_min)
        next = estimates->multiplier_min;
    return (uint16_t)((word & ~(unsigned)MULTIPLIER_MAX) | next);
}
