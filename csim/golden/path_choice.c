// waiting.md, 2.3 to 2.5, and decision.md, 3.3 and 3.4: room, which waiting operation is chosen,
// and what is decided.
#include "csim/golden/state.h"

enum { REFUSAL_HOLD = 2 }; // pipeline.md
enum { DOMAINS = 256 };

// --- room --------------------------------------------------------------------------------------

// 3.3
static bool has_room(const struct golden *golden, unsigned lane, uint32_t demand) {
    const uint32_t window = golden->word[R_in_force + lane];
    const uint64_t after = (uint64_t)golden->word[R_debt + lane] + demand;

    return window > 0 && (after <= window || golden->holders[lane] == 0);
}

// 2.3: what an operation lacks by all commits up to this clock.
static uint64_t lacks_of(const struct golden *golden, const struct slot *slot) {
    uint64_t lacks = 0;

    if (slot->rejected)
        return 0;
    if (!has_room(golden, slot->stage, slot->stage_demand))
        lacks |= bit(slot->stage);
    if (slot->responds && !has_room(golden, slot->response, slot->response_demand))
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
        const struct commit *const commit = &golden_at(golden, golden->now - ago)->commit;
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

// 1.7, 2.3, and rule 2 as of this clock: `seen` is the domains of those taken earlier, but for what
// leaves. A slot that left has its own grant in the debts, and wants nothing.
static void compare(struct golden *golden, struct slot *slot, uint64_t seen[DOMAINS / 64]) {
    uint64_t *const domains = &seen[slot->domain / 64];
    const uint64_t domain = bit(slot->domain % 64);

    golden->wanted |= lacked(slot, golden->now - 1);
    slot->first = slot->domain == 0 || !(*domains & domain);
    if (slot->leaves != golden->now)
        *domains |= domain;
    if (is_open(golden, slot))
        slot->lacks[golden->now % LACKS_CLOCKS] = lacks_of(golden, slot);
}

// Rules 1 (but for fitting), 2 and 3, of the choice of clock c = now + 1.
static bool may_stand(const struct golden *golden, const struct slot *slot) {
    const uint64_t c = golden->now + 1;

    return is_open(golden, slot) && slot->leaves >= c && slot->first && slot->chosen + 2 < c;
}

// The choice of clock c = now + 1. All that it goes by is known at the end of clock c - 1.
static void choose(struct golden *golden) {
    const uint64_t c = golden->now + 1;
    struct choice *const choice = &golden_at(golden, c)->choice;
    struct slot *best = NULL, *look = NULL;
    uint64_t seen[DOMAINS / 64] = {0};

    golden->wanted = 0;
    for (unsigned i = 0; i < golden->count; i++) {
        struct slot *const slot = golden->waiting[i];
        compare(golden, slot, seen);
        const uint64_t lacks = lacked(slot, c - 1);
        if (!may_stand(golden, slot))
            continue;
        if (lacks == 0 && (!best || is_better(slot, best)) && !is_held_back(golden, slot))
            best = slot;
        if (lacks != 0 && lacks != slot->told && slot->looked + 2 < c && (!look || slot < look))
            look = slot;
    }
    if (choice->is_write || golden_at(golden, c - 2)->pause)
        return;
    choice->slot = best ? best : look;
    choice->is_look = !best;
    if (best)
        best->chosen = c;
    else if (look)
        look->looked = c;
}

// --- the aged operation: 2.5 -------------------------------------------------------------------

// And 3.3: one of its lanes, or the table, is closed.
static bool is_closed(const struct golden *golden, const struct slot *slot) {
    const uint32_t *const window = &golden->word[R_in_force];

    return !slot->rejected &&
           (window[slot->stage] == 0 || (slot->responds && window[slot->response] == 0) ||
            golden->command_limit == 0);
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
    const uint64_t oldest = ones(golden->size.age_w);

    golden->visited = next_of(golden->visited, golden->size.slots);
    if (is_open(golden, slot) && slot->leaves != golden->now && slot->first) {
        slot->age = (uint32_t)smaller(slot->age + golden->size.slots, oldest);
        slot->due = slot->age >= bound;
    } else {
        slot->age = 0;
        slot->due = false;
    }
}

// From the pointer on, wrapping, so many slots come before this one.
static unsigned turn_of(const struct golden *golden, const struct slot *slot) {
    const unsigned s = (unsigned)(slot - golden->slot);

    return s >= golden->next_aged ? s - golden->next_aged
                                  : s + golden->size.slots - golden->next_aged;
}

// The next aged operation, of those that are due in this clock.
static void elect(struct golden *golden) {
    for (unsigned i = 0; i < golden->count; i++) {
        struct slot *const slot = golden->waiting[i];
        if (slot->due && slot->leaves != golden->now &&
            (!golden->aged || turn_of(golden, slot) < turn_of(golden, golden->aged)))
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
    struct commit *const commit = &golden_at(golden, golden->now + 1)->commit;
    struct slot *const slot = choice->slot;

    if (!slot)
        return;
    const uint64_t lacks = lacked(slot, golden->now);
    if (lacks != 0) {
        *commit = (struct commit){PATH_DENY, slot, .mask = lacks};
        if (!choice->is_look) // 2.5
            commit->keeps = lacks & bit(golden->lanes) ? ALL_LANES : slot->lanes;
        slot->told = lacks;
    } else if (!choice->is_look) {
        const enum path_kind kind = slot->rejected ? PATH_REJECT : PATH_GRANT;
        *commit = (struct commit){kind, slot, .mask = slot->lanes};
        slot->leaves = golden->now + 1;
    }
}

void path_choose(struct golden *golden) {
    choose(golden);
    precede(golden);
    decide(golden);
    age(golden);
}
