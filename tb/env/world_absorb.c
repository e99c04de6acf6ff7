// What a world learns in each clock: from the block's commits, and from the target.
#include "tb/env/world_state.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void world_fail(struct world *world, const char *format, ...) {
    if (world->failed)
        return;
    world->failed = true;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(world->error.text, sizeof world->error.text, format, arguments);
    va_end(arguments);
}

void world_queue_beat(struct world *world, unsigned port, struct port_beat beat) {
    if (!ports_queue(&world->ports, port, beat))
        world_fail(world, "beats do not get through port %u", port);
}

static unsigned stage_port(const struct trip *trip, unsigned stage) {
    if (stage == CLASS_HBM)
        return address_partition(trip->op.address);
    return stage == CLASS_ATOMIC ? PORT_ATOMIC : PORT_RESPONSE;
}

void world_absorb_step(struct world *world, const struct target_step *step) {
    struct trip *trip = step->trip;
    source_settle(world, trip);
    if (step->stage < CLASSES)
        world_queue_beat(world, stage_port(trip, step->stage),
                         (struct port_beat){trip->id, step->service});
    if (!step->completes)
        return;
    struct world_stats *stats = &world->stats;
    world_queue_beat(world, PORT_DONE, (struct port_beat){.id = trip->id});
    stats->last_complete_ps = step->time_ps;
    if (trip->again)
        return;
    stats->goodput_bytes += op_responds(&trip->op) ? trip->op.response_length : trip->op.wire_bytes;
    struct latencies *latencies = &world->latencies[trip->op.urgent];
    if (latencies->ps)
        latencies->ps[latencies->count++] = step->time_ps - (trip->op.submit_ps + world->origin_ps);
}

static void absorb_grant(struct world *world, struct trip *trip, const struct edge_out *last) {
    if (last->id >= world->config.depth || !target_has_room(&world->target)) {
        world_fail(world,
                   "operation %" PRIu32 " is granted as reservation %u, %" PRIu32
                   " operations are under way",
                   last->tag, last->id, world->trips.under_way);
        return;
    }
    trips_grant(&world->trips, trip, last->id, last->mask);
    world->stats.granted++;
    target_enter(&world->target, trip, (world->cycle - 1) * world->config.clock_ps);
}

// The block has done what work there is for it, which is finite: the watchdog's food.
static void progressed(struct world *world) {
    watchdog_feed(&world->watchdog, world->cycle - 1, world->stats.resets);
}

// Something moves: what was tried to make it so need not be tried further.
static void mended(struct world *world) {
    progressed(world);
    if (world->mend_step > 1) // the way had been opened wide for this one
        register_plan_mend(&world->registers);
    world->mend_step = 0;
}

static void absorb_repeat(struct world *world, const struct edge_out *last) {
    if (!trips_repeat(&world->trips, index_of_tag(&world->code, last->tag), last->id,
                      world->cycle - 1))
        world_fail(world,
                   "operation %" PRIu32
                   " is answered with reservation %u, which it does not hold, or was not asked for",
                   last->tag, last->id);
    world->stats.repeated++;
    mended(world);
}

static void absorb_decision(struct world *world, const struct edge_out *last) {
    if (last->kind == DECISION_REPEAT) {
        absorb_repeat(world, last);
        return;
    }
    struct trip *trip = trips_waiting(&world->trips, index_of_tag(&world->code, last->tag));
    if (!trip) {
        world_fail(world, "a decision on operation %" PRIu32 ", which does not wait", last->tag);
        return;
    }
    if (last->kind == DECISION_DENY) {
        trip_deny(trip, last->mask);
        world->stats.denials++;
        return;
    }
    trips_decide(&world->trips, trip, world->cycle - 1);
    if (last->kind == DECISION_GRANT) {
        absorb_grant(world, trip, last);
    } else {
        trip_reject(trip, last->mask);
        source_settle(world, trip);
        world->stats.rejected++;
    }
    mended(world);
}

static void absorb_complete(struct world *world, uint16_t id) {
    world->stats.completed++;
    struct trip *trip = trips_complete(&world->trips, id, world->cycle - 1);
    if (!trip)
        return;
    source_settle(world, trip);
    progressed(world);
}

static void absorb_stray(struct world *world) {
    world->stats.strays++;
    if (world->extra > 0)
        world->extra--;
}

static void absorb_return(struct world *world, const struct edge_out *last,
                          enum resource_class class) {
    if (last->return_kind[class] == CHANNEL_STRAY) {
        absorb_stray(world);
        return;
    }
    const uint16_t id = last->return_id[class];
    world->stats.returned++;
    if (trips_return(&world->trips, id, class, world->cycle - 1))
        progressed(world);
    if (last->retire >> class & 1)
        absorb_complete(world, id);
}

void world_absorb(struct world *world, const struct edge_out *last) {
    if (last->calibrate)
        register_plan_calibrated(&world->registers, last);
    if (last->window)
        register_plan_window(&world->registers, last);
    if (last->kind)
        absorb_decision(world, last);
    for (unsigned class = 0; class < CLASSES; class ++)
        if (last->return_kind[class])
            absorb_return(world, last, (enum resource_class) class);
    if (last->done_kind == CHANNEL_COMPLETE)
        absorb_complete(world, last->done_id);
    else if (last->done_kind == CHANNEL_STRAY)
        absorb_stray(world);
}
