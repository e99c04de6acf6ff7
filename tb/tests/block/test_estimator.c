// What an operation is charged (rtl/spec/estimator.md), as its decision shows it: service
// by opcode, the partition of its address, multipliers, rounding, saturation and quanta. The
// arithmetic over its whole range is test_demand.c; this is its way through the pipeline.
#include <criterion/criterion.h>

#include "tb/tests/block/bench.h"
#include "tb/tests/block/mask.h"

ADMIT(charges_each_opcode_for_what_it_uses) {
    offer(bench, 1, OP_WRITE, 0, 300, 4000);
    steps(bench, DECISION);
    expect_grant(bench, 1, 0, 1);
    expect_demand(bench, 300, 0, 0);
    offer(bench, 2, OP_READ, 0, 300, 4000);
    steps(bench, DECISION);
    expect_grant(bench, 2, 1, 1 | RESPONSE_BIT);
    expect_demand(bench, 4000, 0, response_quanta(4000));
    offer(bench, 3, OP_NOTIFY, 0, 80, 4000);
    steps(bench, DECISION);
    expect_grant(bench, 3, 2, 1);
    expect_demand(bench, 80, 0, 0);
    for (uint8_t opcode = OP_FETCH_ADD; opcode <= OP_FETCH_MAX; opcode++) {
        configure(bench, CONFIG_ATOMIC_SERVICE + opcode, 10u * opcode);
        steps(bench, CONFIG_TO_USE);
        offer(bench, opcode, opcode, 0x1000, 300, opcode == OP_SWAP ? 0 : 16);
        steps(bench, DECISION);
        expect_grant(bench, opcode, opcode - OP_FETCH_ADD + 3u,
                     ATOMIC_BIT | (opcode == OP_SWAP ? 0u : RESPONSE_BIT));
        expect_demand(bench, 0, 10u * opcode, opcode == OP_SWAP ? 0 : response_quanta(16));
        expect(bench, "lane", 0, bench->out.lane);
    }
}

ADMIT(charges_a_read_of_no_bytes_the_fixed_response) {
    offer_read(bench, 1, 4, 0);
    steps(bench, DECISION);
    expect_grant(bench, 1, 0, RESPONSE_BIT);
    expect_demand(bench, 0, 0, RESPONSE_FIXED_RESET);
    expect(bench, "lane of no HBM demand", 0, bench->out.lane);
}

ADMIT(rounds_up_once_at_the_end) {
    set(bench, CONFIG_RESPONSE_FIXED, 1);
    set(bench, CONFIG_RESPONSE_RECIPROCAL, 1);                      // 1 + 3/4096 quanta for 3 bytes
    set(bench, CONFIG_MULTIPLIER + RESPONSE_LANE, 0x8000 | 0x0fff); // times 4095/4096
    admit_read(bench, 1, 0, 3, 0);
    expect_demand(bench, 3, 0, 2); // 1.00049: a rounding before the product would have given 1
    set(bench, CONFIG_MULTIPLIER + RESPONSE_LANE, 0x8000 | 0x0ff0);
    admit_read(bench, 2, 0, 3, 1);
    expect_demand(bench, 3, 0, 1);
    set(bench, CONFIG_MULTIPLIER + 0, 0x8000 | 0x1001);
    admit_write(bench, 3, 0, 1, 2);
    expect_demand(bench, 2, 0, 0);
    set(bench, CONFIG_MULTIPLIER + ATOMIC_LANE, 0x8000 | 0x3fff);
    admit_atomic(bench, 4, 0, 3);
    expect_demand(bench, 0, 6400, 0); // 6399.6
}

ADMIT(a_multiplier_counts_only_when_enabled_and_on_its_lane) {
    set(bench, CONFIG_MULTIPLIER + 2, 0x2000); // not enabled
    admit_write(bench, 1, 2, 100, 0);
    expect_demand(bench, 100, 0, 0);
    set(bench, CONFIG_MULTIPLIER + 2, 0x6000); // frozen, not enabled
    admit_write(bench, 2, 2, 100, 1);
    expect_demand(bench, 100, 0, 0);
    set(bench, CONFIG_MULTIPLIER + 2, 0xe000); // frozen and enabled
    admit_write(bench, 3, 2, 100, 2);
    expect_demand(bench, 200, 0, 0);
    admit_write(bench, 4, 3, 100, 3);
    expect_demand(bench, 100, 0, 0);
    set(bench, CONFIG_MULTIPLIER + 3, 0x8000); // times zero: not used
    offer_write(bench, 5, 3, 100);
    steps(bench, DECISION);
    expect_grant(bench, 5, 4, 0);
}

