#include <criterion/criterion.h>

#include "csim/fabric/bank_queue.h"

enum { LINE = 2048, BURST = 128, BEATS = 8 }; // bytes of a row, of an access; its beats

static struct banks opened(void) {
    struct banks banks;
    banks_begin(&banks, &BANKS_DDR3_NS);
    return banks;
}

Test(banks, a_row_is_opened_once) {
    struct banks banks = opened();
    const struct banks_served first = banks_access(&banks, 100, 0, BURST, false);
    cr_assert_eq(first.from, 100 + 14 + 14);
    cr_assert_eq(first.to, first.from + BEATS);
    const struct banks_served next = banks_access(&banks, 101, BURST, BURST, false);
    cr_assert_eq(next.from, first.to, "a hit follows without a gap");
    cr_assert_eq(banks.hits, 1);
    cr_assert_eq(banks.misses, 1);
}

Test(banks, another_row_of_a_bank_waits_for_its_precharge) {
    struct banks banks = opened();
    const struct banks_served first = banks_access(&banks, 100, 0, BURST, true);
    const struct banks_served other = banks_access(&banks, 101, 8 * LINE, BURST, true);
    cr_assert_eq(other.from, first.to + 15 + 14 + 14 + 14);
}

Test(banks, another_bank_is_prepared_meanwhile) {
    struct banks banks = opened();
    const struct banks_served first = banks_access(&banks, 100, 0, 8 * BURST, false);
    cr_assert_eq(banks_access(&banks, 101, LINE, BURST, false).from, first.to);
}

Test(banks, the_bus_turns) {
    struct banks banks = opened();
    const struct banks_served write = banks_access(&banks, 100, 0, BURST, true);
    const struct banks_served read = banks_access(&banks, 100, BURST, BURST, false);
    cr_assert_eq(read.from, write.to + 8);
    cr_assert_eq(banks_access(&banks, 100, 0, BURST, true).from, read.to + 4);
}

Test(banks, a_refresh_closes_all_rows) {
    struct banks banks = opened();
    banks_access(&banks, 100, 0, BURST, false);
    const struct banks_served after = banks_access(&banks, 7801, 0, BURST, false);
    cr_assert_eq(after.from, 7800 + 14 + 110 + 14 + 14);
    cr_assert_eq(banks.refreshes, 1);
    cr_assert_eq(banks.misses, 2);
}

// ---- what waits -------------------------------------------------------------------------------

static struct bank_access waiting[8];

static struct bank_queue queue_of(bool litedram, unsigned count) {
    struct bank_queue queue;
    bank_queue_begin(&queue, &BANKS_DDR3_NS, litedram, waiting);
    for (unsigned i = 0; i < count; i++)
        bank_queue_add(&queue, i);
    return queue;
}

static void expect_picks(struct bank_queue *queue, const char *numbers) {
    for (; *numbers; numbers++)
        cr_expect_eq(bank_queue_pick(queue).number, (uint32_t)(*numbers - '0'), "at %s", numbers);
    cr_expect_eq(queue->first, BANK_ACCESS_NONE);
}

Test(bank_queue, an_open_row_goes_first) {
    waiting[0] = (struct bank_access){.address = 0, .bytes = BURST};
    waiting[1] = (struct bank_access){.address = 8 * LINE, .bytes = BURST};
    waiting[2] = (struct bank_access){.address = BURST, .bytes = BURST};
    waiting[3] = (struct bank_access){.address = LINE, .bytes = BURST};
    struct bank_queue queue = queue_of(false, 4);
    expect_picks(&queue, "0213");
}

Test(bank_queue, rows_of_an_access_are_picked_apart) {
    waiting[0] = (struct bank_access){.address = LINE - BURST, .bytes = 2 * BURST};
    struct bank_queue queue = queue_of(false, 1);
    const struct bank_pick first = bank_queue_pick(&queue);
    cr_expect(first.begins && !first.ends);
    cr_expect_eq(queue.free, first.served.to - BANKS_DDR3_NS.column);
    const struct bank_pick second = bank_queue_pick(&queue);
    cr_expect(!second.begins && second.ends);
    cr_expect_eq(second.served.from, first.served.to, "its bank was prepared meanwhile");
}

Test(bank_queue, a_port_alternates_reads_and_writes) {
    for (unsigned i = 0; i < 8; i++)
        waiting[i] = (struct bank_access){.address = i * BURST, .bytes = BURST, .write = i >= 2};
    waiting[0].bytes = 2 * LINE; // a read gives way at a row's end
    struct bank_queue queue = queue_of(true, 5);
    expect_picks(&queue, "020314");
}

Test(bank_queue, a_port_takes_two_of_a_kind) {
    for (unsigned i = 0; i < 4; i++)
        waiting[i] = (struct bank_access){.address = i * BURST, .bytes = BURST, .write = i < 3};
    struct bank_queue queue = queue_of(true, 4);
    expect_picks(&queue, "0312");
}
