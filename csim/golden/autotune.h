// Window autotuning of the golden model (rtl/spec/calibration.md): a lane's window grows while
// operations wait for its credit and its stage is idle, and shrinks where the stage is never idle.
#ifndef SEMA_AUTOTUNE_H
#define SEMA_AUTOTUNE_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/edge.h"
#include "csim/interface/register_values.h"

// Open value: all zero is just out of reset.
struct autotune {
    uint32_t start[LANES];  // of the epoch: time in clocks
    uint32_t served[LANES]; // in it: quanta
    uint16_t wanted;        // in it, by a deny: lanes
    uint16_t enabled;       // lanes
};

// A window that the tuning writes; lane LANES: none.
struct tuned {
    uint32_t window;
    unsigned lane;
};

// In a state at rest.
struct block_state;
void autotune_begin(struct autotune *autotune, const struct block_state *state);

// Some lanes are tuned, with the clock to come; `now` was sampled by this one's edge.
void autotune_enable(struct autotune *autotune, uint64_t lanes, uint64_t now);

// The window after an epoch of `elapsed` clocks with `served` quanta of service on a lane of
// `class`.
uint32_t autotune_window(const struct registers *registers, enum resource_class resource,
                         uint32_t window, uint32_t elapsed, uint32_t served, bool wanted);

// A clock whose decision and returns are shown in `out`, with the service observed by each return.
struct tuned autotune_clock(struct autotune *autotune, const struct registers *registers,
                            const struct edge_out *out, const uint16_t service[CLASSES],
                            uint64_t now);

#endif