ADMIT(a_saturated_demand_is_above_every_window) {
    set(bench, CONFIG_MULTIPLIER + 1, 0xbfff);
    configure(bench, CONFIG_WINDOW + 1, UINT32_MAX);
    steps(bench, CONFIG_TO_USE + 1);
    expect(bench, "largest window", UINT32_MAX - 1, bench->out.window_value);
    offer_write(bench, 1, 1, UINT32_MAX);
    steps(bench, DECISION);
    expect_reject(bench, 1, 1 << 1);
    expect_demand(bench, UINT32_MAX, 0, 0);
    set(bench, CONFIG_MULTIPLIER + 1, 0x1000);
    admit_write(bench, 2, 1, UINT32_MAX - 1, 0); // the largest that fits
    expect_debt(bench, 1, UINT32_MAX - 1);
    offer_write(bench, 3, 1, UINT32_MAX - 1); // the sum has one bit more
    steps(bench, DECISION);
    expect_deny(bench, 3, 1 << 1);
}

ADMIT(coarser_quanta_shrink_the_demands) {
    set(bench, CONFIG_QUANTUM_HBM, 4);
    set(bench, CONFIG_QUANTUM_TIME, 15);
    admit_read(bench, 1, 0, 4112, 0);
    expect_demand(bench, 257, 0, 1);
    admit_read(bench, 2, 0, 4113, 1);
    expect_demand(bench, 258, 0, 1);
    admit_atomic(bench, 3, 0, 2);
    expect_demand(bench, 0, 1, 0);
}

ADMIT(maps_an_address_to_its_partition_by_parity) {
    static const struct {
        uint64_t address;
        unsigned lane;
    } map[] = {{0x0fff, 0},  {0x1000, 1},  {0x2000, 2},  {0x4000, 4},  {0x8000, 1},
               {0x9000, 0},  {0x3f000, 0}, {0x17000, 5}, {0x40000, 0}, {0xffffffff00000fff, 0},
               {0x20000, 4}, {0x15000, 7}};
    for (unsigned i = 0; i < sizeof map / sizeof *map; i++) {
        offer(bench, i, OP_WRITE, map[i].address, 10, 0);
        steps(bench, DECISION);
        expect_grant(bench, i, i, 1u << map[i].lane);
        expect(bench, "lane", map[i].lane, bench->out.lane);
    }
    for (unsigned bit = 0; bit < MAP_MASKS; bit++) { // each from two bits of the high half
        set(bench, CONFIG_MAP_MASK + 2 * bit, 0);
        set(bench, CONFIG_MAP_MASK + 2 * bit + 1, 0x80000001u << bit | 0x10000000);
    }
    offer(bench, 20, OP_WRITE, UINT64_C(0x1000000000000000), 10, 0);
    steps(bench, DECISION);
    expect(bench, "lane", 7, bench->out.lane);
    offer(bench, 21, OP_WRITE, UINT64_C(0x8000000000000fff), 10, 0);
    steps(bench, DECISION);
    expect(bench, "lane", 1, bench->out.lane);
    offer(bench, 22, OP_WRITE, UINT64_C(0x00000002fffff000), 10, 0);
    steps(bench, DECISION);
    expect(bench, "lane", 2, bench->out.lane);
}

ADMIT(estimates_with_the_registers_of_the_clock_of_the_offer) {
    configure(bench, CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD, 10);
    steps(bench, CONFIG_TO_USE - 1);
    offer_atomic(bench, 1, 0); // the write is in force in the next clock
    step(bench);
    configure(bench, CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD, 20);
    offer_atomic(bench, 2, 0);
    steps(bench, DECISION - 1);
    expect_demand(bench, 0, ATOMIC_SERVICE_RESET, 0);
    step(bench);
    expect_demand(bench, 0, 10, 0);
    admit_atomic(bench, 3, 0, 2);
    expect_demand(bench, 0, 20, 0);
}
