// What the environment's source offers next: the traffic's operations in their order, but for those
// that their ordering domain holds back, which come as soon as it lets them.
#include "tb/env/env_state.h"

#include <stdlib.h>

#include "csim/traffic/adversarial_scenario.h"

bool source_open(struct source *source, struct traffic *traffic) {
    *source = (struct source){.traffic = traffic,
                              .ordering = ordering_open(SOURCE_PLACES),
                              .place = malloc(SOURCE_PLACES * sizeof *source->place),
                              .chosen = ORDERING_NONE};
    return source->traffic && source->ordering && source->place;
}

void source_close(struct source *source) {
    traffic_close(source->traffic);
    ordering_close(source->ordering);
    free(source->place);
}

static void scenario_registers(struct env *env, const struct adversarial_scenario *scenario) {
    const struct config *config = &env->config;
    register_plan_want_windows(
        &env->registers, config,
        scenario->window[CLASS_HBM] ? scenario->window[CLASS_HBM] : config->window_hbm,
        scenario->window[CLASS_ATOMIC] ? scenario->window[CLASS_ATOMIC] : config->window_atomic,
        scenario->window[CLASS_RESPONSE] ? scenario->window[CLASS_RESPONSE]
                                         : config->window_response);
    register_plan_want_arbiter(&env->registers, scenario->starvation_bound, scenario->calibrate);
    register_plan_want_autotune(&env->registers, scenario->autotune_interval);
    register_plan_mend(&env->registers);
}

// Enters the scenario of the next operation: its windows, its disturbances. Registers that were
// drawn stay.
static void scenario_enter(struct env *env) {
    const uint64_t number = adversarial_scenario_number(&env->config, env->source.next.index);
    if (env->config.traffic != TRAFFIC_ADVERSARIAL || env->scenario == number)
        return;
    env->scenario = number;
    const struct adversarial_scenario *scenario =
        &adversarial_scenarios[number % adversarial_scenario_count];
    if (!env->drawn)
        scenario_registers(env, scenario);
    env->retries.percent = scenario->loss_percent;
    fault_random_start(&env->fault_random, scenario->rate, env->cycle);
}

void source_fetch(struct env *env) {
    struct source *source = &env->source;
    source->more = env->left > 0 && traffic_next(source->traffic, &source->next);
    if (!source->more)
        return;
    env->left--;
    source->next.submit_ps += env->origin_ps;
    scenario_enter(env);
}

// A place for an operation of a domain; ORDERING_NONE if all are taken.
static uint32_t place_take(struct source *source) {
    if (source->unused_count > 0)
        return source->unused[--source->unused_count];
    return source->fresh < SOURCE_PLACES ? source->fresh++ : ORDERING_NONE;
}

static void place_give(struct source *source, uint32_t place) {
    source->unused[source->unused_count++] = (uint16_t)place;
    ordering_complete(source->ordering, place);
}

// An operation that may go: a fence goes no further than here.
static bool choose(struct env *env, uint32_t place) {
    struct source *source = &env->source;
    if (source->place[place].opcode != OP_FENCE) {
        source->chosen = place;
        return true;
    }
    env->stats.fences++;
    place_give(source, place);
    return false;
}

bool source_choose(struct env *env, uint64_t now_ps) {
    struct source *source = &env->source;
    if (source->has_chosen)
        return true;
    while (!source->has_chosen) {
        const uint32_t freed = ordering_take(source->ordering);
        if (freed != ORDERING_NONE) {
            source->has_chosen = choose(env, freed);
            continue;
        }
        if (!source->more || source->next.submit_ps > now_ps)
            return false;
        if (source->next.domain == 0) {
            // It stays where it is until the block takes it.
            source->chosen = ORDERING_NONE;
            source->has_chosen = source->next.opcode != OP_FENCE;
            if (source->has_chosen)
                return true;
            env->stats.fences++;
        } else {
            const uint32_t place = place_take(source);
            if (place == ORDERING_NONE)
                return false; // when one of those that have a place is through
            source->place[place] = source->next;
            if (ordering_enter(source->ordering, place, &source->next))
                source->has_chosen = choose(env, place);
        }
        source_fetch(env);
    }
    return true;
}

const struct op *source_op(const struct source *source) {
    return source->chosen == ORDERING_NONE ? &source->next : &source->place[source->chosen];
}

uint32_t source_taken(struct env *env) {
    struct source *source = &env->source;
    const uint32_t place = source->chosen;
    source->has_chosen = false;
    source->chosen = ORDERING_NONE;
    if (place == ORDERING_NONE)
        source_fetch(env);
    return place;
}

uint64_t source_next_ps(const struct source *source) {
    if (source->has_chosen || ordering_ready(source->ordering))
        return 0;
    return source->more ? source->next.submit_ps : UINT64_MAX;
}

bool source_is_over(const struct source *source) {
    return !source->more && !source->has_chosen && ordering_held(source->ordering) == 0;
}

// Both must be past: a disturbance may free a reservation before its operation is through, and a
// beat may wait at its port while the operation is.
void source_settle(struct env *env, struct tracked_op *tracked) {
    if (tracked->place == ORDERING_NONE || tracked->ahead > 0 ||
        tracked->state == TRACKED_OFFERED || tracked->state == TRACKED_GRANTED)
        return;
    place_give(&env->source, tracked->place);
    tracked->place = ORDERING_NONE;
}

void source_settle_all(struct env *env) {
    for (unsigned i = 0; i < TRACKED_OPS; i++)
        source_settle(env, &env->tracker.tracked[i]);
}
