// reservation.md, 4.1 to 4.3 and 4.5: what a grant holds, what gives it back, ids.
#include <assert.h>

#include "csim/golden/state.h"

// 1.4 and 4.5: the handle of the grant that commits in this clock.
uint32_t path_granted_handle(const struct golden *golden) {
    const unsigned id = golden->queue[0];

    return (uint32_t)golden->out.message_epoch << (golden->size.gen_w + golden->id_w) |
           (uint32_t)golden->reservation[id].generation << golden->id_w | id;
}

static uint16_t channel_bit(unsigned channel) {
    return (uint16_t)(1u << channel);
}

// 4.2 and 4.3: the return of one event of a reservation, taken up in clock u = now - 1.
static void give_back(struct golden *golden, unsigned channel, struct reservation *held,
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
    if (completion->completes)
        held->frees = golden->now - 1 + BEAT_TO_FREE;
}

// 4.2: completions taken up in clock u = now - 1, by the flags in force in clock u + 1. Each
// channel has a flag of its own, so that channels one after the other are channels at once.
void path_check(struct golden *golden) {
    struct completion *const taken_up = golden_at(golden, golden->now - 1)->taken_up;

    for (unsigned channel = 0; channel < golden->channels; channel++) {
        struct completion *const completion = &taken_up[channel];
        struct reservation *const held =
            &golden->reservation[completion->handle & (golden->size.depth - 1u)];
        if (!completion->valid)
            continue;
        if (completion->handle == held->handle && held->owes & channel_bit(channel))
            give_back(golden, channel, held, completion);
        else
            completion->kind = channel == golden->channels - 1 ? RETURN_LATE : RETURN_STRAY;
    }
}

// 4.1: the grant that commits in clock x = now, in force from clock x + 1 on.
static void reserve(struct golden *golden, const struct slot *slot, uint64_t now) {
    struct reservation *const held = &golden->reservation[golden->queue[0]];

    assert(golden->queued > 0); // 4.5: the queue has an id for every grant
    *held = (struct reservation){
        .generation = (uint8_t)((held->generation + 1u) & ones(golden->size.gen_w)),
        .handle = path_granted_handle(golden),
        .tag = slot->tag,
        .granted = now,
        .frees = NEVER,
        .owes = channel_bit(channel_of(golden, slot->stage)),
        .stage = slot->stage,
        .response = slot->response,
        .stage_amount = slot->stage_demand,
        .response_amount = slot->response_demand,
    };
    if (slot->responds)
        held->owes |= channel_bit(channel_of(golden, slot->response));
    if (slot->owes_done)
        held->owes |= channel_bit(golden->channels - 1);
}

// 4.5: the lowest free id at or above the pointer, else the lowest. There is one.
static unsigned next_free(const struct golden *golden) {
    unsigned id = golden->next_id;

    while (!golden->reservation[id].free)
        id = (id + 1) % golden->size.depth;
    return id;
}

// 4.5: by the ids that are free and queued in this clock.
static void queue_ids(struct golden *golden, bool granted) {
    const bool fills = golden->free_ids > 0 && golden->queued < QUEUE;

    if (granted) {
        golden->queued--;
        for (unsigned i = 0; i < golden->queued; i++)
            golden->queue[i] = golden->queue[i + 1];
    }
    if (fills) {
        const unsigned id = next_free(golden);
        golden->reservation[id].free = false;
        golden->free_ids--;
        golden->queue[golden->queued++] = (uint16_t)id;
        golden->next_id = (id + 1) % golden->size.depth;
    }
}

// 4.1 and 4.5: what the table and the ids are in the next clock. An id is free from clock u + 3 on.
void path_reserve(struct golden *golden, uint64_t now) {
    const struct commit *const commit = &golden_seen(golden, golden->now)->commit;
    const struct completion *const freed = golden_seen(golden, golden->now - 2)->taken_up;

    if (commit->kind == PATH_GRANT)
        reserve(golden, commit->slot, now);
    queue_ids(golden, commit->kind == PATH_GRANT);
    for (unsigned channel = 0; channel < golden->channels; channel++) {
        if (freed[channel].completes) {
            golden->reservation[freed[channel].handle & (golden->size.depth - 1u)].free = true;
            golden->free_ids++;
        }
    }
}
