// Calibration (windows.md, 7.3), as it follows from what the trace shows and software wrote.
#include "tb/block/ref_state/map.h"
#include "tb/block/ref_state/parts.h"

enum { CLOCKS = 64, ONE = 4096, MOST = 16383, HBM = 0, ATOMIC = 1 };

static uint32_t reg_of(const struct ref_state *ref, unsigned word) {
    return ref->registers[word];
}

static unsigned quantum(const struct ref_state *ref, unsigned lane) {
    return reg_of(ref, lane_kind(&ref->size, lane) == HBM ? R_quantum_hbm : R_quantum_time);
}

uint32_t ref_effective(const struct ref_state *ref, unsigned lane, uint32_t multiplier) {
    uint32_t value = multiplier;
    if (value > reg_of(ref, R_multiplier_max))
        value = reg_of(ref, R_multiplier_max);
    if (value < reg_of(ref, R_multiplier_min))
        value = reg_of(ref, R_multiplier_min);
    return quantum(ref, lane) > 0 && value < ONE ? ONE : value;
}

// --- software ----------------------------------------------------------------------------------

// The lanes that an accepted write of a register clears.
static uint64_t clears(const struct ref_state *ref, unsigned word) {
    uint64_t lanes = 0;
    for (unsigned lane = 0; lane < path_lanes(&ref->size); lane++) {
        const unsigned k = lane_kind(&ref->size, lane);
        const bool hbm = k == HBM, atomic = k == ATOMIC;
        const bool is =
            word == R_multiplier + lane || word == R_calibrate_enable + lane / 32 ||
            word == R_calibrate_work + k || word == R_calibrate_step ||
            (hbm &&
             (word == R_calibrate_fixed || word == R_hbm_reciprocal || word == R_quantum_hbm)) ||
            (atomic && word >= R_atomic_service && word < R_response_fixed) ||
            (!hbm && !atomic && (word == R_response_fixed || word == R_response_reciprocal)) ||
            (!hbm && word == R_quantum_time);
        lanes |= (uint64_t)is << lane;
    }
    return lanes;
}

void ref_learn_written(struct ref_state *ref, unsigned word) {
    struct ref_learn *learn = &ref->learn;
    const uint64_t lanes = clears(ref, word);
    for (unsigned lane = 0; lane < path_lanes(&ref->size); lane++)
        if (lanes >> lane & 1)
            learn->expected[lane] = learn->observed[lane] = 0;
    learn->due &= ~lanes;
    learn->spoilt |= learn->works && lanes >> learn->lane & 1;
}

// A multiplier is in force from the clock after its write on, and answered when its window is.
static void multiplier_written(struct ref_state *ref) {
    const struct ref_bus *bus = &ref->bus;
    const unsigned word = bus->address / 4, lane = word - R_multiplier;
    if (!bus->performed || bus->answered || bus->performed_at + 1 != ref->clock ||
        bus->address % 4 || word < R_multiplier || lane >= path_lanes(&ref->size))
        return;
    ref_learn_written(ref, word);
    ref_learn_moves(ref, lane, bus->data);
}

void ref_learn_moves(struct ref_state *ref, unsigned lane, uint32_t multiplier) {
    uint32_t *const now = &ref->registers[R_multiplier + lane];
    ref->learn.before[lane] = *now;
    ref->learn.moved_at[lane] = ref->clock;
    *now = multiplier;
}

void ref_learn_asks(struct ref_state *ref, uint64_t lanes) {
    ref->learn.asked |= lanes;
    ref->learn.owed |= lanes;
    for (uint64_t left = lanes; left; left &= left - 1)
        ref->learn.asked_at[__builtin_ctzll(left)] = ref->clock;
}

// Their windows do. One that was asked for lately may have been taken before that.
void ref_learn_commits(struct ref_state *ref, uint64_t lanes) {
    const uint64_t clocks = ref->size.cnt_w + 24;
    ref->learn.owed &= ~lanes;
    ref->learn.taken |= lanes;
    for (uint64_t left = lanes & ref->learn.asked; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(left);
        if (!ref->bus.performed && ref->learn.asked_at[lane] + clocks < ref->clock)
            ref->learn.asked &= ~(UINT64_C(1) << lane);
    }
}

