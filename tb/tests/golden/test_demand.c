// Demand arithmetic against its definition in exact integers of twice the width.
#include <criterion/criterion.h>
#include <inttypes.h>

#include "csim/base/rng.h"
#include "csim/golden/demand.h"
#include "csim/golden/registers.h"

typedef unsigned __int128 wide; // so wide that nothing here overflows

static struct registers fresh(void) {
    struct registers registers;
    registers_reset(&registers, DEPTH);
    return registers;
}

// The smallest integer whose 2^shift fold is not below the product; or the largest of a counter.
static void expect_smallest(const char *what, uint32_t seen, wide product, unsigned shift) {
    const wide unit = (wide)1 << shift;

    if (product > (wide)(UINT32_MAX - 1) * unit) {
        cr_assert(seen == UINT32_MAX, "%s: %" PRIu32 " is not saturated", what, seen);
        return;
    }
    cr_assert(seen * unit >= product, "%s: %" PRIu32 " is too small", what, seen);
    cr_assert(seen == 0 || (seen - 1) * unit < product, "%s: %" PRIu32 " is too large", what, seen);
}

static uint32_t value_of(uint16_t word) {
    return word >> 15 ? word % 0x4000u : 0x1000;
}

Test(demand, rounds_up_exactly_for_any_registers) {
    struct rng rng = {1};

    for (unsigned i = 0; i < 200000; i++) {
        struct registers registers = fresh();
        registers_write(&registers, DEPTH, CONFIG_QUANTUM_HBM, (uint32_t)rng_next(&rng));
        registers_write(&registers, DEPTH, CONFIG_QUANTUM_TIME, (uint32_t)rng_next(&rng));
        for (unsigned lane = 0; lane < LANES; lane++)
            registers_write(&registers, DEPTH, (uint8_t)(CONFIG_MULTIPLIER + lane),
                            (uint32_t)rng_next(&rng));
        struct raw_demand raw = {.known = true, .lane = rng_next(&rng) % HBM_LANES};
        // All magnitudes, not only large ones.
        raw.hbm = (uint32_t)rng_next(&rng) >> rng_next(&rng) % 32;
        raw.atomic = (uint32_t)rng_next(&rng) >> 16 >> rng_next(&rng) % 16;
        raw.response = rng_next(&rng) >> 15 >> rng_next(&rng) % 49;
        struct demand demand;
        demand_scale(&registers, &raw, &demand);

        const unsigned time = registers.quantum_time;
        expect_smallest("HBM", demand.amount[CLASS_HBM],
                        (wide)raw.hbm * value_of(registers.multiplier[raw.lane]),
                        12u + registers.quantum_hbm);
        expect_smallest("Atomic", demand.amount[CLASS_ATOMIC],
                        (wide)raw.atomic * value_of(registers.multiplier[ATOMIC_LANE]), 12 + time);
        expect_smallest("response", demand.amount[CLASS_RESPONSE],
                        (wide)raw.response * value_of(registers.multiplier[RESPONSE_LANE]),
                        24 + time);
        const unsigned mask = (demand.amount[CLASS_HBM] ? 1u << raw.lane : 0) |
                              (demand.amount[CLASS_ATOMIC] ? 0x100u : 0) |
                              (demand.amount[CLASS_RESPONSE] ? 0x200u : 0);
        cr_assert(demand.mask == mask, "mask 0x%x, not 0x%x", demand.mask, mask);
        cr_assert(demand.lane == (demand.amount[CLASS_HBM] ? raw.lane : 0));
    }
}

Test(demand, saturates_at_the_widest_operands) {
    struct registers registers = fresh();
    registers.response_fixed = UINT16_MAX;
    registers.response_reciprocal = UINT16_MAX;
    for (unsigned lane = 0; lane < LANES; lane++)
        registers.multiplier[lane] = UINT16_MAX;
    struct raw_demand raw;
    struct demand demand;

    demand_estimate(&registers, OP_READ, UINT64_MAX, UINT32_MAX, UINT32_MAX, &raw);
    cr_assert(raw.response == (UINT64_C(0xffff) << 12) + UINT64_C(0xffffffff) * UINT64_C(0xffff));
    demand_scale(&registers, &raw, &demand);
    cr_assert(demand.amount[CLASS_HBM] == UINT32_MAX);
    cr_assert(demand.amount[CLASS_RESPONSE] == UINT32_MAX);
    cr_assert(demand.amount[CLASS_ATOMIC] == 0);
    registers.multiplier[RESPONSE_LANE] = MULTIPLIER_ENABLE | 0xff; // the largest below
    demand_scale(&registers, &raw, &demand);
    cr_assert(demand.amount[CLASS_RESPONSE] < UINT32_MAX);
    expect_smallest("response", demand.amount[CLASS_RESPONSE], (wide)raw.response * 0xff, 24);
}

