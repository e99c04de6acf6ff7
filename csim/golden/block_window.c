// windows.md, 7.1, 7.2 and 7.5: the windows in force, the unit that writes them, and what becomes
// of a lane that calibrator or tuner works at.
#include "csim/golden/block_state.h"

enum { WRITE_TO_COMMIT = 4, WRITE_SPACING = 4 };

// 7.1
static uint32_t in_force(const struct block_golden *golden, uint32_t window, uint32_t multiplier) {
    const uint64_t scaled = ((uint64_t)window << 12) / multiplier;

    if (window == 0)
        return 0;
    return (uint32_t)block_smaller(block_larger(scaled, 1), golden->widest);
}

// 7.2: the bus asks for the lane that the unit took for calibrator or tuner, in this clock or
// before.
void block_overrule(struct unit *next, unsigned lane) {
    if (next->works && next->source != BUS && next->lane == lane)
        next->works = false;
}

// 7.2: the write of this clock.
bool block_unit_writes(const struct block_state *is) {
    return is->unit.works && is->now >= is->unit.known && is->now >= is->unit.next_write;
}

// 7.5: of a set that is not empty, the first lane at or above the turn, wrapping.
static unsigned first_of(uint64_t set, unsigned turn) {
    unsigned lane = turn;

    while (!(set >> lane & 1))
        lane = (lane + 1) % 64;
    return lane;
}

// 7.2: the value, and the clocks after this one from which it is known.
static unsigned work_out(const struct block_clock *c, unsigned lane, uint32_t *value) {
    const uint32_t *const word = c->is->word;

    if (lane == c->golden->lanes) {
        *value = word[R_command_limit];
        return 1;
    }
    *value = in_force(c->golden, word[R_window + lane], word[R_multiplier + lane]);
    if (word[R_window + lane] == 0 || word[R_multiplier + lane] == MULTIPLIER_ONE)
        return 1;
    return c->golden->size.cnt_w + 13u;
}

// 7.2: a request of a source, in clock a = now.
static void take(const struct block_clock *c, enum source source, struct unit *next) {
    const unsigned lane = first_of(c->is->unit.waiting[source], c->is->unit.turn[source]);

    next->waiting[source] &= ~(UINT64_C(1) << lane);
    next->turn[source] = lane + 1;
    next->works = true;
    next->source = source;
    next->lane = lane;
    next->known = c->is->now + work_out(c, lane, &next->value);
}

void block_unit(const struct block_clock *c, struct block_state *next) {
    const struct unit *const unit = &c->is->unit;

    if (block_unit_writes(c->is)) {
        next->unit.works = false;
        next->unit.next_write = c->is->now + WRITE_SPACING;
        if (unit->source == BUS)
            next->unit.bus_commits = c->is->now + WRITE_TO_COMMIT;
    }
    for (unsigned source = 0; source < SOURCES && !unit->works; source++) {
        if (unit->waiting[source] != 0) {
            take(c, (enum source)source, &next->unit);
            break;
        }
    }
    for (unsigned source = 0; source < SOURCES; source++) {
        next->unit.waiting[source] |= unit->asks[source];
        next->unit.asks[source] = 0;
    }
}

// 9.5: free, and nobody waits.
bool block_unit_rests(const struct block_state *is) {
    for (unsigned source = 0; source < SOURCES; source++)
        if (is->unit.waiting[source] != 0 || is->unit.asks[source] != 0)
            return false;
    return !is->unit.works;
}

// A clock of a worker that works, on registers from `base` on. Whether it is the last, in which the
// lane's register changes.
bool block_work(const struct block_clock *c, struct worker *next, unsigned base, unsigned enable) {
    if (c->performs == base + next->lane)
        next->overwritten = true;
    if (next->in_force != c->is->now + 1)
        return false;
    next->works = false;
    return next->differs && !next->overwritten && block_enabled(c->is, enable, next->lane);
}
