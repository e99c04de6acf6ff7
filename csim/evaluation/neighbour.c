#include "csim/evaluation/neighbour.h"

#include <assert.h>

enum key { OPERATIONS, SPACING, PERIOD, PHASE };

static const struct neighbour {
    const char *name;
    enum key key;
    int change; // per cent of operations and spacing, operations of period and phase
} neighbours[NEIGHBOURS] = {
    {"operations -10 %", OPERATIONS, -10},
    {"operations -5 %", OPERATIONS, -5},
    {"operations +5 %", OPERATIONS, 5},
    {"operations +10 %", OPERATIONS, 10},
    {"spacing -10 %", SPACING, -10},
    {"spacing -5 %", SPACING, -5},
    {"spacing +5 %", SPACING, 5},
    {"spacing +10 %", SPACING, 10},
    {"period -1", PERIOD, -1},
    {"period +1", PERIOD, 1},
    {"phase -1", PHASE, -1},
    {"phase +1", PHASE, 1},
};

// By so many per cent, or the whole number next to that on this side of it.
static uint64_t scaled(uint64_t value, int percent) {
    return (uint64_t)((int64_t)value + (int64_t)value * percent / 100);
}

// Without latency-sensitive operations (a period of 0) there is nothing to move; a period of 1 is
// the shortest.
static void move(struct config *config, int by_period, int by_phase) {
    if (config->urgent_period == 0)
        return;
    const int64_t period = (int64_t)config->urgent_period + by_period;
    config->urgent_period = period > 0 ? (uint64_t)period : 1;
    const int64_t phase = (int64_t)(config->urgent_phase + config->urgent_period) + by_phase;
    config->urgent_phase = (uint64_t)phase % config->urgent_period;
}

void neighbour_apply(struct config *config, unsigned number) {
    assert(number <= NEIGHBOURS);
    if (number == 0)
        return;
    const struct neighbour *neighbour = &neighbours[number - 1];
    switch (neighbour->key) {
    case OPERATIONS:
        config->operations = scaled(config->operations, neighbour->change);
        break;
    case SPACING:
        config->spacing_ps = scaled(config->spacing_ps, neighbour->change);
        break;
    case PERIOD:
        move(config, neighbour->change, 0);
        break;
    case PHASE:
        move(config, 0, neighbour->change);
        break;
    }
}

const char *neighbour_name(unsigned number) {
    assert(number <= NEIGHBOURS);
    return number ? neighbours[number - 1].name : "";
}
