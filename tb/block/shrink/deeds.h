// A run of the block as deeds: what was done to it, each deed tied to what it needs, and to a clock
// only where it needs nothing. A completion belongs to its operation, so many clocks after the
// grant: so deeds can be left out, and the rest still makes sense.
#ifndef SEMA_BLOCK_SHRINK_DEEDS_H
#define SEMA_BLOCK_SHRINK_DEEDS_H

#include "csim/golden/axi_master.h"
#include "tb/block/models.h"
#include "tb/block/port.h"

enum deed_kind {
    DEED_OFFER,    // `op`, from `clock` on, once its classes are ready
    DEED_AGAIN,    // a retransmission of `of`
    DEED_ASK,      // `op`, as if again, of a tag that nobody holds, while its classes are not ready
    DEED_COMPLETE, // `part` of `of`, `clock` clocks after its grant
    DEED_BEAT,     // a completion at `port` of what is nobody's: handle `number`
    DEED_WRITE,    // of a register: `number`, with strobes `part`
    DEED_SEND,     // software completes `part` of `of`
    DEED_READ,     // of a register
    DEED_PAUSE,    // for `number` clocks, as the next two
    DEED_STALL,    // `port`, an enum deed_stall, does not take what the block brings
    DEED_RESET,    // of the block, not of its stages
    DEED_LEAP,     // of the time that the block is told, by `number` clocks
};

enum deed_stall { STALL_MESSAGE, STALL_WRITE, STALL_READ, DEED_STALLS };

enum { DEED_NOBODY = UINT32_MAX, DEED_EARLIEST = 2 }; // the first clock with ready outputs

// Clocks are counted from the last one of the first reset.
struct deed {
    uint8_t kind; // enum deed_kind
    uint8_t part, port;
    uint16_t address, observed;
    int16_t later; // of a write: clocks that its data comes after its address, or before it
    struct offered op;
    uint32_t of; // the place of its operation's offer, or DEED_NOBODY
    uint64_t number, clock;
};

// In the order in which they were done; what belongs to an offer comes after it.
struct deeds {
    struct path_size size;
    struct deed *deed;
    uint32_t count, capacity;
    bool short_of_memory; // something is missing
};

void deeds_free(struct deeds *deeds);
uint32_t deeds_operations(const struct deeds *deeds);

// Left out itself, or with its operation.
bool deed_is_out(const struct deeds *deeds, const bool *left_out, uint32_t at);

// Those left out go for good.
void deeds_drop(struct deeds *deeds, bool *left_out);

// Who writes what is done to a block at the end of `deeds`: it hears each clock from before the
// first reset on. NULL: out of memory. The caller closes it, and frees the deeds.
struct deed_recorder *deed_recorder_open(struct deeds *deeds);
struct listener deed_recorder_listener(struct deed_recorder *recorder);
void deed_recorder_close(struct deed_recorder *recorder);

// --- the small limit ---------------------------------------------------------------------------

// That in force, as the bus tells it: an operation's classes hang on it (registers.md, 9.2: no
// class is ready until a new one is decided).
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
static inline void small_limit_hear(struct small_limit *limit, const struct block_out *out) {
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

// --- deeds as surroundings ----------------------------------------------------------------------

// They keep the rules of rtl/spec/ports.md whatever was left out: an offer waits until its classes
// are ready, a completion for its grant and its port, a register access for the one before it.
#define DEED_NEVER UINT64_MAX

struct replay {
    const struct deeds *deeds;
    const bool *left_out;
    uint64_t clock, until; // the next clock; the last one played
    struct redone {
        uint64_t done;       // the clock in which it was done
        uint64_t granted;    // of an offer, its latest grant,
        uint32_t handle;     // and that grant's handle
        uint32_t tag, first; // and 1 + its first completion, each of which tells the next
    } * played;              // by deed
    uint32_t *of_tag;        // deed
    uint32_t *due;           // completions of what was granted
    uint32_t due_count, tags;
    uint32_t offer, bus, read, other; // the next deed of each queue
    struct axi_master master;
    struct small_limit small_limit;
    uint64_t leaps, reset_until, pause_until, stall_until[DEED_STALLS];
    uint8_t epoch;
};

// `deeds`, without those left out, for clocks 0, which is one of reset, to `until`. False: out of
// memory. The caller closes it; the rest stays the caller's.
bool replay_open(struct replay *play, const struct deeds *deeds, const bool *left_out,
                 uint64_t until);
void replay_close(struct replay *play);

// What the inputs carry in the next clock, in which the block shows `out`; false: it is over.
bool replay_drive(struct replay *play, const struct block_out *out, struct block_in *in);

#endif
