// waiting.md, 2.1, 2.2 and 2.6: which offers are taken, slots, retransmissions.
#include <string.h>

#include "csim/golden/path_state.h"

// 2.1: slots of a group.
static unsigned share(const struct path_golden *golden, unsigned group) {
    const unsigned small = golden->size.slots * 3u / 10;

    return group == 2 ? golden->size.slots - 2 * small : small;
}

// 2.1: open in clock c - 3 = now - 3, and its stage had no room for it then.
static bool waited_for_stage(const struct path_golden *golden, unsigned s) {
    const bool was_open = golden->now >= golden->slot[s].offered + OFFER_TO_SLOT + 3;

    return was_open && path_seen(golden, golden->now - 3)->lacks_stage[s];
}

// 2.1: what has a slot in this clock, by group and class. What waited for its stage does not count
// in the class of its response engine.
void path_count(struct path_golden *golden) {
    memset(golden->waiting, 0, sizeof golden->waiting);
    memset(golden->in_class, 0, sizeof golden->in_class);
    while (golden->used > 0 && !golden->slot[golden->used - 1].taken)
        golden->used--;
    for (unsigned s = 0; s < golden->used; s++) {
        const struct slot *const slot = &golden->slot[s];
        if (!slot->taken)
            continue;
        golden->waiting[slot->group]++;
        golden->in_class[slot->group][slot->stage]++;
        if (slot->responds && !waited_for_stage(golden, s))
            golden->in_class[slot->group][slot->response]++;
    }
}

// 2.1: how few must be in a class of the group, so that it is ready; none is in the clock after a
// reset (1.1) and after close_i (1.7).
static unsigned room(const struct path_golden *golden, unsigned group) {
    const struct record *const before = path_seen(golden, golden->now - 1);

    return before->reset || before->close ? 0 : share(golden, group) - golden->waiting[group];
}

// 2.1
static bool is_class_ready(const struct path_golden *golden, unsigned group, unsigned lane,
                           unsigned free) {
    return golden->in_class[group][lane] < free;
}

// 1.3
void path_show_op_ready(const struct path_golden *golden, struct path_out *out) {
    for (unsigned group = 0; group < PATH_GROUPS; group++) {
        const unsigned free = room(golden, group);
        for (unsigned lane = 0; lane < golden->lanes; lane++)
            out->op_ready[group][lane] = is_class_ready(golden, group, lane, free);
    }
}

// 2.1: all classes of an operation are ready.
static bool is_ready(const struct path_golden *golden, const struct slot *slot) {
    const unsigned free = room(golden, slot->group);

    return is_class_ready(golden, slot->group, slot->stage, free) &&
           (!slot->responds || is_class_ready(golden, slot->group, slot->response, free));
}

// 2.2: the lowest slot that is not taken. There is one, if a group has one.
static unsigned lowest_slot(const struct path_golden *golden) {
    unsigned slot = 0;

    while (golden->slot[slot].taken)
        slot++;
    return slot;
}

// 1.3 and 2.2: the offer of this clock is taken, or asked, or none.
void path_offer(struct path_golden *golden, const struct path_in *in) {
    struct record *const record = path_at(golden, golden->now);
    struct slot slot;

    if (!in->op_valid)
        return;
    path_describe(golden, in, &slot);
    record->offer.tag = slot.tag;
    if (is_ready(golden, &slot)) {
        record->offer.taken = true;
        record->offer.slot = lowest_slot(golden);
        golden->slot[record->offer.slot] = slot;
        if (golden->used <= record->offer.slot)
            golden->used = record->offer.slot + 1;
    } else if (in->op_again) {
        record->offer.asked = true;
    }
}

// 2.2: what leaves in this clock has no slot in the next.
void path_leave(struct path_golden *golden) {
    for (unsigned s = 0; s < golden->used; s++) {
        struct slot *const slot = &golden->slot[s];
        if (slot->leaves == golden->now)
            slot->taken = false;
    }
}

// 2.6: whether a tag is held, and by which id.
static bool find_held(const struct path_golden *golden, uint64_t tag, unsigned *id) {
    for (*id = 0; *id < golden->size.depth; (*id)++)
        if (golden->reservation[*id].held && golden->reservation[*id].tag == tag)
            return true;
    return false;
}

// 2.6: whether a tag is in a slot other than its own. What leaves by an answer is no operation.
static bool find_waiting(const struct path_golden *golden, uint64_t tag, const struct slot *own) {
    for (unsigned s = 0; s < golden->used; s++) {
        const struct slot *const slot = &golden->slot[s];
        if (slot->taken && slot != own && !slot->answered && slot->tag == tag)
            return true;
    }
    return false;
}

// 2.6: the offer of clock o = now - 1 is compared in this clock, and answered in o + 3.
void path_look_up(struct path_golden *golden) {
    const uint64_t o = golden->now - 1;
    const struct record *const offered = path_seen(golden, o);
    struct record *const answering = path_at(golden, o + OFFER_TO_ANSWER);
    struct slot *const own = offered->offer.taken ? &golden->slot[offered->offer.slot] : NULL;
    const uint64_t tag = offered->offer.tag;
    unsigned id;

    if (!offered->offer.taken && !offered->offer.asked)
        return;
    if (find_held(golden, tag, &id)) {
        answering->answer.kind = ANSWER_HELD;
        answering->answer.handle = path_handle(golden, id, golden->reservation[id].generation);
    } else if (find_waiting(golden, tag, own)) {
        answering->answer.kind = ANSWER_WAITS;
    } else if (offered->offer.asked) {
        answering->answer.kind = ANSWER_UNKNOWN;
    } else {
        return;
    }
    answering->answer.tag = tag;
    if (own) {
        own->answered = true;
        own->leaves = o + OFFER_TO_ANSWER;
    }
}
