#include "tb/tests/block/drawn.h"

#include <criterion/criterion.h>
#include <string.h>

void drawn_open(struct drawn *drawn, const struct path_size *size, const char *profile,
                uint64_t seed) {
    const uint32_t most = (UINT32_C(1) << size->wire_w) - 1;
    unsigned i = 0;
    memset(drawn, 0, sizeof *drawn);
    while (i < WORLD_PROFILE_COUNT && strcmp(WORLD_PROFILES[i].name, profile) != 0)
        i++;
    cr_assert(i < WORLD_PROFILE_COUNT, "%s", profile);
    drawn->golden = block_golden_model(size);
    cr_assert(drawn->golden.self);
    world_begin(&drawn->world, size, &WORLD_PROFILES[i], seed);
    bus_begin(&drawn->bus, size, seed, WORLD_PROFILES[i].write);
    drawn->bus.not_heard = 25;
    drawn->world.in.small_limit = most < 512 ? most : 512; // registers.md, 9.1
    view_begin(&drawn->view, size);
    drawn->listener = view_listener(&drawn->view);
}

void drawn_close(struct drawn *drawn) {
    drawn->golden.close(drawn->golden.self);
}

void drawn_clock(struct drawn *drawn) {
    const uint64_t clock = drawn->world.clock;
    struct world_truth truth;
    drawn->golden.show(drawn->golden.self, &drawn->out);
    world_drive(&drawn->world, &drawn->out.path, &drawn->in.path, &truth);
    bus_surround(&drawn->bus, &drawn->out, &drawn->in, drawn->world.calm);
    if (drawn->before)
        drawn->before(drawn, drawn->self);
    drawn->listener.hear(drawn->listener.self, clock, &drawn->out, &drawn->in);
    drawn->golden.clock(drawn->golden.self, &drawn->in);
}
