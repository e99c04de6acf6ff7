// A run of the block as deeds: what was done to it, each deed tied to what it needs, and to a clock
// only where it needs nothing. A completion belongs to its operation, so many clocks after the
// grant: so deeds can be left out, and the rest still makes sense.
#ifndef SEMA_NEXT_SHRINK_DEEDS_H
#define SEMA_NEXT_SHRINK_DEEDS_H

#include "csim/next/block.h"
#include "tb/next/listener.h"

enum deed_kind {
    DEED_OFFER,    // an operation, from `clock` on, once its classes are ready
    DEED_AGAIN,    // a retransmission of `of`
    DEED_COMPLETE, // `part` of operation `of`, `clock` clocks after its grant
    DEED_BEAT,     // a completion at `port` of what is nobody's: handle `number`
    DEED_WRITE,    // of a register, with strobes `part`; its address or data may come later
    DEED_SEND,     // software completes `part` of operation `of`
    DEED_READ,     // of a register
    DEED_PAUSE,    // for `number` clocks, as the next two
    DEED_STALL,    // `port`, an enum deed_stall, is not ready for what the block brings
    DEED_RESET,    // of the block, not of its stages
    DEED_LEAP,     // of the time that the block is told, by `number` clocks
    DEED_KINDS
};

enum deed_stall { STALL_MESSAGE, STALL_WRITE, STALL_READ, DEED_STALLS };

enum { DEED_NOBODY = UINT32_MAX, DEED_EARLIEST = 2 }; // the first clock with ready outputs

// Clocks are counted from the last one of the first reset.
struct deed {
    uint8_t kind; // enum deed_kind
    uint8_t opcode, stage, engine, domain;
    bool urgent, reply;
    uint8_t part, port;
    uint16_t address, observed;
    uint16_t address_after, data_after; // clocks, one of them 0
    uint32_t length, response_length, wire_bytes;
    uint32_t of; // the place of its operation's offer; of an offer: whose tag it has, too
    uint64_t number;
    uint64_t clock;
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

// What lasts for `number` clocks.
static inline bool deed_lasts(const struct deed *deed) {
    return deed->kind == DEED_PAUSE || deed->kind == DEED_STALL;
}

// Does it belong to an operation, without which it makes no sense?
static inline bool deed_is_of(const struct deed *deed) {
    return deed->of != DEED_NOBODY && deed->kind != DEED_OFFER;
}

// Those left out go for good, and what belongs to them.
void deeds_drop(struct deeds *deeds, bool *left_out);

// Whether an operation responds; its port (port.h) for a part: 0 stage, 1 response, 2 done; and
// whether its classes are ready (rtl/next/spec/waiting.md, 2.1).
bool deed_responds(const struct deed *offer);
unsigned deed_port(const struct path_size *size, const struct deed *offer, unsigned part);
bool deed_ready(const struct path_size *size, const struct deed *offer, uint32_t small_limit,
                const struct path_out *out);

// small_limit after reset (registers.md, 9.1).
uint32_t deed_small_limit(const struct path_size *size);

// Who writes what is done to a block at the end of `deeds`: it hears each clock from before the
// first reset on. NULL: out of memory. The caller closes it, and frees the deeds.
struct deed_recorder *deed_recorder_open(struct deeds *deeds);
struct listener deed_recorder_listener(struct deed_recorder *recorder);
void deed_recorder_close(struct deed_recorder *recorder);

#endif
