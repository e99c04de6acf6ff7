// A run of the block as deeds: what was done to it, each deed tied to what it needs, and to a clock
// only where it needs nothing. A completion belongs to its operation, so many clocks after the
// grant: so deeds can be left out, and the rest still makes sense.
#ifndef SEMA_BLOCK_SHRINK_DEEDS_H
#define SEMA_BLOCK_SHRINK_DEEDS_H

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

#endif
