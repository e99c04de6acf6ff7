// waiting.md, 2.3 to 2.5: which waiting operation is chosen next.
#include "csim/golden/path_state.h"

// 2.3: what each open slot lacks by all commits up to this clock.
void path_compare(struct path_golden *golden) {
    for (unsigned s = 0; s < golden->used; s++) {
        struct slot *const slot = &golden->slot[s];
        slot->lacked = slot->lacks;
        slot->lacks = path_is_open(golden, slot) ? path_lacks(golden, slot) : 0;
        path_at(golden, golden->now)->lacks_stage[s] = slot->lacks & LACKS_STAGE;
    }
}

// 2.4, rule 2, as of this clock.
static bool is_first_of_domain(const struct path_golden *golden, const struct slot *slot) {
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
static bool is_held_by_deny(const struct path_golden *golden, uint64_t r, const struct slot *slot) {
    const struct commit *const commit = &path_seen(golden, r)->commit;
    const struct slot *const refused = &golden->slot[commit->slot];

    if (commit->kind != PATH_DENY || commit->look || slot->rejected || slot->group < refused->group)
        return false;
    if (commit->lacks & LACKS_TABLE)
        return true;
    return ((slot->stage_lane | slot->response_lane) &
            (refused->stage_lane | refused->response_lane)) != 0;
}

// 2.5: what the aged operation of clock c - 2 keeps from the choice of clock c.
static bool is_held_by_aged(const struct path_golden *golden, uint64_t c, const struct slot *slot) {
    const struct precedence *const aged = &path_seen(golden, c - 2)->aged;

    if (!aged->valid || slot == &golden->slot[aged->slot] || slot->rejected)
        return false;
    return aged->all || ((slot->stage_lane | slot->response_lane) & aged->lanes) != 0;
}

// 2.4, rule 1 but for fitting, and rule 3, of the choice of clock c = now + 1.
static bool may_stand(const struct path_golden *golden, const struct slot *slot) {
    const uint64_t c = golden->now + 1;

    return path_is_open(golden, slot) && slot->leaves > golden->now && slot->chosen != c - 1 &&
           slot->chosen != c - 2;
}

// 2.4: candidates of clock c = now + 1, but for the pause.
static bool is_candidate(const struct path_golden *golden, const struct slot *slot) {
    const uint64_t c = golden->now + 1;

    return slot->lacks == 0 && may_stand(golden, slot) && !is_held_by_deny(golden, c - 1, slot) &&
           !is_held_by_deny(golden, c - 2, slot) && !is_held_by_aged(golden, c, slot) &&
           is_first_of_domain(golden, slot);
}

// 2.4: slots to look at in clock c = now + 1.
static bool is_to_look_at(const struct path_golden *golden, const struct slot *slot) {
    const uint64_t c = golden->now + 1;

    return slot->lacks != 0 && slot->lacks != slot->told && may_stand(golden, slot) &&
           slot->looked != c - 1 && slot->looked != c - 2 && is_first_of_domain(golden, slot);
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

// 2.4, row 2.
static bool choose_candidate(struct path_golden *golden, struct choice *choice) {
    for (unsigned s = 0; s < golden->used; s++) {
        if (!is_candidate(golden, &golden->slot[s]))
            continue;
        if (choice->kind == CHOICE_NONE || is_better(&golden->slot[s], &golden->slot[choice->slot]))
            *choice = (struct choice){.kind = CHOICE_CANDIDATE, .slot = s};
    }
    return choice->kind != CHOICE_NONE;
}

// 2.4, row 3.
static bool choose_look(struct path_golden *golden, struct choice *choice) {
    for (unsigned s = 0; s < golden->used; s++) {
        if (is_to_look_at(golden, &golden->slot[s])) {
            *choice = (struct choice){.kind = CHOICE_LOOK, .slot = s};
            return true;
        }
    }
    return false;
}

// 2.4: the choice of clock c = now + 1. All that it goes by is known at the end of clock c - 1.
void path_choose(struct path_golden *golden) {
    const uint64_t c = golden->now + 1;
    const struct record *const before = path_seen(golden, c - 2);
    struct choice *const choice = &path_at(golden, c)->choice;

    if (before->write.valid) {
        *choice = (struct choice){
            .kind = CHOICE_WRITE, .lane = before->write.lane, .value = before->write.value};
        return;
    }
    if (before->pause)
        return;
    if (choose_candidate(golden, choice))
        golden->slot[choice->slot].chosen = c;
    else if (choose_look(golden, choice))
        golden->slot[choice->slot].looked = c;
}

// 2.5: what the aged operation of this clock keeps from the choice of clock now + 2.
void path_precede(struct path_golden *golden) {
    const struct slot *const slot = &golden->slot[golden->aged_slot];
    struct precedence *const aged = &path_at(golden, golden->now)->aged;

    if (!golden->aged) {
        golden->takes_stage = golden->takes_response = false;
        return;
    }
    if (slot->lacked & LACKS_STAGE)
        golden->takes_stage = true;
    else if (slot->lacked & LACKS_RESPONSE)
        golden->takes_response = true;
    if (path_closed(golden, slot))
        return;
    aged->valid = true;
    aged->slot = golden->aged_slot;
    aged->lanes = golden->takes_stage ? slot->stage_lane : 0;
    if (golden->takes_response)
        aged->lanes |= slot->response_lane;
    aged->all = !(slot->lacked & (LACKS_STAGE | LACKS_RESPONSE));
}

// 2.5, ages: the visit that the grant of clock x = now - 2 pays. What it finds holds from now + 1
// on.
static void visit(struct path_golden *golden, struct slot *slot, uint64_t bound) {
    const uint64_t oldest = path_ones(golden->size.age_w);

    if (path_is_open(golden, slot) && slot->leaves != golden->now &&
        is_first_of_domain(golden, slot)) {
        slot->age = (uint32_t)path_smaller(slot->age + golden->size.slots, oldest);
        slot->due = slot->age >= bound;
    } else {
        slot->age = 0;
        slot->due = false;
    }
}

// 2.5: the next aged operation, of those that are due in this clock: the lowest slot at or above
// the pointer, else the lowest.
static void elect(struct path_golden *golden) {
    const unsigned from = golden->next_aged;

    for (unsigned s = 0; s < golden->used; s++) {
        const struct slot *const slot = &golden->slot[s];
        if (!slot->taken || !slot->due || slot->leaves == golden->now)
            continue;
        if (!golden->aged || (golden->aged_slot < from && s >= from))
            golden->aged_slot = s;
        golden->aged = true;
    }
    if (golden->aged)
        golden->next_aged = (golden->aged_slot + 1) % golden->size.slots;
}

// 2.5: ages, and the aged operation from clock now + 1 on.
void path_age(struct path_golden *golden, const struct path_in *in) {
    const uint64_t bound = in->bound & path_ones(golden->size.age_w);
    const bool was_aged = golden->aged;

    if (was_aged && golden->slot[golden->aged_slot].leaves == golden->now)
        golden->aged = false;
    else if (!was_aged && bound != 0)
        elect(golden);
    if (path_seen(golden, golden->now - 2)->commit.kind == PATH_GRANT) {
        visit(golden, &golden->slot[golden->visited], bound);
        golden->visited = (golden->visited + 1) % golden->size.slots;
    }
    if (bound != 0)
        return;
    path_at(golden, golden->now)->aged_ends = was_aged;
    golden->aged = false;
    for (unsigned s = 0; s < golden->used; s++)
        golden->slot[s].due = false;
}
