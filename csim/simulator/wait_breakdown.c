#include "csim/simulator/wait_breakdown.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "csim/policy/policy_windows.h"
#include "csim/simulator/simulation.h"

const struct wait_part_text wait_part_text[WAIT_PARTS] = {
    [WAIT_ORDER] = {"order", "held back by its ordering domain"},
    [WAIT_CREDIT] = {"credit", "credit is not there"},
    [WAIT_ALIGN] = {"align", "first edge after submission"},
    [WAIT_BEHIND] = {"behind", "behind operations of equal demand"},
    [WAIT_SLOT] = {"slot", "all slots taken"},
    [WAIT_OFFER] = {"offer", "others are offered"},
    [WAIT_PIPELINE] = {"pipeline", "from offer to decision"},
    [WAIT_RETURN_ALIGN] = {"return_align", "first edge after completion"},
    [WAIT_RETURN_QUEUE] = {"return_queue", "returns wait for port or collector"},
    [WAIT_RETURN_PIPELINE] = {"return_pipeline", "returns under way to the counter"},
    [WAIT_CHOICE] = {"choice", "from counter to decision"},
    [WAIT_ARBITRATION] = {"arbitration", "others are decided on"},
    [WAIT_UNEXPLAINED] = {"unexplained", "unexplained"},
};

enum {
    // Clocks from the one that changed a counter to the decision that can go by it.
    COUNTER_TO_DECISION = COMMIT_TO_COMPARE + COMPARE_TO_CHOICE + CHOICE_TO_DECISION,
    // Clocks from a change of multipliers to the demands of all slots by them.
    CHANGE_TO_SLOTS = SLOTS * WALK_CLOCKS + OFFER_TO_SCALE + SCALE_TO_SLOT,
    // Beats that can be on their way: of every reservation one a stage and that of its completion.
    BEATS_MAX = DEPTH_MAX * (CLASSES + 1) * 2,
};

// Clocks from the edge that takes a beat to the commit, the collector's slot included.
static const uint8_t take_to_commit[CLASSES + 1] = {[CLASS_HBM] = HBM_RETURN_TO_USE - 1,
                                                    [CLASS_ATOMIC] = BEAT_TO_COMMIT,
                                                    [CLASS_RESPONSE] = BEAT_TO_COMMIT,
                                                    [CLASSES] = BEAT_TO_COMMIT};

static const uint64_t never = UINT64_MAX;

struct waiter {
    uint64_t rank; // as in csim/simulator/dispatcher.h
    uint32_t job;
    uint32_t index;
    struct demand demand; // by now
    uint64_t first_edge;  // at or after its submission
    uint64_t offered;     // edge that took the offer, or never
    uint64_t fits_since;  // edge after which the block's counters let it in, or never
};

// A stage's completion, or an operation's, on its way to the block's counters.
struct beat {
    uint64_t first_edge;
    uint64_t taken; // edge that took it, or never
    uint32_t amount;
    uint16_t id;
    uint8_t resource; // CLASSES: end to end
    uint8_t lane;
    uint8_t port;
};

// How many ids are where (rtl/spec/reservation.md).
struct ids {
    uint64_t free;
    unsigned queued;
    unsigned spoken_for;  // places of the queue
    bool picked, granted; // in the clock before
};

struct wait_breakdown {
    uint64_t now_ps;
    struct waiter *waiter;
    uint32_t waiters, capacity;
    struct beat beat[BEATS_MAX]; // in the order of their instants
    unsigned beats;
    uint64_t held;       // reservations, at the block
    struct ids ids;      // those that are not held
    uint64_t decided;    // edge of the last decision that was seen
    uint64_t stale_till; // edge up to which operations are tried again under new multipliers
    struct wait_breakdown_entry *entry;
    uint64_t operations;
    uint64_t wrong;
};

struct wait_breakdown *wait_breakdown_open(const struct config *config) {
    struct wait_breakdown *breakdown = calloc(1, sizeof *breakdown);
    struct waiter *waiter = malloc((config->operations + 1) * sizeof *waiter);
    struct wait_breakdown_entry *entry = calloc(config->operations + 1, sizeof *entry);
    if (!breakdown || !waiter || !entry) {
        free(breakdown);
        free(waiter);
        free(entry);
        return NULL;
    }
    breakdown->waiter = waiter;
    breakdown->entry = entry;
    breakdown->operations = config->operations;
    breakdown->ids.free = config->depth;
    return breakdown;
}

