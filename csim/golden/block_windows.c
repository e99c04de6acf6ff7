// windows.md: the windows in force, the unit that writes them, and the calibrator, which works at
// the multiplier of one lane.
#include "csim/golden/state.h"

enum { CALIBRATE_CLOCKS = 64 };
enum { MULTIPLIER_ONE = 4096, MULTIPLIER_LARGEST = 16383 };
enum { OBSERVED_MOST = 1 << 18 };             // quanta of a lane that is not due, and one more
enum { LARGEST = (1 << 19) - 1 };             // that an operation may be expected to take
enum { EXPECTATION_LARGEST = (1 << 24) - 1 }; // quanta

// --- the unit: 7.1, 7.2 and 7.4 ----------------------------------------------------------------

static bool is_coarse(const struct golden *golden, unsigned lane) {
    const bool hbm = resource_of(&golden->size, lane) == RESOURCE_HBM;

    return golden->word[hbm ? R_quantum_hbm : R_quantum_time] != 0;
}

// The multiplier within its limits.
static uint32_t effective(const struct golden *golden, unsigned lane) {
    const uint64_t most =
        smaller(golden->word[R_multiplier + lane], golden->word[R_multiplier_max]);
    const uint64_t low = is_coarse(golden, lane) ? MULTIPLIER_ONE : 1;

    return (uint32_t)larger(larger(most, low), golden->word[R_multiplier_min]);
}

static bool stands_at_limit(const struct golden *golden, unsigned lane) {
    const uint32_t multiplier = golden->word[R_multiplier + lane];

    return multiplier <= golden->word[R_multiplier_min] ||
           multiplier >= golden->word[R_multiplier_max];
}

// A quotient is needed for what is in force at a lane.
static bool divides(const struct golden *golden, unsigned lane) {
    return lane != golden->lanes && golden->word[R_window + lane] != 0 &&
           effective(golden, lane) != MULTIPLIER_ONE;
}

// 7.1
static uint32_t in_force(const struct golden *golden, unsigned lane) {
    const uint32_t window = golden->word[R_window + lane];

    if (lane == golden->lanes)
        return golden->word[R_command_limit];
    if (window == 0)
        return 0;
    const uint64_t scaled = ((uint64_t)window << 12) / effective(golden, lane);
    return (uint32_t)smaller(larger(scaled, 1), golden->widest);
}

// The bus asks for a lane in this clock: what the unit works at for another source is cancelled.
void block_ask_unit(struct golden *golden, unsigned lane) {
    struct unit *const unit = &golden->unit;

    unit->waiting[BUS] |= bit(lane);
    if (unit->source != BUS && unit->lane == lane)
        unit->works = false;
}

static void set_limited(struct golden *golden, unsigned lane) {
    uint32_t *const word = &golden->word[R_multiplier_limited + lane / 32];
    const uint32_t mask = UINT32_C(1) << lane % 32;

    *word = stands_at_limit(golden, lane) ? *word | mask : *word & ~mask;
}

// A limit is written in this clock: all lanes are asked for, whatever was under way.
void block_ask_all(struct golden *golden) {
    struct unit *const unit = &golden->unit;

    unit->waiting[CALIBRATOR] |= ones(golden->lanes);
    if (unit->source == CALIBRATOR)
        unit->works = false;
}

// 7.4: a request, if there is one, in clock a = now.
static void take(struct golden *golden) {
    struct unit *const unit = &golden->unit;

    for (unsigned source = 0; source < SOURCES; source++) {
        if (unit->waiting[source] == 0)
            continue;
        unit->works = true;
        unit->source = (enum source)source;
        unit->lane = first_of(unit->waiting[source], unit->turn[source]);
        unit->value = in_force(golden, unit->lane);
        unit->known = golden->now + (divides(golden, unit->lane) ? golden->size.cnt_w + 13u : 1);
        unit->waiting[source] &= ~bit(unit->lane);
        unit->turn[source] = unit->lane + 1;
        if (unit->lane != golden->lanes)
            set_limited(golden, unit->lane);
        return;
    }
}

// The write of clock w = now. It is the choice of clock w + 2 (2.4).
static void write_window(struct golden *golden) {
    struct unit *const unit = &golden->unit;

    golden_at(golden, golden->now + WRITE_TO_CHOICE)->choice.is_write = true;
    golden_at(golden, golden->now + WRITE_TO_COMMIT)->commit = (struct golden_commit){
        PATH_WINDOW, .mask = bit(unit->lane), .lane = unit->lane, .value = unit->value};
    golden->event = golden->now;
    unit->works = false;
    unit->next_write = golden->now + WRITE_SPACING;
    if (unit->source == BUS)
        unit->bus_commits = golden->now + WRITE_TO_COMMIT;
}

static void write_windows(struct golden *golden) {
    struct unit *const unit = &golden->unit;

    if (!unit->works)
        take(golden);
    else if (golden->now >= unit->known && golden->now >= unit->next_write)
        write_window(golden);
    unit->waiting[CALIBRATOR] |= unit->asks;
    unit->asks = 0;
}

// --- calibration: 7.3 --------------------------------------------------------------------------

static uint64_t two_words(const struct golden *golden, unsigned at) {
    return (uint64_t)golden->word[at + 1] << 32 | golden->word[at];
}

