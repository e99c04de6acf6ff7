// The golden model begins in a state at rest (rtl/spec/state.md).
#include <limits.h>
#include <string.h>

#include "csim/golden/golden_state.h"
#include "csim/interface/block_state.h"

static void load_reservation(struct golden *golden, unsigned id,
                             const struct block_reservation *entry) {
    struct frozen *const frozen = &golden->frozen[id];

    if (!entry->held)
        return;
    golden->awaited[id] = entry->awaited;
    id_pool_hold(&golden->pool, id);
    golden->held++;
    tag_lookup_add(&golden->tags, id, entry->op.tag);
    frozen->lane = entry->lane;
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        const unsigned lane =
            resource == CLASS_HBM ? entry->lane : HBM_LANES + resource - CLASS_ATOMIC;
        frozen->amount[resource] = entry->amount[resource];
        frozen->estimate[resource] = entry->estimate[resource];
        if (entry->awaited >> resource & 1)
            golden->debt[lane] += entry->amount[resource];
    }
}

static void load_demand(struct arbiter *arbiter, unsigned slot, const struct block_slot *entry) {
    struct demand *const demand = &arbiter->waiting[slot].demand;
    const uint32_t *const amount = entry->amount;

    memcpy(demand->amount, amount, sizeof demand->amount);
    demand->lane = amount[CLASS_HBM] ? entry->lane : 0;
    demand->mask = (lane_set)(amount[CLASS_HBM] != 0) << demand->lane |
                   (lane_set)(amount[CLASS_ATOMIC] != 0) << ATOMIC_LANE |
                   (lane_set)(amount[CLASS_RESPONSE] != 0) << RESPONSE_LANE;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        arbiter->amount[resource][slot] = amount[resource];
    for (unsigned lane = 0; lane < LANES; lane++)
        arbiter->users[lane] |= (slot_set)(demand->mask >> lane & 1) << slot;
}

static void load_slot(struct arbiter *arbiter, unsigned slot, const struct block_slot *entry) {
    enum { OFFER_BITS = 63 - WIRE_BITS };
    struct waiting *const waiting = &arbiter->waiting[slot];

    if (!entry->taken)
        return;
    arbiter->taken |= (slot_set)1 << slot;
    arbiter->decided |= (slot_set)entry->decided << slot;
    arbiter->tag[slot] = entry->op.tag;
    arbiter->domain[slot] = entry->op.domain;
    if (entry->number >= arbiter->offers)
        arbiter->offers = (uint64_t)entry->number + 1;
    waiting->rank = (uint64_t)!entry->op.urgent << 63 |
                    (uint64_t)entry->op.wire_bytes << OFFER_BITS | entry->number;
    waiting->grants = entry->grants;
    waiting->refused = entry->refused;
    memcpy(waiting->estimate, entry->estimate, sizeof waiting->estimate);
    for (unsigned lane = 0; entry->decided && lane <= LANES; lane++)
        arbiter->denied[lane] |= (slot_set)(entry->refused >> lane & 1) << slot;
    waiting->raw = block_slot_raw(entry);
    load_demand(arbiter, slot, entry);
}

// Whom each operation must not pass, and who is the oldest.
static void load_order(struct arbiter *arbiter, const struct block_state *state) {
    for (unsigned slot = 0; slot < SLOTS; slot++) {
        const struct block_slot *const entry = &state->slot[slot];
        for (unsigned other = 0; entry->taken && other < SLOTS; other++) {
            const struct block_slot *const earlier = &state->slot[other];
            if (!earlier->taken || earlier->number >= entry->number)
                continue;
            if (earlier->op.tag == entry->op.tag ||
                (entry->op.domain && earlier->op.domain == entry->op.domain)) {
                arbiter->waiting[slot].ahead |= (slot_set)1 << other;
                arbiter->blocked |= (slot_set)1 << slot;
            }
        }
        if (entry->taken && (!state->slot[arbiter->oldest].taken ||
                             entry->number < state->slot[arbiter->oldest].number))
            arbiter->oldest = slot;
    }
}

static void load_arbiter(struct golden *golden, const struct block_state *state) {
    struct arbiter *const arbiter = &golden->arbiter;

    for (unsigned slot = 0; slot < SLOTS; slot++)
        load_slot(arbiter, slot, &state->slot[slot]);
    load_order(arbiter, state);
    arbiter->grants = state->grants;
    // What a comparison finds, and then knows.
    golden_know_all(golden);
    for (unsigned clock = 0; clock < ARBITER_CLOCKS; clock++)
        arbiter_clock(arbiter, &golden->registers, (struct choice){.slot = NO_SLOT},
                      &golden->headroom);
}

static void load_status(struct status *status, const struct block_state *state) {
    status->decisions[DECISION_GRANT] = state->count_grants;
    status->decisions[DECISION_REJECT] = state->count_rejects;
    status->decisions[DECISION_REPEAT] = state->count_repeats;
    memcpy(status->denials, state->count_denials, sizeof status->denials);
    memcpy(status->returns, state->count_returns, sizeof status->returns);
    status->completes = state->count_completes;
    status->calibrations = state->count_calibrations;
    status->messages = state->count_messages;
    status->held_max = state->held_max;
    memcpy(status->debt_max, state->debt_max, sizeof status->debt_max);
    memcpy(status->busy, state->busy, sizeof status->busy);
    memcpy(status->busy_since, state->busy_since, sizeof status->busy_since);
    status->first_info = state->first_info;
    status->first_time = state->first_time;
    status->errors = state->errors;
    status->first_error = state->first_error;
}

void golden_load(struct golden *golden, const struct block_state *state) {
    golden_reset(golden);
    golden->change = (struct change){.reset = false};
    golden->rest = 0;
    golden->order = state->order;
    golden->pauses = state->paused ? UINT_MAX : 0;
    golden->collector.pointer = state->pointer;
    golden->arbiter.walk.pointer = state->walk;
    golden->registers = state->registers;
    for (unsigned id = 0; id < golden->depth; id++)
        load_reservation(golden, id, &state->reservation[id]);
    for (unsigned place = 0; place < ID_QUEUE; place++)
        if (state->id_queue[place] != NOT_QUEUED)
            id_pool_queue(&golden->pool, state->id_queue[place]);
    memcpy(golden->coalescer.freed, state->freed, sizeof state->freed);
    memcpy(golden->coalescer.sent, state->sent, sizeof state->sent);
    golden->coalescer.age = state->age;
    golden->coalescer.valid = state->grant_valid;
    coalescer_begin(&golden->coalescer, &golden->registers.grant);
    golden->axi.rdata = state->axi_rdata;
    golden->axi.rresp = state->axi_rresp;
    golden->axi.bresp = state->axi_bresp;
    load_status(&golden->status, state);
    for (unsigned lane = 0; lane < LANES; lane++)
        golden->status.indebted |= (lane_set)(golden->debt[lane] != 0) << lane;
    autotune_begin(&golden->autotune, state);
    load_arbiter(golden, state);
}