void wait_breakdown_close(struct wait_breakdown *breakdown) {
    if (!breakdown)
        return;
    free(breakdown->waiter);
    free(breakdown->entry);
    free(breakdown);
}

// --- what it waits for -------------------------------------------------------------------------

// Lanes of the block's counters that refuse a demand, as the next decision would find it.
static lane_set block_refuses(const struct simulation *sim, const struct demand *demand) {
    const struct wait_breakdown *breakdown = sim->breakdown;
    const struct edge_out *out = &sim->driver->out;
    const bool table = breakdown->ids.queued == 0 || breakdown->held >= sim->state.command_limit;
    lane_set refused = table ? REFUSED_TABLE : 0;
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        const unsigned lane = class_lane(demand, resource);
        if (demand->amount[resource] &&
            (uint64_t)out->debt[lane] + demand->amount[resource] > sim->state.window[lane])
            refused |= LANE_BIT(lane);
    }
    return refused;
}

static enum wait_part beat_part(const struct beat *beat, uint64_t edge) {
    if (beat->taken != never)
        return edge <= beat->taken + take_to_commit[beat->resource] ? WAIT_RETURN_PIPELINE
                                                                    : WAIT_RETURN_QUEUE;
    return beat->first_edge >= edge ? WAIT_RETURN_ALIGN : WAIT_RETURN_QUEUE;
}

// The counters lack what is on its way: the beat that makes up for it, the first ones first.
static enum wait_part return_part(const struct simulation *sim, const struct demand *demand,
                                  lane_set refused) {
    const struct wait_breakdown *breakdown = sim->breakdown;
    const struct edge_out *out = &sim->driver->out;
    const unsigned lane = lane_first(refused);
    uint64_t debt = lane < LANES ? out->debt[lane] : breakdown->held;
    const uint64_t most = lane < LANES ? sim->state.window[lane] : sim->state.command_limit - 1;
    for (unsigned resource = 0; lane < LANES && resource < CLASSES; resource++)
        if (class_lane(demand, resource) == lane)
            debt += demand->amount[resource];
    if (debt <= most) // free, but its id is not yet the candidate
        return WAIT_RETURN_PIPELINE;
    for (unsigned i = 0; i < breakdown->beats; i++) {
        const struct beat *beat = &breakdown->beat[i];
        if (beat->lane != lane)
            continue;
        debt -= lane < LANES ? beat->amount : 1;
        if (debt <= most)
            return beat_part(beat, sim->edge);
    }
    return WAIT_UNEXPLAINED;
}

static enum wait_part slot_part(const struct simulation *sim, const struct waiter *waiter) {
    const struct wait_breakdown *breakdown = sim->breakdown;
    if (sim->edge <= waiter->offered + OFFER_TO_DECISION)
        return WAIT_PIPELINE;
    const lane_set refused = block_refuses(sim, &waiter->demand);
    if (refused)
        return return_part(sim, &waiter->demand, refused);
    if (sim->edge <= waiter->fits_since + COUNTER_TO_DECISION)
        return WAIT_CHOICE;
    if (sim->edge <= breakdown->decided + COUNTER_TO_DECISION || sim->edge <= breakdown->stale_till)
        return WAIT_ARBITRATION;
    // It was in flight when it began to fit, to a decision that knows less and commits nothing.
    if (sim->edge <= waiter->fits_since + COUNTER_TO_DECISION + CHOICE_TO_CHOICE - 1)
        return WAIT_CHOICE;
    return WAIT_UNEXPLAINED;
}

static enum wait_part part_of(const struct simulation *sim, const struct waiter *waiter) {
    if (waiter->offered != never)
        return slot_part(sim, waiter);
    if (waiter->first_edge >= sim->edge)
        return WAIT_ALIGN;
    if (!block_driver_is_next(sim->driver, waiter->job))
        return WAIT_BEHIND;
    return sim->driver->out.op_ready ? WAIT_OFFER : WAIT_SLOT;
}

// What is there to be had by those who are to come, at the counters as they would be if returns
// took no time.
struct room {
    uint64_t lane[LANES], commands;
};

