#include "tb/env/world.h"

#include <inttypes.h>
#include <stdlib.h>

#include "csim/base/rng.h"
#include "tb/env/world_state.h"

enum { RESET_CLOCKS_MAX = 3 };

static const uint64_t never = UINT64_MAX;

// --- disturbances -----------------------------------------------------------------------------

static void reset_start(struct world *world) {
    world->stats.resets++;
    world->reset_clocks = (unsigned)rng_between(&world->chaos.rng, 1, RESET_CLOCKS_MAX);
    world->stats.dropped += trips_held(&world->trips);
    world->stats.voided += trips_void(&world->trips);
    source_settle_all(world);
    ports_clear(&world->ports);
    event_clear(world->target.events);
    world->extra = 0;
    axi_master_reset(&world->registers.master);
    initiator_forget(&world->initiator);
    world->mend_step = 0;
    world->pause_until = 0;
    world->paused = false;
    world->offering = world->retrying = false; // what was offered is offered anew
}

// What is on the ports while reset is asserted is void, so it may be anything.
static void void_beats(struct rng *rng, uint32_t depth, struct edge_in *in) {
    in->op_valid = 1;
    in->opcode = (uint8_t)rng_below(rng, OPCODES);
    in->address = rng_next(rng);
    in->length = (uint32_t)rng_below(rng, UINT16_MAX);
    in->urgent = (uint8_t)rng_below(rng, 2);
    in->domain = (uint8_t)rng_below(rng, 1u << DOMAIN_BITS);
    in->pause = (uint8_t)rng_below(rng, 2);
    in->hbm_valid = (uint8_t)rng_below(rng, 1u << HBM_LANES);
    for (unsigned partition = 0; partition < HBM_LANES; partition++)
        in->hbm_id[partition] = (uint16_t)rng_below(rng, depth);
    in->atomic_valid = in->response_valid = in->done_valid = 1;
    in->atomic_id = (uint16_t)rng_below(rng, depth);
    in->response_id = (uint16_t)rng_below(rng, depth);
    in->done_id = (uint16_t)rng_below(rng, depth);
    in->grant_ready = (uint8_t)rng_below(rng, 2);
    in->axi_awvalid = in->axi_wvalid = in->axi_arvalid = 1;
    in->axi_awaddr = (uint16_t)(4 * rng_below(rng, CONFIG_MAP_MASK + 2 * MAP_MASKS));
    in->axi_araddr = (uint16_t)rng_below(rng, 1u << AXI_ADDRESS_BITS);
    in->axi_wdata = (uint32_t)rng_next(rng);
    in->axi_wstrb = AXI_STROBES;
    in->axi_bready = in->axi_rready = (uint8_t)rng_below(rng, 2);
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
    } else if (kind == CHAOS_PAUSE) {
        world->pause_until = world->cycle + chaos_pause(&world->chaos);
    } else if (kind <= CHAOS_REGISTER) {
        uint8_t address;
        uint32_t data;
        chaos_write(&world->chaos, kind, world->registers.wanted, &address, &data);
        if (register_plan_is_busy(&world->registers))
            return;
        register_plan_write(&world->registers, address, data);
    } else if (kind == CHAOS_BUS) {
        const struct bus_access access = chaos_access(&world->chaos);
        register_plan_access(&world->registers, &access);
    } else {
        // A bound on the beats that nobody waits for is one on the operations under way.
        const unsigned again = (unsigned)rng_below(rng, RECENT_BEATS);
        const unsigned any = (unsigned)rng_below(rng, PORT_DONE);
        if (world->extra >= world->config.depth)
            return;
        world->extra++;
        const uint16_t service = (uint16_t)rng_below(rng, 1u << SERVICE_BITS);
        if (kind == CHAOS_DUPLICATE)
            world_queue_beat(world, world->ports.recent[again].port,
                             world->ports.recent[again].beat);
        else
            world_queue_beat(world, kind == CHAOS_DONE ? PORT_DONE : any,
                             (struct port_beat){id, service});
    }
    world->stats.disturbances++;
}

// The windows as configured, or what a planned disturbance leaves of them.
static void want_windows(struct world *world, uint64_t percent) {
    const struct config *config = &world->config;
    register_plan_want_windows(&world->registers, config, config->window_hbm * percent / 100,
                               config->window_atomic * percent / 100,
                               config->window_response * percent / 100);
    register_plan_mend(&world->registers);
}

