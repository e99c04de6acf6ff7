// waiting.md, 2.3 to 2.5, and decision.md, 3.4: which waiting operation is chosen, and what is
// decided.
#include "csim/golden/state.h"

enum { REFUSAL_HOLD = 2 }; // pipeline.md

// 2.3: what an operation lacks by all commits up to this clock.
static uint64_t lacks_of(const struct golden *golden, const struct slot *slot) {
    const uint64_t most = smaller(golden->command_limit, golden->size.depth - golden->counted);
    const int64_t left = (int64_t)most - golden->word[R_held];
    const int64_t floor = golden->limits.table_floor;
    uint64_t lacks = 0;

    if (slot->rejected)
        return 0;
    if (floor > 0 && left <= floor)
        lacks |= slot->lanes & golden->occupied;
    if (floor > 0 && left <= 2 * floor)
        lacks |= bit(slot->stage) & golden->crowded;
    if (slot->stage_demand > golden->room[slot->stage] ||
        golden->through[slot->response] & golden->occupied & bit(slot->stage))
        lacks |= bit(slot->stage);
    if (slot->response_demand > golden->room[slot->response])
        lacks |= bit(slot->response);
    if (left <= 0)
        lacks |= bit(golden->lanes);
    return lacks;
}

// --- choice: 2.4 -------------------------------------------------------------------------------

// 2.5: what a deny keeps from the choices of the clocks after it, and the owners of spots of clock
// c - 1 from that of clock c = now + 1.
static bool is_held_back(struct golden *golden, const struct slot *slot) {
    for (unsigned ago = 0; ago < REFUSAL_HOLD; ago++) {
        const struct golden_commit *const commit = &golden_at(golden, golden->now - ago)->commit;
        if ((slot->lanes & commit->keeps) != 0 && slot->group >= commit->slot->group)
            return true;
    }
    return (slot->lanes & golden->owned & ~slot->owns) != 0;
}

// Row 2: group 0 is that of the latency-sensitive. `slot` was taken later than `best`.
static bool is_better(const struct slot *slot, const struct slot *best) {
    const bool urgent = slot->group == 0;

    if (slot->goes_first != best->goes_first)
        return slot->goes_first;
    if (urgent != (best->group == 0))
        return urgent;
    return slot->wire_bytes < best->wire_bytes;
}

// 2.3 and the rules of 2.4: who is a candidate, or to be probed, in clock c = now + 1. All that it
// goes by is known at the end of clock c - 1.
static void compare(struct golden *golden) {
    const uint64_t now = golden->now, c = now + 1;

    golden->candidates = 0;
    golden->probe = NULL;
    for (unsigned i = 0; i < golden->count; i++) {
        struct slot *const slot = golden->waiting[i];
        if (now < slot->offered + OFFER_TO_SLOT) // not open, as all that were taken later
            break;
        const bool met = golden->met[slot->domain] == now; // one that was taken earlier
        slot->first = slot->domain == 0 || !met;
        golden->met[slot->domain] = now;
        const uint64_t lacks = lacks_of(golden, slot);
        slot->lacks[now % LACKS_CLOCKS] = lacks;
        slot->behind[now % LACKS_CLOCKS] = !slot->first;
        if (slot->first)
            golden_at(golden, now)->awaited[slot->group] |= awaited(slot, lacks);
        if (!slot->first || slot->chosen + 2 >= c) // rules 1 to 3
            continue;
        const bool marked = slot->marked <= now; // 2.7
        if (marked || (lacks == 0 && !is_held_back(golden, slot)))
            golden->candidate[golden->candidates++] = slot;
        if (!marked && lacks != 0 && lacks != slot->reported && slot->probed + 2 < c &&
            (!golden->probe || slot < golden->probe))
            golden->probe = slot;
    }
}

// The choice of clock c = now + 1, once it is known who goes first in it.
static void choose(struct golden *golden) {
    const uint64_t c = golden->now + 1;
    struct choice *const choice = &golden_at(golden, c)->choice;
    const bool paused = golden_at(golden, c - 2)->pause;
    struct slot *best = NULL;

    if (choice->is_write)
        return;
    for (unsigned i = 0; i < golden->candidates; i++) {
        struct slot *const slot = golden->candidate[i];
        if ((!paused || slot->marked < c) && (!best || is_better(slot, best)))
            best = slot;
    }
    if (best) {
        choice->slot = best;
        choice->flushes = best->marked < c;
        best->chosen = c;
    } else if (golden->probe && !paused) {
        choice->slot = golden->probe;
        choice->is_probe = true;
        golden->probe->probed = c;
    }
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
    if (choice->flushes) { // 2.7
        *commit = (struct golden_commit){PATH_FLUSHED, slot, .mask = 0};
        slot->leaves = golden->now + 1;
    } else if (lacks != 0) {
        *commit = (struct golden_commit){PATH_DENY, slot, .mask = lacks,
                                         .fresh = lacks & ~slot->reported};
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
    compare(golden);
    decide(golden);
    path_spots(golden);
    choose(golden);
}
