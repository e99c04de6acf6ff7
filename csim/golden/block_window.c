// windows.md, 7.1, 7.2 and 7.5: the windows in force, the unit that writes them, and what becomes
// of a lane that calibrator or tuner works at.
#include "csim/golden/state.h"

// 7.1
static uint32_t in_force(const struct golden *golden, uint32_t window, uint32_t multiplier) {
    const uint64_t scaled = ((uint64_t)window << 12) / multiplier;

    if (window == 0)
        return 0;
    return (uint32_t)smaller(larger(scaled, 1), golden->widest);
}

// 7.2: the bus asks for the lane that the unit took for calibrator or tuner, in this clock or
// before.
void block_overrule(struct golden *golden, unsigned lane) {
    struct unit *const unit = &golden->unit;

    if (unit->source != BUS && unit->lane == lane)
        unit->works = false;
}

// 7.5: of a set that is not empty, the first lane at or above the turn, wrapping.
static unsigned first_of(uint64_t set, unsigned turn) {
    unsigned lane = turn;

    while (!(set & bit(lane)))
        lane = (lane + 1) % 64;
    return lane;
}

// 7.2: the value, and the clocks after this one from which it is known.
static unsigned work_out(const struct golden *golden, unsigned lane, uint32_t *value) {
    const uint32_t window = golden->word[R_window + lane];
    const uint32_t multiplier = golden->word[R_multiplier + lane];

    if (lane == golden->lanes) {
        *value = golden->word[R_command_limit];
        return 1;
    }
    *value = in_force(golden, window, multiplier);
    return window == 0 || multiplier == MULTIPLIER_ONE ? 1 : golden->size.cnt_w + 13u;
}

// 7.2: a request of a source, in clock a = now.
static void take(struct golden *golden, enum source source) {
    struct unit *const unit = &golden->unit;
    const unsigned lane = first_of(unit->waiting[source], unit->turn[source]);

    unit->waiting[source] &= ~bit(lane);
    unit->turn[source] = lane + 1;
    unit->works = true;
    unit->source = source;
    unit->lane = lane;
    unit->known = golden->now + work_out(golden, lane, &unit->value);
}

// 7.2: the write of clock w = now. It is the choice of clock w + 2 (2.4).
static void write_window(struct golden *golden) {
    struct unit *const unit = &golden->unit;
    uint32_t *const window = unit->lane == golden->lanes ? &golden->command_limit
                                                         : &golden->word[R_in_force + unit->lane];

    golden_at(golden, golden->now + WRITE_TO_CHOICE)->choice.is_write = true;
    golden_at(golden, golden->now + WRITE_TO_COMMIT)->commit = (struct commit){
        PATH_WINDOW, .mask = bit(unit->lane), .window = window, .value = unit->value};
    golden->event = golden->now;
    unit->works = false;
    unit->next_write = golden->now + WRITE_SPACING;
    if (unit->source == BUS)
        unit->bus_commits = golden->now + WRITE_TO_COMMIT;
}

void block_unit(struct golden *golden) {
    struct unit *const unit = &golden->unit;

    if (!unit->works) {
        for (unsigned source = 0; source < SOURCES && !unit->works; source++)
            if (unit->waiting[source] != 0)
                take(golden, (enum source)source);
    } else if (golden->now >= unit->known && golden->now >= unit->next_write) {
        write_window(golden);
    }
    for (unsigned source = 0; source < SOURCES; source++) {
        unit->waiting[source] |= unit->asks[source];
        unit->asks[source] = 0;
    }
}

// 9.5: free, and nobody waits.
bool block_unit_rests(const struct golden *golden) {
    for (unsigned source = 0; source < SOURCES; source++)
        if (golden->unit.waiting[source] != 0 || golden->unit.asks[source] != 0)
            return false;
    return !golden->unit.works;
}

// A sample or a look begins in this clock; its register, of those from `base` on, is to have this
// value after some clocks.
void block_begin(struct golden *golden, struct worker *worker, unsigned base, uint32_t value,
                 unsigned clocks) {
    worker->works = true;
    worker->value = value;
    worker->differs = value != golden->word[base + worker->lane];
    worker->overwritten = golden->performs == base + worker->lane;
    worker->in_force = golden->now + clocks;
}

// A clock of a worker that works. Whether it is the last, in which the lane's register changes, and
// the unit is asked for its window.
bool block_work(struct golden *golden, struct worker *worker, unsigned base, enum source source,
                unsigned enable) {
    if (golden->performs == base + worker->lane)
        worker->overwritten = true;
    if (worker->in_force != golden->now + 1)
        return false;
    worker->works = false;
    if (!worker->differs || worker->overwritten || !is_enabled(golden, enable, worker->lane))
        return false;
    golden->word[base + worker->lane] = worker->value;
    golden->unit.asks[source] |= bit(worker->lane);
    return true;
}