static void upset(struct world *world) {
    switch (upset_take(&world->upset)) {
    case UPSET_RESET:
        reset_start(world);
        break;
    case UPSET_SHRINK:
        want_windows(world, world->config.upset_percent);
        break;
    case UPSET_RESTORE:
        want_windows(world, 100);
        break;
    }
    world->stats.disturbances++;
}

// --- one clock --------------------------------------------------------------------------------

// Is the next retry to be offered? Operations that are forgotten, or that are still somewhere in
// between, are let go.
static bool retry_due(struct world *world) {
    while (retries_next(&world->retries) <= world->cycle) {
        if (trips_can_retry(&world->trips, retries_first(&world->retries)))
            return true;
        retries_drop(&world->retries);
    }
    return false;
}

// Is an operation to be offered, whether or not the block is ready? What is offered stays.
static bool offer_due(struct world *world, uint64_t now_ps) {
    if (world->offering || world->retrying)
        return true;
    if (world->closing || world->registers.settling)
        return false;
    world->retrying = retry_due(world);
    if (world->retrying)
        return true;
    return source_choose(world, now_ps) &&
           trips_has_room(&world->trips, source_op(&world->source)->index);
}

// Domains of the block are fewer than those of the traffic: some share one, which keeps more order
// than is asked for.
static uint8_t block_domain(uint32_t domain) {
    enum { DOMAINS = (1 << DOMAIN_BITS) - 1 };
    return domain ? (uint8_t)(1 + (domain - 1) % DOMAINS) : 0;
}

static void op_fill(const struct op *op, uint32_t tag, struct edge_in *in) {
    enum { WIRE_MOST = (1 << WIRE_BITS) - 1 };
    in->op_valid = 1;
    in->tag = tag;
    in->opcode = op->opcode;
    in->address = op->address;
    in->length = op->length;
    in->response_length = op->response_length;
    in->wire_bytes = op->wire_bytes < WIRE_MOST ? op->wire_bytes : WIRE_MOST;
    in->urgent = op->urgent;
    in->domain = block_domain(op->domain);
}

static void retry_fill(struct world *world, const struct edge_out *last, struct edge_in *in) {
    const uint32_t index = retries_first(&world->retries);
    op_fill(&world->trips.trip[index % TRIPS].op, tag_of_index(&world->code, index), in);
    world->retrying = !last->op_ready;
    if (world->retrying)
        return;
    retries_drop(&world->retries);
    trips_offer_again(&world->trips, index);
    retries_offered(&world->retries, index, world->cycle);
    world->stats.again++;
}

static void offer_fill(struct world *world, const struct edge_out *last, struct edge_in *in) {
    if (world->retrying) {
        retry_fill(world, last, in);
        return;
    }
    const struct op *op = source_op(&world->source);
    op_fill(op, tag_of_index(&world->code, op->index), in);
    world->offering = !last->op_ready;
    if (world->offering)
        return;
    struct op taken = *op;
    taken.submit_ps -= world->origin_ps;
    struct trip *trip = trips_offer(&world->trips, &taken, world->cycle);
    retries_offered(&world->retries, taken.index, world->cycle);
    if (world->stats.offered++ == 0)
        world->stats.first_submit_ps = op->submit_ps;
    trip->place = source_taken(world);
}

// Whoever is told of freed credit: takes the message that is shown, or lets it wait.
static void take_message(struct world *world, const struct edge_out *last, struct edge_in *in) {
    in->grant_ready = 1;
    if (!last->grant_valid)
        return;
    in->grant_ready = world->cycle >= world->message_until && initiator_is_ready(&world->initiator);
    if (!in->grant_ready)
        return;
    world->stats.messages++;
    world->stats.feedback_bytes += initiator_take(&world->initiator, last->grant_credit);
}

