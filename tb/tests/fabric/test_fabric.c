// Fabric and stages: the paper's table 2 in integer picoseconds.
#include "csim/fabric/fabric.h"
#include "csim/fabric/stages.h"
#include "tb/tests/base/fixture.h"

static struct fabric opened(uint64_t seed) {
    const struct config config = config_of(NULL, NULL);
    struct fabric fabric;
    fabric_init(&fabric, &config, seed);
    return fabric;
}

Test(fabric, serialisation_times_are_rounded_up) {
    cr_expect(eq(u64, bytes_ps(80, 200), 3200));
    cr_expect(eq(u64, bytes_ps(4112, 200), 164480));
    cr_expect(eq(u64, bytes_ps(4112, 512), 64250));
    cr_expect(eq(u64, bytes_ps(1, 512), 16)); // 15.625
    cr_expect(eq(u64, bytes_ps(0, 512), 0));
    cr_expect(eq(u64, bytes_ps(UINT32_MAX, 1), UINT64_C(34359738360000)));
}

Test(fabric, takes_the_path_that_is_through_first_ties_to_the_lowest) {
    struct fabric fabric = opened(0);
    // 80 bytes: 3.2 ns, on path 2 6.4 ns; propagation 250, 300, 500, 350 ns plays no part.
    static const struct {
        uint8_t path;
        uint64_t arrive_ps;
    } expected[] = {{0, 253200}, {1, 303200}, {3, 353200}, {0, 256400}, {1, 306400},
                    {2, 506400}, {3, 356400}, {0, 259600}, {1, 309600}, {3, 359600}};
    for (unsigned i = 0; i < COUNT(expected); i++) {
        const struct hop hop = fabric_forward(&fabric, 0, 80, i);
        cr_expect(eq(u8, hop.path, expected[i].path));
        cr_expect(eq(u64, hop.arrive_ps, expected[i].arrive_ps));
    }
}

Test(fabric, an_idle_path_starts_now) {
    struct fabric fabric = opened(0);
    fabric_forward(&fabric, 0, 4112, 0);
    cr_expect(eq(u64, fabric_forward(&fabric, 1000000, 80, 1).arrive_ps, 1253200));
}

Test(fabric, ways_forward_and_back_are_separate) {
    struct fabric fabric = opened(0);
    for (unsigned i = 0; i < 4; i++)
        fabric_forward(&fabric, 0, 4112, i);
    cr_expect(eq(u64, fabric_back(&fabric, 0, 80).arrive_ps, 253200));
}

Test(fabric, seeds_add_two_to_four_ns_forward_whatever_the_order) {
    struct fabric fabric = opened(1), other = opened(1);
    bool differ = false;
    for (uint32_t i = 0; i < 100; i++) {
        const uint64_t now = i * UINT64_C(1000000);
        const uint64_t extra = fabric_forward(&fabric, now, 80, i).arrive_ps - now - 253200;
        cr_expect(extra >= 2000 && extra <= 4000, "%u: %lu", i, (unsigned long)extra);
        // The same operation alone, in another fabric of the same seed.
        cr_expect(eq(u64, extra, fabric_forward(&other, now, 80, i).arrive_ps - now - 253200));
        differ = differ || extra != 2000;
    }
    cr_expect(differ);
    cr_expect(eq(u64, fabric_back(&fabric, 0, 80).arrive_ps, 253200));
}

Test(stages, service_times_are_the_papers) {
    const struct config config = config_of(NULL, NULL);
    struct stages stages;
    stages_init(&stages, &config);
    cr_expect(eq(u64, stages_hbm_ps(&stages, 4112, false), 64250));
    cr_expect(eq(u64, stages_hbm_ps(&stages, 4112, true), 104250));
    cr_expect(eq(u64, stages_hbm_ps(&stages, 272, true), 44250));
    cr_expect(eq(u64, stages_response_ps(&stages, 80), 21250));
    cr_expect(eq(u64, stages_response_ps(&stages, 4112), 84250));
    cr_expect(eq(u64, stages.atomic_ps, 100000));
}

Test(stages, servers_take_one_after_the_other) {
    struct server server = {.free_ps = 0};
    cr_expect(eq(u64, server_serve(&server, 10, 100), 110));
    cr_expect(eq(u64, server_serve(&server, 20, 100), 210));
    cr_expect(eq(u64, server_serve(&server, 500, 7), 507));
    cr_expect(eq(u64, server.wait_max_ps, 90));
    cr_expect(eq(u64, server.busy_ps, 207));
}
