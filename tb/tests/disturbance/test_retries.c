// Lost answers: what is drawn, when it is due, and in which order.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include "csim/disturbance/fault_random.h"
#include "csim/disturbance/retries.h"

Test(retries, are_due_in_the_order_of_their_clocks) {
    static struct retries retries;
    retries_init(&retries, 1, 90);
    cr_assert(eq(u64, retries_next(&retries), UINT64_MAX));
    for (uint32_t op = 0; op < 50; op++)
        retries_offered(&retries, op, 10 * op);
    cr_assert(retries.count > 35 && retries.count < 50, "%u", retries.count);
    uint64_t last = 0;
    bool seen[50] = {false};
    while (retries.count > 0) {
        const uint32_t op = retries_first(&retries);
        cr_assert(retries_next(&retries) >= last);
        cr_assert(op < 50 && !seen[op]);
        cr_assert(retries_next(&retries) > 10 * op);
        seen[op] = true;
        last = retries_next(&retries);
        retries_drop(&retries);
    }
    cr_assert(eq(u64, retries_next(&retries), UINT64_MAX));
}

Test(retries, are_as_frequent_as_asked_for_and_bounded) {
    static struct retries retries;
    retries_init(&retries, 1, 0);
    for (uint32_t op = 0; op < 1000; op++)
        retries_offered(&retries, op, 0);
    cr_assert(eq(uint, retries.count, 0));

    retries_init(&retries, 1, 10);
    unsigned lost = 0;
    for (uint32_t op = 0; op < 10000; op++) {
        retries_offered(&retries, op, 0);
        lost += retries.count;
        retries.count = 0;
    }
    cr_assert(lost > 900 && lost < 1100, "%u", lost);

    retries_init(&retries, 1, 90);
    for (uint32_t op = 0; op < 1000; op++)
        retries_offered(&retries, op, 0);
    cr_assert(eq(uint, retries.count, RETRIES_MAX));
}

// Registers of the arbiter and the calibrator are written with everything from none to extreme.
Test(fault_random, writes_the_new_registers) {
    static const uint32_t wanted[REGISTERS];
    struct fault_random fault_random;
    unsigned limits[3] = {0}, zero = 0, small = 0, any = 0;
    fault_random_init(&fault_random, 1);
    for (unsigned i = 0; i < 4000; i++) {
        uint8_t address;
        uint32_t data;
        fault_random_write(&fault_random, FAULT_RANDOM_CALIBRATE, wanted, &address, &data);
        cr_assert(address >= CONFIG_HBM_RECIPROCAL && address <= CONFIG_MULTIPLIER_MAX);
        limits[address - CONFIG_HBM_RECIPROCAL]++;
        fault_random_write(&fault_random, FAULT_RANDOM_STARVATION, wanted, &address, &data);
        cr_assert(eq(uint, address, CONFIG_STARVATION_BOUND));
        zero += data == 0;
        small += data > 0 && data < 32;
        any += data >= 32;
        cr_assert(fault_random_pause(&fault_random) >= 1 &&
                  fault_random_pause(&fault_random) <= 200);
    }
    cr_assert(limits[0] > 1000 && limits[1] > 1000 && limits[2] > 1000);
    cr_assert(zero > 500 && small > 500 && any > 300, "%u %u %u", zero, small, any);
}
