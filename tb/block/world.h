// The surroundings of the admission path: a transport with a queue, stages that execute what is
// granted, software. It keeps the rules of rtl/spec/ports.md, and disturbs: completions that
// come twice, late, from before a reset, or not at all; retransmissions; resets; writes of any
// value. It knows what the block cannot: which completion is genuine.
#ifndef SEMA_BLOCK_WORLD_H
#define SEMA_BLOCK_WORLD_H

#include "csim/base/rng.h"
#include "csim/golden/path.h"
#include "tb/block/port.h"

enum {
    WORLD_OPS = 2048,  // operations that live at once
    WORLD_HEADS = 32,  // of the transport's queue, that it looks at
    WORLD_SPENT = 256, // completions remembered, to be repeated
    WORLD_AHEAD = 64,  // clocks that the agenda has
};

// Chances are out of so many.
enum { WORLD_ALWAYS = 1 << 20 };

// When the completions of a granted operation come.
enum world_timing {
    WORLD_CHAIN,      // each stage after the one before it, done last
    WORLD_ALIGNED,    // the same, the first in every 16th clock only
    WORLD_SAME_CLOCK, // all in one clock, those of a partition one clock ahead
    WORLD_DONE_FIRST, // done, then the stages in any order
    WORLD_ANY,        // all in any order
};

// How the surroundings behave: chances are out of WORLD_ALWAYS in a clock.
struct world_profile {
    const char *name;
    uint32_t offer, urgent; // urgent: of WORLD_ALWAYS operations
    uint16_t kind[4];       // weights: write, read, notification, Atomic
    uint32_t delay;         // clocks of a stage, at most so many more than the least
    uint8_t hot;            // lanes of a kind that get operations for a while; 0: all
    uint8_t scale;          // bits of a length, at most; 0: those of a counter and two more
    uint8_t domains;        // ordering domains
    bool tight;             // windows are about two demands; else of any size
    bool tunes;             // software tunes windows, and writes little else (bus.h)
    uint32_t write, again, duplicate, junk, lose, pause, reset;
    uint32_t odd;   // of WORLD_ALWAYS operations: unknown opcode or missing lane
    uint32_t least; // clocks of a stage
    enum world_timing timing;
};

extern const struct world_profile WORLD_PROFILES[];
extern const unsigned WORLD_PROFILE_COUNT;

enum world_state { WORLD_FREE, WORLD_QUEUED, WORLD_TAKEN, WORLD_GRANTED };

struct world_op {
    uint8_t state; // enum world_state
    struct offered is;
    bool odd, responds;
    uint8_t class[2];          // lanes
    bool owes[3], due_sent[3]; // stage, response, done; what is on its way or was lost
    uint8_t guard;             // retransmissions on their way
    uint32_t handle;
    uint64_t tag;
    uint64_t due[3];
};

// Which completions of a clock's input are what the stages truly did.
struct world_truth {
    uint64_t ports; // (port.h) of stages that have executed an operation, and which
    uint16_t executed[PATH_LANES + 1];
};

struct world_spent {
    uint8_t channel, port;
    uint32_t handle;
    uint64_t grants; // of its id, when it was genuine
    uint64_t resets;
};

// Where operations come from, if they are not drawn by the profile. Fills all that is offered of
// the next one, and its tag; false: there is none by now, or, with *over, none any more.
struct world_source {
    void *self;
    bool (*next)(void *self, uint64_t clock, struct world_op *op, bool *over);
    bool near; // tags and domains become near misses of each other
};

// What the head of a queue needs to be taken.
struct world_head {
    uint16_t op;
    uint8_t domain, class[2]; // in op_ready
    bool behind;              // one before it is of its domain
};

struct world_lookup {
    bool valid, taken;
    uint16_t op, hold; // hold bits of the clock after the offer
};

struct world {
    struct path_size size;
    struct world_profile profile;
    struct rng rng;
    struct path_in in; // of the clock before: settings stay
    struct world_op op[WORLD_OPS];
    uint16_t limit;      // operations that live at once: a power of two
    uint16_t past;       // which completed last
    uint64_t queued_tag; // of what was queued last
    struct world_head queue[WORLD_HEADS];
    uint8_t queued, stuck;               // of the queue; the first so many cannot go
    uint8_t heads_of[UINT8_MAX + 1];     // in the queue, of each ordering domain
    bool ready[PATH_GROUPS][PATH_LANES]; // op_ready when they were looked at
    struct world_spent spent[WORLD_SPENT];
    uint32_t spent_count;
    uint64_t grants[PATH_DEPTH];                   // of each id since reset
    uint16_t holder[PATH_DEPTH];                   // operation + 1
    uint64_t agenda[PATH_DEPTH / 64][WORLD_AHEAD]; // ids to be looked at in a clock
    uint64_t clock, resets, taken, granted, rejected, freed, repeats;
    uint64_t since_write, since_send; // clocks
    struct world_lookup lookup[4];    // of this clock and the last three
    uint8_t in_reset, hot_from;
    const struct world_source *source; // NULL: drawn
    struct world_op next;              // of the source, while its place is taken
    bool has_next, over;               // there is one; the source has no more
    uint32_t window[PATH_LANES];       // half of the writes restore these, where there is a source
    bool closed;                       // nothing is offered or disturbed: settings are written
    bool calm;                         // disturbances have ended, nothing new is offered
};

void world_begin(struct world *world, const struct path_size *size,
                 const struct world_profile *profile, uint64_t seed);

// What the surroundings do in this clock, in which the block shows `out`.
void world_drive(struct world *world, const struct path_out *out, struct path_in *in,
                 struct world_truth *truth);

// From now on nothing is offered or disturbed; every window and the limit are opened.
void world_calm(struct world *world);

// Nothing waits and nothing is held, as far as the surroundings know.
bool world_idle(const struct world *world);

// The operation of that tag, NULL if none lives.
const struct world_op *world_find(const struct world *world, uint64_t tag);

#endif