Test(demand, estimates_by_opcode) {
    const struct registers registers = fresh();
    struct raw_demand raw;

    for (unsigned opcode = 0; opcode < 256; opcode++) {
        const bool atomic = opcode >= 8 && opcode < 16;
        demand_estimate(&registers, (uint8_t)opcode, 0, 300, 4000, &raw);
        cr_assert(raw.known == (opcode < 3 || atomic), "opcode %u", opcode);
        cr_assert(raw.hbm == (opcode == 1 ? 4000 : opcode == 0 || opcode == 2 ? 300u : 0u));
        cr_assert(raw.atomic == (atomic ? 1600u : 0u));
        cr_assert(raw.response == (opcode == 1 || atomic ? (320u << 12) + 4000 * 1024 : 0u));
        demand_estimate(&registers, (uint8_t)opcode, 0, 0, 0, &raw);
        cr_assert(raw.known == (opcode < 3 || atomic), "empty, opcode %u", opcode);
        cr_assert(raw.hbm == 0);
        cr_assert(raw.response == (opcode == 1 ? 320u << 12 : 0u), "opcode %u", opcode);
    }
}

// The nearest integer, halves up; all ones where that does not fit.
static void expect_service(uint16_t seen, wide product, unsigned shift) {
    const wide nearest = (product * 2 + ((wide)1 << shift)) >> (shift + 1);

    cr_assert(seen == (nearest > UINT16_MAX ? UINT16_MAX : nearest), "%u", seen);
}

Test(demand, estimates_service_to_the_nearest_quantum) {
    struct rng rng = {3};
    unsigned unknown = 0;

    for (unsigned i = 0; i < 200000; i++) {
        struct registers registers = fresh();
        registers.hbm_reciprocal = (uint16_t)(rng_next(&rng) >> 48 >> rng_next(&rng) % 16);
        const struct raw_demand raw = {.known = true,
                                       .hbm = (uint32_t)rng_next(&rng) >> rng_next(&rng) % 32,
                                       .atomic = (uint32_t)rng_next(&rng) >> 16,
                                       .response = rng_next(&rng) >> 15 >> rng_next(&rng) % 49};
        const uint16_t hbm = demand_service(&registers, &raw, CLASS_HBM);
        expect_service(hbm, (wide)raw.hbm * registers.hbm_reciprocal, 12);
        expect_service(demand_service(&registers, &raw, CLASS_RESPONSE), raw.response, 12);
        cr_assert(demand_service(&registers, &raw, CLASS_ATOMIC) == raw.atomic);
        unknown += hbm == UINT16_MAX;
    }
    cr_assert(unknown > 1000 && unknown < 199000);
}

Test(demand, maps_by_the_parity_of_each_mask) {
    struct rng rng = {2};

    for (unsigned i = 0; i < 20000; i++) {
        struct registers registers = fresh();
        for (unsigned half = 0; half < 2 * MAP_MASKS; half++)
            registers_write(&registers, DEPTH, (uint8_t)(CONFIG_MAP_MASK + half),
                            (uint32_t)rng_next(&rng));
        const uint64_t address = rng_next(&rng);
        unsigned expected = 0;
        for (unsigned bit = 0; bit < MAP_MASKS; bit++)
            for (unsigned place = 0; place < 64; place++)
                expected ^= (unsigned)(address >> place & registers.map_mask[bit] >> place & 1)
                            << bit;
        cr_assert(demand_partition(&registers, address) == expected);
    }
}

Test(demand, the_reset_map_folds_two_bits_into_each) {
    const struct registers registers = fresh();

    for (unsigned bit = 0; bit < 64; bit++) {
        const unsigned expected = bit >= 12 && bit < 18 ? 1u << (bit - 12) % 3 : 0;
        cr_assert(demand_partition(&registers, UINT64_C(1) << bit) == expected, "bit %u", bit);
    }
}

