#include "csim/evaluation/neighbour.h"

#include <assert.h>

static const struct neighbour {
    const char *name;
    int operations, spacing; // change, per cent
    int period, phase;       // change, operations
} neighbours[NEIGHBOURS] = {
    {"operations -10 %", .operations = -10},
    {"operations -5 %", .operations = -5},
    {"operations +5 %", .operations = 5},
    {"operations +10 %", .operations = 10},
    {"spacing -10 %", .spacing = -10},
    {"spacing -5 %", .spacing = -5},
    {"spacing +5 %", .spacing = 5},
    {"spacing +10 %", .spacing = 10},
    {"period -1", .period = -1},
    {"period +1", .period = 1},
    {"phase -1", .phase = -1},
    {"phase +1", .phase = 1},
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
    config->operations = scaled(config->operations, neighbour->operations);
    config->spacing_ps = scaled(config->spacing_ps, neighbour->spacing);
    if (neighbour->period || neighbour->phase)
        move(config, neighbour->period, neighbour->phase);
}

const char *neighbour_name(unsigned number) {
    assert(number <= NEIGHBOURS);
    return number ? neighbours[number - 1].name : "";
}
