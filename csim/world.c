#include "world.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "chaos.h"
#include "event.h"
#include "fabric.h"
#include "numbers.h"
#include "op.h"
#include "phase.h"
#include "register_plan.h"
#include "rng.h"
#include "stages.h"
#include "traffic.h"

enum {
    TRIPS = 4096, // operations remembered; a power of two
    // Operations under way at a time: reservations, and those whose reservation a disturbance
    // ended early. A world with a block that keeps its promises stays far below.
    UNDER_WAY_MAX = 4 * DEPTH_MAX,
    BEATS_EACH = 4, // of one operation: three stages and done
    PORT_BEATS = 2 * UNDER_WAY_MAX,
    RECENT = 16, // beats that can be sent again
    ALIGNED_CLOCKS = 16,
    RESET_CLOCKS_MAX = 3,
};

static const uint64_t never = UINT64_MAX;

// The ports of stage completions and of done.
enum port { PORT_ATOMIC = HBM_LANES, PORT_RESPONSE, PORT_DONE, PORTS };

enum event_kind { EVENT_ARRIVE, EVENT_HBM, EVENT_ATOMIC, EVENT_RESPONSE, EVENT_COMPLETE };

enum trip_state {
    TRIP_NONE,
    TRIP_OFFERED,
    TRIP_GRANTED,
    TRIP_COMPLETE,
    TRIP_REJECTED,
    TRIP_VOID,
};

static const char *const trip_state_name[] = {"not offered", "waiting",  "granted",
                                              "complete",    "rejected", "void after a reset"};

// One operation's way through the world. Times are clocks.
struct trip {
    struct op op;
    uint64_t offered;
    uint64_t decided;
    uint64_t returned[CLASSES];
    uint64_t completed;
    uint32_t denials;
    uint16_t refused; // mask of the last deny
    uint16_t id;
    uint16_t mask;
    uint8_t state; // enum trip_state
    uint8_t ahead; // events still to come
};

// Beats that wait for their port, first in, first out.
struct port_queue {
    uint16_t head;
    uint16_t count;
    uint16_t id[PORT_BEATS];
};

struct latencies {
    uint64_t *ps;
    size_t count;
};

struct world {
    struct stimulus stimulus;
    struct config config;
    bool skip;
    bool started;
    bool failed;

    // Time.
    uint64_t cycle;        // number of the edge that comes next
    uint64_t commit_cycle; // of the last commit
    uint64_t origin_ps;    // time zero of the traffic

    // Traffic.
    struct traffic *traffic;
    struct op op; // the next operation
    bool has_op;
    bool offering;      // valid is up for it
    bool closing;       // no further operation
    uint64_t phase;     // number of the phase, counted over the run
    uint32_t waiting;   // operations taken and not decided
    uint32_t under_way; // operations with events still to come
    struct trip trips[TRIPS];
    uint16_t trip_of[DEPTH_MAX]; // trip that holds a reservation, TRIPS: none

    // The target.
    struct event_queue *events;
    struct fabric fabric;
    struct stages stages;
    struct rng delay;
    uint32_t busy_ports; // one bit for each
    struct port_queue port[PORTS];

    struct register_plan registers;
    unsigned mend_step; // how much was tried since the last decision

    // Disturbances.
    struct chaos chaos;
    unsigned reset_clocks; // still to come
    uint32_t extra;        // beats under way that no reservation waits for
    struct {
        uint8_t port;
        uint16_t id;
    } recent[RECENT];
    unsigned recent_next;

    struct world_stats stats;
    struct latencies latencies[2];
    char error[200];
};

