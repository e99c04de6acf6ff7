#include <criterion/criterion.h>

#include "csim/fabric/banks.h"

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