// --- the calibrator ----------------------------------------------------------------------------

static uint32_t next_multiplier(const struct ref_state *ref, unsigned lane) {
    const uint64_t sum = ref->learn.expected[lane];
    const int64_t old = reg_of(ref, R_multiplier + lane);
    uint64_t expectation = sum << quantum(ref, lane);
    if (lane_kind(&ref->size, lane) == HBM)
        expectation = expectation * reg_of(ref, R_hbm_reciprocal) / ONE;
    if (expectation > (1u << 24) - 1)
        expectation = (1u << 24) - 1;
    if (expectation == 0)
        return (uint32_t)old;
    int64_t target = (int64_t)((uint64_t)ref->learn.observed[lane] * ONE / expectation);
    target = target > MOST ? MOST : target;
    const int64_t part = INT64_C(1) << reg_of(ref, R_calibrate_step);
    const int64_t least = quantum(ref, lane) > 0 ? ONE : 1;
    const int64_t value = target > old ? old + (target - old + part - 1) / part
                                       : old - (old - target + part - 1) / part;
    return (uint32_t)(value < least ? least : value);
}

static void finish(struct ref_state *ref) {
    struct ref_learn *learn = &ref->learn;
    learn->works = false;
    if (learn->spoilt || learn->value == reg_of(ref, R_multiplier + learn->lane))
        return;
    ref_learn_moves(ref, learn->lane, learn->value);
    learn->moves++;
    ref_learn_asks(ref, UINT64_C(1) << learn->lane);
}

static void take(struct ref_state *ref) {
    struct ref_learn *learn = &ref->learn;
    const unsigned lanes = path_lanes(&ref->size);
    unsigned lane = learn->turn;
    while (!(learn->due >> lane & 1))
        lane = (lane + 1) % lanes;
    learn->works = true;
    learn->spoilt = false;
    learn->lane = lane;
    learn->value = next_multiplier(ref, lane);
    learn->ends = ref->clock + CLOCKS;
    learn->turn = (lane + 1) % lanes;
    learn->expected[lane] = learn->observed[lane] = 0;
    learn->due &= ~(UINT64_C(1) << lane);
}

static bool enabled(const struct ref_state *ref, unsigned lane) {
    return reg_of(ref, R_calibrate_enable + lane / 32) >> lane % 32 & 1;
}

// What a channel reports in this clock.
static void count(struct ref_state *ref, unsigned channel, uint64_t due) {
    const struct path_out *const path = &ref->out->path;
    struct ref_learn *learn = &ref->learn;
    const unsigned lane = path->return_lane[channel], k = lane_kind(&ref->size, lane);
    const uint64_t amount = path->return_amount[channel];
    const uint32_t service = ref_past(ref, 3)->observed[channel];
    const uint64_t adds = amount + (k == HBM ? reg_of(ref, R_calibrate_fixed) : 0);
    if (path->return_kind[channel] != RETURN_BACK || !enabled(ref, lane) || due >> lane & 1)
        return;
    if (amount == 0 || amount == UINT32_MAX >> (32 - ref->size.cnt_w) || adds >> 19 ||
        service == 0 || service == UINT16_MAX)
        return;
    learn->expected[lane] += (uint32_t)adds;
    learn->observed[lane] += service;
    if (learn->expected[lane] >= reg_of(ref, R_calibrate_work + k) || learn->observed[lane] >> 18)
        learn->due |= UINT64_C(1) << lane;
}

void ref_learn_enter(struct ref_state *ref) {
    struct ref_learn *learn = &ref->learn;
    multiplier_written(ref);
    const uint64_t due = learn->due;
    if (learn->works && learn->ends == ref->clock)
        finish(ref);
    if (!learn->works && due != 0)
        take(ref);
    for (unsigned channel = 0; channel + 1 < path_channels(&ref->size); channel++)
        if (ref->reports >> channel & 1)
            count(ref, channel, due);
}