Test(registers, have_their_reset_values) {
    static const unsigned depth[] = {2, 64, 128, 256};

    for (unsigned i = 0; i < 4; i++) {
        struct registers registers;
        registers_reset(&registers, depth[i]);
        for (unsigned lane = 0; lane < LANES; lane++) {
            cr_assert(registers.window[lane] == (lane == RESPONSE_LANE ? 16000u : 64000u));
            cr_assert(registers.multiplier[lane] == 0x1000);
        }
        cr_assert(registers.command_limit == (depth[i] < 128 ? depth[i] : 128));
        cr_assert(registers.response_fixed == 320 && registers.response_reciprocal == 1024);
        cr_assert(registers.starvation_bound == 0 && registers.hbm_reciprocal == 1024);
        cr_assert(registers.multiplier_min == 1 && registers.multiplier_max == 16383);
        cr_assert(registers.quantum_hbm == 0 && registers.quantum_time == 0);
        cr_assert(registers.grant.interval == 0 && registers.grant.threshold_hbm == 0 &&
                  registers.grant.threshold_time == 0);
        for (unsigned opcode = 8; opcode < 16; opcode++)
            cr_assert(registers.atomic_service[opcode] == 1600);
    }
}

// Bytes that differ from a copy before the write.
static unsigned changed(const struct registers *registers, const struct registers *before) {
    const uint8_t *const a = (const uint8_t *)registers, *const b = (const uint8_t *)before;
    unsigned count = 0;

    for (unsigned at = 0; at < sizeof *registers; at++)
        count += a[at] != b[at];
    return count;
}

Test(registers, take_exactly_the_addresses_that_exist) {
    for (unsigned address = 0; address < 256; address++) {
        const bool exists =
            address < 10 || (address >= 0x40 && address < 0x4a) ||
            (address >= 0x88 && address < 0x9c) || (address >= 0xa0 && address < 0xa6) ||
            (address >= 0xc0 && address < 0xc7) || (address >= 0xc8 && address < 0xcb);
        struct registers registers, before;
        registers_reset(&registers, DEPTH);
        before = registers;
        // A value no register resets to, in any of its bits that exist.
        const bool taken = registers_write(&registers, DEPTH, (uint8_t)address, 0xa5a5a5a5);
        cr_assert(taken == exists, "address 0x%x", address);
        cr_assert((changed(&registers, &before) > 0) == exists, "address 0x%x", address);
    }
}

Test(registers, ignore_bits_that_they_do_not_have) {
    static const struct {
        unsigned depth, word;
        uint32_t data, kept;
    } writes[] = {
        {DEPTH, CONFIG_COMMAND_LIMIT, UINT32_MAX, 255},
        {4, CONFIG_COMMAND_LIMIT, UINT32_MAX, 7},
        {DEPTH, CONFIG_QUANTUM_HBM, 0xfffffff3, 3},
        {DEPTH, CONFIG_GRANT_INTERVAL, 0x12348765, 0x8765},
        {DEPTH, CONFIG_STARVATION_BOUND, 0x12348765, 0x8765},
        {DEPTH, CONFIG_HBM_RECIPROCAL, 0x12348765, 0x8765},
        {DEPTH, CONFIG_MULTIPLIER_MIN, 0x1234c765, 0x0765},
        {DEPTH, CONFIG_MULTIPLIER_MAX, 0x1234f765, 0x3765},
        {DEPTH, CONFIG_MULTIPLIER + 9, 0x12348765, 0x8765},
        {DEPTH, CONFIG_WINDOW + 9, UINT32_MAX, UINT32_MAX - 1},
        {DEPTH, CONFIG_WINDOW + 9, UINT32_MAX - 1, UINT32_MAX - 1},
        {DEPTH, CONFIG_MAP_MASK + 3, 0x89abcdef, 0x89abcdef},
    };
    for (unsigned i = 0; i < sizeof writes / sizeof *writes; i++) {
        struct registers registers = fresh();
        uint32_t value = 0;
        cr_assert(registers_write(&registers, writes[i].depth, writes[i].word, writes[i].data));
        cr_assert(registers_read(&registers, writes[i].word, &value));
        cr_assert(value == writes[i].kept, "write %u: 0x%x", i, value);
    }
    struct registers registers = fresh();
    registers_write(&registers, DEPTH, CONFIG_MAP_MASK + 3, 0x89abcdef); // the upper half
    cr_assert(registers.map_mask[1] == (UINT64_C(0x89abcdef) << 32 | 0x12000));
}
