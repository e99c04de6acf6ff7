// windows.md, 7.3 and 7.5: multipliers by what was observed.
#include "csim/next/block_state.h"

static bool is_enabled(const struct block_state *is, unsigned lane) {
    return block_bit(is->settings.calibrate_enable, lane);
}

// 7.3: the expected service in quanta.
static uint64_t expected_of(const struct block_clock *c, unsigned lane, uint32_t amount) {
    const struct settings *const settings = &c->is->settings;

    if (block_class(c->golden, lane) == CLASS_HBM)
        return (((uint64_t)amount << settings->quantum_hbm) * settings->hbm_reciprocal) >> 12;
    return (uint64_t)amount << settings->quantum_time;
}

// 7.3: whether a sample says something of its lane's multiplier.
static bool is_telling(const struct block_clock *c, uint64_t expected, uint32_t amount) {
    return expected != 0 && expected <= UINT32_MAX && amount != block_ones(c->golden->size.cnt_w);
}

static int64_t floor_div(int64_t value, int64_t by) {
    return value >= 0 ? value / by : -((-value + by - 1) / by);
}

// 7.3
static uint32_t moved(const struct block_clock *c, unsigned lane, struct came_back back) {
    const struct settings *const settings = &c->is->settings;
    const uint64_t expected = expected_of(c, lane, back.amount);

    if (!is_telling(c, expected, back.amount))
        return settings->multiplier[lane];
    const uint64_t ratio = (((uint64_t)back.observed << 12) + expected / 2) / expected;
    const int64_t target = (int64_t)block_smaller(ratio, MULTIPLIER_LARGEST);
    const int64_t multiplier = settings->multiplier[lane];
    const int64_t raw = multiplier + floor_div(target - multiplier, 16);
    const int64_t most = settings->multiplier_max, least = settings->multiplier_min;
    const int64_t at_most = raw < most ? raw : most;

    return (uint32_t)(at_most > least ? at_most : least);
}

// 7.3: a sample commits in this clock.
static void begin(const struct block_clock *c, struct came_back back, struct calibrator *next) {
    const unsigned lane = c->is->calibrator.turn;
    const uint32_t multiplier = moved(c, lane, back);

    next->change = (struct change){
        .works = true,
        .lane = lane,
        .value = multiplier,
        .differs = multiplier != c->is->settings.multiplier[lane],
        .in_force = c->is->now + CALIBRATE_CLOCKS,
    };
}

static void pass(const struct block_clock *c, struct calibrator *next) {
    next->turn = block_next_lane(c->golden, c->is->calibrator.turn);
    next->waited = 0;
}

// 7.3: the last clock before the new multiplier is in force.
static void end(const struct block_clock *c, struct block_state *next) {
    const struct change *const change = &c->is->calibrator.change;

    next->calibrator.change.works = false;
    pass(c, &next->calibrator);
    if (!change->differs || change->overwritten || block_sets(c, R_multiplier, change->lane) ||
        !is_enabled(c->is, change->lane))
        return;
    next->settings.multiplier[change->lane] = change->value;
    next->unit.asks[SOURCE_CALIBRATOR] |= UINT64_C(1) << change->lane;
    next->status.counts.calibrations++;
}

// 7.3: whose turn it is.
static void wait(const struct block_clock *c, struct calibrator *next) {
    const unsigned lane = c->is->calibrator.turn;
    const struct came_back back = block_came_back(c, lane);

    if (is_enabled(c->is, lane) && back.valid && back.observed != PATH_UNKNOWN)
        begin(c, back, next);
    else if (!is_enabled(c->is, lane) || c->is->calibrator.waited + 1 == TURN_CLOCKS)
        pass(c, next);
    else
        next->waited++;
}

// The calibrator in this clock. Its turns stand still while the block is quiet.
void block_calibrate(const struct block_clock *c, struct block_state *next) {
    const struct calibrator *const calibrator = &c->is->calibrator;

    if (!calibrator->change.works) {
        if (!c->quiet)
            wait(c, &next->calibrator);
    } else if (calibrator->change.in_force == c->is->now + 1) {
        end(c, next);
    }
    if (block_sets(c, R_multiplier, next->calibrator.change.lane))
        next->calibrator.change.overwritten = true;
}

bool block_calibrator_rests(const struct block_state *is) {
    return !is->calibrator.change.works;
}
