// reservation.md, and decision.md, 3.3: what commits, room, what a grant holds and what gives it
// back, ids; completions at the ports, the collector, what software sends.
#include <assert.h>

#include "csim/golden/state.h"

enum { UNPARK_TO_TABLE = 6 }; // 4.7: the first clock in which the table does not count an id

static struct reservation *find(struct golden *golden, uint32_t handle) {
    return &golden->reservation[handle & (golden->size.depth - 1u)];
}

// --- what commits in a clock: in force in it, and shown (1.4, 1.8) -----------------------------

// 1.4 and 4.5: the handle of the grant that commits in this clock.
static uint32_t granted_handle(const struct golden *golden) {
    const unsigned id = golden->queue[0];

    assert(golden->queued > 0); // 4.5: the queue has an id for every grant
    return (uint32_t)golden->out.message_epoch << (golden->size.gen_w + golden->id_w) |
           (uint32_t)golden->reservation[id].generation << golden->id_w | id;
}

// 3.6: a number of one bit more than a counter.
static int64_t headroom(const struct golden *golden, unsigned lane) {
    const unsigned spare = 63u - golden->size.cnt_w;
    const uint64_t room = (uint64_t)golden->word[R_in_force + lane] - golden->word[R_debt + lane] +
                          golden->astray[lane];

    return (int64_t)(room << spare) >> spare;
}

// What is read as the debt.
uint32_t path_debt(const struct golden *golden, unsigned lane) {
    return (uint32_t)((golden->word[R_debt + lane] - golden->astray[lane]) &
                      ones(golden->size.cnt_w));
}

// 3.3: what a lane has room for by all commits up to this clock, if the table has enough.
static void measure(struct golden *golden, unsigned lane) {
    const int64_t window = golden->word[R_in_force + lane];
    const int64_t left = headroom(golden, lane);
    const unsigned holders = golden->holders[lane];
    const uint32_t limit = golden->limits.holders[resource_of(&golden->size, lane)];

    golden->room[lane] = window == 0 || holders >= limit ? -1 : holders == 0 ? UINT32_MAX : left;
    golden->occupied = holders == 0 ? golden->occupied & ~bit(lane) : golden->occupied | bit(lane);
    golden->crowded =
        4 * holders < limit ? golden->crowded & ~bit(lane) : golden->crowded | bit(lane);
    golden->divided &= ~bit(lane);
}

// 3.3: through which stages what waits holds as much of a response engine as is left, or more.
static void divide(struct golden *golden, unsigned engine) {
    const int64_t left = headroom(golden, engine);

    golden->divided |= bit(engine);
    golden->through[engine] = 0;
    for (unsigned stage = 0; stage < golden->lanes - golden->size.response; stage++) {
        const int64_t part = (int64_t)golden->part[engine][stage];
        if (golden->limits.split && part > 0 && part >= left)
            golden->through[engine] |= bit(stage);
    }
}

// 3.3: a component enters a lane, or returns.
static void change(struct golden *golden, unsigned lane, uint32_t amount, unsigned components) {
    golden->word[R_debt + lane] += amount;
    golden->holders[lane] += components;
    measure(golden, lane);
}

// 3.3: a component of a response engine begins to wait for a stage, or ends it.
static void wait_for_stage(struct golden *golden, unsigned engine, unsigned stage, int64_t amount) {
    golden->part[engine][stage] += (uint64_t)amount;
    golden->divided &= ~bit(engine);
}

static struct limits limits_of(const struct golden *golden) {
    const uint32_t *const holders = golden->word + R_holder_limit;

    return (struct limits){.holders = {holders[0], holders[1], holders[2]},
                           .table_floor = golden->word[R_table_floor],
                           .split = golden->word[R_response_split],
                           .bound = golden->word[R_starvation_bound]};
}

// Those of this clock are for the next.
void path_set_limits(struct golden *golden) {
    const struct limits limits = limits_of(golden);

    if (memcmp(&limits, &golden->limits, sizeof limits) != 0) {
        golden->event = golden->now;
        golden->limits = limits;
        for (unsigned lane = 0; lane < golden->lanes; lane++)
            measure(golden, lane);
    }
    for (unsigned engine = golden->lanes - golden->size.response; engine < golden->lanes; engine++)
        if (!(golden->divided & bit(engine)))
            divide(golden, engine);
}

static void commit_window(struct golden *golden, const struct golden_commit *commit) {
    golden->out.path.trace_stage = commit->value;
    if (commit->lane == golden->lanes) {
        golden->command_limit = commit->value;
        return;
    }
    golden->word[R_in_force + commit->lane] = commit->value;
    measure(golden, commit->lane);
}

