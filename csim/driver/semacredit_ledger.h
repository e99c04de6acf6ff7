// SPDX-License-Identifier: Apache-2.0
// The ledger of a block (rtl/spec/messages.md, the ledger): what may be sent to it, by its grant
// messages. There is one, of the only initiator or of the transport. It allocates nothing and needs
// no library. One caller at a time.
#ifndef SEMACREDIT_LEDGER_H
#define SEMACREDIT_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "semacredit_driver.h"

struct semacredit_ledger {
    uint32_t counted;                     // 2^CntW - 1: sums are modulo one more
    bool restarts;                        // `sent` lacks the credit of the first message
    bool received;                        // a message of this epoch: before that nothing is sent
    bool known;                           // the epoch
    uint8_t epoch;                        // of the last reset that it knows of
    uint32_t credit[SEMACREDIT_LANES];    // that was reported
    uint32_t sent[SEMACREDIT_LANES];      // sum of demands
    uint32_t ungranted[SEMACREDIT_LANES]; // of these, what is neither granted nor rejected
};

// After a reset of the block; until a message is received, nothing may be sent. After a restart of
// the initiator alone `window` has the windows in force, and nothing of it may be on its way; else
// that is NULL. counter_bits: CntW, which the driver reads in `sizes`.
void semacredit_ledger_begin(struct semacredit_ledger *ledger, unsigned counter_bits,
                             const uint32_t window[SEMACREDIT_LANES]);
// A message, perhaps one that was received before. Messages and grants are told in the order in
// which the block shows them. With another epoch what was granted before has returned, in the
// block's eyes, and what was not still counts: it is on its way, or is offered again.
void semacredit_ledger_receive(struct semacredit_ledger *ledger, uint8_t epoch,
                               const uint32_t credit[SEMACREDIT_LANES]);
// `window`: of the lane, in force; what demands more is sent when nothing is on its way.
bool semacredit_ledger_may_send(const struct semacredit_ledger *ledger, unsigned lane,
                                uint32_t demand, uint32_t window);
// Once for an operation, however often it is sent again, and for each of its lanes; so is the next.
void semacredit_ledger_sent(struct semacredit_ledger *ledger, unsigned lane, uint32_t demand);
// `epoch`: that of the handle. Whoever sees grants by completions only reports it then.
void semacredit_ledger_granted(struct semacredit_ledger *ledger, unsigned lane, uint32_t demand,
                               uint8_t epoch);
void semacredit_ledger_rejected(struct semacredit_ledger *ledger, unsigned lane, uint32_t demand);

#endif
