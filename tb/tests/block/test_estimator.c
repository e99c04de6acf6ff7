// What an operation is charged (rtl/spec/estimator.md), as its decision shows it: service
// by opcode, the partition of its address, multipliers, rounding, saturation and quanta. The
// arithmetic over its whole range is test_demand.c; this is its way through the pipeline.
#include "tb/tests/block/bench.h"

ADMIT(charges_each_opcode_for_what_it_uses) {
    for (uint8_t opcode = OP_WRITE; opcode <= OP_NOTIFY; opcode++) {
        const bool read = opcode == OP_READ;
        offer(bench, opcode, opcode, 0, 300, 4000);
        expect_grant(steps(bench, DECISION), opcode, opcode, read ? 1 | RESPONSE_BIT : 1);
        expect_demand(bench, read ? 4000 : 300, 0, read ? response_quanta(4000) : 0);
    }
    for (uint8_t opcode = OP_FETCH_ADD; opcode <= OP_FETCH_MAX; opcode++) {
        steps(configure(bench, CONFIG_ATOMIC_SERVICE + opcode, 10u * opcode), CONFIG_TO_USE);
        offer(bench, opcode, opcode, 0x1000, 300, opcode == OP_SWAP ? 0 : 16);
        expect_grant(steps(bench, DECISION), opcode, opcode - OP_FETCH_ADD + 3u,
                     ATOMIC_BIT | (opcode == OP_SWAP ? 0u : RESPONSE_BIT));
        expect_demand(bench, 0, 10u * opcode, opcode == OP_SWAP ? 0 : response_quanta(16));
        EXPECT_OUT(bench, lane, 0);
    }
}

ADMIT(charges_a_read_of_no_bytes_the_fixed_response) {
    expect_grant(decide_read(bench, 1, 4, 0), 1, 0, RESPONSE_BIT);
    expect_demand(bench, 0, 0, RESPONSE_FIXED_RESET);
    EXPECT_OUT(bench, lane, 0);
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
    static const struct {
        uint16_t word; // of lane 2
        unsigned lane;
        uint32_t demand;          // of 100 bytes
    } rows[] = {{0x2000, 2, 100}, // not enabled
                {0x6000, 2, 100}, // frozen, not enabled
                {0xe000, 2, 200}, // frozen and enabled
                {0xe000, 3, 100},
                {0x8000, 2, 0}}; // times zero: not used
    for (unsigned i = 0; i < COUNT(rows); i++) {
        set(bench, CONFIG_MULTIPLIER + 2, rows[i].word);
        const unsigned mask = rows[i].demand ? 1u << rows[i].lane : 0;
        expect_grant(decide_write(bench, i, rows[i].lane, 100), i, i, mask);
        expect_demand(bench, rows[i].demand, 0, 0);
    }
}

ADMIT(a_saturated_demand_is_above_every_window) {
    set(bench, CONFIG_MULTIPLIER + 1, 0xbfff);
    EXPECT_OUT(set(bench, CONFIG_WINDOW + 1, UINT32_MAX), window_value, UINT32_MAX - 1);
    expect_reject(decide_write(bench, 1, 1, UINT32_MAX), 1, 1 << 1);
    expect_demand(bench, UINT32_MAX, 0, 0);
    set(bench, CONFIG_MULTIPLIER + 1, 0x1000);
    admit_write(bench, 2, 1, UINT32_MAX - 1, 0); // the largest that fits
    EXPECT_OUT(bench, debt[1], UINT32_MAX - 1);
    expect_deny(decide_write(bench, 3, 1, UINT32_MAX - 1), 3, 1 << 1); // the sum has one bit more
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

struct mapped {
    uint64_t address;
    unsigned lane;
};

// Writes to these addresses, the first of them operation and reservation `first`.
static void expect_mapped(struct bench *bench, const struct mapped *map, unsigned count,
                          unsigned first) {
    for (unsigned i = 0; i < count; i++) {
        offer(bench, first + i, OP_WRITE, map[i].address, 10, 0);
        expect_grant(steps(bench, DECISION), first + i, first + i, 1u << map[i].lane);
        EXPECT_OUT(bench, lane, map[i].lane);
    }
}

ADMIT(maps_an_address_to_its_partition_by_parity) {
    static const struct mapped low[] = {
        {0x0fff, 0},  {0x1000, 1},  {0x2000, 2},  {0x4000, 4},  {0x8000, 1},
        {0x9000, 0},  {0x3f000, 0}, {0x17000, 5}, {0x40000, 0}, {0xffffffff00000fff, 0},
        {0x20000, 4}, {0x15000, 7}};
    static const struct mapped high[] = {
        {0x1000000000000000, 7}, {0x8000000000000fff, 1}, {0x00000002fffff000, 2}};
    enum { COUNT = COUNT(low) };
    expect_mapped(bench, low, COUNT, 0);
    for (unsigned bit = 0; bit < MAP_MASKS; bit++) { // each from two bits of the high half
        set(bench, CONFIG_MAP_MASK + 2 * bit, 0);
        set(bench, CONFIG_MAP_MASK + 2 * bit + 1, 0x80000001u << bit | 0x10000000);
    }
    expect_mapped(bench, high, COUNT(high), COUNT);
}

ADMIT(estimates_with_the_registers_of_offer_to_config_after_the_offer) {
    steps(configure(bench, CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD, 10),
          CONFIG_TO_USE - OFFER_TO_CONFIG - 1);
    step(offer_atomic(bench, 1, 0)); // in force a clock too late
    configure(bench, CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD, 20);
    offer_atomic(bench, 2, 0);
    expect_demand(steps(bench, DECISION - 1), 0, ATOMIC_SERVICE_RESET, 0);
    expect_demand(step(bench), 0, 10, 0);
    admit_atomic(bench, 3, 0, 2);
    expect_demand(bench, 0, 20, 0);
}
