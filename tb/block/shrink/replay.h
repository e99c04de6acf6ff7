// Deeds as surroundings of the block, which keep the rules of rtl/spec/ports.md whatever was
// left out: an offer waits until its classes are ready, a completion for its grant and its port, a
// register access for the one before it.
#ifndef SEMA_BLOCK_SHRINK_REPLAY_H
#define SEMA_BLOCK_SHRINK_REPLAY_H

#include "tb/block/shrink/deeds.h"
#include "tb/block/shrink/small_limit.h"

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
    bool writing, reading;            // under way
    uint64_t address_from, data_from; // from when halves of a write are shown, until they are taken
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
