// waiting.md, 2.5: spots of lanes, and what owns them.
#include "csim/golden/state.h"

enum { PERIOD = 1024, BARRED_PERIODS = 8, REST_GRANTS = 8 };

// 3.3: one of its lanes.
static bool is_closed(const struct golden *golden, const struct slot *slot) {
    const uint32_t *const window = &golden->word[R_in_force];

    return !slot->rejected && (window[slot->stage] == 0 || window[slot->response] == 0);
}

static void grow_old(const struct golden *golden, struct slot *slot) {
    const uint64_t oldest = ones(golden->size.age_w);
    const bool open = slot->leaves > golden->now && golden->now >= slot->offered + OFFER_TO_SLOT;

    slot->age = open && slot->first ? (uint32_t)smaller(slot->age + golden->size.slots, oldest) : 0;
}

// A visited operation may own the spot of the lane that it awaits, as a set, or awaits none.
static bool may_own(const struct golden *golden, const struct slot *slot, uint64_t awaits) {
    const uint32_t bound = golden->word[R_starvation_bound];

    if (bound == 0 || slot->age < bound || is_closed(golden, slot))
        return false;
    if ((golden->through[slot->response] & golden->occupied & bit(slot->stage)) != 0 ||
        (awaits & golden->barred) != 0)
        return false;
    if ((slot->lanes & golden->owned & ~slot->owns) != 0)
        return false;
    return (awaits & ~slot->owns) == 0 || ((awaits & golden->left) == 0 &&
                                           (slot->group == 0 || (golden->rest & slot->lanes) == 0));
}

static void visit(struct golden *golden) {
    const unsigned at = golden->visited;
    struct slot *const slot = &golden->slot[at];
    const uint64_t awaits = awaited(slot, lacked(slot, golden->now - 1));

    golden->visited = next_of(at, golden->size.slots);
    grow_old(golden, slot);
    if (may_own(golden, slot, awaits)) {
        slot->goes_first = true;
        slot->owns |= awaits;
        golden->owned |= awaits;
    } else {
        golden->owned &= ~slot->owns;
        slot->owns = 0;
    }
    golden->left &= ~golden->left_by[at];
    golden->left_by[at] = 0;
}

// The grant of this clock, of an operation that owned a spot in it or not.
static void rest(struct golden *golden, const struct slot *slot, bool owner) {
    const bool urgent = slot->group == 0;

    for (uint64_t left = slot->lanes; left != 0; left &= left - 1) {
        const unsigned lane = lowest_of(left);
        if (!urgent && owner)
            golden->rests[lane] = REST_GRANTS;
        else if (urgent && golden->rests[lane] > 0)
            golden->rests[lane]--;
        golden->rest =
            golden->rests[lane] > 0 ? golden->rest | bit(lane) : golden->rest & ~bit(lane);
    }
}

static void end_rest(struct golden *golden, uint64_t lanes) {
    for (uint64_t left = golden->rest & lanes; left != 0; left &= left - 1)
        golden->rests[lowest_of(left)] = 0;
    golden->rest &= ~lanes;
}

// Lanes on which something came back in this clock.
static uint64_t returned(const struct golden *golden) {
    uint64_t lanes = 0;

    for (unsigned k = 0; k < golden->done; k++)
        if (golden->out.path.return_kind[k] == RETURN_BACK)
            lanes |= bit(golden->out.path.return_lane[k]);
    return lanes;
}

// What is held on a lane in its first clock, and does not come back, is held in each.
static void count_period(struct golden *golden) {
    if (golden->period_clocks == 0)
        golden->returned |= ~golden->occupied;
    if (++golden->period_clocks < PERIOD)
        return;
    for (unsigned lane = 0; lane < golden->lanes; lane++) {
        uint8_t *const left = &golden->bars[lane];
        *left = (golden->returned & bit(lane)) == 0 ? BARRED_PERIODS : *left > 0 ? *left - 1 : 0;
        golden->barred = *left > 0 ? golden->barred | bit(lane) : golden->barred & ~bit(lane);
    }
    golden->period_clocks = 0;
    golden->returned = 0;
}

// Its spots are free again when its slot has been visited.
static void leave_spots(struct golden *golden, struct slot *slot) {
    golden->left_by[slot - golden->slot] |= slot->owns;
    golden->left |= slot->owns;
    golden->owned &= ~slot->owns;
    slot->owns = 0;
}

// No operation owns one any more.
static void free_spots(struct golden *golden) {
    if ((golden->owned | golden->left) == 0)
        return;
    golden->owned = golden->left = 0;
    for (unsigned at = 0; at < golden->size.slots; at++)
        golden->left_by[at] = golden->slot[at].owns = 0;
}

void path_spots(struct golden *golden) {
    const struct golden_commit *const commit = &golden_at(golden, golden->now)->commit;
    const bool grants = commit->kind == PATH_GRANT, bounded = golden->word[R_starvation_bound] != 0;
    const bool owner = grants && commit->slot->owns != 0;

    golden->returned |= returned(golden);
    if (bounded && golden->word[R_waiting] > 0) {
        visit(golden);
        count_period(golden);
    }
    if (grants)
        rest(golden, commit->slot, owner);
    end_rest(golden,
             ~golden->urgent_at & ~(owner && commit->slot->group != 0 ? commit->slot->lanes : 0));
    if (grants || commit->kind == PATH_FLUSHED)
        leave_spots(golden, commit->slot);
    if (!bounded)
        free_spots(golden);
}