static bool fits(const struct room *room, const struct demand *demand) {
    bool all = room->commands > 0;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        all = all && demand->amount[resource] <= room->lane[class_lane(demand, resource)];
    return all;
}

void wait_breakdown_advance(const struct simulation *sim) {
    struct wait_breakdown *breakdown = sim->breakdown;
    if (!breakdown)
        return;
    const uint64_t ps = sim->now_ps - breakdown->now_ps;
    assert(sim->now_ps >= breakdown->now_ps);
    breakdown->now_ps = sim->now_ps;
    if (ps == 0)
        return;
    const struct policy_state *state = &sim->state;
    struct room room = {.commands = state->command_limit - state->in_flight};
    for (unsigned lane = 0; lane < LANES; lane++)
        room.lane[lane] = state->window[lane] - state->known_debt[lane];
    // In the order of grants, so that the first of those that compete has it.
    for (uint32_t i = 0; i < breakdown->waiters; i++) {
        const struct waiter *waiter = &breakdown->waiter[i];
        enum wait_part part = WAIT_CREDIT;
        if (fits(&room, &waiter->demand)) {
            room.commands--;
            for (unsigned resource = 0; resource < CLASSES; resource++)
                room.lane[class_lane(&waiter->demand, resource)] -= waiter->demand.amount[resource];
            part = part_of(sim, waiter);
        }
        breakdown->entry[waiter->index].part_ps[part] += ps;
    }
}

// --- what happens ------------------------------------------------------------------------------

static uint64_t first_edge(const struct simulation *sim) {
    const uint64_t edge = (sim->now_ps + sim->config->clock_ps - 1) / sim->config->clock_ps;
    return edge > sim->edge ? edge : sim->edge;
}

static void charge(const struct simulation *sim, struct waiter *waiter) {
    const struct job *job = &sim->jobs[waiter->job];
    sim->policy->charge(&sim->state, &job->op, job->lane, &waiter->demand);
}

void wait_breakdown_wait(const struct simulation *sim, uint32_t job) {
    struct wait_breakdown *breakdown = sim->breakdown;
    if (!breakdown)
        return;
    const struct op *op = &sim->jobs[job].op;
    struct waiter waiter = {.rank = demand_class_of(op, 0).rank,
                            .job = job,
                            .index = op->index,
                            .first_edge = first_edge(sim),
                            .offered = never,
                            .fits_since = never};
    charge(sim, &waiter);
    breakdown->entry[op->index].part_ps[WAIT_ORDER] = breakdown->now_ps - op->submit_ps;
    uint32_t at = breakdown->waiters++;
    for (; at > 0 && (breakdown->waiter[at - 1].rank > waiter.rank ||
                      (breakdown->waiter[at - 1].rank == waiter.rank &&
                       breakdown->waiter[at - 1].index > waiter.index));
         at--)
        breakdown->waiter[at] = breakdown->waiter[at - 1];
    breakdown->waiter[at] = waiter;
}

void wait_breakdown_over(const struct simulation *sim, uint32_t index, unsigned resource) {
    struct wait_breakdown *breakdown = sim->breakdown;
    if (!breakdown)
        return;
    const struct job *job = &sim->jobs[index];
    assert(breakdown->beats < BEATS_MAX);
    breakdown->beat[breakdown->beats++] = (struct beat){
        .first_edge = first_edge(sim),
        .taken = never,
        .amount = resource < CLASSES ? job->demand.amount[resource] : 1,
        .id = sim->driver->reservation[index],
        .resource = (uint8_t)resource,
        .lane = (uint8_t)(resource < CLASSES ? class_lane(&job->demand, resource) : LANES),
        .port = (uint8_t)(resource == CLASS_HBM        ? job->partition
                          : resource == CLASS_ATOMIC   ? PORT_ATOMIC
                          : resource == CLASS_RESPONSE ? PORT_RESPONSE
                                                       : PORT_DONE)};
}

static bool beat_in(const struct beat *beat, const struct edge_in *in) {
    switch (beat->resource) {
    case CLASS_HBM:
        return (in->hbm_valid >> beat->port & 1) && in->hbm_id[beat->port] == beat->id;
    case CLASS_ATOMIC:
        return in->atomic_valid && in->atomic_id == beat->id;
    case CLASS_RESPONSE:
        return in->response_valid && in->response_id == beat->id;
    default:
        return in->done_valid && in->done_id == beat->id;
    }
}

