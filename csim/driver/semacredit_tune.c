// SPDX-License-Identifier: Apache-2.0
#include "semacredit_tune.h"

enum { STEP = 8, REACH = 16, FRACTION = 16 };

// A lane since the last call.
struct course {
    uint64_t credit, returns; // that came back
    uint64_t held, queued;    // operations times clocks
    uint64_t busy;            // clocks
};

static uint64_t lesser(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

// The credit that keeps the stage busy, and half as much again.
static uint64_t target_of(const struct course *course, struct semacredit_tune_lane *lane) {
    const uint64_t clocks = course->held > course->queued ? course->held - course->queued : 0;
    const uint64_t delay = lesser(clocks * FRACTION / course->returns, UINT32_MAX);
    if (delay > 0 && (lane->least == 0 || delay < lane->least))
        lane->least = (uint32_t)delay;
    const uint64_t counts = lesser(delay, lane->least + (uint64_t)lane->least / 2);
    const uint64_t need = course->credit * counts / FRACTION / course->busy;
    return need + need / 2;
}

static uint64_t next_of(uint64_t window, uint64_t target) {
    return target > window ? window + (target - window + STEP - 1) / STEP
                           : window - (window - target) / STEP;
}

static enum semacredit_result move(const struct semacredit_bus *bus, unsigned number,
                                   const struct semacredit_lane_status *status,
                                   struct semacredit_tune_lane *lane, const struct course *course) {
    if (status->in_force == 0 || course->returns == 0 || course->busy == 0)
        return SEMACREDIT_OK;
    // Of a lane that is calibrated the base is another one than what is in force.
    const uint64_t next = next_of(status->in_force, target_of(course, lane));
    const uint64_t base = lesser(next * status->window / status->in_force, lane->most);
    if (base == status->window)
        return SEMACREDIT_OK;
    return semacredit_window_write(bus, number, (uint32_t)(base > 0 ? base : 1));
}

// What has returned is the credit without the window in force (rtl/spec/messages.md): read before
// and after it, since calibration may move it meanwhile; *agree: it did not.
static bool read_returned(const struct semacredit_bus *bus, unsigned lane, uint32_t mask,
                          uint32_t *returned, bool *agree) {
    uint32_t before, credit, after;
    if (!bus->read(bus->context, SEMACREDIT_IN_FORCE + 4 * lane, &before) ||
        !bus->read(bus->context, SEMACREDIT_CREDIT + 4 * lane, &credit) ||
        !bus->read(bus->context, SEMACREDIT_IN_FORCE + 4 * lane, &after))
        return false;
    *returned = (credit - after) & mask;
    *agree = before == after;
    return true;
}

// `now`: captured. Notes what has returned, and moves the window if the last call noted it, too.
static enum semacredit_result follow(const struct semacredit_bus *bus, unsigned number,
                                     uint32_t mask, struct semacredit_tune *tune, bool begun,
                                     const struct semacredit_counters *now) {
    const struct semacredit_counters *const last = &tune->last;
    struct semacredit_tune_lane *const lane = &tune->lane[number];
    struct semacredit_lane_status status;
    const uint32_t before = lane->returned;
    bool agree;
    const enum semacredit_result result = semacredit_lane_read(bus, number, &status);
    if (result != SEMACREDIT_OK)
        return result;
    if (!read_returned(bus, number, mask, &lane->returned, &agree))
        return SEMACREDIT_BUS;
    const bool moves = begun && agree && lane->known;
    lane->known = agree;
    if (lane->most == 0)
        lane->most = (uint32_t)lesser((uint64_t)REACH * status.window, mask - 1);
    const uint32_t clocks = now->clocks - last->clocks;
    const uint32_t idle = now->idle_clocks[number] - last->idle_clocks[number];
    const struct course course = {
        .credit = (lane->returned - before) & mask,
        .returns = now->lane_returns[number] - last->lane_returns[number],
        .held = now->holder_clocks[number] - last->holder_clocks[number],
        .queued = now->queue_clocks[number] - last->queue_clocks[number],
        .busy = clocks - idle,
    };
    return moves ? move(bus, number, &status, lane, &course) : SEMACREDIT_OK;
}

enum semacredit_result semacredit_tune(const struct semacredit_bus *bus,
                                       struct semacredit_tune *tune) {
    struct semacredit_block block;
    struct semacredit_counters now;
    const bool begun = tune->begun;
    enum semacredit_result result = semacredit_probe(bus, &block);
    if (result == SEMACREDIT_OK)
        result = semacredit_capture(bus, false, &now);
    tune->begun = false;
    for (unsigned l = 0; result == SEMACREDIT_OK && l < block.lanes; l++)
        result =
            follow(bus, l, (uint32_t)((UINT64_C(1) << block.counter_bits) - 1), tune, begun, &now);
    if (result == SEMACREDIT_OK) {
        tune->last = now;
        tune->begun = true;
    }
    return result;
}
