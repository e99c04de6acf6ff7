// waiting.md, 2.1, 2.2 and 2.6: which offers are taken, slots, retransmissions.
#include "csim/golden/state.h"

// 2.1: slots of a group.
static unsigned share(const struct golden *golden, unsigned group) {
    const unsigned small = golden->size.slots * 3u / 10;

    return group == 2 ? golden->size.slots - 2 * small : small;
}

// 2.1: open in clock c - 3 = now - 3, and its stage had no room for it then.
static bool waited_for_stage(const struct golden *golden, const struct slot *slot) {
    return (lacked(slot, golden->now - 3) & bit(slot->stage)) != 0;
}

// 2.1
static bool is_class_ready(unsigned in_class, unsigned free) {
    return in_class < free;
}

// 2.1, by what has a slot in this clock. No class is ready in the clock after a reset (1.1) and
// before a static write is decided (9.2).
void path_show_op_ready(struct golden *golden) {
    const bool closed = was_reset(golden) || golden->write.waits == WAITS_STATIC;
    unsigned waiting[PATH_GROUPS] = {0}, in_class[PATH_GROUPS][PATH_LANES] = {0};

    for (unsigned s = 0; s < golden->used; s++) {
        const struct slot *const slot = &golden->slot[s];
        if (!slot->taken)
            continue;
        waiting[slot->group]++;
        in_class[slot->group][slot->stage]++;
        if (slot->responds && !waited_for_stage(golden, slot))
            in_class[slot->group][slot->response]++;
    }
    golden->word[R_waiting] = waiting[0] + waiting[1] + waiting[2];
    for (unsigned group = 0; group < PATH_GROUPS; group++) {
        const unsigned free = closed ? 0 : share(golden, group) - waiting[group];
        for (unsigned lane = 0; lane < golden->lanes; lane++)
            golden->out.path.op_ready[group][lane] = is_class_ready(in_class[group][lane], free);
    }
}

// 1.3: all classes of an operation are ready.
static bool is_ready(const struct golden *golden, const struct slot *slot) {
    const bool *const ready = golden->out.path.op_ready[slot->group];

    return ready[slot->stage] && (!slot->responds || ready[slot->response]);
}

// 2.2: the lowest slot that is not taken. There is one, if a group has one.
static struct slot *lowest_slot(struct golden *golden) {
    unsigned s = 0;

    while (golden->slot[s].taken)
        s++;
    golden->used = (unsigned)larger(golden->used, s + 1);
    return &golden->slot[s];
}

// 1.3 and 2.2: the offer of this clock is taken, or asked, or none.
void path_offer(struct golden *golden, const struct path_in *in) {
    struct record *const record = golden_at(golden, golden->now);

    if (!in->op_valid)
        return;
    const struct slot slot = path_describe(golden, in);
    const bool taken = is_ready(golden, &slot);
    if (!taken && !in->op_again)
        return;
    golden->event = golden->now;
    record->offer.tag = slot.tag;
    record->offer.asked = !taken;
    if (taken) {
        record->offer.slot = lowest_slot(golden);
        *record->offer.slot = slot;
    }
}

// 2.2: what leaves in this clock has no slot in the next.
void path_leave(struct golden *golden) {
    for (unsigned s = 0; s < golden->used; s++)
        if (golden->slot[s].leaves == golden->now)
            golden->slot[s].taken = false;
    while (golden->used > 0 && !golden->slot[golden->used - 1].taken)
        golden->used--;
}

// 2.6: the reservation that holds a tag.
static const struct reservation *find_held(const struct golden *golden, uint64_t tag) {
    for (unsigned id = 0; id < golden->size.depth; id++) {
        const struct reservation *const held = &golden->reservation[id];
        if (golden->now <= held->frees && held->tag == tag)
            return held;
    }
    return NULL;
}

// 2.6: whether a tag is in a slot other than its own. What leaves by an answer is no operation.
static bool is_waiting(const struct golden *golden, uint64_t tag, const struct slot *own) {
    for (unsigned s = 0; s < golden->used; s++) {
        const struct slot *const slot = &golden->slot[s];
        if (slot->taken && slot != own && !slot->answered && slot->tag == tag)
            return true;
    }
    return false;
}

// 2.6: the offer of clock o = now - 1 is compared in this clock, and answered in o + 3.
void path_look_up(struct golden *golden) {
    const uint64_t o = golden->now - 1;
    const struct record *const offered = golden_seen(golden, o);
    struct record *const answering = golden_at(golden, o + OFFER_TO_ANSWER);
    struct slot *const own = offered->offer.slot;

    if (!own && !offered->offer.asked)
        return;
    const struct reservation *const held = find_held(golden, offered->offer.tag);
    if (held)
        answering->answer.kind = ANSWER_HELD;
    else if (is_waiting(golden, offered->offer.tag, own))
        answering->answer.kind = ANSWER_WAITS;
    else if (offered->offer.asked)
        answering->answer.kind = ANSWER_UNKNOWN;
    else
        return;
    answering->answer.handle = held ? held->handle : 0;
    answering->answer.tag = offered->offer.tag;
    if (own) {
        own->answered = true;
        own->leaves = o + OFFER_TO_ANSWER;
    }
}
