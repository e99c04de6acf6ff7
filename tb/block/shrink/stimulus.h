// A run of the block as transactions: what was done to it, each transaction tied to what it needs,
// and to a clock only where it needs nothing. A completion belongs to its operation, so many clocks
// after the grant: so transactions can be left out, and the rest still makes sense.
#pragma once

#include "csim/golden/axi_master.h"
#include "tb/block/models.h"
#include "tb/block/port.h"

enum txn_kind {
    TXN_OFFER,    // `op`, from `clock` on, once its classes are ready
    TXN_AGAIN,    // a retransmission of `of`
    TXN_ASK,      // `op`, as if again, of a tag that is not held, while its classes are not ready
    TXN_COMPLETE, // `part` of `of`, `clock` clocks after its grant
    TXN_BEAT,     // a completion at `port` of no operation: handle `number`
    TXN_WRITE,    // of a register: `number`, with strobes `part`
    TXN_SEND,     // software completes `part` of `of`
    TXN_READ,     // of a register
    TXN_PAUSE,    // for `number` clocks, as the next two
    TXN_STALL,    // `port`, an enum txn_stall, does not take what the block brings
    TXN_RESET,    // of the block, not of its stages
    TXN_LEAP,     // of the time at the block, by `number` clocks, modulo 2^48
};

enum txn_stall { STALL_MESSAGE, STALL_WRITE, STALL_READ, TXN_STALLS };

enum { TXN_NONE = UINT32_MAX, TXN_EARLIEST = 2 }; // the first clock with ready outputs

// Clocks are counted from the last one of the first reset.
struct txn {
    uint8_t kind; // enum txn_kind
    uint8_t part, port;
    uint16_t address, observed;
    int16_t later; // of a write: clocks that its data comes after its address, or before it
    struct offered op;
    uint32_t of; // the place of its operation's offer, or TXN_NONE
    uint64_t number, clock;
};

// In the order in which they were done; what belongs to an offer comes after it.
struct stimulus {
    struct path_size size;
    struct txn *txn;
    uint32_t count, capacity;
};

void stimulus_free(struct stimulus *stimulus);
uint32_t stimulus_operations(const struct stimulus *stimulus);

// Left out itself, or with its operation.
bool txn_is_out(const struct stimulus *stimulus, const bool *left_out, uint32_t at);

// Those left out go for good.
void stimulus_drop(struct stimulus *stimulus, bool *left_out);

// Records what is done to a block at the end of `stimulus`: it observes each clock from before
// the first reset on. The caller closes it, and frees the stimulus.
struct stimulus_recorder *stimulus_recorder_open(struct stimulus *stimulus);
struct observer stimulus_recorder_observer(struct stimulus_recorder *recorder);
void stimulus_recorder_close(struct stimulus_recorder *recorder);

// --- the small limit ---------------------------------------------------------------------------

// That in force, as the bus shows it: an operation's classes hang on it (registers.md, 9.2: no
// class is ready when it changes).
struct small_limit {
    uint32_t value, data; // bytes on the wire; of the write that began last
    uint16_t address;
    bool answered;
};

// registers.md, 9.1
static inline void small_limit_reset(struct small_limit *limit, const struct path_size *size) {
    const uint32_t most = (UINT32_C(1) << size->wire_w) - 1;
    *limit = (struct small_limit){.value = most < 512 ? most : 512};
}

// At the beginning of each clock. An answer is of the write that began last: until then its places
// are full.
static inline void small_limit_observe(struct small_limit *limit, const struct block_out *out) {
    if (out->axi_bvalid && !limit->answered && limit->address == SEMACREDIT_SMALL_LIMIT &&
        out->axi_bresp == 0)
        limit->value = limit->data;
    limit->answered = out->axi_bvalid;
}

// At its end.
static inline void small_limit_see(struct small_limit *limit, const struct block_out *out,
                                   const struct block_in *in) {
    if (in->axi_awvalid && out->axi_awready)
        limit->address = in->axi_awaddr;
    if (in->axi_wvalid && out->axi_wready)
        limit->data = in->axi_wdata;
}

// --- transactions as the environment ------------------------------------------------------------

// They keep the rules of rtl/spec/ports.md whatever was left out: an offer waits until its classes
// are ready, a completion for its grant and its port, a register access for the one before it.
#define TXN_NEVER UINT64_MAX
#define TXN_TIME  (UINT64_MAX >> 16) // at the block (registers.md, 9.4)

struct replay {
    const struct stimulus *stimulus;
    const bool *left_out;
    uint64_t clock, until; // the next clock; the last one played
    struct redone {
        uint64_t done;       // the clock in which it was done
        uint64_t granted;    // of an offer, its latest grant,
        uint32_t handle;     // and that grant's handle
        uint32_t tag, first; // and 1 + its first completion, each of which has the next
    } * played;              // by transaction
    uint32_t *of_tag;        // transaction
    uint32_t *due;           // completions of what was granted
    uint32_t due_count, tags;
    uint32_t offer, bus, read, other; // the next transaction of each queue
    struct axi_master master;
    struct small_limit small_limit;
    uint64_t leaps, reset_until, pause_until, stall_until[TXN_STALLS];
    uint8_t epoch;
};

// `stimulus`, without those left out, for clocks 0, which is one of reset, to `until`. The caller
// closes it; the rest stays the caller's.
void replay_open(struct replay *play, const struct stimulus *stimulus, const bool *left_out,
                 uint64_t until);
void replay_close(struct replay *play);

// What the inputs carry in the next clock, in which the block shows `out`; false: it is over.
bool replay_drive(struct replay *play, const struct block_out *out, struct block_in *in);
