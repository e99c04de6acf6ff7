// Spots of lanes (waiting.md, 2.5).

#include "tb/block/ref_state/parts.h"

enum { PERIOD = 1024, BARRED_FOR = REF_BARS, PASSING = 8 };

static uint64_t set_of(unsigned lane) {
    return UINT64_C(1) << lane;
}

// --- rest ---------------------------------------------------------------------------------------

// The lanes that rest in the next clock.
static uint64_t resting(struct ref_state *ref) {
    struct ref_spots *spots = &ref->spots;
    uint64_t rests = spots->rests;
    const bool grants = ref->named && ref->out->path.trace_kind == PATH_GRANT;
    const struct ref_op *op = grants ? ref_named(ref) : NULL;
    for (uint64_t left = rests; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(left);
        if (op && op->is.urgent && op->lanes >> lane & 1)
            spots->passed[lane]++;
        const bool nobody = ref->in_class[0][lane] == 0, eight = spots->passed[lane] == PASSING;
        past_now(ref)->rest_ended[0] |= eight;
        past_now(ref)->rest_ended[1] |= nobody && !eight;
        if (nobody || eight)
            rests &= ~set_of(lane);
    }
    if (!op || !op->owns || op->is.urgent)
        return rests;
    spots->passed[op->lane[0]] = spots->passed[op->lane[1]] = 0;
    return rests | op->lanes;
}

// --- bar ----------------------------------------------------------------------------------------

// Those that the block has not are so, too.
static uint64_t empty_lanes(const struct ref_state *ref) {
    uint64_t lanes = UINT64_MAX << path_lanes(&ref->size);
    for (unsigned lane = 0; lane < path_lanes(&ref->size); lane++)
        lanes |= (uint64_t)(ref->reservations[lane] == 0) << lane;
    return lanes;
}

// A clock of a period. What is not empty in its first clock can become so by a return only.
static void count_clock(struct ref_state *ref) {
    struct ref_spots *spots = &ref->spots;
    if (spots->clocks == 0)
        spots->goes_on |= empty_lanes(ref);
    if (++spots->clocks < PERIOD)
        return;
    spots->clocks = 0;
    spots->stood[spots->periods++ % BARRED_FOR] = ~spots->goes_on;
    spots->goes_on = 0;
    spots->barred = 0;
    for (unsigned i = 0; i < BARRED_FOR; i++)
        spots->barred |= spots->stood[i];
}

// --- visits -------------------------------------------------------------------------------------

static uint64_t awaited(const struct ref_op *op) {
    const uint64_t stage = set_of(op->lane[0]), engine = set_of(op->lane[1]);
    return op->lacks & stage ? stage : op->lacks & engine;
}

// None of its lanes is closed, and its stage has room for what responds.
static bool may_own(const struct ref_state *ref, const struct ref_op *op) {
    if (op->rejects)
        return true;
    return ref->window[op->lane[0]] > 0 && ref->window[op->lane[1]] > 0 &&
           !(op->responds && ref_split(ref, op->lane[0], op->lane[1]));
}

// The row of 2.5 for what is due.
static enum ref_row row_of(const struct ref_state *ref, const struct ref_op *op) {
    const struct ref_spots *spots = &ref->spots;
    const uint64_t awaits = awaited(op);
    if (!may_own(ref, op) || awaits & spots->barred ||
        op->lanes & ref_past(ref, 0)->owned & ~op->owns)
        return REF_OWNS_NOTHING;
    if (!awaits)
        return REF_AWAITS_NOTHING;
    if (op->owns & awaits)
        return REF_OWNS;
    if (awaits & spots->left)
        return REF_OWNS_NOTHING;
    return op->is.urgent || !(op->lanes & spots->rests) ? REF_TAKES : REF_OWNS_NOTHING;
}

static void own(struct ref_state *ref, struct ref_op *op, uint64_t lanes) {
    if (lanes == op->owns)
        return;
    ref->spots.owned ^= op->owns ^ lanes;
    op->owned_before = op->owns;
    op->owns_since = ref->clock + 1;
    op->owns = lanes;
}

// What the last in a slot owned is free.
static void clear_left(struct ref_spots *spots, unsigned slot) {
    spots->left &= ~spots->left_by[slot];
    spots->left_by[slot] = 0;
}

static void visit(struct ref_state *ref) {
    struct ref_spots *spots = &ref->spots;
    const unsigned slot = spots->turn;
    struct ref_op *op = &ref->op[slot];
    const uint32_t most = (1u << ref->size.age_w) - 1, age = op->age + ref->size.slots;
    spots->turn = (uint8_t)(slot + 1 < ref->size.slots ? slot + 1 : 0);
    const bool grows = ref_open(op, ref->clock) && op->earlier == 0;
    op->age = !grows ? 0 : age < most ? age : most;
    const bool due = op->age > 0 && op->age >= ref->settings.bound;
    const enum ref_row row = due ? row_of(ref, op) : REF_OWNS_NOTHING;
    clear_left(spots, slot);
    if (row == REF_OWNS_NOTHING)
        own(ref, op, 0);
    if (row == REF_TAKES)
        own(ref, op, op->owns | awaited(op));
    if (row != REF_OWNS_NOTHING && !op->first)
        op->first = ref->clock + 1;
    past_now(ref)->row = row;
    past_now(ref)->visited = (uint8_t)(due ? slot + 1 : 0);
}

void ref_spots_enter(struct ref_state *ref) {
    struct ref_spots *spots = &ref->spots;
    past_now(ref)->owned = spots->owned;
    spots->turns = ref->settings.bound > 0 && ref->taken > 0;
    spots->rests_next = resting(ref);
}

void ref_spots_leave(struct ref_state *ref, unsigned slot) {
    struct ref_spots *spots = &ref->spots;
    const uint64_t lanes = ref->op[slot].owns;
    spots->owned &= ~lanes;
    spots->left |= lanes;
    spots->left_by[slot] |= lanes;
    ref->op[slot].owns = 0;
}

// Without a bound nobody owns anything from the next clock on.
static void free_all(struct ref_state *ref) {
    struct ref_spots *spots = &ref->spots;
    if (spots->owned)
        SLOTS_EACH (slot, &ref->waits)
            own(ref, &ref->op[slot], 0);
    if (spots->left)
        memset(spots->left_by, 0, sizeof spots->left_by);
    spots->left = 0;
}

void ref_spots_visit(struct ref_state *ref) {
    struct ref_spots *spots = &ref->spots;
    spots->goes_on |= past_now(ref)->returned;
    if (spots->turns) {
        visit(ref);
        count_clock(ref);
    }
    if (ref->settings.bound == 0)
        free_all(ref);
    spots->rests = spots->rests_next;
}
