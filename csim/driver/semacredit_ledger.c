// SPDX-License-Identifier: Apache-2.0
#include "semacredit_ledger.h"

// After a restart `sent` is less than nothing by the windows: the first message adds its credit.
void semacredit_ledger_begin(struct semacredit_ledger *ledger, unsigned counter_bits,
                             const uint32_t window[SEMACREDIT_LANES]) {
    *ledger = (struct semacredit_ledger){.counted = UINT32_MAX >> (32 - counter_bits)};
    ledger->restarts = window != 0;
    for (unsigned lane = 0; window && lane < SEMACREDIT_LANES; lane++)
        ledger->sent[lane] = 0 - window[lane];
}

// The block was reset since: of what was sent it will return what it had not granted.
static void follow(struct semacredit_ledger *ledger, uint8_t epoch) {
    const bool resets = ledger->known && ledger->epoch != epoch;

    for (unsigned lane = 0; resets && lane < SEMACREDIT_LANES; lane++)
        ledger->sent[lane] = ledger->ungranted[lane];
    ledger->received = ledger->received && !resets;
    ledger->known = true;
    ledger->epoch = epoch;
}

void semacredit_ledger_receive(struct semacredit_ledger *ledger, uint8_t epoch,
                               const uint32_t credit[SEMACREDIT_LANES]) {
    follow(ledger, epoch);
    for (unsigned lane = 0; lane < SEMACREDIT_LANES; lane++) {
        if (ledger->restarts)
            ledger->sent[lane] += credit[lane];
        ledger->credit[lane] = credit[lane];
    }
    ledger->restarts = false;
    ledger->received = true;
}

// Above half of all it is negative.
bool semacredit_ledger_may_send(const struct semacredit_ledger *ledger, unsigned lane,
                                uint32_t demand, uint32_t window) {
    const uint32_t left = (ledger->credit[lane] - ledger->sent[lane]) & ledger->counted;
    const bool fits = left <= ledger->counted / 2 && left >= demand;

    return ledger->received && (fits || (demand > window && left == window));
}

void semacredit_ledger_sent(struct semacredit_ledger *ledger, unsigned lane, uint32_t demand) {
    ledger->sent[lane] += demand;
    ledger->ungranted[lane] += demand;
}

// One of the epoch before is told late: it was counted as not granted, and will not return.
void semacredit_ledger_granted(struct semacredit_ledger *ledger, unsigned lane, uint32_t demand,
                               uint8_t epoch) {
    enum { EPOCHS = 4 };

    if (ledger->known && epoch == (ledger->epoch + EPOCHS - 1) % EPOCHS)
        ledger->sent[lane] -= demand;
    else
        follow(ledger, epoch);
    ledger->ungranted[lane] -= demand;
}

void semacredit_ledger_rejected(struct semacredit_ledger *ledger, unsigned lane, uint32_t demand) {
    ledger->sent[lane] -= demand;
    ledger->ungranted[lane] -= demand;
}
