// The ledger by the table of messages.md, the ledger: what it may send after messages were lost,
// resets, windows that fall, and sums that wrap.
#include "csim/driver/semacredit_ledger.h"

#include <criterion/criterion.h>

enum { LANE = 2, WINDOW = 1000 };

static struct semacredit_ledger ledger;

static void receive(uint8_t epoch, uint32_t credit) {
    semacredit_ledger_receive(&ledger, epoch, (uint32_t[SEMACREDIT_LANES]){[LANE] = credit});
}

static bool may_send(uint32_t demand) {
    return semacredit_ledger_may_send(&ledger, LANE, demand, WINDOW);
}

static void send(uint32_t demand) {
    semacredit_ledger_sent(&ledger, LANE, demand);
}

static void granted(uint32_t demand, uint8_t epoch) {
    semacredit_ledger_granted(&ledger, LANE, demand, epoch);
}

static void begin(void) {
    semacredit_ledger_begin(&ledger, 32, NULL);
    receive(0, WINDOW);
}

Test(ledger, nothing_is_sent_before_a_message) {
    semacredit_ledger_begin(&ledger, 32, NULL);
    cr_assert(!may_send(0));
    receive(3, WINDOW);
    cr_assert(may_send(WINDOW));
}

Test(ledger, a_lost_message_costs_no_credit) {
    begin();
    send(600);
    cr_assert(may_send(400) && !may_send(401));
    send(400); // the message of the first return is lost, the next one tells of both
    receive(0, WINDOW + 1000);
    receive(0, WINDOW + 1000);
    cr_assert(may_send(1000));
}

Test(ledger, a_reject_gives_back) {
    begin();
    send(1000);
    semacredit_ledger_rejected(&ledger, LANE, 1000);
    cr_assert(may_send(1000));
}

Test(ledger, what_is_larger_than_the_window_is_sent_alone) {
    begin();
    cr_assert(may_send(5000));
    send(1);
    cr_assert(!may_send(5000));
}

Test(ledger, after_a_reset_what_was_not_granted_counts) {
    begin();
    send(600);
    send(400);
    granted(600, 0);
    receive(1, WINDOW);
    cr_assert(may_send(600) && !may_send(601));
    granted(400, 1);
    cr_assert(!may_send(601));
    receive(1, WINDOW + 400);
    cr_assert(may_send(1000));
}

Test(ledger, a_grant_tells_of_a_reset_too) {
    begin();
    send(700);
    granted(700, 1);
    cr_assert(!may_send(1));
    receive(1, WINDOW);
    cr_assert(may_send(300) && !may_send(301));
}

Test(ledger, a_grant_from_before_a_reset_is_told_late) {
    begin();
    send(700);
    receive(1, WINDOW);
    cr_assert(!may_send(301));
    granted(700, 0);
    cr_assert(may_send(1000));
}

Test(ledger, after_four_resets_software_starts_again) {
    begin();
    send(1000);
    granted(1000, 0);
    receive(0, WINDOW + 1000);
    send(500);
    receive(0, WINDOW);
    cr_assert(!may_send(1));
    begin();
    cr_assert(may_send(1000));
}

Test(ledger, a_restart_of_the_initiator_has_the_window) {
    semacredit_ledger_begin(&ledger, 32, (uint32_t[SEMACREDIT_LANES]){[LANE] = WINDOW});
    receive(2, 77777);
    cr_assert(may_send(1000));
    send(1000);
    receive(2, 77777);
    cr_assert(!may_send(1));
    receive(2, 78777);
    cr_assert(may_send(1000));
}

Test(ledger, a_window_falls_below_what_was_sent) {
    begin();
    send(1000);
    receive(0, 400);
    cr_assert(!may_send(1));
    receive(0, 1400); // all has returned
    cr_assert(may_send(400) && !may_send(401));
}

Test(ledger, sums_wrap) {
    semacredit_ledger_begin(&ledger, 8, NULL);
    receive(0, 100);
    for (uint32_t sum = 0; sum < 1000; sum += 100) {
        cr_assert(may_send(100));
        send(100);
        cr_assert(!may_send(1));
        receive(0, (sum + 200) & 0xff);
    }
}
