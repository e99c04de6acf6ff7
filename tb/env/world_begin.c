// A world around a block that begins in a state at rest: what is held gets its completions, what
// waits is known as offered, and registers hold what they hold.
#include "csim/base/rng.h"
#include "csim/record/block_draw.h"
#include "register_map.h"
#include "tb/env/world_state.h"

enum {
    BEAT_CLOCKS = 400,    // in which the completions of what is held come
    PAUSE_CLOCKS = 200,   // that a pause goes on, at most
    MESSAGE_CLOCKS = 128, // that a message waits, at most
};

bool world_can_begin(const struct config *config) {
    return config->stages == STAGES_RANDOM && config->depth == DEPTH;
}

bool world_draws(const struct config *config, uint64_t seed) {
    return world_can_begin(config) && rng_at(seed, RNG_BEGIN, 0) % 100 < config->begin_percent;
}

static struct op op_begun(const struct world *world, const struct block_op *op) {
    return (struct op){.index = index_of_tag(&world->code, op->tag),
                       .address = op->address,
                       .length = op->length,
                       .response_length = op->response_length,
                       .wire_bytes = op->wire_bytes,
                       .domain = op->domain,
                       .opcode = op->opcode,
                       .urgent = op->urgent};
}

static void begin_reservation(struct world *world, unsigned id) {
    const struct block_reservation *const entry = &world->state.reservation[id];
    const struct op op = op_begun(world, &entry->op);
    unsigned mask = 0;

    if (!entry->held)
        return;
    for (unsigned k = 0; k < CLASSES; k++)
        if (entry->awaited >> k & 1)
            mask |= 1u << (k == CLASS_HBM ? entry->lane : HBM_LANES + k - CLASS_ATOMIC);
    struct trip *const trip = trips_offer(&world->trips, &op, 0);
    trips_decide(&world->trips, trip, 0);
    trips_grant(&world->trips, trip, (uint16_t)id, (uint16_t)mask);
    target_await(&world->target, trip, entry->awaited, BEAT_CLOCKS);
}

static void begin_slot(struct world *world, const struct block_slot *slot) {
    const struct op op = op_begun(world, &slot->op);

    if (!slot->taken)
        return;
    struct trip *const trip = trips_offer(&world->trips, &op, 0);
    if (slot->decided)
        trip_deny(trip, slot->refused);
}

void world_begin(struct world *world, uint64_t seed) {
    struct rng rng = rng_stream(seed, RNG_BEGIN);
    struct block_state *const state = &world->state;

    world->drawn = true;
    world->code = (struct tag_code){
        .gray = true, .turn = (unsigned)rng_below(&rng, 32), .key = (uint32_t)rng_next(&rng)};
    block_state_draw(state, (unsigned)world->config.depth, seed, &world->code,
                     (uint32_t)world->config.first_operation);
    world->time = state->now + 1;
    for (unsigned id = 0; id < DEPTH_MAX; id++)
        begin_reservation(world, id);
    for (unsigned slot = 0; slot < SLOTS; slot++)
        begin_slot(world, &state->slot[slot]);
    register_plan_begin(&world->registers, &state->registers);
    initiator_begin(&world->initiator, state->told);
    world->paused = state->paused;
    world->pause_until = state->paused ? rng_between(&rng, 1, PAUSE_CLOCKS) : 0;
    world->message_until = rng_below(&rng, 2) ? rng_below(&rng, MESSAGE_CLOCKS) : 0;
    world->left = world->config.begin_operations;
    world->sweep = REGISTER_GRANTS;
}

bool world_sweeps(struct world *world) {
    enum { END = REGISTER_BUSY + LANES };
    if (!world->drawn || world->sweep >= END)
        return false;
    // Registers that are not there are refused, which is soon over.
    if (register_plan_is_busy(&world->registers))
        return true;
    const unsigned gaps[] = {REGISTER_FIRST_ERROR_TIME + 1, REGISTER_DENIALS,
                             REGISTER_DENIALS + LANES + 1,  REGISTER_DEBT,
                             REGISTER_DEBT + LANES,         REGISTER_DEBT_MAX,
                             REGISTER_DEBT_MAX + LANES,     REGISTER_BUSY};
    for (unsigned i = 0; i < sizeof gaps / sizeof *gaps; i += 2)
        if (world->sweep == gaps[i])
            world->sweep = gaps[i + 1];
    for (unsigned i = 0; i < AXI_MASTER_READS / 2 && world->sweep < END; i++) {
        const struct bus_access read = {.address = (uint16_t)(4 * world->sweep++), .read = true};
        register_plan_access(&world->registers, &read);
    }
    return true;
}

const struct block_state *world_begins(const struct stimulus *world) {
    const struct world *const self = (const struct world *)world;
    return self->drawn ? &self->state : NULL;
}
