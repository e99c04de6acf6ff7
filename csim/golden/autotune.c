#include "csim/golden/autotune.h"

#include <string.h>

#include "csim/interface/block_state.h"

#define WINDOW_MOST (COUNTER_MAX - 1)

enum { GROW_SHIFT = 4, SHRINK_SHIFT = 5, IDLE_SHIFT = 4, QUANTA_FRACTION = 4 };

void autotune_begin(struct autotune *autotune, const struct block_state *state) {
    *autotune = (struct autotune){
        .wanted = state->epoch_wanted, .open = state->epoch_open, .turn = state->turn};
    memcpy(autotune->start, state->epoch_start, sizeof autotune->start);
    memcpy(autotune->served, state->epoch_served, sizeof autotune->served);
}

uint32_t autotune_window(const struct registers *registers, enum resource_class resource,
                         uint32_t window, const struct epoch *epoch) {
    const uint64_t quanta = (uint64_t)epoch->elapsed * registers->clock_quanta >> QUANTA_FRACTION;
    const uint64_t idle = quanta > epoch->served ? quanta - epoch->served : 0;
    uint64_t next = window;

    if (epoch->wanted && idle > quanta >> IDLE_SHIFT) {
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

// Who has the next turn.
static void pass_turn(struct autotune *autotune) {
    autotune->turn = (uint8_t)(autotune->turn + 1 < LANES ? autotune->turn + 1 : 0);
}

// A clock without a look: one begins, or the turn goes on, where a lane is to be looked at.
static void seek(struct autotune *autotune, uint64_t now) {
    const lane_set lane = LANE_BIT(autotune->turn);

    if (autotune->pending & lane) {
        autotune->pending &= ~lane;
        autotune->look = (struct look){.time = (uint32_t)now, .clocks = 1};
    } else if (autotune->pending) {
        pass_turn(autotune);
    }
}

// What a clock commits.
static void count(struct autotune *autotune, lane_set enabled, const struct edge_out *out,
                  const uint16_t service[CLASSES]) {
    lane_set returned = 0;

    for (unsigned resource = 0; resource < CLASSES; resource++) {
        const unsigned lane = lane_of_class(resource, out->hbm_lane);
        if (out->return_kind[resource] != CHANNEL_RETURN)
            continue;
        returned |= LANE_BIT(lane);
        const uint32_t observed = service[resource] == SERVICE_UNKNOWN ? 0 : service[resource];
        const uint32_t room = UINT32_MAX - autotune->served[lane];
        autotune->served[lane] += observed < room ? observed : room;
    }
    autotune->pending = (autotune->pending | returned) & enabled;
    if (out->kind == DECISION_DENY)
        autotune->wanted |= out->mask & ALL_LANES;
}

// The clock of a look with which an epoch of the lane ends, if it has lasted for long enough, or
// the first one begins.
static void end_epoch(struct autotune *autotune, const struct registers *registers) {
    struct look *const look = &autotune->look;
    const unsigned lane = autotune->turn;
    const lane_set bit = LANE_BIT(lane);
    const bool open = autotune->open & bit;

    look->epoch = (struct epoch){.elapsed = look->time - autotune->start[lane],
                                 .served = autotune->served[lane],
                                 .wanted = autotune->wanted & bit};
    look->ends = open && look->epoch.elapsed >= registers->autotune_interval;
    if (look->ends)
        look->window = autotune_window(registers, (enum resource_class)lane_class(lane),
                                       registers->window[lane], &look->epoch);
    if (open && !look->ends)
        return;
    autotune->open |= bit;
    autotune->start[lane] = look->time;
    autotune->served[lane] = 0;
    autotune->wanted &= ~bit;
}

struct tuned autotune_clock(struct autotune *autotune, const struct registers *registers,
                            const struct edge_out *out, const uint16_t service[CLASSES],
                            uint64_t now) {
    const lane_set enabled = (lane_set)registers->autotune_enable & ALL_LANES;
    struct look *const look = &autotune->look;
    struct tuned tuned = {.lane = LANES};

    autotune->open &= enabled;
    if (look->clocks)
        look->clocks++;
    else
        seek(autotune, now);
    count(autotune, enabled, out, service);
    if (look->clocks == LOOK_TO_EPOCH + 1)
        end_epoch(autotune, registers);
    if (look->clocks > LOOK_TO_EPOCH && look->clocks < TUNE_CLOCKS &&
        !(autotune->open >> autotune->turn & 1))
        look->overtaken = true;
    if (look->clocks == TUNE_CLOCKS) {
        const unsigned lane = autotune->turn;
        if (look->ends && !look->overtaken && look->window != registers->window[lane])
            tuned = (struct tuned){.lane = lane, .window = look->window};
        look->clocks = 0;
        pass_turn(autotune);
    }
    return tuned;
}
