// waiting.md, 2.3 to 2.5: which waiting operation is chosen next.
#include "csim/golden/state.h"

// 2.3: what each open slot lacks by all commits up to this clock. And 1.7: what is wanted. A slot
// that left has its own grant in the debts, and wants nothing.
void path_compare(struct golden *golden) {
    golden->wanted = 0;
    for (unsigned s = 0; s < golden->used; s++) {
        struct slot *const slot = &golden->slot[s];
        if (slot->taken)
            golden->wanted |= lacked(slot, golden->now - 1);
        if (is_open(golden, slot))
            slot->lacks[golden->now % LACKS_CLOCKS] = path_lacks(golden, slot);
    }
}

// 2.4, rule 2, as of this clock.
static bool is_first_of_domain(const struct golden *golden, const struct slot *slot) {
    if (slot->domain == 0)
        return true;
    for (unsigned s = 0; s < golden->used; s++) {
        const struct slot *const other = &golden->slot[s];
        if (other->taken && other->domain == slot->domain && other->offered < slot->offered &&
            other->leaves != golden->now)
            return false;
    }
    return true;
}

// 2.5: what the deny of clock r keeps from the choices of r + 1 and r + 2.
static bool is_held_by_deny(const struct golden *golden, uint64_t r, const struct slot *slot) {
    const struct commit *const commit = &golden_seen(golden, r)->commit;

    return (slot->lanes & commit->keeps) != 0 && slot->group >= commit->slot->group;
}

// 2.5: what the aged operation of clock c - 2 = now - 1 keeps from the choice of clock c.
static bool is_held_by_aged(const struct golden *golden, const struct slot *slot) {
    return (slot->lanes & golden->keeps) != 0 && slot != golden->only;
}

// 2.4, rule 1 but for fitting, and rule 3, of the choice of clock c = now + 1.
static bool may_stand(const struct golden *golden, const struct slot *slot) {
    const uint64_t c = golden->now + 1;

    return is_open(golden, slot) && slot->leaves > golden->now && slot->chosen != c - 1 &&
           slot->chosen != c - 2;
}

// 2.4: candidates of clock c = now + 1, but for the pause.
static bool is_candidate(const struct golden *golden, const struct slot *slot) {
    const uint64_t c = golden->now + 1;

    return may_stand(golden, slot) && lacked(slot, c - 1) == 0 &&
           !is_held_by_deny(golden, c - 1, slot) && !is_held_by_deny(golden, c - 2, slot) &&
           !is_held_by_aged(golden, slot) && is_first_of_domain(golden, slot);
}

// 2.4: slots to look at in clock c = now + 1.
static bool is_to_look_at(const struct golden *golden, const struct slot *slot) {
    const uint64_t c = golden->now + 1;
    const uint64_t lacks = lacked(slot, c - 1);

    return may_stand(golden, slot) && lacks != 0 && lacks != slot->told && slot->looked != c - 1 &&
           slot->looked != c - 2 && is_first_of_domain(golden, slot);
}

// 2.4, row 2: group 0 is that of the latency-sensitive.
static bool is_better(const struct slot *a, const struct slot *b) {
    const bool a_urgent = a->group == 0;
    const bool b_urgent = b->group == 0;

    if (a_urgent != b_urgent)
        return a_urgent;
    if (a->wire_bytes != b->wire_bytes)
        return a->wire_bytes < b->wire_bytes;
    return a->offered < b->offered;
}

// 2.4: the choice of clock c = now + 1. All that it goes by is known at the end of clock c - 1.
void path_choose(struct golden *golden) {
    const uint64_t c = golden->now + 1;
    struct choice *const choice = &golden_at(golden, c)->choice;

    if (choice->kind == CHOICE_WRITE || golden_seen(golden, c - 2)->pause)
        return;
    for (unsigned s = 0; s < golden->used; s++) { // row 2
        struct slot *const slot = &golden->slot[s];
        if (is_candidate(golden, slot) && (!choice->slot || is_better(slot, choice->slot)))
            *choice = (struct choice){.kind = CHOICE_CANDIDATE, .slot = slot};
    }
    if (choice->slot)
        choice->slot->chosen = c;
    for (unsigned s = 0; s < golden->used && !choice->slot; s++) { // row 3
        struct slot *const slot = &golden->slot[s];
        if (!is_to_look_at(golden, slot))
            continue;
        *choice = (struct choice){.kind = CHOICE_LOOK, .slot = slot};
        slot->looked = c;
    }
}

// 2.5 and 3.3: one of its lanes, or the table, is closed.
static bool is_closed(const struct golden *golden, const struct slot *slot) {
    const uint32_t *const window = &golden->word[R_in_force];

    return !slot->rejected &&
           (window[slot->stage] == 0 || (slot->responds && window[slot->response] == 0) ||
            golden->command_limit == 0);
}

// 2.5: what the aged operation of this clock keeps from the choice of clock now + 2.
void path_precede(struct golden *golden) {
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

// 2.5, ages: the visit that the grant of clock x = now - 2 pays. What it finds holds from now + 1
// on.
static void visit(struct golden *golden, struct slot *slot, uint64_t bound) {
    const uint64_t oldest = ones(golden->size.age_w);

    if (is_open(golden, slot) && slot->leaves != golden->now && is_first_of_domain(golden, slot)) {
        slot->age = (uint32_t)smaller(slot->age + golden->size.slots, oldest);
        slot->due = slot->age >= bound;
    } else {
        slot->age = 0;
        slot->due = false;
    }
}

// 2.5: the next aged operation, of those that are due in this clock: the lowest slot at or above
// the pointer, else the lowest.
static void elect(struct golden *golden) {
    const struct slot *const from = &golden->slot[golden->next_aged];

    for (unsigned s = 0; s < golden->used; s++) {
        struct slot *const slot = &golden->slot[s];
        if (!slot->taken || !slot->due || slot->leaves == golden->now)
            continue;
        if (!golden->aged || (golden->aged < from && slot >= from))
            golden->aged = slot;
    }
    if (golden->aged)
        golden->next_aged = (unsigned)(golden->aged - golden->slot + 1) % golden->size.slots;
}

// 2.5: ages, and the aged operation from clock now + 1 on.
void path_age(struct golden *golden) {
    const uint32_t bound = golden->word[R_starvation_bound];
    const bool was_aged = golden->aged != NULL;

    if (was_aged && golden->aged->leaves == golden->now)
        golden->aged = NULL;
    else if (!was_aged && bound != 0)
        elect(golden);
    if (golden_seen(golden, golden->now - 2)->commit.kind == PATH_GRANT) {
        visit(golden, &golden->slot[golden->visited], bound);
        golden->visited = (golden->visited + 1) % golden->size.slots;
    }
    if (bound != 0)
        return;
    if (was_aged)
        golden->event = golden->now;
    golden->aged = NULL;
    for (unsigned s = 0; s < golden->used; s++)
        golden->slot[s].due = false;
}
