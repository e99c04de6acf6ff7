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

// Credit returned since reset (rtl/spec/messages.md), modulo 2^counter_bits.
static enum semacredit_result returned_read(const struct semacredit_bus *bus,
                                            const struct semacredit_block *block, unsigned lane,
                                            uint32_t in_force, uint32_t *returned) {
    uint32_t credit;
    if (!bus->read(bus->context, SEMACREDIT_CREDIT + 4 * lane, &credit))
        return SEMACREDIT_BUS;
    *returned = (credit - in_force) & (uint32_t)((UINT64_C(1) << block->counter_bits) - 1);
    return SEMACREDIT_OK;
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
                                   struct semacredit_tune_lane *lane, const struct course *course) {
    struct semacredit_lane_status status;
    const enum semacredit_result result = semacredit_lane_read(bus, number, &status);
    if (result != SEMACREDIT_OK || status.in_force == 0 || course->returns == 0 ||
        course->busy == 0)
        return result;
    // Of a lane that is calibrated the base is another one than what is in force.
    const uint64_t next = next_of(status.in_force, target_of(course, lane));
    const uint64_t base = lesser(next * status.window / status.in_force, lane->most);
    if (base == status.window)
        return result;
    return semacredit_window_write(bus, number, (uint32_t)(base > 0 ? base : 1));
}

enum semacredit_result semacredit_tune(const struct semacredit_bus *bus,
                                       struct semacredit_tune *tune) {
    struct semacredit_block block;
    struct semacredit_counters now;
    struct semacredit_lane_status status;
    const bool begun = tune->begun;
    enum semacredit_result result = semacredit_probe(bus, &block);
    if (result == SEMACREDIT_OK)
        result = semacredit_capture(bus, false, &now);
    tune->begun = false;
    for (unsigned l = 0; result == SEMACREDIT_OK && l < block.lanes; l++) {
        struct semacredit_tune_lane *const lane = &tune->lane[l];
        const uint32_t before = lane->returned;
        result = semacredit_lane_read(bus, l, &status);
        if (result == SEMACREDIT_OK)
            result = returned_read(bus, &block, l, status.in_force, &lane->returned);
        if (lane->most == 0)
            lane->most = (uint32_t)lesser((uint64_t)REACH * status.window,
                                          (UINT64_C(1) << block.counter_bits) - 2);
        if (result == SEMACREDIT_OK && begun)
            result = move(
                bus, l, lane,
                &(struct course){
                    (lane->returned - before) & (uint32_t)((UINT64_C(1) << block.counter_bits) - 1),
                    now.lane_returns[l] - tune->last.lane_returns[l],
                    now.holder_clocks[l] - tune->last.holder_clocks[l],
                    now.queue_clocks[l] - tune->last.queue_clocks[l],
                    (uint32_t)(now.clocks - tune->last.clocks) -
                        (uint64_t)(uint32_t)(now.idle_clocks[l] - tune->last.idle_clocks[l])});
    }
    if (result == SEMACREDIT_OK) {
        tune->last = now;
        tune->begun = true;
    }
    return result;
}
