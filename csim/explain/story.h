// The life of one operation, from the commit stream of a policy or a block, and from what crosses
// the block's boundary where there is one: when it was offered, what waited beside it, which lanes
// refused it and by how much, who passed it, when it was granted, what came back, when it was done.
#ifndef SEMA_STORY_H
#define SEMA_STORY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "csim/explain/lives.h"
#include "csim/golden/path.h"
#include "csim/simulator/simulate.h"

enum story_what {
    STORY_STEP,    // of the event simulator
    STORY_TAKEN,   // by the block
    STORY_PASSED,  // others were granted while it waited
    STORY_COMMIT,  // of the operation: grant, deny, return, ...
    STORY_WINDOWS, // windows changed while it waited
    STORY_RESET,   // all is void
};

// Why an operation was granted while another one waited.
enum story_reason {
    STORY_URGENT,  // latency-sensitive, as the other one is not
    STORY_SHORTER, // of as much urgency, fewer wire bytes
    STORY_EARLIER, // of as much of both, submitted before
    STORY_FITS,    // goes after it, and fits while the other one is refused
    STORY_LATER,   // goes after it, and was chosen before the other one was decided on
    STORY_UNTOLD,  // it is not known what it was
    STORY_REASONS
};

enum { STORY_SHOWN = 8, STORY_ROWS = 1024 };

// Others: how many, and the first of them.
struct story_others {
    uint32_t count;
    uint32_t first[STORY_SHOWN];
};

struct story_row {
    uint64_t cycle; // clocks; without a block 0
    uint64_t time_ps;
    enum story_what what;
    enum simulate_step step;
    struct commit commit;                      // of the row; of STORY_PASSED: the last grant
    uint64_t until_ps;                         // STORY_PASSED: of the last grant
    uint32_t window[LANES];                    // in force
    uint32_t held;                             // reservations
    struct story_others others[STORY_REASONS]; // STORY_PASSED
    struct story_others waiting;               // STORY_TAKEN: beside it
};

struct story;

// Of operation `op` of a run of so many. All memory is taken here. NULL: out of memory. The caller
// closes it.
struct story *story_open(uint32_t op, uint64_t operations);

void story_close(struct story *story);

// What the run shows, in its order: an operation of the traffic, before its first commit (`saw` of
// traffic_watch_open); a clock of a block, after its commits; a step of the event simulator; a
// commit. The context is a struct story.
void story_op(void *context, const struct op *op);
void story_clock(struct story *story, const struct path_out *out, const struct path_in *in,
                 uint64_t cycle, uint32_t clock_ps);
void story_step(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state);
void story_commit(void *context, const struct commit *commit);

// Results. The rows in their order; `lost` counts those for which there was no room.
const struct op *story_of(const struct story *story); // NULL: the run never came to it
const struct story_row *story_rows(const struct story *story, unsigned *count, uint64_t *lost);

// Prints it as a table. `clocked`: rows have clocks; `one_window`: lane 0 is the one window of all
// resources together.
void story_print(const struct story *story, bool clocked, bool one_window, FILE *file);

#endif
