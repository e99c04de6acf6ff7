// waiting.md, 2.3 to 2.5, and decision.md, 3.4: which waiting operation is chosen, and what is
// decided.
#include "csim/golden/state.h"

enum { REFUSAL_HOLD = 2 }; // pipeline.md

// 2.3: what an operation lacks by all commits up to this clock.
static uint64_t lacks_of(const struct golden *golden, const struct slot *slot) {
    uint64_t lacks = 0;

    if (slot->rejected)
        return 0;
    if (slot->stage_demand > golden->room[slot->stage])
        lacks |= bit(slot->stage);
    if (slot->response_demand > golden->room[slot->response])
        lacks |= bit(slot->response);
    if (golden->word[R_held] >= golden->command_limit)
        lacks |= bit(golden->lanes);
    return lacks;
}

// --- choice: 2.4 -------------------------------------------------------------------------------

// 2.5: what a deny keeps from the choices of the clocks after it, and the aged operation of clock
// c - 2 from that of clock c = now + 1.
static bool is_held_back(struct golden *golden, const struct slot *slot) {
    for (unsigned ago = 0; ago < REFUSAL_HOLD; ago++) {
        const struct golden_commit *const commit = &golden_at(golden, golden->now - ago)->commit;
        if ((slot->lanes & commit->keeps) != 0 && slot->group >= commit->slot->group)
            return true;
    }
    return (slot->lanes & golden->keeps) != 0 && slot != golden->only;
}

// Row 2: group 0 is that of the latency-sensitive. `slot` was taken later than `best`.
static bool is_better(const struct slot *slot, const struct slot *best) {
    const bool urgent = slot->group == 0;

    if (urgent != (best->group == 0))
        return urgent;
    return slot->wire_bytes < best->wire_bytes;
}

// The choice of clock c = now + 1. All that it goes by is known at the end of clock c - 1.
static void choose(struct golden *golden) {
    const uint64_t now = golden->now, c = now + 1;
    struct choice *const choice = &golden_at(golden, c)->choice;
    struct slot *best = NULL, *probe = NULL;
    uint64_t wanted = 0;

    for (unsigned i = 0; i < golden->count; i++) {
        struct slot *const slot = golden->waiting[i];
        if (now < slot->offered + OFFER_TO_SLOT) // not open, as all that were taken later
            break;
        wanted |= lacked(slot, now - 1);
        const bool met = golden->met[slot->domain] == now; // one that was taken earlier
        slot->first = slot->domain == 0 || !met;
        golden->met[slot->domain] = now;
        const uint64_t lacks = lacks_of(golden, slot);
        slot->lacks[now % LACKS_CLOCKS] = lacks;
        if (!slot->first || slot->chosen + 2 >= c) // rules 1 to 3
            continue;
        if (lacks == 0 && (!best || is_better(slot, best)) && !is_held_back(golden, slot))
            best = slot;
        if (lacks != 0 && lacks != slot->reported && slot->probed + 2 < c &&
            (!probe || slot < probe))
            probe = slot;
    }
    golden->wanted = wanted;
    if (choice->is_write || golden_at(golden, c - 2)->pause)
        return;
    choice->slot = best ? best : probe;
    choice->is_probe = !best;
    if (best)
        best->chosen = c;
    else if (probe)
        probe->probed = c;
}

// --- the aged operation: 2.5 -------------------------------------------------------------------

// And 3.3: one of its lanes, or the table, is closed.
static bool is_closed(const struct golden *golden, const struct slot *slot) {
    const uint32_t *const window = &golden->word[R_in_force];

    return !slot->rejected &&
           (window[slot->stage] == 0 || window[slot->response] == 0 || golden->command_limit == 0);
}

// What the aged operation of this clock keeps from the choice of clock now + 2.
static void precede(struct golden *golden) {
    const struct slot *const aged = golden->aged;

    golden->keeps = 0;
    golden->only = aged;
    if (!aged) {
        golden->takes = 0;
        return;
    }
    const uint64_t lanes = lacked(aged, golden->now - 1) & aged->lanes;
    golden->takes |= lanes & bit(aged->stage) ? bit(aged->stage) : lanes;
    if (!is_closed(golden, aged))
        golden->keeps = lanes == 0 ? ALL_LANES : golden->takes;
}

// The visit that the grant of clock x = now - 2 pays. What it finds holds from now + 1 on.
static void visit(struct golden *golden, uint32_t bound) {
    struct slot *const slot = &golden->slot[golden->visited];
    const uint64_t oldest = ones(golden->size.age_w), now = golden->now;

    golden->visited = next_of(golden->visited, golden->size.slots);
    if (slot->leaves > now && now >= slot->offered + OFFER_TO_SLOT && slot->first) {
        slot->age = (uint32_t)smaller(slot->age + golden->size.slots, oldest);
        slot->due = slot->age >= bound;
    } else {
        slot->age = 0;
        slot->due = false;
    }
}

// From the pointer on, wrapping, so many slots come before this one.
static unsigned turn_of(const struct golden *golden, const struct slot *slot) {
    const unsigned s = (unsigned)(slot - golden->slot), slots = golden->size.slots;

    return (s + slots - golden->next_aged) % slots;
}

// The next aged operation, of those that are due in this clock.
static void elect(struct golden *golden) {
    for (unsigned i = 0; i < golden->count; i++) {
        struct slot *const slot = golden->waiting[i];
        if (slot->due && (!golden->aged || turn_of(golden, slot) < turn_of(golden, golden->aged)))
            golden->aged = slot;
    }
    if (golden->aged)
        golden->next_aged = next_of((unsigned)(golden->aged - golden->slot), golden->size.slots);
}

// Ages, and the aged operation from clock now + 1 on.
static void age(struct golden *golden) {
    const uint32_t bound = golden->word[R_starvation_bound];
    const bool was_aged = golden->aged != NULL;

    if (was_aged && golden->aged->leaves == golden->now)
        golden->aged = NULL;
    else if (!was_aged && bound != 0)
        elect(golden);
    if (golden_at(golden, golden->now - 2)->commit.kind == PATH_GRANT)
        visit(golden, bound);
    if (bound != 0)
        return;
    if (was_aged)
        golden->event = golden->now;
    golden->aged = NULL;
    for (unsigned i = 0; i < golden->count; i++)
        golden->waiting[i]->due = false;
}

// --- decision: 3.4 -----------------------------------------------------------------------------

// The choice of clock c is decided in clock c + 1 = now, and commits in clock now + 1.
static void decide(struct golden *golden) {
    const struct choice *const choice = &golden_at(golden, golden->now - 1)->choice;
    struct golden_commit *const commit = &golden_at(golden, golden->now + 1)->commit;
    struct slot *const slot = choice->slot;

    if (!slot)
        return;
    const uint64_t lacks = lacked(slot, golden->now);
    if (lacks != 0) {
        *commit = (struct golden_commit){PATH_DENY, slot, .mask = lacks};
        if (!choice->is_probe) // 2.5
            commit->keeps = lacks & bit(golden->lanes) ? ALL_LANES : slot->lanes;
        slot->reported = lacks;
    } else if (!choice->is_probe) {
        const enum path_kind kind = slot->rejected ? PATH_REJECT : PATH_GRANT;
        *commit = (struct golden_commit){kind, slot, .mask = slot->lanes};
        slot->leaves = golden->now + 1;
    }
}

void path_choose(struct golden *golden) {
    choose(golden);
    precede(golden);
    decide(golden);
    age(golden);
}