static void commit_operation(struct golden *golden, const struct golden_commit *commit) {
    const struct slot *const slot = commit->slot;
    struct path_out *const out = &golden->out.path;

    out->trace_tag = slot->tag;
    if (commit->kind != PATH_FLUSHED) {
        out->trace_stage = slot->stage_demand;
        out->trace_response = slot->response_demand;
    }
    if (commit->kind == PATH_DENY)
        return;
    if (commit->kind == PATH_GRANT) {
        out->trace_handle = granted_handle(golden);
        golden->word[R_held]++;
        change(golden, slot->stage, slot->stage_demand, 1);
        if (slot->responds) {
            change(golden, slot->response, slot->response_demand, 1);
            wait_for_stage(golden, slot->response, slot->stage, slot->response_demand);
        }
    }
    out->decision_kind = commit->kind == PATH_GRANT ? 1 : commit->kind == PATH_REJECT ? 2 : 3;
    out->decision_tag = slot->tag;
    out->decision_handle = out->trace_handle;
}

static void free_id(struct golden *golden, unsigned id) {
    golden->reservation[id].used = false;
    golden->free_ids++;
}

// 4.7: no longer held, but not free.
static void park(struct golden *golden, unsigned id) {
    golden->word[R_parked + id / 32] |= 1u << id % 32;
    golden->parked++;
}

// 4.2, 4.5 and 4.7: what was taken up in clock u = now - 3. An id is free, or parked, from clock
// u + 3 on.
static void commit_return(struct golden *golden, const struct record *taken, unsigned channel) {
    const struct completion *const back = &taken->completion[channel];
    struct path_out *const out = &golden->out.path;

    out->return_kind[channel] = back->kind;
    out->return_handle[channel] = back->handle;
    out->return_lane[channel] = back->lane;
    out->return_amount[channel] = back->amount;
    if (back->kind == RETURN_BACK && channel != golden->done) {
        const struct reservation *const held = find(golden, back->handle);
        change(golden, back->lane, -back->amount, -1u);
        if (back->lane == held->stage && held->response != held->stage)
            wait_for_stage(golden, held->response, held->stage, -(int64_t)held->response_amount);
    }
    if (taken->parked & bit(channel))
        park(golden, path_id(&golden->size, back->handle));
    else if (taken->completed & bit(channel))
        free_id(golden, path_id(&golden->size, back->handle));
}

void path_commit(struct golden *golden) {
    const struct record *const record = golden_at(golden, golden->now);
    const struct golden_commit *const commit = &record->commit;
    const struct record *const returns = golden_at(golden, golden->now - BEAT_TO_COMMIT);
    const struct record *const frees = golden_at(golden, golden->now - BEAT_TO_FREE);
    struct path_out *const out = &golden->out.path;

    out->answer_kind = (uint8_t)record->answer.kind;
    out->answer_tag = record->answer.tag;
    out->answer_handle = record->answer.handle;
    out->trace_kind = (uint8_t)commit->kind;
    out->trace_mask = commit->mask;
    if (commit->kind == PATH_WINDOW)
        commit_window(golden, commit);
    else if (commit->kind != PATH_NONE)
        commit_operation(golden, commit);
    for (uint64_t left = returns->taken_up; left != 0; left &= left - 1)
        commit_return(golden, returns, lowest_of(left));
    for (uint64_t left = frees->completed; left != 0; left &= left - 1) { // 4.3
        out->free_valid[lowest_of(left)] = true;
        out->free_handle[lowest_of(left)] = frees->completion[lowest_of(left)].handle;
        golden->word[R_held]--;
    }
    golden->counted += (unsigned)__builtin_popcountll(frees->parked);
    golden->counted -= golden_at(golden, golden->now - UNPARK_TO_TABLE)->unparked;
    golden->word[R_held_max] = (uint32_t)larger(golden->word[R_held_max], golden->word[R_held]);
}

// --- a headroom that is wrong: 3.6 -------------------------------------------------------------

// In this clock.
void path_flip(struct golden *golden, unsigned lane, unsigned which) {
    const uint64_t room = (uint64_t)headroom(golden, lane);

    golden->astray[lane] += (room ^ bit(which)) - room;
    golden->flipped |= bit(lane);
    measure(golden, lane);
}

// Lanes on which something is granted, or to which something returns, in the next clock.
static uint64_t moving(struct golden *golden) {
    const struct golden_commit *const commit = &golden_at(golden, golden->now + 1)->commit;
    const struct record *const returns = golden_at(golden, golden->now + 1 - BEAT_TO_COMMIT);
    uint64_t lanes = commit->kind == PATH_GRANT ? commit->mask : 0;

    for (uint64_t left = returns->taken_up; left != 0; left &= left - 1)
        if (returns->completion[lowest_of(left)].kind == RETURN_BACK &&
            lowest_of(left) != golden->done)
            lanes |= bit(returns->completion[lowest_of(left)].lane);
    return lanes;
}

