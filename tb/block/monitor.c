#include "tb/block/monitor.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tb/block/view/map.h"

void truth_begin(struct truth *truth, const struct path_size *size) {
    *truth = (struct truth){.size = *size};
    for (unsigned lane = 0; lane < path_lanes(size); lane++)
        truth->window[lane] = map_window(size, lane);
}

void truth_window(struct truth *truth, const struct path_out *out) {
    for (unsigned lane = 0; lane < path_lanes(&truth->size); lane++)
        if (out->trace_kind == PATH_WINDOW && out->trace_mask >> lane & 1)
            truth->window[lane] = out->trace_stage;
}

static bool enter(struct truth *truth, struct truth_held *held, unsigned what, unsigned lane,
                  uint32_t amount) {
    const bool room =
        truth->window[lane] > 0 &&
        (truth->holders[lane] == 0 || truth->debt[lane] + amount <= truth->window[lane]);
    if (!room)
        snprintf(truth->text, sizeof truth->text,
                 "lane %u: %" PRIu64 " truly outstanding, a grant of %" PRIu32
                 " more at a window of %" PRIu64,
                 lane, truth->debt[lane], amount, truth->window[lane]);
    held->on[what] = true;
    held->lane[what] = (uint8_t)lane;
    held->amount[what] = amount;
    truth->debt[lane] += amount;
    truth->holders[lane]++;
    return room;
}

bool truth_grant(struct truth *truth, struct truth_held *held, const struct offered *op,
                 const struct path_out *out) {
    return enter(truth, held, 0, offered_port(&truth->size, op, 0), out->trace_stage) &&
           (!offered_responds(op) ||
            enter(truth, held, 1, offered_port(&truth->size, op, 1), out->trace_response));
}

void truth_execute(struct truth *truth, struct truth_held *held, unsigned what) {
    if (!held->on[what])
        return;
    held->on[what] = false;
    truth->debt[held->lane[what]] -= held->amount[what];
    truth->holders[held->lane[what]]--;
}

void monitor_begin(struct monitor *monitor, const struct path_size *size) {
    memset(monitor, 0, sizeof *monitor);
    truth_begin(&monitor->truth, size);
}

// That nobody else is granted is a rule.
bool monitor_hear(struct monitor *monitor, const struct world *world, const struct path_out *out) {
    monitor->denied += out->trace_kind == PATH_DENY;
    if (out->trace_kind == PATH_WINDOW)
        truth_window(&monitor->truth, out);
    if (out->trace_kind != PATH_GRANT)
        return true;
    const struct world_op *op = world_find(world, out->trace_tag);
    return !op || op->state != WORLD_TAKEN || op->odd ||
           truth_grant(&monitor->truth, &monitor->held[op - world->op], &op->is, out);
}

void monitor_drive(struct monitor *monitor, const struct world *world, const struct path_in *in,
                   const struct world_truth *truth) {
    if (!in->rst_n) {
        truth_begin(&monitor->truth, &world->size);
        memset(monitor->held, 0, sizeof monitor->held);
        return;
    }
    const unsigned stages = (unsigned)world->size.hbm + world->size.atomic;
    const uint64_t lanes = (UINT64_C(1) << path_lanes(&world->size)) - 1;
    for (uint64_t left = truth->ports & lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(left);
        truth_execute(&monitor->truth, &monitor->held[truth->executed[lane]], lane >= stages);
    }
}
