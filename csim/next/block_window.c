// windows.md, 7.1, 7.2 and 7.5: the windows in force, and the unit that writes them.
#include "csim/next/block_state.h"

// 7.1
uint32_t block_in_force(const struct block_golden *golden, uint32_t window, unsigned multiplier) {
    const uint64_t scaled = ((uint64_t)window << 12) / multiplier;

    if (window == 0)
        return 0;
    return (uint32_t)block_smaller(block_larger(scaled, 1), block_widest(golden));
}

// 7.2: the bus asks for the lane that the unit took for calibrator or tuner, in this clock or
// before.
void block_overrule(struct unit *next, unsigned lane) {
    if (next->works && next->source != SOURCE_BUS && next->lane == lane)
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

// 7.2: a request of a source, in clock a = now.
static void take(const struct block_clock *c, enum unit_source source, struct unit *next) {
    const struct block_golden *const golden = c->golden;
    const struct settings *const settings = &c->is->settings;
    const unsigned lane = first_of(c->is->unit.waiting[source], c->is->unit.turn[source]);
    const bool limit = lane == golden->lanes;
    const bool divides =
        !limit && settings->window[lane] != 0 && settings->multiplier[lane] != MULTIPLIER_ONE;

    next->waiting[source] &= ~(UINT64_C(1) << lane);
    next->turn[source] = lane + 1;
    next->works = true;
    next->source = source;
    next->lane = lane;
    next->value = limit
                      ? settings->command_limit
                      : block_in_force(golden, settings->window[lane], settings->multiplier[lane]);
    next->known = c->is->now + (divides ? golden->size.cnt_w + 13u : 1u);
}

// 7.2: the unit in this clock.
void block_unit(const struct block_clock *c, struct block_state *next) {
    const struct unit *const unit = &c->is->unit;

    if (block_unit_writes(c->is)) {
        next->unit.works = false;
        next->unit.next_write = c->is->now + WRITE_SPACING;
        if (unit->source == SOURCE_BUS)
            next->unit.bus_commits = c->is->now + WRITE_TO_COMMIT;
    }
    for (unsigned source = 0; source < SOURCES && !unit->works; source++) {
        if (unit->waiting[source] != 0) {
            take(c, (enum unit_source)source, &next->unit);
            break;
        }
    }
    for (unsigned source = 0; source < SOURCES; source++) {
        next->unit.waiting[source] |= unit->asks[source];
        next->unit.asks[source] = 0;
    }
}

bool block_unit_rests(const struct block_state *is) {
    for (unsigned source = 0; source < SOURCES; source++)
        if (is->unit.waiting[source] != 0 || is->unit.asks[source] != 0)
            return false;
    return !is->unit.works;
}
