#include "csim/policy/calibrator.h"

static bool word_learns(uint16_t word) {
    return (word & (MULTIPLIER_ENABLE | MULTIPLIER_FREEZE)) == MULTIPLIER_ENABLE;
}

bool calibrator_learns(uint16_t word, uint64_t observed, uint16_t estimate) {
    return word_learns(word) && observed < SERVICE_UNKNOWN && estimate != 0 &&
           estimate != SERVICE_UNKNOWN;
}

static uint64_t target_of(const struct calibration *lane) {
    const uint64_t ratio =
        ((lane->observed << MULTIPLIER_FRACTION) + lane->estimate / 2) / lane->estimate;
    return ratio < MULTIPLIER_MAX ? ratio : MULTIPLIER_MAX;
}

// The quotient is rounded to the nearest; the step rounds down, so that a multiplier may rest up to
// 15/4096 below its target.
uint16_t calibrator_move(const struct config *config, const struct estimates *estimates,
                         struct calibration *lane, uint16_t word, uint16_t observed,
                         uint16_t estimate) {
    const unsigned shift = (unsigned)config->calibrate_shift, more = shift > 4 ? shift - 4 : 0;
    const uint64_t whole = (uint64_t)(MULTIPLIER_MAX + 1)
                           << more; // not negative: shifts round down
    const uint64_t m = (uint64_t)(word & MULTIPLIER_MAX) << more | lane->rest;
    lane->observed += observed;
    lane->estimate += estimate;
    if (lane->estimate < config->calibrate_work_ns * QUANTA_PER_NS)
        return word;
    const uint64_t away = (target_of(lane) << more) + whole - m;
    const uint64_t moved = m + (away >> shift) - (whole >> shift);
    uint64_t next = moved >> more;

    *lane = (struct calibration){.rest = (uint32_t)(moved & ((UINT64_C(1) << more) - 1))};
    if (next > estimates->multiplier_max)
        next = estimates->multiplier_max;
    if (next < estimates->multiplier_min)
        next = estimates->multiplier_min;
    return (uint16_t)((word & ~(unsigned)MULTIPLIER_MAX) | next);
}