// The last step that goes by the commits up to this clock: what it sets is for the next.
void path_mend(struct golden *golden) {
    const struct golden_commit *const commit = &golden_at(golden, golden->now + 1)->commit;

    for (uint64_t left = golden->flipped; left != 0; left &= left - 1) {
        const unsigned lane = lowest_of(left);
        const int64_t room = headroom(golden, lane), window = golden->word[R_in_force + lane];
        const bool empty = golden->holders[lane] == 0;
        if ((commit->kind == PATH_WINDOW && commit->lane == lane) ||
            (empty ? room == window : room <= window))
            continue;
        block_raise(golden, WRONG, lane);
        if (!empty && moving(golden) & bit(lane))
            continue;
        golden->astray[lane] += (uint64_t)(window - room);
        measure(golden, lane);
    }
}

// --- reservations ------------------------------------------------------------------------------

// 4.2 and 4.3: the return of one event of a reservation, taken up in clock u = now - 1.
static void give_back(struct golden *golden, unsigned channel, struct reservation *held) {
    struct record *const taken = golden_at(golden, golden->now - 1);
    struct completion *const completion = &taken->completion[channel];

    completion->kind = RETURN_BACK;
    if (channel == channel_of(golden, held->stage)) {
        completion->lane = held->stage;
        completion->amount = held->stage_amount;
    } else if (channel != golden->done) { // `done` gives nothing back
        completion->lane = held->response;
        completion->amount = held->response_amount;
    }
    held->owes &= ~bit(channel);
    held->touched |= completion->sent;
    if (held->owes != 0)
        return;
    taken->completed |= bit(channel);
    if (held->touched)
        taken->parked |= bit(channel);
    held->frees = golden->now - 1 + BEAT_TO_FREE;
}

// 4.2: software has no port, and a channel other than that of partitions one.
static bool is_of_port(const struct completion *completion, unsigned channel,
                       const struct reservation *held) {
    return completion->sent || channel != 0 || completion->port == held->stage;
}

// 4.2: completions taken up in clock u = now - 1, by the flags in force in clock u + 1. Each
// channel has a flag of its own, so that channels one after the other are channels at once.
static void check(struct golden *golden) {
    struct record *const taken = golden_at(golden, golden->now - 1);

    for (uint64_t left = taken->taken_up; left != 0; left &= left - 1) {
        const unsigned channel = lowest_of(left);
        struct completion *const completion = &taken->completion[channel];
        struct reservation *const held = find(golden, completion->handle);
        if (completion->handle == held->handle && held->owes & bit(channel) &&
            is_of_port(completion, channel, held))
            give_back(golden, channel, held);
        else
            completion->kind =
                channel == golden->done || completion->sent ? RETURN_LATE : RETURN_STRAY;
    }
}

// 4.1: the grant that commits in clock x = now, in force from clock x + 1 on.
static void reserve(struct golden *golden, const struct slot *slot, uint64_t now) {
    const unsigned id = golden->queue[0];
    struct reservation *const held = &golden->reservation[id];

    *held = (struct reservation){
        .used = true,
        .generation = (uint8_t)((held->generation + 1u) & ones(golden->size.gen_w)),
        .handle = golden->out.path.trace_handle,
        .tag = slot->tag,
        .granted = now,
        .frees = NEVER,
        .owes = bit(channel_of(golden, slot->stage)) | bit(channel_of(golden, slot->response)),
        .stage = slot->stage,
        .response = slot->response,
        .stage_amount = slot->stage_demand,
        .response_amount = slot->response_demand,
    };
    golden->holding[id / 64] |= bit(id % 64);
    if (slot->owes_done)
        held->owes |= bit(golden->done);
}

// 4.5: by the ids that are free and queued in this clock. The pointer goes to the next free one.
static void queue_ids(struct golden *golden, bool granted) {
    const bool fills = golden->free_ids > 0 && golden->queued < QUEUE;

    if (granted) {
        golden->queued--;
        memmove(golden->queue, golden->queue + 1, golden->queued * sizeof *golden->queue);
    }
    if (!fills)
        return;
    while (golden->reservation[golden->next_id].used)
        golden->next_id = next_of(golden->next_id, golden->size.depth);
    golden->reservation[golden->next_id].used = true;
    golden->free_ids--;
    golden->queue[golden->queued++] = (uint16_t)golden->next_id;
    golden->next_id = next_of(golden->next_id, golden->size.depth);
}

// --- completions -------------------------------------------------------------------------------

