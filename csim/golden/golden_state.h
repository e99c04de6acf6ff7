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
#include "csim/golden/reservation.h"
#include "csim/golden/status.h"
#include "csim/interface/admitter.h"

// Channels on which events for a reservation arrive: the three resource classes, then the
// end-to-end completion.
enum { CHANNEL_DONE = CLASSES, CHANNELS };

enum {
    RECENT_CLOCKS = 16, // that are remembered; a power of two
};
_Static_assert((int)RECENT_CLOCKS > COMMIT_TO_DECISION &&
                   (int)RECENT_CLOCKS > WINDOW_TO_DECISION + 1 &&
                   (int)RECENT_CLOCKS > RETIRE_TO_USE && (int)RECENT_CLOCKS > LIMIT_TO_DECISION + 1,
               "what a decision goes by is remembered");
_Static_assert((int)NO_ID == (int)TAG_NONE, "a match is an id or none");

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
    lane_set calibrated; // lanes
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

// What a clock brings that decisions and comparisons know of later.
struct recent {
    uint32_t amount[CLASSES]; // returned
    uint8_t lane[CLASSES];
    uint8_t retired;
    uint8_t window_lane; // of the window that comes into force with the next clock; LANES: none
    uint32_t window;
    uint16_t command_limit; // in force in the next clock
};

// What is known of it: by decisions in the clock to come, or by the comparison whose headroom this
// clock leaves.
struct known {
    uint32_t late[LANES]; // returned, and not known of yet
    uint32_t window[LANES];
    unsigned late_retires;
    uint16_t command_limit;
};

struct golden {
    struct admitter admitter; // first: members of the family embed it
    uint64_t order;           // number of the next commit
    unsigned depth;
    struct change change; // of the clock to come
    unsigned pauses;      // bit k: `pause` as sampled k clocks ago, the last one 0

    // A delay line, as a ring: the entry of this clock is the oldest, and is replaced by the newest
    // once it has committed.
    struct events events[BEAT_TO_COMMIT];
    uint8_t due;   // entry of the clock to come
    bool taken_up; // there were events in this clock
    unsigned rest; // clocks until all that has begun is finished

    struct registers registers;
    struct arbiter arbiter;
    struct headroom headroom; // that debts and windows in force in the clock to come leave
    // Of the choices of the last clocks, by their numbers: reservation that holds the tag, or
    // NO_ID.
    int16_t match[ARBITER_CLOCKS];
    struct calibrator calibrator[CLASSES];

    uint32_t debt[LANES];
    struct recent recent[RECENT_CLOCKS]; // of this clock and those before it, by their numbers
    struct known decision, comparison;
    struct coalescer coalescer;
    struct axi_slave axi;
    struct status status;
    struct autotune autotune;

    // Bit k: an event on channel k is still awaited. None: not held, or about to be retired.
    uint8_t awaited[DEPTH_MAX];
    struct frozen frozen[DEPTH_MAX];
    struct tag_lookup tags; // of those held
    unsigned held;
    struct id_pool pool;
    struct collector collector;
};

// In the state of a block just out of reset.
void golden_reset(struct golden *golden);

// What registers and debts say is known to decisions and comparisons, too.
void golden_know_all(struct golden *golden);

// In this state.
struct block_state;
void golden_load(struct golden *golden, const struct block_state *state);

#endif
