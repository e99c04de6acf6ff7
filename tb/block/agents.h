// The agents around the admission path: a transport with a queue, stages that execute what is
// granted, software. They keep the rules of rtl/spec/ports.md, and disturb: completions that come
// twice, late, from before a reset, at a wrong port, or not at all; retransmissions; resets; writes
// of any value; software that releases what is held, whose completions come all the same.
// They know what the block cannot: which completion is genuine.
#pragma once

#include "csim/base/rng.h"
#include "csim/golden/path.h"
#include "tb/block/port.h"

enum {
    AGENTS_OPS = 2048,  // operations that live at once
    AGENTS_HEADS = 32,  // of the transport's queue, that may be offered
    AGENTS_SPENT = 256, // completions remembered, to be repeated
    AGENTS_AHEAD = 64,  // clocks that the agenda has
    AGENTS_BELATED = 64,
};

// Chances are out of so many.
enum { AGENTS_ALWAYS = 1 << 20 };

// When the completions of a granted operation come.
enum agents_timing {
    AGENTS_CHAIN,      // each stage after the one before it, done last
    AGENTS_ALIGNED,    // the same, the first in every 16th clock only
    AGENTS_SAME_CLOCK, // all in one clock, those of a partition one clock ahead
    AGENTS_DONE_FIRST, // done, then the stages in any order
    AGENTS_ANY,        // all in any order
};

// How agents behave: chances are out of AGENTS_ALWAYS in a clock.
struct agents_profile {
    const char *name;
    uint32_t offer, urgent; // urgent: of AGENTS_ALWAYS operations
    uint16_t kind[4];       // weights: write, read, notification, Atomic
    uint32_t delay;         // clocks of a stage, at most so many more than the least
    uint8_t hot;            // lanes of a kind that get operations for a while; 0: all
    uint8_t scale;          // bits of a length, at most; 0: those of a counter and two more
    uint8_t domains;        // ordering domains
    bool tight;             // windows are about two demands; else of any size
    bool learns;            // windows are calibrated, and little else is written (bus.h)
    bool flips;             // bits of headrooms flip (rtl/spec/decision.md, 3.6)
    uint32_t write, again, duplicate, junk, lose, pause, reset;
    uint32_t release; // software sends what a reservation owes
    bool hoards;      // it unparks ids only when all are parked
    uint32_t odd;     // of AGENTS_ALWAYS operations: unknown opcode or missing lane
    uint32_t ails;    // a lane does, if none does already
    uint32_t least;   // clocks of a stage
    enum agents_timing timing;
};

extern const struct agents_profile AGENTS_PROFILES[];
extern const unsigned AGENTS_PROFILE_COUNT;

enum agents_state { AGENTS_FREE, AGENTS_QUEUED, AGENTS_TAKEN, AGENTS_GRANTED };

struct agents_op {
    uint8_t state; // enum agents_state
    struct offered is;
    bool odd, responds;
    uint8_t class[2];          // lanes
    bool owes[3], due_sent[3]; // stage, response, done; what is on its way or was lost
    bool touched;              // software may have sent a return of it
    uint8_t guard;             // retransmissions on their way
    uint32_t handle;
    uint64_t tag;
    uint64_t due[3];
};

// Which completions of a clock's input are what the stages truly did.
struct agents_executed {
    uint64_t ports; // (port.h) of stages that have executed an operation, and which
    uint16_t op[PATH_LANES + 1];
};

// A lane that does nothing up to a clock, or is slow up to then: it does the next thing in `next`.
struct agents_ill {
    uint8_t port;
    bool slow;
    uint64_t until, next;
};

struct agents_spent {
    uint8_t channel, port;
    uint32_t handle;
    uint64_t grants; // of its id, when it was genuine
    uint64_t resets;
};

// What software has released, and the stage or the initiator reports later.
struct agents_belated {
    struct agents_spent is;
    uint64_t due;
};

// A write of a word of `parked` that is wanted; a mask of 0: none.
struct agents_unpark {
    uint32_t mask;
    uint8_t word;
};

// Where operations come from, if not from the profile. Fills all that is offered of
// the next one, and its tag; false: there is none by now, or, with *over, none any more.
struct agents_source {
    void *self;
    bool (*next)(void *self, uint64_t clock, struct agents_op *op, bool *over);
    bool near; // tags and domains become near misses of each other
};

// What the head of a queue needs to be taken.
struct agents_head {
    uint16_t op;
    uint8_t domain, class[2]; // in op_ready
    bool behind;              // one before it is of its domain
    bool urgent;
};

struct agents_lookup {
    bool valid, taken;
    uint16_t op, hold; // hold bits of the clock after the offer
};

struct agents {
    struct path_size size;
    struct agents_profile profile;
    struct rng rng;
    struct path_in in; // of the clock before: settings stay
    struct agents_op op[AGENTS_OPS];
    uint16_t limit;      // operations that live at once: a power of two
    uint16_t past;       // which completed last
    uint64_t queued_tag; // of what was queued last
    struct agents_head queue[AGENTS_HEADS];
    uint8_t queued, stuck;             // of the queue; the first so many cannot go
    uint8_t heads_of[UINT8_MAX + 1];   // in the queue, of each ordering domain; in the block,
    uint16_t in_domain[UINT8_MAX + 1]; // and those there that have a predecessor
    unsigned followers;
    bool ready[PATH_GROUPS][PATH_LANES]; // op_ready when they were tried
    struct agents_spent spent[AGENTS_SPENT];
    uint32_t spent_count;
    struct agents_belated belated[AGENTS_BELATED];
    unsigned belated_count;
    uint64_t belated_next;            // the clock from which one may be due
    uint32_t parked[PATH_DEPTH / 32]; // ids that may be so: not fewer than those that are
    unsigned parked_count;            // of them
    struct agents_unpark unpark;
    uint64_t grants[PATH_DEPTH];                    // of each id since reset
    uint16_t holder[PATH_DEPTH];                    // operation + 1
    uint64_t agenda[PATH_DEPTH / 64][AGENTS_AHEAD]; // ids that are due in a clock
    uint64_t clock, resets, taken, granted, rejected, freed, repeats;
    uint64_t since_write, since_send; // clocks
    struct agents_lookup lookup[4];   // of this clock and the last three
    uint8_t in_reset, hot_from;
    struct agents_ill ill;
    const struct agents_source *source; // NULL: constrained-random
    struct agents_op next;              // of the source, while its place is taken
    bool has_next, over;                // there is one; the source has no more
    uint32_t window[PATH_LANES];        // half of the writes restore these, where there is a source
    bool closed;                        // nothing is offered or disturbed: settings are written
    bool calm;                          // disturbances have ended, nothing new is offered
};

void agents_begin(struct agents *agents, const struct path_size *size,
                  const struct agents_profile *profile, uint64_t seed);

// What agents do in this clock, in which the block shows `out`.
void agents_drive(struct agents *agents, const struct path_out *out, struct path_in *in,
                  struct agents_executed *executed);

// From now on nothing is offered or disturbed; every window and the limit are opened.
void agents_calm(struct agents *agents);

// Nothing waits and nothing is held, as far as the agents know.
bool agents_idle(const struct agents *agents);

// The operation of that tag, NULL if none lives.
const struct agents_op *agents_find(const struct agents *agents, uint64_t tag);
