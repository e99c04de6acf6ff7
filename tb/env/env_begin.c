// An environment around a block that begins in a state at rest: what is held gets its completions,
// what waits is known as offered, and registers hold what they hold.
#include <string.h>

#include "csim/base/rng.h"
#include "csim/record/block_draw.h"
#include "register_map.h"
#include "tb/env/env_state.h"

enum {
    BEAT_CLOCKS = 400,    // in which the completions of what is held come
    PAUSE_CLOCKS = 200,   // that a pause goes on, at most
    MESSAGE_CLOCKS = 128, // that a message waits, at most
};

bool env_can_begin(const struct config *config) {
    return config->stages == STAGES_RANDOM && config->depth == DEPTH;
}

bool env_draws(const struct config *config, uint64_t seed) {
    return env_can_begin(config) && rng_at(seed, RNG_BEGIN, 0) % 100 < config->begin_percent;
}

static struct op op_begun(const struct env *env, const struct block_op *op) {
    struct op begun = {.index = index_of_tag(&env->code, op->tag)};
    OFFER_COPY(&begun, op);
    return begun;
}

static void begin_reservation(struct env *env, unsigned id) {
    const struct block_reservation *const entry = &env->state.reservation[id];
    const struct op op = op_begun(env, &entry->op);
    unsigned mask = 0;
    if (!entry->held)
        return;
    for (unsigned k = 0; k < CLASSES; k++)
        if (entry->awaited >> k & 1)
            mask |= LANE_BIT(lane_of_class(k, entry->lane));
    struct tracked_op *const tracked = op_tracker_offer(&env->tracker, &op, 0);
    op_tracker_decide(&env->tracker, tracked, 0);
    op_tracker_grant(&env->tracker, tracked, (uint16_t)id, mask);
    target_await(&env->target, tracked, entry->awaited, BEAT_CLOCKS);
}

static void begin_slot(struct env *env, const struct block_slot *slot) {
    const struct op op = op_begun(env, &slot->op);
    if (!slot->taken)
        return;
    struct tracked_op *const tracked = op_tracker_offer(&env->tracker, &op, 0);
    if (slot->decided)
        tracked_op_deny(tracked, slot->refused);
}

void env_begin(struct env *env, uint64_t seed) {
    struct rng rng = rng_stream(seed, RNG_BEGIN);
    struct block_state *const state = &env->state;
    env->drawn = true;
    env->code = (struct tag_code){
        .gray = true, .turn = (unsigned)rng_below(&rng, 32), .key = (uint32_t)rng_next(&rng)};
    block_state_draw(state, (unsigned)env->config.depth, seed, &env->code,
                     (uint32_t)env->config.first_operation);
    env->time = state->now + 1;
    for (unsigned id = 0; id < DEPTH_MAX; id++)
        begin_reservation(env, id);
    for (unsigned slot = 0; slot < SLOTS; slot++)
        begin_slot(env, &state->slot[slot]);
    register_plan_begin(&env->registers, &state->registers);
    memcpy(env->credit_receiver.seen, state->sent, sizeof state->sent);
    env->paused = state->paused;
    env->pause_until = state->paused ? rng_between(&rng, 1, PAUSE_CLOCKS) : 0;
    env->message_until = rng_below(&rng, 2) ? rng_below(&rng, MESSAGE_CLOCKS) : 0;
    env->left = env->config.begin_operations;
    env->sweep = REGISTER_GRANTS;
}

bool env_sweeps(struct env *env) {
    enum { END = REGISTER_BUSY + LANES };
    if (!env->drawn || env->sweep >= END)
        return false;
    // Registers that are not there are refused, which is soon over.
    if (register_plan_is_busy(&env->registers))
        return true;
    const unsigned gaps[] = {REGISTER_FIRST_ERROR_TIME + 1, REGISTER_DENIALS,
                             REGISTER_DENIALS + LANES + 1,  REGISTER_DEBT,
                             REGISTER_DEBT + LANES,         REGISTER_DEBT_MAX,
                             REGISTER_DEBT_MAX + LANES,     REGISTER_BUSY};
    for (unsigned i = 0; i < sizeof gaps / sizeof *gaps; i += 2)
        if (env->sweep == gaps[i])
            env->sweep = gaps[i + 1];
    for (unsigned i = 0; i < AXI_MASTER_READS / 2 && env->sweep < END; i++) {
        const struct bus_access read = {.address = (uint16_t)(4 * env->sweep++), .read = true};
        register_plan_access(&env->registers, &read);
    }
    return true;
}

const struct block_state *env_begins(const struct stimulus *env) {
    const struct env *const self = (const struct env *)env;
    return self->drawn ? &self->state : NULL;
}
