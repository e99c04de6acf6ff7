#include "tb/block/monitor.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tb/block/view/map.h"

static void begin_again(struct monitor *monitor) {
    for (unsigned lane = 0; lane < path_lanes(&monitor->size); lane++)
        monitor->window[lane] = map_window(&monitor->size, lane);
    memset(monitor->debt, 0, sizeof monitor->debt);
    memset(monitor->holders, 0, sizeof monitor->holders);
    memset(monitor->held, 0, sizeof monitor->held);
}

void monitor_begin(struct monitor *monitor, const struct path_size *size) {
    memset(monitor, 0, sizeof *monitor);
    monitor->size = *size;
    begin_again(monitor);
}

static void hold(struct monitor *monitor, struct monitor_held *held, unsigned what, unsigned lane,
                 uint32_t amount) {
    held->on[what] = true;
    held->lane[what] = (uint8_t)lane;
    held->amount[what] = amount;
    monitor->debt[lane] += amount;
    monitor->holders[lane]++;
}

static void release(struct monitor *monitor, struct monitor_held *held, unsigned what) {
    if (!held->on[what])
        return;
    held->on[what] = false;
    monitor->debt[held->lane[what]] -= held->amount[what];
    monitor->holders[held->lane[what]]--;
}

// Is there truly room? The stages may be ahead of what the block knows, never behind.
static bool has_room(struct monitor *monitor, unsigned lane, uint32_t amount) {
    if (monitor->window[lane] > 0 &&
        (monitor->holders[lane] == 0 || monitor->debt[lane] + amount <= monitor->window[lane]))
        return true;
    snprintf(monitor->text, sizeof monitor->text,
             "lane %u: %" PRIu64 " truly outstanding, a grant of %" PRIu32
             " more at a window of %" PRIu64,
             lane, monitor->debt[lane], amount, monitor->window[lane]);
    return false;
}

static bool hear_grant(struct monitor *monitor, const struct world *world,
                       const struct path_out *out) {
    const struct path_size *size = &monitor->size;
    const struct world_op *op = world_find(world, out->trace_tag);
    struct monitor_held *held = &monitor->held[op - world->op];
    const unsigned stage = offered_port(size, &op->is, 0), engine = offered_port(size, &op->is, 1);
    if (!has_room(monitor, stage, out->trace_stage) ||
        (op->responds && !has_room(monitor, engine, out->trace_response)))
        return false;
    hold(monitor, held, 0, stage, out->trace_stage);
    if (op->responds)
        hold(monitor, held, 1, engine, out->trace_response);
    monitor->granted++;
    return true;
}

bool monitor_hear(struct monitor *monitor, const struct world *world, const struct path_out *out) {
    if (out->decision_kind) {
        const struct world_op *op = world_find(world, out->decision_tag);
        if (!op || op->state != OP_TAKEN || op->odd != (out->decision_kind == 2)) {
            snprintf(monitor->text, sizeof monitor->text, "%s of tag %" PRIu64 ", which %s",
                     out->decision_kind == 1 ? "grant" : "reject", out->decision_tag,
                     !op                     ? "nobody offered"
                     : op->state != OP_TAKEN ? "does not wait"
                     : op->odd               ? "is of an unknown kind"
                                             : "is legal");
            return false;
        }
    }
    if (out->trace_kind == PATH_GRANT && !hear_grant(monitor, world, out))
        return false;
    monitor->denied += out->trace_kind == PATH_DENY;
    if (out->trace_kind == PATH_WINDOW)
        for (unsigned lane = 0; lane < path_lanes(&monitor->size); lane++)
            if (out->trace_mask >> lane & 1)
                monitor->window[lane] = out->trace_stage;
    for (unsigned k = 0; k < path_channels(&monitor->size); k++) {
        if (!out->free_valid[k])
            continue;
        const uint32_t id = out->free_handle[k] & (monitor->size.depth - 1u);
        const struct world_op *op = world->holder[id] ? &world->op[world->holder[id] - 1] : NULL;
        if (!op || op->handle != out->free_handle[k] || op->owes[0] || op->owes[1] || op->owes[2]) {
            snprintf(monitor->text, sizeof monitor->text, "handle %#x is free, but %s",
                     out->free_handle[k], op ? "it is owed something" : "nobody held it");
            return false;
        }
    }
    return true;
}

void monitor_drive(struct monitor *monitor, const struct world *world, const struct path_in *in,
                   const struct world_truth *truth) {
    if (!in->rst_n) {
        begin_again(monitor);
        return;
    }
    const unsigned stages = (unsigned)world->size.hbm + world->size.atomic;
    for (unsigned port = 0; port < path_lanes(&world->size); port++)
        if (truth->executed[port])
            release(monitor, &monitor->held[truth->executed[port] - 1], port >= stages);
}