// Nothing is under way any more, of the world's own doing or the block's.
static bool world_idle(const struct world *world) {
    return world->ports.busy == 0 && !register_plan_is_busy(&world->registers) &&
           world->reset_clocks == 0 && event_count(world->target.events) == 0;
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

static uint64_t clock_ceil(const struct world *world, uint64_t time_ps) {
    return (time_ps + world->config.clock_ps - 1) / world->config.clock_ps;
}

// Is an operation to be decided on, in this clock or an earlier one?
static bool decision_due(const struct world *world) {
    const uint64_t now_ps = world->cycle * world->config.clock_ps;
    return world->trips.waiting > 0 || source_next_ps(&world->source) <= now_ps ||
           retries_next(&world->retries) <= world->cycle ||
           ordering_held(world->source.ordering) > 0;
}

// Something is expected of the block; never where time alone will bring something.
static bool expects(const struct world *world) {
    return event_count(world->target.events) == 0 &&
           (world->closing || world->ports.busy || decision_due(world));
}

// The clock in which the watchdog gives up. At the end of a run only the block's timer may run.
static uint64_t stall_cycle(const struct world *world) {
    const bool ends = world->closing && !world->ports.busy && !decision_due(world);
    return watchdog_cycle(&world->watchdog,
                          world->config.stall_clocks + (ends ? 1u << GRANT_INTERVAL_BITS : 0));
}

static void stall(struct world *world) {
    char waits[60], resets[40] = "";
    if (world->trips.waiting > 0)
        snprintf(waits, sizeof waits, "%" PRIu32 " operations wait", world->trips.waiting);
    else
        snprintf(waits, sizeof waits, "%s",
                 world->ports.busy     ? "beats wait at its ports"
                 : decision_due(world) ? "operations wait to be offered"
                                       : "the block is not quiet");
    if (world->stats.resets > world->watchdog.resets)
        snprintf(resets, sizeof resets, ", through %" PRIu64 " resets",
                 world->stats.resets - world->watchdog.resets);
    world_fail(world, "nothing decided or returned for %" PRIu64 " clocks%s, and %s",
               world->cycle - world->watchdog.since - 1, resets, waits);
}

// The next clock, from this one on, in which there is something to do while the block is quiet.
static uint64_t due_cycle(const struct world *world) {
    uint64_t due = stall_cycle(world);
    const uint64_t event_ps = event_next_ps(world->target.events);
    if (event_ps != UINT64_MAX && clock_ceil(world, event_ps) < due)
        due = clock_ceil(world, event_ps);
    if (world->chaos.next_cycle < due)
        due = world->chaos.next_cycle;
    if (world->upset.next_cycle < due)
        due = world->upset.next_cycle;
    const uint64_t offer_ps = source_next_ps(&world->source);
    if (offer_ps != UINT64_MAX && !world->offering && !world->closing &&
        clock_ceil(world, offer_ps) < due)
        due = clock_ceil(world, offer_ps);
    if (!world->closing && !world->retrying && retries_next(&world->retries) < due)
        due = retries_next(&world->retries);
    if (world->pause_until > world->cycle && world->pause_until < due)
        due = world->pause_until;
    if (world->config.cycles && !world->closing && world->config.cycles < due)
        due = world->config.cycles;
    return due > world->cycle ? due : world->cycle;
}

// May the arbiter not choose?
static bool pauses(const struct world *world) {
    return world->pause_until > world->cycle;
}

// No further operations, no further disturbances; what was disturbed is put right.
static void close_down(struct world *world) {
    world->closing = true;
    world->pause_until = 0;
    chaos_stop(&world->chaos);
    if (upset_stop(&world->upset))
        want_windows(world, 100);
    if (world->drawn) // a timer may have been drawn that would run for long
        world->registers.wanted[CONFIG_GRANT_INTERVAL] = 0;
    register_plan_mend(&world->registers);
}

static bool world_next(struct stimulus *self, const struct edge_out *last, struct edge_in *in) {
    struct world *world = (struct world *)self;
    *in = (struct edge_in){0};
    if (world->started)
        world_absorb(world, last);
    world->started = true;

    const bool cut = world->config.cycles && world->cycle >= world->config.cycles;
    const bool over = source_is_over(&world->source) && world->retries.count == 0;
    if (!world->closing && !world->offering && !world->retrying && (over || cut) &&
        !world->reset_clocks)
        close_down(world);
    if (last->quiet && world_idle(world)) {
        if (world->closing && world->trips.waiting == 0 && !world->offering &&
            world->trips.under_way == 0 && !world_sweeps(world))
            return false;
        if (world->trips.waiting > 0 && !world->paused)
            mend(world);
    }
    watchdog_expect(&world->watchdog, expects(world), world->cycle, world->stats.resets);
    if (last->quiet && world->skip && world->ports.busy == 0 &&
        !register_plan_is_busy(&world->registers) && world->reset_clocks == 0 &&
        world->paused == pauses(world) &&
        !(last->op_ready && (world->offering || world->retrying))) {
        in->gap = due_cycle(world) - world->cycle;
        world->cycle += in->gap;
    }
    watchdog_expect(&world->watchdog, expects(world), world->cycle, world->stats.resets);
    if (world->cycle >= stall_cycle(world))
        stall(world);
    if (world->failed)
        return false;

    in->now = world->time + world->cycle;
    const uint64_t now_ps = world->cycle * world->config.clock_ps;
    struct target_step step;
    while (target_take(&world->target, now_ps, &step))
        world_absorb_step(world, &step);
    if (world->cycle >= world->chaos.next_cycle && world->reset_clocks == 0)
        disturb(world);
    if (world->cycle >= world->upset.next_cycle && world->reset_clocks == 0)
        upset(world);
    if (world->reset_clocks > 0) {
        void_beats(&world->chaos.rng, (uint32_t)world->config.depth, in);
        in->reset = 1;
        if (--world->reset_clocks == 0)
            reset_end(world);
    } else {
        if (offer_due(world, now_ps))
            offer_fill(world, last, in);
        register_plan_fill(&world->registers, last, in);
        ports_fill(&world->ports, last, in);
        take_message(world, last, in);
        world->paused = pauses(world);
        in->pause = world->paused;
    }
    world->stats.edges++;
    world->stats.cycles = ++world->cycle;
    return !world->failed;
}

// --- opening, closing, asking -------------------------------------------------------------------

static void world_close(struct stimulus *self) {
    struct world *world = (struct world *)self;
    source_close(&world->source);
    target_close(&world->target);
    free(world->latencies[0].ps);
    free(world->latencies[1].ps);
    free(world);
}

static const struct stimulus_ops world_ops = {
    .name = "world", .next = world_next, .close = world_close, .begins = world_begins};

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

struct stimulus *world_open(const struct config *config, uint64_t seed, bool skip,
                            struct text_error *error) {
    return world_open_traffic(config, traffic_open(config, seed), seed, skip, error);
}

struct stimulus *world_open_traffic(const struct config *config, struct traffic *traffic,
                                    uint64_t seed, bool skip, struct text_error *error) {
    struct world *world = calloc(1, sizeof *world);
    if (!world) {
        traffic_close(traffic);
        text_error_set(error, "out of memory");
        return NULL;
    }
    if (world_draws(config, seed) && traffic)
        traffic = traffic_near_open(traffic, (unsigned)config->begin_near_percent, seed);
    world->stimulus.ops = &world_ops;
    world->config = *config;
    world->skip = skip;
    world->phase = never;
    const bool opened = source_open(&world->source, traffic) &&
                        target_open(&world->target, &world->config, seed, &world->trips) &&
                        latencies_open(world);
    if (!opened) {
        world_close(&world->stimulus);
        text_error_set(error, "out of memory");
        return NULL;
    }
    trips_init(&world->trips);
    register_plan_init(&world->registers, seed, (unsigned)config->bus_stall_percent);
    register_plan_reset(&world->registers, config->depth);
    register_plan_want(&world->registers, config);
    if (!world_draws(config, seed))
        register_plan_mend(&world->registers);
    // A write takes two clocks, and the last answer one more.
    const unsigned writes = axi_master_writing(&world->registers.master);
    world->origin_ps = (2 * writes + (writes > 0)) * config->clock_ps;
    chaos_init(&world->chaos, seed);
    retries_init(&world->retries, seed, (unsigned)config->loss_percent);
    initiator_init(&world->initiator, seed, (unsigned)config->grant_stall_percent);
    upset_init(&world->upset, config);
    uint64_t rate[CHAOS_KINDS];
    chaos_rates(config, rate);
    chaos_start(&world->chaos, rate, 0);
    world->left = UINT64_MAX;
    if (world_draws(config, seed))
        world_begin(world, seed);
    source_fetch(world);
    return &world->stimulus;
}

const char *world_error(const struct stimulus *world) {
    const struct world *self = (const struct world *)world;
    return self->failed ? self->error.text : NULL;
}

const struct world_stats *world_stats(const struct stimulus *world) {
    return &((const struct world *)world)->stats;
}

const uint64_t *world_credit_told(const struct stimulus *world) {
    return ((const struct world *)world)->initiator.credit;
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

void world_describe_op(const struct stimulus *world, uint32_t tag, FILE *file) {
    const struct world *self = (const struct world *)world;
    const uint32_t index = index_of_tag(&self->code, tag);
    const struct trip *trip = &self->trips.trip[index % TRIPS];
    fprintf(file, "operation %" PRIu32 ": ", tag);
    if (trip->state != TRIP_NONE && trip->op.index == index)
        trip_describe(trip, self->origin_ps, file);
    else
        fputs(self->source.more && index >= self->source.next.index
                  ? "not yet taken"
                  : "not remembered, or held back by its ordering domain",
              file);
    fputc('\n', file);
}
