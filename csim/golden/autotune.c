#include "csim/golden/autotune.h"

#include <string.h>

#include "csim/interface/block_state.h"

#define WINDOW_MOST ((uint32_t)(((UINT64_C(1) << COUNTER_BITS) - 1) - 1))

enum { GROW_SHIFT = 4, SHRINK_SHIFT = 5, IDLE_SHIFT = 4, QUANTA_FRACTION = 4 };

void autotune_begin(struct autotune *autotune, const struct block_state *state) {
    memcpy(autotune->start, state->epoch_start, sizeof autotune->start);
    memcpy(autotune->served, state->epoch_served, sizeof autotune->served);
    autotune->wanted = state->epoch_wanted;
    autotune->enabled = (uint16_t)(state->registers.autotune_enable & ((1u << LANES) - 1));
}

void autotune_enable(struct autotune *autotune, uint64_t lanes, uint64_t now) {
    const unsigned enabled = (unsigned)(lanes & ((1u << LANES) - 1));
    const unsigned fresh = enabled & ~(unsigned)autotune->enabled;

    for (unsigned left = fresh; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        autotune->start[lane] = (uint32_t)now;
        autotune->served[lane] = 0;
    }
    autotune->wanted = (uint16_t)(autotune->wanted & ~fresh);
    autotune->enabled = (uint16_t)enabled;
}

uint32_t autotune_window(const struct registers *registers, enum resource_class resource,
                         uint32_t window, uint32_t elapsed, uint32_t served, bool wanted) {
    const uint64_t quanta = (uint64_t)elapsed * registers->clock_quanta >> QUANTA_FRACTION;
    const uint64_t idle = quanta > served ? quanta - served : 0;
    uint64_t next = window;

    if (wanted && idle > quanta >> IDLE_SHIFT) {
        const uint32_t step = window >> GROW_SHIFT;
        next += step ? step : 1;
        if (next > registers->window_ceiling[resource])
            next = registers->window_ceiling[resource];
    } else if (idle == 0) {
        next -= window >> SHRINK_SHIFT;
        if (next < registers->window_floor[resource])
            next = registers->window_floor[resource];
    }
    return next < WINDOW_MOST ? (uint32_t)next : WINDOW_MOST;
}

struct tuned autotune_clock(struct autotune *autotune, const struct registers *registers,
                            const struct edge_out *out, const uint16_t service[CLASSES],
                            uint64_t now) {
    struct tuned tuned = {.lane = LANES};

    if (out->kind == DECISION_DENY)
        autotune->wanted |= out->mask & autotune->enabled;
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        const unsigned lane =
            resource == CLASS_HBM ? out->hbm_lane : HBM_LANES + resource - CLASS_ATOMIC;
        if (out->return_kind[resource] != CHANNEL_RETURN || !(autotune->enabled >> lane & 1))
            continue;
        const uint32_t observed = service[resource] == SERVICE_UNKNOWN ? 0 : service[resource];
        const uint32_t room = UINT32_MAX - autotune->served[lane];
        autotune->served[lane] += observed < room ? observed : room;
        const uint32_t elapsed = (uint32_t)now - autotune->start[lane];
        if (elapsed < registers->autotune_interval)
            continue;
        const uint32_t window =
            autotune_window(registers, (enum resource_class)resource, registers->window[lane],
                            elapsed, autotune->served[lane], autotune->wanted >> lane & 1);
        if (tuned.lane == LANES && window != registers->window[lane])
            tuned = (struct tuned){.lane = lane, .window = window};
        autotune->start[lane] = (uint32_t)now;
        autotune->served[lane] = 0;
        autotune->wanted = (uint16_t)(autotune->wanted & ~(1u << lane));
    }
    return tuned;
}
