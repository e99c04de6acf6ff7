// Window autotuning of the golden model (rtl/spec/calibration.md): a lane's window grows while
// operations wait for its credit and its stage is idle, and shrinks where the stage is never idle.
// One tuner looks at the lanes in turn.
#ifndef SEMA_AUTOTUNE_H
#define SEMA_AUTOTUNE_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/edge.h"
#include "csim/interface/register_values.h"

// An epoch that ends.
struct epoch {
    uint32_t elapsed; // clocks
    uint32_t served;  // quanta
    bool wanted;
};

// The look at a lane that is under way.
struct look {
    uint8_t clocks; // that it has lasted; 0: none is under way
    uint32_t time;  // of its first clock
    bool ends;      // the lane's epoch: as follows
    struct epoch epoch;
    uint32_t window; // that the end of the epoch makes
    bool overtaken;  // by a write, or by the end of the tuning
};

// Open value: all zero is just out of reset. Sets of lanes have a bit for each.
struct autotune {
    uint32_t start[LANES];  // of the epoch: time in clocks
    uint32_t served[LANES]; // in it: quanta
    lane_set wanted;        // in it, by a deny
    lane_set open;          // lanes that have an epoch
    lane_set pending;       // lanes to be looked at
    uint8_t turn;           // lane that is looked at, or may be next
    struct look look;
};

// A window that the tuning writes; lane LANES: none.
struct tuned {
    uint32_t window;
    unsigned lane;
};

// In a state at rest.
struct block_state;
void autotune_begin(struct autotune *autotune, const struct block_state *state);

// Is a look under way, or to come?
static inline bool autotune_is_busy(const struct autotune *autotune) {
    return autotune->look.clocks || autotune->pending;
}

// Does a clock change nothing, whatever it commits?
static inline bool autotune_is_off(const struct autotune *autotune,
                                   const struct registers *registers) {
    return registers->autotune_enable == 0 && autotune->open == 0 && !autotune_is_busy(autotune);
}

// The window after an epoch of a lane of the class.
uint32_t autotune_window(const struct registers *registers, enum resource_class resource,
                         uint32_t window, const struct epoch *epoch);

// A clock whose decision and returns are shown in `out`, with the service observed by each return,
// and the time sampled by its edge.
struct tuned autotune_clock(struct autotune *autotune, const struct registers *registers,
                            const struct edge_out *out, const uint16_t service[CLASSES],
                            uint64_t now);

// Its write of a window, after that.
static inline void autotune_overtake(struct autotune *autotune) {
    autotune->look.overtaken = true;
}

#endif
