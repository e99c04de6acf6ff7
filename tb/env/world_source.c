// What the world's source offers next: the traffic's operations in their order, but for those that
// their ordering domain holds back, which come as soon as it lets them.
#include "tb/env/world_state.h"

#include <stdlib.h>

#include "csim/traffic/phase.h"

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

static void phase_registers(struct world *world, const struct phase *phase) {
    const struct config *config = &world->config;
    register_plan_want_windows(
        &world->registers, config,
        phase->window[CLASS_HBM] ? phase->window[CLASS_HBM] : config->window_hbm,
        phase->window[CLASS_ATOMIC] ? phase->window[CLASS_ATOMIC] : config->window_atomic,
        phase->window[CLASS_RESPONSE] ? phase->window[CLASS_RESPONSE] : config->window_response);
    register_plan_want_arbiter(&world->registers, phase->starvation_bound, phase->calibrate);
    register_plan_want_autotune(&world->registers, phase->autotune_interval);
    register_plan_mend(&world->registers);
}

// Enters the phase of the next operation: its windows, its disturbances. Registers that were drawn
// stay.
static void phase_enter(struct world *world) {
    const uint64_t number = phase_number(&world->config, world->source.next.index);
    if (world->config.traffic != TRAFFIC_ADVERSARIAL || world->phase == number)
        return;
    world->phase = number;
    const struct phase *phase = &phases[number % phase_count];
    if (!world->drawn)
        phase_registers(world, phase);
    world->retries.percent = phase->loss_percent;
    chaos_start(&world->chaos, phase->rate, world->cycle);
}

void source_fetch(struct world *world) {
    struct source *source = &world->source;
    source->more = world->left > 0 && traffic_next(source->traffic, &source->next);
    if (!source->more)
        return;
    world->left--;
    source->next.submit_ps += world->origin_ps;
    phase_enter(world);
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
static bool choose(struct world *world, uint32_t place) {
    struct source *source = &world->source;
    if (source->place[place].opcode != OP_FENCE) {
        source->chosen = place;
        return true;
    }
    world->stats.fences++;
    place_give(source, place);
    return false;
}

bool source_choose(struct world *world, uint64_t now_ps) {
    struct source *source = &world->source;
    if (source->has_chosen)
        return true;
    while (!source->has_chosen) {
        const uint32_t freed = ordering_take(source->ordering);
        if (freed != ORDERING_NONE) {
            source->has_chosen = choose(world, freed);
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
            world->stats.fences++;
        } else {
            const uint32_t place = place_take(source);
            if (place == ORDERING_NONE)
                return false; // when one of those that have a place is through
            source->place[place] = source->next;
            if (ordering_enter(source->ordering, place, &source->next))
                source->has_chosen = choose(world, place);
        }
        source_fetch(world);
    }
    return true;
}

const struct op *source_op(const struct source *source) {
    return source->chosen == ORDERING_NONE ? &source->next : &source->place[source->chosen];
}

uint32_t source_taken(struct world *world) {
    struct source *source = &world->source;
    const uint32_t place = source->chosen;
    source->has_chosen = false;
    source->chosen = ORDERING_NONE;
    if (place == ORDERING_NONE)
        source_fetch(world);
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
void source_settle(struct world *world, struct trip *trip) {
    if (trip->place == ORDERING_NONE || trip->ahead > 0 || trip->state == TRIP_OFFERED ||
        trip->state == TRIP_GRANTED)
        return;
    place_give(&world->source, trip->place);
    trip->place = ORDERING_NONE;
}

void source_settle_all(struct world *world) {
    for (unsigned i = 0; i < TRIPS; i++)
        source_settle(world, &world->trips.trip[i]);
}
