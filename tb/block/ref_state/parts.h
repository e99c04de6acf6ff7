// Parts of the writer of the reference state (tb/block/ref_state.h).
#pragma once

#include "tb/block/ref_state.h"

#define REF_ALL UINT64_MAX // of what moved

static inline struct ref_past *past_now(struct ref_state *ref) {
    return &ref->past[ref->clock % REF_PAST];
}

// What waits: the look-up of the offer of the clock before; the offer of this one, which goes to
// `slot`; what leaves; what fits by now.
void ref_waits_enter(struct ref_state *ref);
// What readers ask of all slots in every clock.
void ref_waits_classify(struct ref_state *ref);
// By the flush of the clock before, from the next clock on.
void ref_waits_mark(struct ref_state *ref);
unsigned ref_waits_slot(const struct ref_state *ref);
void ref_waits_offer(struct ref_state *ref, unsigned slot);
void ref_waits_answered(struct ref_state *ref);
void ref_waits_leave(struct ref_state *ref, unsigned slot, bool answered);
void ref_waits_compare(struct ref_state *ref);

// Spots (2.5): before anything of this clock changes; for what leaves; the visit, once it has left.
void ref_spots_enter(struct ref_state *ref);
void ref_spots_leave(struct ref_state *ref, unsigned slot);
void ref_spots_visit(struct ref_state *ref);

// What is held: completions of this clock; its returns and those that are complete.
void ref_completions(struct ref_state *ref);
// The reservation of a tag, NULL if none.
const struct ref_held *ref_held_of(const struct ref_state *ref, uint64_t tag);
void ref_grant(struct ref_state *ref, const struct ref_op *op);
void ref_returns(struct ref_state *ref);
// Headrooms (3.6), of CntW + 1 bits: a bit flips in this clock, once all of it has committed; what
// was wrong in the clock before is right, before anything commits. True: something was, and *lane
// the first.
static inline int64_t ref_headroom(const struct ref_state *ref, unsigned lane) {
    const unsigned spare = 63u - ref->size.cnt_w;
    const int64_t room = (int64_t)ref->window[lane] - (int64_t)ref->debt[lane] + ref->extra[lane];
    return (int64_t)((uint64_t)room << spare) >> spare;
}
void ref_flip(struct ref_state *ref);
bool ref_mend(struct ref_state *ref, uint32_t *lane);
// Ids of a word that are parked are so no longer, from the next clock on.
void ref_unpark(struct ref_state *ref, unsigned word, uint32_t mask);

// Calibration (7.3): by the trace of this clock, after what was in force at its begin; a register
// is written; the unit is asked for lanes; a multiplier is another from this clock on.
void ref_learn_enter(struct ref_state *ref);
void ref_learn_written(struct ref_state *ref, unsigned word);
void ref_learn_commits(struct ref_state *ref, uint64_t lanes);
void ref_learn_asks(struct ref_state *ref, uint64_t lanes);
void ref_learn_moves(struct ref_state *ref, unsigned lane, uint32_t multiplier);

// Telemetry (9.7): before anything of this clock changes; once it has committed.
void ref_telemetry_enter(struct ref_state *ref);
void ref_telemetry_leave(struct ref_state *ref);

// The bus, at the begin of a clock and by its edge.
void ref_bus_enter(struct ref_state *ref);
void ref_bus_leave(struct ref_state *ref);