static void forget(struct wait_breakdown *breakdown, unsigned resource, uint16_t id) {
    unsigned kept = 0;
    for (unsigned i = 0; i < breakdown->beats; i++)
        if (breakdown->beat[i].resource != resource || breakdown->beat[i].id != id)
            breakdown->beat[kept++] = breakdown->beat[i];
    breakdown->beats = kept;
}

// A completion counts when its reservation is free.
static void retire(struct wait_breakdown *breakdown, uint16_t id) {
    breakdown->held--;
    breakdown->ids.free++;
    forget(breakdown, CLASSES, id);
}

// A clock of the id pool, but for what is freed in it.
static void ids_clock(struct ids *ids, bool granted) {
    const bool picks = ids->free > 0 && ids->spoken_for < ID_QUEUE;
    ids->free -= picks;
    ids->queued += (unsigned)ids->picked - (unsigned)granted;
    ids->spoken_for += (unsigned)picks - (unsigned)ids->granted;
    ids->picked = picks;
    ids->granted = granted;
}

static void counters_change(struct wait_breakdown *breakdown, const struct edge_out *out) {
    const bool granted = out->kind == DECISION_GRANT;
    ids_clock(&breakdown->ids, granted);
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        if (out->return_kind[resource] == CHANNEL_RETURN)
            forget(breakdown, resource, out->return_id[resource]);
        if (out->retire >> resource & 1)
            retire(breakdown, out->return_id[resource]);
    }
    if (out->done_kind == CHANNEL_COMPLETE)
        retire(breakdown, out->done_id);
    breakdown->held += granted;
}

void wait_breakdown_edge(const struct simulation *sim) {
    struct wait_breakdown *breakdown = sim->breakdown;
    if (!breakdown)
        return;
    const struct edge_out *out = &sim->driver->out;
    const uint64_t edge = sim->edge - 1;
    for (unsigned i = 0; i < breakdown->beats; i++)
        if (breakdown->beat[i].taken == never && breakdown->beat[i].first_edge <= edge &&
            beat_in(&breakdown->beat[i], &sim->driver->in))
            breakdown->beat[i].taken = edge;
    counters_change(breakdown, out);
    if (out->kind != DECISION_NONE)
        breakdown->decided = edge;
    if (out->calibrate) // all that wait in slots are scaled, and may be tried again, one a clock
        breakdown->stale_till = edge + CHANGE_TO_SLOTS + sim->driver->taken + COUNTER_TO_DECISION;
    for (uint32_t i = 0; i < breakdown->waiters; i++) {
        struct waiter *waiter = &breakdown->waiter[i];
        if (out->calibrate)
            charge(sim, waiter);
        if (waiter->job == sim->driver->offered)
            waiter->offered = edge;
        if (waiter->offered == never)
            continue;
        if (block_refuses(sim, &waiter->demand))
            waiter->fits_since = never;
        else if (waiter->fits_since == never)
            waiter->fits_since = edge;
    }
}

void wait_breakdown_leave(const struct simulation *sim, uint32_t index, bool granted) {
    struct wait_breakdown *breakdown = sim->breakdown;
    if (!breakdown)
        return;
    const struct job *job = &sim->jobs[index];
    uint32_t at = 0;
    while (breakdown->waiter[at].job != index)
        at++;
    memmove(&breakdown->waiter[at], &breakdown->waiter[at + 1],
            (--breakdown->waiters - at) * sizeof *breakdown->waiter);
    struct wait_breakdown_entry *entry = &breakdown->entry[job->op.index];
    entry->granted = granted;
    entry->urgent = job->op.urgent;
    entry->wait_ps = sim->now_ps - job->op.submit_ps;
    uint64_t sum = 0;
    for (unsigned part = 0; part < WAIT_PARTS; part++)
        sum += entry->part_ps[part];
    breakdown->wrong += sum != entry->wait_ps;
}

const struct wait_breakdown_entry *wait_breakdown_entry(const struct wait_breakdown *breakdown,
                                                        uint32_t index) {
    return &breakdown->entry[index];
}

uint64_t wait_breakdown_operations(const struct wait_breakdown *breakdown) {
    return breakdown->operations;
}

uint64_t wait_breakdown_wrong(const struct wait_breakdown *breakdown) {
    return breakdown->wrong;
}