static void world_fail(struct world *world, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Only the first failure is kept.
static void world_fail(struct world *world, const char *format, ...) {
    if (world->failed)
        return;
    world->failed = true;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(world->error, sizeof world->error, format, arguments);
    va_end(arguments);
}

// --- beats ------------------------------------------------------------------------------------

static void beat_queue(struct world *world, unsigned port, uint16_t id) {
    struct port_queue *queue = &world->port[port];
    if (queue->count == PORT_BEATS) {
        world_fail(world, "beats do not get through port %u", port);
        return;
    }
    queue->id[(queue->head + queue->count++) % PORT_BEATS] = id;
    world->busy_ports |= 1u << port;
}

static uint16_t beat_take(struct world *world, unsigned port) {
    struct port_queue *queue = &world->port[port];
    const uint16_t id = queue->id[queue->head];
    queue->head = (uint16_t)((queue->head + 1) % PORT_BEATS);
    if (--queue->count == 0) {
        queue->head = 0; // short queues stay in few cache lines
        world->busy_ports &= ~(1u << port);
    }
    world->recent[world->recent_next].port = (uint8_t)port;
    world->recent[world->recent_next].id = id;
    world->recent_next = (world->recent_next + 1) % RECENT;
    return id;
}

static void beats_fill(struct world *world, const struct edge_out *last, struct edge_in *in) {
    for (uint32_t left = world->busy_ports; left; left &= left - 1) {
        const unsigned port = (unsigned)__builtin_ctz(left);
        if (port < HBM_LANES) {
            // Held with a stable id until the collector's slot is free.
            const struct port_queue *queue = &world->port[port];
            in->hbm_valid |= (uint8_t)(1u << port);
            in->hbm_id[port] = queue->id[queue->head];
            if (last->hbm_ready >> port & 1)
                beat_take(world, port);
        } else if (port == PORT_ATOMIC) {
            in->atomic_valid = 1;
            in->atomic_id = beat_take(world, port);
        } else if (port == PORT_RESPONSE) {
            in->response_valid = 1;
            in->response_id = beat_take(world, port);
        } else {
            in->done_valid = 1;
            in->done_id = beat_take(world, port);
        }
    }
}

// --- the target -------------------------------------------------------------------------------

// Beats go out for what the block reserved: a stage without a reserved component has no completion
// to report.
static bool trip_holds(const struct trip *trip, enum resource_class class) {
    switch (class) {
    case CLASS_HBM:
        return trip->mask & ((1u << HBM_LANES) - 1);
    case CLASS_ATOMIC:
        return trip->mask >> ATOMIC_LANE & 1;
    default:
        return trip->mask >> RESPONSE_LANE & 1;
    }
}

static void trip_post(struct world *world, uint16_t slot, enum event_kind kind, uint64_t time_ps) {
    event_post(world->events, time_ps, kind, slot);
    if (world->trips[slot].ahead++ == 0)
        world->under_way++;
}

static void trip_enter_response(struct world *world, uint16_t slot, uint64_t now_ps) {
    const uint32_t bytes = world->trips[slot].op.response_length;
    trip_post(
        world, slot, EVENT_RESPONSE,
        server_serve(&world->stages.response, now_ps, stages_response_ps(&world->stages, bytes)));
}

static uint64_t clock_ceil(const struct world *world, uint64_t time_ps) {
    return (time_ps + world->config.clock_ps - 1) / world->config.clock_ps;
}

static uint64_t delay_draw(struct world *world, uint64_t least, uint64_t spread) {
    return least + rng_below(&world->delay, spread + 1);
}

// Random stages: when each beat comes is drawn at the grant.
static void trip_draw(struct world *world, uint16_t slot, uint64_t now_ps) {
    const struct trip *trip = &world->trips[slot];
    const uint64_t clock = world->config.clock_ps;
    uint64_t least = world->config.delay_ps, spread = world->config.delay_spread_ps;
    enum timing timing = TIMING_CHAIN;
    if (world->config.traffic == TRAFFIC_ADVERSARIAL) {
        const struct phase *phase =
            &phases[trip->op.index / world->config.phase_operations % phase_count];
        timing = phase->timing;
        least = phase->delay_clocks * clock;
        spread = phase->spread_clocks * clock;
    }
    uint64_t done = now_ps;
    for (unsigned class = 0; class < CLASSES; class ++) {
        if (!trip_holds(trip, (enum resource_class) class))
            continue;
        const bool chained = timing == TIMING_CHAIN || timing == TIMING_ALIGNED;
        uint64_t time = (chained ? done : now_ps) + delay_draw(world, least, spread);
        if (timing == TIMING_ALIGNED && class == CLASS_HBM)
            time = (clock_ceil(world, time) + ALIGNED_CLOCKS - 1) / ALIGNED_CLOCKS *
                   ALIGNED_CLOCKS * clock;
        else if (timing == TIMING_SAME_CLOCK && done != now_ps)
            time = done + (class == CLASS_RESPONSE && trip_holds(trip, CLASS_HBM) ? clock : 0);
        static const enum event_kind kind[CLASSES] = {EVENT_HBM, EVENT_ATOMIC, EVENT_RESPONSE};
        trip_post(world, slot, kind[class], time);
        done = time;
    }
    if (timing == TIMING_CHAIN || timing == TIMING_ALIGNED)
        done += delay_draw(world, 0, spread);
    else if (timing == TIMING_DONE_FIRST)
        done = now_ps;
    else if (timing == TIMING_ANY)
        done = now_ps + delay_draw(world, least, spread);
    trip_post(world, slot, EVENT_COMPLETE, done);
}

static void trip_arrive(struct world *world, uint16_t slot, uint64_t now_ps) {
    const struct op *op = &world->trips[slot].op;
    if (op_is_atomic(op)) {
        trip_post(world, slot, EVENT_ATOMIC,
                  server_serve(&world->stages.atomic, now_ps, world->stages.atomic_ps));
        return;
    }
    struct server *partition = &world->stages.hbm[address_partition(op->address)];
    const uint64_t service = stages_hbm_ps(&world->stages, op_hbm_bytes(op), op_is_read(op));
    trip_post(world, slot, EVENT_HBM, server_serve(partition, now_ps, service));
}

static void trip_complete(struct world *world, struct trip *trip, uint64_t now_ps) {
    struct world_stats *stats = &world->stats;
    beat_queue(world, PORT_DONE, trip->id);
    stats->goodput_bytes += op_responds(&trip->op) ? trip->op.response_length : trip->op.wire_bytes;
    stats->last_complete_ps = now_ps;
    struct latencies *latencies = &world->latencies[trip->op.urgent];
    if (latencies->ps)
        latencies->ps[latencies->count++] = now_ps - (trip->op.submit_ps + world->origin_ps);
}

// What follows an event in the model; random stages have posted all of it.
static void trip_follow(struct world *world, uint16_t slot, const struct event *event) {
    struct trip *trip = &world->trips[slot];
    const uint64_t now_ps = event->time_ps;
    switch (event->kind) {
    case EVENT_ARRIVE:
        trip_arrive(world, slot, now_ps);
        break;
    case EVENT_HBM:
    case EVENT_ATOMIC:
        if (op_responds(&trip->op))
            trip_enter_response(world, slot, now_ps);
        else
            trip_complete(world, trip, now_ps);
        break;
    case EVENT_RESPONSE:
        trip_post(world, slot, EVENT_COMPLETE,
                  fabric_back(&world->fabric, now_ps, trip->op.response_length).arrive_ps);
        break;
    default:
        break;
    }
}

static void event_happen(struct world *world, const struct event *event) {
    const uint16_t slot = (uint16_t)event->subject;
    struct trip *trip = &world->trips[slot];
    if (event->kind == EVENT_HBM && trip_holds(trip, CLASS_HBM))
        beat_queue(world, address_partition(trip->op.address), trip->id);
    else if (event->kind == EVENT_ATOMIC && trip_holds(trip, CLASS_ATOMIC))
        beat_queue(world, PORT_ATOMIC, trip->id);
    else if (event->kind == EVENT_RESPONSE && trip_holds(trip, CLASS_RESPONSE))
        beat_queue(world, PORT_RESPONSE, trip->id);
    else if (event->kind == EVENT_COMPLETE)
        trip_complete(world, trip, event->time_ps);
    if (world->config.stages == STAGES_MODEL)
        trip_follow(world, slot, event);
    if (--trip->ahead == 0)
        world->under_way--;
}

// --- what the block shows ----------------------------------------------------------------------

static void absorb_grant(struct world *world, struct trip *trip, const struct edge_out *last) {
    if (last->id >= world->config.depth || world->under_way >= UNDER_WAY_MAX) {
        world_fail(world,
                   "operation %" PRIu32 " is granted as reservation %u, %" PRIu32
                   " operations are under way",
                   last->tag, last->id, world->under_way);
        return;
    }
    const uint16_t slot = (uint16_t)(last->tag % TRIPS);
    trip->state = TRIP_GRANTED;
    trip->id = last->id;
    trip->mask = last->mask;
    world->trip_of[last->id] = slot;
    world->stats.granted++;
    const uint64_t now_ps = (world->cycle - 1) * world->config.clock_ps;
    if (world->config.stages == STAGES_RANDOM)
        trip_draw(world, slot, now_ps);
    else
        trip_post(world, slot, EVENT_ARRIVE,
                  fabric_forward(&world->fabric, now_ps, trip->op.wire_bytes, last->tag).arrive_ps);
}

static void absorb_decision(struct world *world, const struct edge_out *last) {
    struct trip *trip = &world->trips[last->tag % TRIPS];
    if (trip->state != TRIP_OFFERED || trip->op.index != last->tag) {
        world_fail(world, "a decision on operation %" PRIu32 ", which does not wait", last->tag);
        return;
    }
    if (last->kind == DECISION_DENY) {
        trip->denials++;
        trip->refused = last->mask;
        world->stats.denials++;
        return;
    }
    trip->decided = world->cycle - 1;
    world->waiting--;
    if (last->kind == DECISION_GRANT) {
        absorb_grant(world, trip, last);
    } else {
        trip->state = TRIP_REJECTED;
        trip->mask = last->mask;
        world->stats.rejected++;
    }
    if (world->mend_step > 1) // the way had been opened wide for this one
        register_plan_mend(&world->registers);
    world->mend_step = 0;
}

static void absorb_complete(struct world *world, uint16_t id) {
    const uint16_t slot = id < DEPTH_MAX ? world->trip_of[id] : TRIPS;
    world->stats.completed++;
    if (slot == TRIPS)
        return;
    world->trips[slot].completed = world->cycle - 1;
    world->trips[slot].state = TRIP_COMPLETE;
    world->trip_of[id] = TRIPS;
}

static void absorb_stray(struct world *world) {
    world->stats.strays++;
    if (world->extra > 0)
        world->extra--;
}

static void absorb_return(struct world *world, const struct edge_out *last, unsigned class) {
    const uint16_t id = last->return_id[class];
    if (last->return_kind[class] == CHANNEL_STRAY) {
        absorb_stray(world);
        return;
    }
    world->stats.returned++;
    if (id < DEPTH_MAX && world->trip_of[id] != TRIPS)
        world->trips[world->trip_of[id]].returned[class] = world->cycle - 1;
    if (last->retire >> class & 1)
        absorb_complete(world, id);
}

static void absorb(struct world *world, const struct edge_out *last) {
    bool commits = last->reset || last->window || last->kind || last->done_kind;
    if (last->kind)
        absorb_decision(world, last);
    for (unsigned class = 0; class < CLASSES; class ++)
        if (last->return_kind[class]) {
            absorb_return(world, last, class);
            commits = true;
        }
    if (last->done_kind == CHANNEL_COMPLETE)
        absorb_complete(world, last->done_id);
    else if (last->done_kind == CHANNEL_STRAY)
        absorb_stray(world);
    if (commits)
        world->commit_cycle = world->cycle - 1;
}

// --- disturbances -----------------------------------------------------------------------------

static void reset_start(struct world *world) {
    world->stats.resets++;
    world->reset_clocks = (unsigned)rng_between(&world->chaos.rng, 1, RESET_CLOCKS_MAX);
    for (unsigned slot = 0; slot < TRIPS; slot++) {
        struct trip *trip = &world->trips[slot];
        if (trip->state != TRIP_OFFERED && trip->state != TRIP_GRANTED && trip->ahead == 0)
            continue;
        if (trip->state == TRIP_OFFERED || trip->state == TRIP_GRANTED) {
            trip->state = TRIP_VOID;
            world->stats.voided++;
        }
        trip->ahead = 0;
    }
    for (unsigned id = 0; id < DEPTH_MAX; id++)
        world->trip_of[id] = TRIPS;
    for (unsigned port = 0; port < PORTS; port++)
        world->port[port].count = 0;
    world->busy_ports = 0;
    event_clear(world->events);
    world->waiting = world->under_way = 0;
    world->extra = 0;
    world->registers.count = 0;
    world->mend_step = 0;
    world->offering = false; // it is offered again
}

static void reset_end(struct world *world) {
    register_plan_reset(&world->registers, world->config.depth);
    register_plan_mend(&world->registers);
}

static void disturb(struct world *world) {
    const enum chaos_kind kind = chaos_take(&world->chaos, world->cycle);
    struct rng *rng = &world->chaos.rng;
    const uint16_t id = (uint16_t)rng_below(rng, world->config.depth);
    if (kind == CHAOS_RESET) {
        reset_start(world);
    } else if (kind == CHAOS_MEND) {
        register_plan_mend(&world->registers);
    } else if (kind <= CHAOS_REGISTER) {
        uint8_t address;
        uint32_t data;
        chaos_write(&world->chaos, kind, world->registers.wanted, &address, &data);
        if (world->registers.count > 0)
            return;
        register_plan_write(&world->registers, address, data);
    } else {
        // A bound on the beats that nobody waits for is one on the operations under way.
        const unsigned again = (unsigned)rng_below(rng, RECENT);
        const unsigned any = (unsigned)rng_below(rng, PORT_DONE);
        if (world->extra >= world->config.depth)
            return;
        world->extra++;
        if (kind == CHAOS_DUPLICATE)
            beat_queue(world, world->recent[again].port, world->recent[again].id);
        else
            beat_queue(world, kind == CHAOS_DONE ? PORT_DONE : any, id);
    }
    world->stats.disturbances++;
}

// --- one clock --------------------------------------------------------------------------------

// Enters the phase of the next operation: its windows, its disturbances.
static void phase_enter(struct world *world) {
    const uint64_t number = world->op.index / world->config.phase_operations;
    if (world->config.traffic != TRAFFIC_ADVERSARIAL || world->phase == number)
        return;
    world->phase = number;
    const struct phase *phase = &phases[number % phase_count];
    const struct config *config = &world->config;
    register_plan_want_windows(
        &world->registers, config,
        phase->window[CLASS_HBM] ? phase->window[CLASS_HBM] : config->window_hbm,
        phase->window[CLASS_ATOMIC] ? phase->window[CLASS_ATOMIC] : config->window_atomic,
        phase->window[CLASS_RESPONSE] ? phase->window[CLASS_RESPONSE] : config->window_response);
    register_plan_mend(&world->registers);
    chaos_start(&world->chaos, phase->rate, world->cycle);
}

static void op_fetch(struct world *world) {
    world->has_op = traffic_next(world->traffic, &world->op);
    if (!world->has_op)
        return;
    world->op.submit_ps += world->origin_ps;
    phase_enter(world);
}

// Is an operation to be offered, whether or not the block is ready?
static bool offer_due(struct world *world, uint64_t now_ps) {
    if (world->offering)
        return true;
    if (!world->has_op || world->closing || world->registers.settling ||
        world->op.submit_ps > now_ps)
        return false;
    // The place in which it would be remembered may still belong to an operation under way.
    const struct trip *trip = &world->trips[world->op.index % TRIPS];
    return trip->ahead == 0 && trip->state != TRIP_OFFERED;
}

static void offer_fill(struct world *world, const struct edge_out *last, struct edge_in *in) {
    const struct op *op = &world->op;
    in->op_valid = 1;
    in->tag = op->index;
    in->opcode = op->opcode;
    in->address = op->address;
    in->length = op->length;
    in->response_length = op->response_length;
    world->offering = !last->op_ready;
    if (world->offering)
        return;
    struct trip *trip = &world->trips[op->index % TRIPS];
    *trip = (struct trip){.op = *op,
                          .offered = world->cycle,
                          .decided = never,
                          .returned = {never, never, never},
                          .completed = never,
                          .state = TRIP_OFFERED};
    trip->op.submit_ps -= world->origin_ps;
    if (world->stats.offered++ == 0)
        world->stats.first_submit_ps = op->submit_ps;
    world->waiting++;
    op_fetch(world);
}

// Nothing is under way any more, of the world's own doing or the block's.
static bool world_idle(const struct world *world) {
    return world->busy_ports == 0 && world->registers.count == 0 && world->reset_clocks == 0 &&
           event_count(world->events) == 0;
}

// Puts the registers right where a disturbance left operations waiting that nothing will let in:
// first as configured; where that is not enough (the waiting operation was sized under other
// registers), wide open until it is through.
static void mend(struct world *world) {
    if (world->mend_step > 1)
        return; // tried everything: the watchdog ends the run
    world->stats.mends++;
    world->mend_step++;
    if (world->mend_step == 1 && register_plan_mend(&world->registers))
        return;
    world->mend_step = 2;
    register_plan_open_wide(&world->registers);
}

// The clock in which the watchdog gives up; never where time alone will bring something.
static uint64_t stall_cycle(const struct world *world) {
    const bool expects =
        world->closing || world->waiting > 0 || world->offering || world->busy_ports;
    if (!expects || event_count(world->events) > 0)
        return never;
    return world->commit_cycle + world->config.stall_clocks + 1;
}

// The next clock, from this one on, in which there is something to do while the block is quiet.
static uint64_t due_cycle(const struct world *world) {
    uint64_t due = stall_cycle(world);
    const uint64_t event_ps = event_next_ps(world->events);
    if (event_ps != UINT64_MAX && clock_ceil(world, event_ps) < due)
        due = clock_ceil(world, event_ps);
    if (world->chaos.next_cycle < due)
        due = world->chaos.next_cycle;
    if (world->has_op && !world->offering && !world->closing &&
        clock_ceil(world, world->op.submit_ps) < due)
        due = clock_ceil(world, world->op.submit_ps);
    if (world->config.cycles && !world->closing && world->config.cycles < due)
        due = world->config.cycles;
    return due > world->cycle ? due : world->cycle;
}

// No further operations, no further disturbances; what was disturbed is put right.
static void close_down(struct world *world) {
    world->closing = true;
    chaos_stop(&world->chaos);
    register_plan_mend(&world->registers);
}

static bool world_next(struct stimulus *self, const struct edge_out *last, struct edge_in *in) {
    struct world *world = (struct world *)self;
    *in = (struct edge_in){0};
    if (world->started)
        absorb(world, last);
    world->started = true;

    const bool cut = world->config.cycles && world->cycle >= world->config.cycles;
    if (!world->closing && !world->offering && (!world->has_op || cut) && !world->reset_clocks)
        close_down(world);
    if (last->quiet && world_idle(world)) {
        if (world->closing && world->waiting == 0 && !world->offering && world->under_way == 0)
            return false;
        if (world->waiting > 0)
            mend(world);
    }
    if (last->quiet && world->skip && world->busy_ports == 0 && world->registers.count == 0 &&
        world->reset_clocks == 0 && !(last->op_ready && world->offering)) {
        in->gap = due_cycle(world) - world->cycle;
        world->cycle += in->gap;
    }
    if (world->cycle >= stall_cycle(world))
        world_fail(world, "no commit for %" PRIu64 " clocks, and %" PRIu32 " operations wait",
                   world->config.stall_clocks, world->waiting);
    if (world->failed)
        return false;

    const uint64_t now_ps = world->cycle * world->config.clock_ps;
    struct event event;
    while (event_take(world->events, now_ps, &event))
        event_happen(world, &event);
    if (world->cycle >= world->chaos.next_cycle && world->reset_clocks == 0)
        disturb(world);
    if (world->reset_clocks > 0) {
        in->reset = 1;
        if (--world->reset_clocks == 0)
            reset_end(world);
    } else {
        if (offer_due(world, now_ps))
            offer_fill(world, last, in);
        register_plan_fill(&world->registers, in);
        beats_fill(world, last, in);
    }
    world->stats.edges++;
    world->stats.cycles = ++world->cycle;
    return !world->failed;
}

// --- opening, closing, asking -------------------------------------------------------------------

static void world_close(struct stimulus *self) {
    struct world *world = (struct world *)self;
    traffic_close(world->traffic);
    event_queue_close(world->events);
    free(world->latencies[0].ps);
    free(world->latencies[1].ps);
    free(world);
}

static const struct stimulus_ops world_ops = {
    .name = "world", .next = world_next, .close = world_close};

// Latencies are for metrics, and those are of the model.
static bool latencies_open(struct world *world) {
    if (world->config.stages != STAGES_MODEL)
        return true;
    for (unsigned urgent = 0; urgent < 2; urgent++) {
        world->latencies[urgent].ps = malloc((world->config.operations + 1) * sizeof(uint64_t));
        if (!world->latencies[urgent].ps)
            return false;
    }
    return true;
}

struct stimulus *world_open(const struct config *config, uint64_t seed, bool skip, char *error,
                            size_t size) {
    struct world *world = malloc(sizeof *world);
    if (!world) {
        snprintf(error, size, "out of memory");
        return NULL;
    }
    memset(world, 0, sizeof *world);
    world->stimulus.ops = &world_ops;
    world->config = *config;
    world->skip = skip;
    world->phase = never;
    world->traffic = traffic_open(config, seed);
    world->events = event_queue_open(UNDER_WAY_MAX * BEATS_EACH + BEATS_EACH);
    if (!world->traffic || !world->events || !latencies_open(world)) {
        world_close(&world->stimulus);
        snprintf(error, size, "out of memory");
        return NULL;
    }
    for (unsigned id = 0; id < DEPTH_MAX; id++)
        world->trip_of[id] = TRIPS;
    fabric_init(&world->fabric, config, seed);
    stages_init(&world->stages, config);
    world->delay = rng_stream(seed, RNG_DELAY);
    register_plan_reset(&world->registers, config->depth);
    register_plan_want(&world->registers, config);
    register_plan_mend(&world->registers);
    world->origin_ps = world->registers.count * config->clock_ps;
    chaos_init(&world->chaos, seed);
    uint64_t rate[CHAOS_KINDS];
    chaos_rates(config, rate);
    chaos_start(&world->chaos, rate, 0);
    op_fetch(world);
    return &world->stimulus;
}

const char *world_error(const struct stimulus *world) {
    const struct world *self = (const struct world *)world;
    return self->failed ? self->error : NULL;
}

const struct world_stats *world_stats(const struct stimulus *world) {
    return &((const struct world *)world)->stats;
}

uint64_t world_now_ps(const struct stimulus *world) {
    const struct world *self = (const struct world *)world;
    return self->cycle ? (self->cycle - 1) * self->config.clock_ps : 0;
}

const uint64_t *world_latencies(const struct stimulus *world, bool urgent, size_t *count) {
    const struct latencies *latencies = &((const struct world *)world)->latencies[urgent];
    *count = latencies->count;
    return latencies->ps;
}

static void clock_describe(const char *what, uint64_t clock, FILE *file) {
    if (clock != never)
        fprintf(file, ", %s in clock %" PRIu64, what, clock);
}

void world_describe_op(const struct stimulus *world, uint32_t index, FILE *file) {
    const struct world *self = (const struct world *)world;
    const struct trip *trip = &self->trips[index % TRIPS];
    fprintf(file, "operation %" PRIu32 ": ", index);
    if (trip->state == TRIP_NONE || trip->op.index != index) {
        fprintf(file, "%s\n",
                self->has_op && index >= self->op.index ? "not yet taken" : "not remembered");
        return;
    }
    const struct op *op = &trip->op;
    fprintf(file,
            "opcode %u address 0x%016" PRIx64 " (partition %u) length %" PRIu32 " response %" PRIu32
            "%s, submitted at %" PRIu64 " ps, taken in clock %" PRIu64,
            op->opcode, op->address, address_partition(op->address), op->length,
            op->response_length, op->urgent ? ", urgent" : "", op->submit_ps + self->origin_ps,
            trip->offered);
    if (trip->denials)
        fprintf(file, ", %" PRIu32 " denials, the last by lanes 0x%03x", trip->denials,
                trip->refused);
    clock_describe(trip->state == TRIP_REJECTED ? "rejected" : "granted", trip->decided, file);
    if (trip->decided != never && trip->state != TRIP_REJECTED)
        fprintf(file, " as reservation %u with lanes 0x%03x", trip->id, trip->mask);
    static const char *const what[CLASSES] = {"HBM returned", "Atomic returned",
                                              "response returned"};
    for (unsigned class = 0; class < CLASSES; class ++)
        clock_describe(what[class], trip->returned[class], file);
    clock_describe("complete", trip->completed, file);
    fprintf(file, "; %s\n", trip_state_name[trip->state]);
}
