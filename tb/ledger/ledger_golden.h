// sema_ledger, clock by clock (rtl/spec/messages.md, the ledger in hardware): its golden model is
// the ledger of csim/driver with the clocks of the RTL around it, and its peers.
#pragma once

#include "csim/driver/semacredit_ledger.h"
#include "csim/golden/path.h"

enum { LEDGER_PEERS = 64 };

struct ledger_size {
    struct path_size block;
    unsigned peers;
};

// An operation's peer, lanes and demands; `response`: its stage if it has none.
struct ledger_charge {
    uint8_t peer, stage, response;
    uint32_t stage_demand, response_demand;
};

struct ledger_in {
    bool rst_n, begin, restart;
    uint32_t window[PATH_LANES], share;
    bool ask_valid;
    struct ledger_charge ask;
    bool message_valid;
    uint8_t message_epoch;
    uint32_t message_credit[PATH_LANES];
    uint8_t decision_kind;
    uint32_t decision_handle;
    struct ledger_charge decision;
    bool free_valid[PATH_CHANNELS];
    uint32_t free_handle[PATH_CHANNELS];
};

struct ledger_out {
    bool send, idle[LEDGER_PEERS];
};

// Plain value. What does not let the operation go that was judged last: "", or in words.
struct ledger_golden {
    struct ledger_size size;
    struct semacredit_ledger ledger;
    struct ledger_in before; // the last clock's; nothing valid: none
    bool send, asked;
    unsigned waits[LEDGER_PEERS], under[LEDGER_PEERS]; // not granted; under way
    uint8_t peer[PATH_DEPTH];                          // by id
    char why[64];
};

// As after a reset; the first clock is one with rst_n low.
void ledger_golden_init(struct ledger_golden *golden, const struct ledger_size *size);

// One clock: what the outputs show in it.
void ledger_golden_step(struct ledger_golden *golden, const struct ledger_in *in,
                        struct ledger_out *out);

// sema_ledger, Verilated, as its golden model is driven: the size that it was compiled for; one
// clock.
struct ledger_size ledger_rtl_size(void);
void ledger_rtl_step(const struct ledger_in *in, struct ledger_out *out);
