// ports.md, 1.7: what the path tells the parts beside it.
#include <string.h>

#include "csim/golden/path_state.h"

// What a slot lacks, as lanes.
uint64_t path_lanes_of(const struct path_golden *golden, const struct slot *slot, uint8_t lacks) {
    uint64_t lanes = 0;

    if (lacks & LACKS_STAGE)
        lanes |= slot->stage_lane;
    if (lacks & LACKS_RESPONSE)
        lanes |= slot->response_lane;
    if (lacks & LACKS_TABLE)
        lanes |= UINT64_C(1) << golden->lanes;
    return lanes;
}

// What is wanted: a slot keeps what it lacked in the clock before until it is compared in this one.
// One that left has its own grant in the debts, and wants nothing.
static uint64_t wanted(const struct path_golden *golden) {
    uint64_t lanes = 0;

    for (unsigned s = 0; s < golden->used; s++)
        if (golden->slot[s].taken)
            lanes |= path_lanes_of(golden, &golden->slot[s], golden->slot[s].lacks);
    return lanes;
}

static unsigned taken(const struct path_golden *golden) {
    unsigned slots = 0;

    for (unsigned group = 0; group < PATH_GROUPS; group++)
        slots += golden->waiting[group];
    return slots;
}

void path_golden_facts(const struct path_golden *golden, struct path_facts *facts) {
    const struct completion *const returns =
        path_seen(golden, golden->now - BEAT_TO_COMMIT)->taken_up;

    memset(facts, 0, sizeof *facts); // padding, too
    facts->taken = (uint8_t)taken(golden);
    facts->held = (uint16_t)golden->reserved;
    facts->wanted = wanted(golden);
    facts->debt = golden->debt_shown;
    facts->holder_owes = golden->holder_owes;
    facts->rests = golden->now > golden->event + EVENT_TO_REST;
    for (unsigned channel = 0; channel + 1 < golden->channels; channel++) // 1.8
        if (returns[channel].kind == RETURN_BACK)
            facts->return_observed[channel] = returns[channel].observed;
}

void path_sample_facts(struct path_golden *golden, const struct path_in *in) {
    struct record *const record = path_at(golden, golden->now);

    record->close = in->close;
    record->debt_lane = in->debt_lane & 0x3f;
    record->holder_id = in->holder_id & (golden->size.depth - 1u);
}

// What is looked at by the lane and the id sampled in the clock before shows in the next.
void path_look(struct path_golden *golden) {
    const struct record *const before = path_seen(golden, golden->now - 1);

    golden->debt_shown =
        before->debt_lane < golden->lanes ? golden->lane[before->debt_lane].debt : 0;
    golden->holder_owes = golden->reservation[before->holder_id].owes;
}

// Whether something happens in this clock after which more may follow.
static bool is_event(const struct path_golden *golden, const struct path_in *in) {
    const struct record *const record = path_seen(golden, golden->now);
    const struct record *const before = path_seen(golden, golden->now - 1);

    for (unsigned p = 0; p < golden->size.hbm; p++)
        if (golden->collector[p].count > 0)
            return true;
    for (unsigned channel = 0; channel < golden->channels; channel++)
        if (record->taken_up[channel].valid)
            return true;
    return record->offer.taken || record->offer.asked || in->write_valid || in->send_valid ||
           record->choice.kind != CHOICE_NONE || record->pause != before->pause ||
           record->aged_ends;
}

// After the steps of the clock: a transfer to the collector counts in its own clock.
void path_note_event(struct path_golden *golden, const struct path_in *in) {
    if (is_event(golden, in))
        golden->event = golden->now;
}
