// windows.md, 7.3 and 7.5: multipliers by what was observed.
#include "csim/golden/state.h"

// 7.3: of a calibration; and of a turn, until its first return and from that to its second.
enum { CALIBRATE_CLOCKS = 64, FIRST_CLOCKS = 256, SECOND_CLOCKS = 4096 };

// 7.3: the expected service in quanta.
static uint64_t expected_of(const struct golden *golden, unsigned lane, uint64_t amount) {
    const uint32_t *const word = golden->word;

    if (class_of(&golden->size, lane) == CLASS_HBM)
        return ((amount << word[R_quantum_hbm]) * word[R_hbm_reciprocal]) >> 12;
    return amount << word[R_quantum_time];
}

static int64_t floor_div(int64_t value, int64_t by) {
    return value >= 0 ? value / by : -((-value + by - 1) / by);
}

// 7.3: the multiplier after a sample.
static uint32_t moved(const struct golden *golden, const struct completion *back) {
    const uint32_t *const word = golden->word;
    const uint64_t expected = expected_of(golden, back->lane, back->amount);
    const int64_t multiplier = word[R_multiplier + back->lane];

    if (expected == 0 || expected > UINT32_MAX || back->amount == ones(golden->size.cnt_w))
        return (uint32_t)multiplier;
    const uint64_t ratio = (((uint64_t)back->observed << 12) + expected / 2) / expected;
    const int64_t target = (int64_t)smaller(ratio, MULTIPLIER_LARGEST);
    const uint64_t next = (uint64_t)(multiplier + floor_div(target - multiplier, 16));
    return (uint32_t)larger(smaller(next, word[R_multiplier_max]), word[R_multiplier_min]);
}

static void pass(struct golden *golden) {
    golden->calibrator.lane = next_of(golden->calibrator.lane, golden->lanes);
    golden->turn_clocks = 0;
    golden->turn_begun = false;
}

// 7.3: whose turn it is, and whether it has seen a return.
static void wait(struct golden *golden) {
    const unsigned lane = golden->calibrator.lane;
    const struct completion *const back = came_back(golden, lane);
    const unsigned most = golden->turn_begun ? SECOND_CLOCKS : FIRST_CLOCKS;
    const bool enabled = is_enabled(golden, R_calibrate_enable, lane);

    if (enabled && back && back->observed != PATH_UNKNOWN) {
        if (golden->turn_begun)
            block_begin(golden, &golden->calibrator, R_multiplier, moved(golden, back),
                        CALIBRATE_CLOCKS);
        golden->turn_begun = true;
        golden->turn_clocks = 0;
    } else if (!enabled || golden->turn_clocks + 1 == most) {
        pass(golden);
    } else {
        golden->turn_clocks++;
    }
}

// The calibrator in this clock. Its turns stand still while the block is quiet.
void block_calibrate(struct golden *golden) {
    struct worker *const calibrator = &golden->calibrator;

    if (calibrator->works) {
        golden->word[R_calibrations] +=
            block_work(golden, calibrator, R_multiplier, CALIBRATOR, R_calibrate_enable);
        if (!calibrator->works)
            pass(golden);
    } else if (!golden->out.quiet) {
        wait(golden);
    }
}
