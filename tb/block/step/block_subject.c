// The whole block.
#include "tb/block/dut/block_rtl.h"
#include "tb/block/step/subject.h"

const bool subject_has_bus = true;

struct block_model subject_rtl(struct path_size *size) {
    return block_rtl_open(size);
}

struct block_model subject_golden(const struct path_size *size) {
    return block_golden_model(size);
}

bool subject_waves(const struct block_model *rtl, const char *path, uint64_t from, uint64_t to) {
    return block_rtl_waves(rtl, path, from, to);
}

const char *subject_finding(const struct block_model *rtl) {
    return block_rtl_finding(rtl);
}

static uint32_t scaled(struct rng *rng, unsigned bits) {
    return (uint32_t)rng_below(rng, UINT64_C(1) << rng_below(rng, bits + 1));
}

void subject_bring_up(struct world *world, struct bus *bus) {
    struct path_in *settings = &world->in;
    world->fixed = world->closed = true;
    settings->hold = rng_chance(&bus->rng, 1, 2) ? (uint16_t)rng_next(&bus->rng) : 0;
    settings->small_limit = scaled(&bus->rng, world->size.wire_w);
    bus_want(bus, BLOCK_HOLD, settings->hold);
    bus_want(bus, BLOCK_SMALL_LIMIT, settings->small_limit);
    bus_want(bus, BLOCK_QUANTUM_HBM, scaled(&bus->rng, 4));
    bus_want(bus, BLOCK_QUANTUM_TIME, scaled(&bus->rng, 4));
    bus->hammers = rng_chance(&bus->rng, 1, 4);
    bus->not_heard = rng_chance(&bus->rng, 1, 4) ? 99 : 25;
    if (rng_chance(&bus->rng, 1, 2))
        bus_keep(bus, BLOCK_MESSAGE_INTERVAL, scaled(&bus->rng, 6));
    if (rng_chance(&bus->rng, 1, 2))
        bus_keep(bus, BLOCK_AGE_LIMIT, scaled(&bus->rng, 3));
    if (rng_chance(&bus->rng, 1, 2))
        return;
    const unsigned lanes = path_lanes(&world->size);
    const uint32_t enabled = UINT32_MAX >> (lanes < 32 ? 32 - lanes : 0);
    bus_keep(bus, BLOCK_CALIBRATE_ENABLE, enabled);
    if (rng_chance(&bus->rng, 1, 2)) { // limits that are reached from both sides
        bus_keep(bus, BLOCK_MULTIPLIER_MIN, 4096 - scaled(&bus->rng, 11));
        bus_keep(bus, BLOCK_MULTIPLIER_MAX, 4096 + scaled(&bus->rng, 11));
    }
    if (bus->tunes) // its own way
        return;
    bus_keep(bus, BLOCK_CLOCK_QUANTA, UINT32_C(1) << rng_below(&bus->rng, 16));
    bus_keep(bus, BLOCK_TUNE_INTERVAL, scaled(&bus->rng, 8));
    bus_keep(bus, BLOCK_TUNE_ENABLE, enabled);
}