// 4.2: a completion is taken up in a clock.
static void take_up(struct golden *golden, uint64_t clock, unsigned channel,
                    struct completion completion) {
    completion.handle &= (uint32_t)ones(2u + golden->size.gen_w + golden->id_w);
    golden->event = clock;
    golden_at(golden, clock)->taken_up |= bit(channel);
    golden_at(golden, clock)->completion[channel] = completion;
}

// 4.6: a send sampled in this clock is taken up in the next.
void path_send(struct golden *golden, unsigned channel, uint32_t handle) {
    golden->event = golden->now;
    if (channel <= golden->done)
        take_up(golden, golden->now + 1, channel,
                (struct completion){.handle = handle, .observed = PATH_UNKNOWN, .sent = true});
}

// 4.7: an unpark sampled in this clock. Ids are free from the next on.
void path_unpark(struct golden *golden, unsigned word, uint32_t ids) {
    const uint32_t parked = golden->word[R_parked + word] & ids;

    golden->event = golden->now;
    for (uint32_t left = parked; left != 0; left &= left - 1)
        free_id(golden, 32 * word + lowest_of(left));
    golden->word[R_parked + word] &= ~parked;
    golden->parked -= (unsigned)__builtin_popcount(parked);
    golden_at(golden, golden->now)->unparked = (unsigned)__builtin_popcount(parked);
}

// 1.5 and 4.6: a channel is not ready in the clock in which software has it, and in that after one
// of reset (1.1); 4.4: partitions that begin it with an empty place are.
void path_show_ready(struct golden *golden) {
    const uint64_t sent = golden_at(golden, golden->now)->taken_up;
    const unsigned atomic = golden->size.atomic;
    struct path_out *const out = &golden->out.path;

    if (was_reset(golden))
        return;
    for (unsigned p = 0; p < golden->size.hbm; p++)
        out->hbm_ready[p] = golden->collector[p].count < PLACES;
    for (unsigned i = 0; i < atomic; i++)
        out->atomic_ready[i] = !(sent & bit(1 + i));
    for (unsigned i = 0; i < golden->size.response; i++)
        out->response_ready[i] = !(sent & bit(1 + atomic + i));
    out->done_ready = !(sent & bit(golden->done));
}

// 4.4: the pointer goes round, to behind the first partition that has a completion: there is one.
static void serve(struct golden *golden) {
    const unsigned p = first_of(golden->collected, golden->next_partition);
    struct collector *const collector = &golden->collector[p];

    take_up(golden, golden->now, 0,
            (struct completion){.handle = collector->handle[0],
                                .observed = collector->observed[0],
                                .port = (uint8_t)p});
    collector->handle[0] = collector->handle[1];
    collector->observed[0] = collector->observed[1];
    collector->count--;
    if (collector->count == 0)
        golden->collected &= ~bit(p);
    golden->next_partition = p + 1;
}

// 4.4: what is served was in a place before.
static void collect(struct golden *golden, const struct block_in *in) {
    if (golden->collected != 0 && !(golden_at(golden, golden->now)->taken_up & bit(0)))
        serve(golden);
    for (unsigned p = 0; p < golden->size.hbm; p++) {
        struct collector *const collector = &golden->collector[p];
        if (!in->path.hbm_valid[p] || !golden->out.path.hbm_ready[p])
            continue;
        collector->handle[collector->count] = in->path.hbm_handle[p];
        collector->observed[collector->count++] = in->hbm_observed[p];
        golden->collected |= bit(p);
        golden->event = golden->now;
    }
}

// 4.2: what is transferred on a channel other than 0 is taken up in the same clock.
static void transfer(struct golden *golden, const struct block_in *in) {
    const struct path_in *const path = &in->path;
    const struct path_out *const out = &golden->out.path;
    const unsigned atomic = golden->size.atomic;

    for (unsigned i = 0; i < atomic; i++)
        if (path->atomic_valid[i] && out->atomic_ready[i])
            take_up(golden, golden->now, 1 + i,
                    (struct completion){.handle = path->atomic_handle[i],
                                        .observed = in->atomic_observed[i]});
    for (unsigned i = 0; i < golden->size.response; i++)
        if (path->response_valid[i] && out->response_ready[i])
            take_up(golden, golden->now, 1 + atomic + i,
                    (struct completion){.handle = path->response_handle[i],
                                        .observed = in->response_observed[i]});
    if (path->done_valid && out->done_ready)
        take_up(golden, golden->now, golden->done,
                (struct completion){.handle = path->done_handle});
}

void path_reserve(struct golden *golden, const struct block_in *in) {
    const struct golden_commit *const commit = &golden_at(golden, golden->now)->commit;

    path_set_limits(golden);
    check(golden);
    if (commit->kind == PATH_GRANT)
        reserve(golden, commit->slot, in->now);
    queue_ids(golden, commit->kind == PATH_GRANT);
    collect(golden, in);
    transfer(golden, in);
}
