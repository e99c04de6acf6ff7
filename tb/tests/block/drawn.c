#include "tb/tests/block/drawn.h"

#include <criterion/criterion.h>
#include <string.h>

void drawn_open(struct drawn *drawn, const struct path_size *size, bool has_bus,
                const char *profile, uint64_t seed) {
    unsigned i = 0;
    memset(drawn, 0, sizeof *drawn);
    while (i < WORLD_PROFILE_COUNT && strcmp(WORLD_PROFILES[i].name, profile) != 0)
        i++;
    cr_assert(i < WORLD_PROFILE_COUNT, "%s", profile);
    if (has_bus)
        drawn->block = block_golden_open(size);
    else
        drawn->path = path_golden_open(size);
    cr_assert(drawn->block || drawn->path);
    world_begin(&drawn->world, size, &WORLD_PROFILES[i], seed);
    bus_begin(&drawn->bus, size, seed, WORLD_PROFILES[i].write);
    drawn->bus.not_heard = 25;
    if (has_bus) { // registers.md, 9.1: what the transport must know
        const uint32_t most = (UINT32_C(1) << size->wire_w) - 1;
        drawn->world.fixed = true;
        drawn->world.in.small_limit = most < 512 ? most : 512;
        drawn->world.in.hold = 0;
    }
    view_begin(&drawn->view, size, has_bus);
    drawn->listener = view_listener(&drawn->view);
}

void drawn_close(struct drawn *drawn) {
    if (drawn->block)
        block_golden_close(drawn->block);
    if (drawn->path)
        path_golden_close(drawn->path);
}

void drawn_clock(struct drawn *drawn) {
    const uint64_t clock = drawn->world.clock;
    struct world_truth truth;
    memset(&drawn->out, 0, sizeof drawn->out);
    if (drawn->block)
        block_golden_show(drawn->block, &drawn->out);
    else
        path_golden_show(drawn->path, &drawn->out.path);
    world_drive(&drawn->world, &drawn->out.path, &drawn->in.path, &truth);
    if (drawn->block)
        bus_surround(&drawn->bus, &drawn->out, &drawn->in, drawn->world.calm);
    if (drawn->before)
        drawn->before(drawn, drawn->self);
    drawn->listener.hear(drawn->listener.self, clock, &drawn->out, &drawn->in);
    if (drawn->block)
        block_golden_clock(drawn->block, &drawn->in);
    else
        path_golden_clock(drawn->path, &drawn->in.path);
}
