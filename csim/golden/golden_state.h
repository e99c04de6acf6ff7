// The golden model from inside: shared by golden.c, and by golden_load.c, which sets it.
#ifndef SEMA_GOLDEN_STATE_H
#define SEMA_GOLDEN_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/golden/arbiter.h"
#include "csim/golden/autotune.h"
#include "csim/golden/axi.h"
#include "csim/golden/calibrator.h"
#include "csim/golden/coalescer.h"
#include "csim/golden/demand.h"
#include "csim/golden/lookup.h"
#include "csim/golden/status.h"
#include "csim/interface/admitter.h"

// Channels on which events for a reservation arrive: the three resource classes, then the
// end-to-end completion.
enum { CHANNEL_DONE = CLASSES, CHANNELS };

enum {
    // An event is taken up in the clock of its beat, commits RETURN_LINE clocks later, and its
    // credit is usable in the clock after that. The collector's slot comes in front of it for HBM.
    RETURN_LINE = RETURN_TO_USE - 1,
    POOL_WORDS = DEPTH_MAX / 64,
    NO_ID = TAG_NONE,
};
// Events taken up in one clock: bit k of the masks is channel k.
struct events {
    uint16_t id[CHANNELS];
    uint16_t service[CLASSES]; // observed
    uint8_t valid;
    uint8_t effective; // the others are strays
    uint8_t retiring;  // effective ones after which nothing is awaited any more
    uint8_t partition; // that the HBM event arrived from
};

// What comes into force with a clock.
struct change {
    uint16_t calibrated; // lanes
    uint8_t window_lane;
    bool reset;
    bool window;
};

// What was frozen at the grant.
struct frozen {
    uint32_t amount[CLASSES];
    uint16_t estimate[CLASSES];
    uint8_t lane; // of the HBM component
};

struct golden {
    struct admitter admitter; // first: members of the family embed it
    uint64_t order;           // number of the next commit
    unsigned depth;
    struct change change; // of the clock to come
    bool paused;          // in the clock to come

    // A delay line, as a ring: the entry of this clock is the oldest, and is replaced by the newest
    // once it has committed.
    struct events events[RETURN_LINE];
    unsigned clock; // edges evaluated, modulo 2^32

    struct registers registers;
    struct arbiter arbiter;
    int match; // reservation that holds the tag to be decided on in the clock to come, or NO_ID
    struct calibrator calibrator[CLASSES];

    uint32_t debt[LANES];
    struct coalescer coalescer;
    struct axi_slave axi;
    struct status status;
    struct autotune autotune;

    // Bit k: an event on channel k is still awaited. None: not held, or about to be retired.
    uint8_t awaited[DEPTH_MAX];
    struct frozen frozen[DEPTH_MAX];
    struct tag_lookup tags; // of those held
    unsigned held;
    uint64_t allocated[POOL_WORDS]; // ids from depth on are allocated for good
    int candidate;

    uint16_t slot_id[HBM_LANES];
    uint16_t slot_service[HBM_LANES];
    uint16_t slots;  // collector: full ones
    uint8_t pointer; // collector: first in turn
    uint8_t turn;    // collector: slot to be taken up, if one is full
};

// In the state of a block just out of reset.
void golden_reset(struct golden *golden);

// In this state.
struct block_state;
void golden_load(struct golden *golden, const struct block_state *state);

#endif