// What commits in this clock counts in the sums of its lane. `done` gives nothing back.
static void count(struct golden *golden) {
    const struct record *const taken = golden_at(golden, golden->now - BEAT_TO_COMMIT);
    const uint64_t counting = two_words(golden, R_calibrate_enable) & ~golden->due;

    for (uint64_t left = taken->taken_up & ~bit(golden->done); left != 0; left &= left - 1) {
        const struct completion *const back = &taken->completion[lowest_of(left)];
        const unsigned k = resource_of(&golden->size, back->lane);
        const uint64_t fixed = k == RESOURCE_HBM ? golden->word[R_calibrate_fixed] : 0;
        struct sums *const sums = &golden->sums[back->lane];

        if (back->kind != RETURN_BACK || !(counting & bit(back->lane)) || back->amount == 0 ||
            back->amount == ones(golden->size.cnt_w) || back->amount + fixed > LARGEST ||
            back->observed == 0 || back->observed == PATH_UNKNOWN)
            continue;
        sums->expected += (uint32_t)(back->amount + fixed);
        sums->observed += back->observed;
        if (sums->expected >= golden->word[R_calibrate_work + k] || sums->observed >= OBSERVED_MOST)
            golden->due |= bit(back->lane);
    }
}

// The expectation in quanta.
static uint64_t expectation_of(const struct golden *golden, unsigned lane) {
    const uint32_t *const word = golden->word;
    const uint64_t sum = golden->sums[lane].expected;
    const bool hbm = resource_of(&golden->size, lane) == RESOURCE_HBM;
    const uint64_t quanta = hbm ? ((sum << word[R_quantum_hbm]) * word[R_hbm_reciprocal]) >> 12
                                : sum << word[R_quantum_time];

    return smaller(quanta, EXPECTATION_LARGEST);
}

// The multiplier by the sums of a lane.
static uint32_t moved(const struct golden *golden, unsigned lane) {
    const uint64_t expectation = expectation_of(golden, lane);
    const uint64_t multiplier = golden->word[R_multiplier + lane];
    const unsigned step = golden->word[R_calibrate_step];

    if (expectation == 0)
        return (uint32_t)multiplier;
    const uint64_t ratio = ((uint64_t)golden->sums[lane].observed << 12) / expectation;
    const uint64_t target = smaller(ratio, MULTIPLIER_LARGEST);
    const uint64_t way = target > multiplier ? target - multiplier : multiplier - target;
    const uint64_t part = (way + ones(step)) >> step;
    return (uint32_t)larger(target > multiplier ? multiplier + part : multiplier - part,
                            is_coarse(golden, lane) ? MULTIPLIER_ONE : 1);
}

// The lanes that the write of a register clears.
static uint64_t cleared_by(const struct golden *golden, unsigned at) {
    const uint64_t all = ones(golden->lanes), hbm = ones(golden->size.hbm);
    const uint64_t stages = ones(path_stages(&golden->size)), atomic = stages & ~hbm;
    const unsigned first = golden->reg[at].first, element = at - first;

    switch (first) {
    case R_multiplier:
        return bit(element);
    case R_calibrate_enable:
        return all & ones(32) << 32 * element;
    case R_calibrate_work:
        return element == RESOURCE_HBM ? hbm : element == RESOURCE_ATOMIC ? atomic : all & ~stages;
    case R_calibrate_fixed:
    case R_hbm_reciprocal:
    case R_quantum_hbm:
        return hbm;
    case R_atomic_service:
        return atomic;
    case R_response_fixed:
    case R_response_reciprocal:
        return all & ~stages;
    case R_quantum_time:
        return all & ~hbm;
    case R_calibrate_step:
        return all;
    default:
        return 0;
    }
}

// The lanes that software clears in this clock.
static uint64_t cleared(const struct golden *golden) {
    const struct axi_write *const write = &golden->write;

    return write->performed == golden->now && write->at != NO_REGISTER
               ? cleared_by(golden, write->at)
               : 0;
}

static bool works(const struct golden *golden) {
    return golden->now < golden->calibrator.in_force;
}

// One that is due is at work from this clock on.
static void take_due(struct golden *golden, uint64_t due) {
    struct calibrator *const calibrator = &golden->calibrator;
    const unsigned lane = first_of(due, calibrator->turn);

    *calibrator = (struct calibrator){.turn = lane + 1,
                                      .lane = lane,
                                      .value = moved(golden, lane),
                                      .in_force = golden->now + CALIBRATE_CLOCKS};
    golden->sums[lane] = (struct sums){0};
    golden->due &= ~bit(lane);
}

// The last clock of a work: the multiplier is in force in the next.
static void finish(struct golden *golden) {
    const struct calibrator *const calibrator = &golden->calibrator;
    uint32_t *const multiplier = &golden->word[R_multiplier + calibrator->lane];

    if (calibrator->cleared || *multiplier == calibrator->value)
        return;
    *multiplier = calibrator->value;
    golden->unit.asks |= bit(calibrator->lane);
    golden->word[R_calibrations]++;
}

static void calibrate(struct golden *golden) {
    const uint64_t due = golden->due, clear = cleared(golden);
    struct calibrator *const calibrator = &golden->calibrator;

    count(golden);
    if (!works(golden) && due != 0)
        take_due(golden, due);
    for (uint64_t left = clear; left != 0; left &= left - 1)
        golden->sums[lowest_of(left)] = (struct sums){0};
    golden->due &= ~clear;
    calibrator->cleared = calibrator->cleared || (clear & bit(calibrator->lane)) != 0;
    if (golden->now + 1 == calibrator->in_force)
        finish(golden);
}

void block_windows(struct golden *golden) {
    write_windows(golden);
    calibrate(golden);
}

// 9.5: the unit is free and not asked, no lane is at work or due.
bool block_windows_rest(const struct golden *golden) {
    const struct unit *const unit = &golden->unit;

    return !unit->works && (unit->waiting[BUS] | unit->waiting[CALIBRATOR] | unit->asks) == 0 &&
           golden->due == 0 && !works(golden);
}
