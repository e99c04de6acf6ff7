// reservation.md, 4.1 to 4.3 and 4.5: what a grant holds, what gives it back, ids.
#include <assert.h>

#include "csim/golden/path_state.h"

// 4.5, after reset.
void path_free_all(struct path_golden *golden) {
    for (unsigned id = 0; id < golden->size.depth; id++)
        golden->free[id] = true;
    golden->free_ids = golden->size.depth;
}

// 1.4
uint32_t path_handle(const struct path_golden *golden, unsigned id, unsigned generation) {
    return (uint32_t)golden->epoch << (golden->size.gen_w + golden->id_w) |
           (uint32_t)generation << golden->id_w | id;
}

// 4.5: the handle of the grant that commits in this clock.
uint32_t path_granted_handle(const struct path_golden *golden) {
    const unsigned id = golden->queue[0];

    return path_handle(golden, id, golden->reservation[id].next_generation);
}

// 4.1: the channel of a stage or of a response engine.
static unsigned channel_of(const struct path_golden *golden, unsigned lane) {
    return lane < golden->size.hbm ? 0 : 1 + lane - golden->size.hbm;
}

static uint16_t channel_bit(unsigned channel) {
    return (uint16_t)(1u << channel);
}

// 4.2: the return of one event of a reservation.
static void give_back(struct path_golden *golden, unsigned channel, struct reservation *held,
                      struct completion *completion) {
    completion->kind = RETURN_BACK;
    if (channel == channel_of(golden, held->stage)) {
        completion->lane = held->stage;
        completion->amount = held->stage_amount;
    } else if (channel != golden->channels - 1) { // `done` gives nothing back
        completion->lane = held->response;
        completion->amount = held->response_amount;
    }
    held->owes &= (uint16_t)~channel_bit(channel);
    completion->completes = held->owes == 0;
}

// 4.2 and 4.3: completions taken up in clock u = now - 1, by the flags in force in clock u + 1.
// Each channel has a flag of its own, so that channels one after the other are channels at once.
void path_check(struct path_golden *golden) {
    struct completion *const taken_up = path_at(golden, golden->now - 1)->taken_up;

    for (unsigned channel = 0; channel < golden->channels; channel++) {
        struct completion *const completion = &taken_up[channel];
        if (!completion->valid)
            continue;
        const unsigned id = completion->handle & (golden->size.depth - 1u);
        struct reservation *const held = &golden->reservation[id];
        if (completion->handle == path_handle(golden, id, held->generation) &&
            held->owes & channel_bit(channel))
            give_back(golden, channel, held, completion);
        else
            completion->kind = channel == golden->channels - 1 ? RETURN_LATE : RETURN_STRAY;
    }
}

// 4.1: the grant that commits in clock x = now, in force from clock x + 1 on.
static void reserve(struct path_golden *golden, const struct slot *slot) {
    struct reservation *const held = &golden->reservation[golden->queue[0]];
    const uint8_t generation = held->next_generation;

    assert(golden->queued > 0); // 4.5: the queue has an id for every grant
    *held = (struct reservation){
        .held = true,
        .generation = generation,
        .next_generation = (uint8_t)((generation + 1u) & path_ones(golden->size.gen_w)),
        .owes = channel_bit(channel_of(golden, slot->stage)),
        .stage = slot->stage,
        .response = slot->response,
        .stage_amount = slot->stage_demand,
        .response_amount = slot->response_demand,
        .tag = slot->tag,
    };
    if (slot->responds)
        held->owes |= channel_bit(channel_of(golden, slot->response));
    if (slot->owes_done)
        held->owes |= channel_bit(golden->channels - 1);
}

// 4.5: the lowest free id at or above the pointer, else the lowest. There is one.
static unsigned next_free(const struct path_golden *golden) {
    unsigned id = golden->next_id;

    while (!golden->free[id])
        id = (id + 1) % golden->size.depth;
    return id;
}

// 4.5: by the ids that are free and queued in this clock.
static void queue_ids(struct path_golden *golden, bool granted) {
    const bool fills = golden->free_ids > 0 && golden->queued < PATH_QUEUE;

    if (granted) {
        golden->queued--;
        for (unsigned i = 0; i < golden->queued; i++)
            golden->queue[i] = golden->queue[i + 1];
    }
    if (fills) {
        const unsigned id = next_free(golden);
        golden->free[id] = false;
        golden->free_ids--;
        golden->queue[golden->queued] = (uint16_t)id;
        golden->queued++;
        golden->next_id = (id + 1) % golden->size.depth;
    }
}

// 4.5 and 2.6: an id is free from clock u + 3 on, and its tag is found up to clock u + 5.
static void release(struct path_golden *golden) {
    const struct completion *const freed = path_seen(golden, golden->now - 2)->taken_up;
    const struct completion *const shown = path_seen(golden, golden->now - BEAT_TO_FREE)->taken_up;

    for (unsigned channel = 0; channel < golden->channels; channel++) {
        if (freed[channel].completes) {
            golden->free[freed[channel].handle & (golden->size.depth - 1u)] = true;
            golden->free_ids++;
        }
        if (shown[channel].completes)
            golden->reservation[shown[channel].handle & (golden->size.depth - 1u)].held = false;
    }
}

// 4.1 and 4.5: what the table and the ids are in the next clock.
void path_reserve(struct path_golden *golden) {
    const struct commit *const commit = &path_seen(golden, golden->now)->commit;
    const bool granted = commit->kind == PATH_GRANT;

    if (granted)
        reserve(golden, &golden->slot[commit->slot]);
    queue_ids(golden, granted);
    release(golden);
}
