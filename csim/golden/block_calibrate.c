// windows.md, 7.3 and 7.5: multipliers by what was observed.
#include "csim/golden/block_state.h"

// 7.3: of a calibration; and of a turn, until its first return and from that to its second.
enum { CALIBRATE_CLOCKS = 64, FIRST_CLOCKS = 256, SECOND_CLOCKS = 4096 };

// 7.3: the expected service in quanta.
static uint64_t expected_of(const struct block_clock *c, unsigned lane, uint64_t amount) {
    const uint32_t *const word = c->is->word;

    if (block_class(c->golden, lane) == CLASS_HBM)
        return ((amount << word[R_quantum_hbm]) * word[R_hbm_reciprocal]) >> 12;
    return amount << word[R_quantum_time];
}

static int64_t floor_div(int64_t value, int64_t by) {
    return value >= 0 ? value / by : -((-value + by - 1) / by);
}

// 7.3: the multiplier after a sample.
static uint32_t moved(const struct block_clock *c, unsigned lane, struct came_back back) {
    const uint32_t *const word = c->is->word;
    const uint64_t expected = expected_of(c, lane, back.amount);
    const int64_t multiplier = word[R_multiplier + lane];

    if (expected == 0 || expected > UINT32_MAX || back.amount == block_ones(c->golden->size.cnt_w))
        return (uint32_t)multiplier;
    const uint64_t ratio = (((uint64_t)back.observed << 12) + expected / 2) / expected;
    const int64_t target = (int64_t)block_smaller(ratio, MULTIPLIER_LARGEST);
    const uint64_t next = (uint64_t)(multiplier + floor_div(target - multiplier, 16));
    return (uint32_t)block_larger(block_smaller(next, word[R_multiplier_max]),
                                  word[R_multiplier_min]);
}

static void begin(const struct block_clock *c, struct came_back back, struct worker *next) {
    const uint32_t value = moved(c, next->lane, back);

    next->works = true;
    next->value = value;
    next->differs = value != c->is->word[R_multiplier + next->lane];
    next->overwritten = c->performs == R_multiplier + next->lane;
    next->in_force = c->is->now + CALIBRATE_CLOCKS;
}

static void pass(const struct block_clock *c, struct block_state *next) {
    next->calibrator.lane = block_next_lane(c->golden, next->calibrator.lane);
    next->turn_clocks = 0;
    next->turn_begun = false;
}

// 7.3: whose turn it is, and whether it has seen a return.
static void wait(const struct block_clock *c, struct block_state *next) {
    const unsigned lane = c->is->calibrator.lane;
    const struct came_back back = block_came_back(c, lane);
    const unsigned most = c->is->turn_begun ? SECOND_CLOCKS : FIRST_CLOCKS;
    const bool enabled = block_enabled(c->is, R_calibrate_enable, lane);

    if (enabled && back.valid && back.observed != PATH_UNKNOWN) {
        if (c->is->turn_begun)
            begin(c, back, &next->calibrator);
        next->turn_begun = true;
        next->turn_clocks = 0;
    } else if (!enabled || c->is->turn_clocks + 1 == most)
        pass(c, next);
    else
        next->turn_clocks++;
}

static void work(const struct block_clock *c, struct block_state *next) {
    const struct worker *const calibrator = &c->is->calibrator;

    if (block_work(c, &next->calibrator, R_multiplier, R_calibrate_enable)) {
        next->word[R_multiplier + calibrator->lane] = calibrator->value;
        next->word[R_calibrations]++;
        next->unit.asks[CALIBRATOR] |= UINT64_C(1) << calibrator->lane;
    }
    if (!next->calibrator.works)
        pass(c, next);
}

// The calibrator in this clock. Its turns stand still while the block is quiet.
void block_calibrate(const struct block_clock *c, struct block_state *next) {
    if (c->is->calibrator.works)
        work(c, next);
    else if (!c->quiet)
        wait(c, next);
}
