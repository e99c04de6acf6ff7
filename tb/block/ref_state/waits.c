// What waits (waiting.md), from offers, answers and decisions.

#include "tb/block/ref_state/parts.h"

static uint64_t table(const struct ref_state *ref) {
    return UINT64_C(1) << path_lanes(&ref->size);
}

const struct ref_op *ref_waiting(const struct ref_state *ref, uint64_t tag) {
    const struct ref_op *first = NULL, *op;
    for (unsigned at = ref->tags[tag % REF_TAGS]; at; at = op->next) {
        op = &ref->op[at - 1];
        if (op->tag == tag && !op->found && (!first || op->order < first->order))
            first = op;
    }
    return first;
}

bool ref_better(const struct ref_state *ref, const struct ref_op *one, const struct ref_op *other) {
    if (ref_first(ref, one) != ref_first(ref, other))
        return ref_first(ref, one);
    if (one->is.urgent != other->is.urgent)
        return one->is.urgent;
    if (one->is.wire_bytes != other->is.wire_bytes)
        return one->is.wire_bytes < other->is.wire_bytes;
    return one->order < other->order;
}

// --- classes ------------------------------------------------------------------------------------

// One more or less counts in a class of a lane.
static void count_at(struct ref_state *ref, const struct ref_op *op, unsigned i, int by) {
    const unsigned lane = op->lane[i], stages = path_stages(&ref->size);
    const bool was_idle = ref->in_lane[lane] == 0;
    ref->in_class[op->group][lane] += (uint8_t)by;
    ref->in_lane[lane] += (uint8_t)by;
    if (lane < stages)
        ref->idle += (unsigned)((ref->in_lane[lane] == 0) - was_idle);
}

// In those that what it was three clocks ago leaves.
static void count_classes(struct ref_state *ref, const struct ref_op *op, int by) {
    const unsigned slot = (unsigned)(op - ref->op);
    if (slots_have(&ref->counts_as[REF_BEHIND][2], slot))
        return;
    if (!slots_have(&ref->counts_as[REF_NO_ENGINE][2], slot))
        count_at(ref, op, 0, by);
    if (op->responds && !op->rejects && !slots_have(&ref->counts_as[REF_NO_STAGE][2], slot))
        count_at(ref, op, 1, by);
}

static void count(struct ref_state *ref, const struct ref_op *op, int by) {
    ref->taken += (unsigned)by;
    ref->in_domain[op->is.domain] += (uint8_t)by;
    ref->in_group[op->group] += (uint8_t)by;
    count_classes(ref, op, by);
}

// Its class of stage or engine lacks, or does not lack, the lane for it.
static void put_lacks(struct ref_state *ref, unsigned slot, unsigned i, bool lacks) {
    const struct ref_op *op = &ref->op[slot];
    struct slots *const as = &ref->counts_as[i][0];
    if (slots_have(as, slot) == lacks)
        return;
    slots_put(as, slot, lacks);
    uint8_t *of_class = &ref->hidden.lack[op->group][op->lane[i]];
    uint64_t *lanes = &ref->hidden.lacking[op->group];
    *of_class = (uint8_t)(*of_class + (lacks ? 1 : -1));
    *lanes = (*lanes & ~(UINT64_C(1) << op->lane[i])) | (uint64_t)(*of_class > 0) << op->lane[i];
}

// --- offers -------------------------------------------------------------------------------------

unsigned ref_waits_slot(const struct ref_state *ref) {
    return slots_without(&ref->waits);
}

static void take(struct ref_state *ref, const struct offered *is, unsigned slot) {
    struct ref_op *op = &ref->op[slot];
    *op = (struct ref_op){.taken = true, .is = *is, .responds = offered_responds(is)};
    op->rejects = !offered_is_legal(&ref->size, is);
    op->group = (uint8_t)offered_group(is, ref->settings.small_limit);
    op->tag = ref->in->path.op_tag;
    op->clock = ref->clock;
    op->order = ++ref->orders;
    op->earlier = is->domain ? ref->in_domain[is->domain] : 0;
    if (!op->rejects) { // else class of lane 0, no lanes
        op->lane[0] = (uint8_t)offered_port(&ref->size, is, 0);
        op->lane[1] = (uint8_t)offered_port(&ref->size, is, op->responds);
        op->lanes = UINT64_C(1) << op->lane[0] | UINT64_C(1) << op->lane[1];
    }
    op->next = ref->tags[op->tag % REF_TAGS];
    ref->tags[op->tag % REF_TAGS] = (uint8_t)(slot + 1);
    slots_put(&ref->waits, slot, true);
    count(ref, op, 1);
}

void ref_waits_offer(struct ref_state *ref, unsigned slot) {
    const struct path_in *in = &ref->in->path;
    if (!in->op_valid)
        return;
    const struct offered is = offered_of(in);
    const bool taken = offered_ready(&ref->size, &is, ref->settings.small_limit, &ref->out->path);
    past_now(ref)->offered = taken || in->op_again;
    if (!taken || slot >= ref->size.slots)
        return;
    past_now(ref)->taken = (uint8_t)(slot + 1);
    take(ref, &is, slot);
}

static uint64_t ceil_shift(uint64_t value, unsigned bits) {
    return (value + (UINT64_C(1) << bits) - 1) >> bits;
}

// decision.md, 3.1: with the service times of the clock after the offer.
static void estimate(const struct ref_state *ref, struct ref_op *op) {
    const struct ref_settings *times = &ref->settings;
    op->holds = times->hold >> op->is.opcode & 1;
    if (op->rejects)
        return;
    const uint64_t stage =
        op->is.opcode >= 8
            ? ceil_shift(times->atomic_service[op->is.opcode - 8], times->quantum_time)
            : ceil_shift(op->is.opcode == 1 ? op->is.response_length : op->is.length,
                         times->quantum_hbm);
    op->demand[0] = port_within(stage, ref->size.cnt_w);
    const uint64_t response = ((uint64_t)times->response_fixed << 12) +
                              (uint64_t)op->is.response_length * times->response_reciprocal;
    op->demand[1] =
        op->responds ? port_within(ceil_shift(response, 12 + times->quantum_time), ref->size.cnt_w)
                     : 0;
}

// Retransmissions (2.6): the tag of the clock before among what is held, then in slots.
void ref_waits_enter(struct ref_state *ref) {
    if (!ref_past(ref, 1)->offered)
        return;
    struct ref_past *past = past_now(ref);
    const unsigned slot = ref_past(ref, 1)->taken;
    struct ref_op *own = slot ? &ref->op[slot - 1] : NULL;
    const uint64_t tag = ref->in_before->path.op_tag;
    if (own)
        estimate(ref, own);
    const struct ref_op *const other = ref_waiting(ref, tag);
    past->answer = other != own ? ANSWER_WAITS : own ? ANSWER_NONE : ANSWER_UNKNOWN;
    past->answer_tag = tag;
    const struct ref_held *held = ref_held_of(ref, tag);
    if (held) {
        past->answer = ANSWER_HELD;
        past->answer_handle = held->handle;
    }
    if (own)
        own->found = past->answer != ANSWER_NONE;
}

// --- leaving and comparing ----------------------------------------------------------------------

// What follows an operation in its domain no longer does, and may be first by now.
static void follow(struct ref_state *ref, const struct ref_op *op) {
    SLOTS_EACH (slot, &ref->waits) {
        struct ref_op *other = &ref->op[slot];
        if (other->is.domain == op->is.domain && other->order > op->order && --other->earlier == 0)
            ref->hidden.moved = REF_ALL;
    }
}

void ref_waits_leave(struct ref_state *ref, unsigned slot, bool answered) {
    struct ref_op *op = &ref->op[slot];
    past_now(ref)->left[answered] = true;
    count(ref, op, -1);
    if (op->is.domain && ref->in_domain[op->is.domain] > 0)
        follow(ref, op);
    uint8_t *at = &ref->tags[op->tag % REF_TAGS];
    while (*at != slot + 1)
        at = &ref->op[*at - 1].next;
    *at = op->next;
    op->taken = false;
    ref_spots_leave(ref, slot);
    slots_put(&ref->waits, slot, false);
    slots_put(&ref->open, slot, false);
    slots_put(&ref->follows, slot, false);
    put_lacks(ref, slot, REF_NO_STAGE, false);
    put_lacks(ref, slot, REF_NO_ENGINE, false);
    for (unsigned ago = 0; ago < 3; ago++) {
        slots_put(&ref->stands[ago], slot, false);
        for (unsigned i = 0; i < REF_COUNTS_AS; i++)
            slots_put(&ref->counts_as[i][ago], slot, false);
    }
}

// What was taken three clocks ago leaves with its answer.
void ref_waits_answered(struct ref_state *ref) {
    const unsigned slot = ref_past(ref, 3)->taken;
    if (slot && ref->op[slot - 1].taken && ref->op[slot - 1].found &&
        ref->op[slot - 1].clock + 3 == ref->clock)
        ref_waits_leave(ref, slot - 1, true);
}

bool ref_crowded(const struct ref_state *ref, unsigned lane) {
    const uint32_t holders = ref->reservations[lane];
    const uint32_t most = ref->limits.holders[lane_kind(&ref->size, lane)];
    const bool many = lane < path_stages(&ref->size) && 4 * holders >= most;
    return holders > 0 && (holders >= most || (ref->limits.floor > 0 &&
                                               ref_left(ref) <= (int)ref->limits.floor << many));
}

// Of the limits of the clock before this one. The lanes that may have another room by them.
static uint64_t crowd(struct ref_state *ref) {
    const bool same = !ref->hidden.limits_moved;
    const uint64_t before = ref->hidden.crowded;
    const int left = ref_left(ref);
    if (same && ref->hidden.moved == 0 && left == ref->hidden.left)
        return 0;
    uint64_t crowded = 0;
    ref->hidden.left = left;
    for (unsigned lane = 0; lane < path_lanes(&ref->size); lane++)
        crowded |= (uint64_t)ref_crowded(ref, lane) << lane;
    ref->hidden.crowded = crowded;
    return same ? crowded ^ before : REF_ALL;
}

// The lane, as a set, if it has no room. Without branches: no predictor knows whether it has.
static uint64_t lacks(const struct ref_state *ref, unsigned lane, uint32_t demand) {
    const bool shut = ref->window[lane] == 0, held = ref->reservations[lane] > 0;
    const bool over = (int64_t)demand > ref_headroom(ref, lane);
    return (uint64_t)(shut | (held & over) | (ref->hidden.crowded >> lane & 1)) << lane;
}

static void compare(struct ref_state *ref, unsigned slot) {
    struct ref_op *op = &ref->op[slot];
    const uint64_t stage = UINT64_C(1) << op->lane[0], engine = UINT64_C(1) << op->lane[1];
    op->lacks = op->rejects ? 0
                            : ref->hidden.full | lacks(ref, op->lane[0], op->demand[0]) |
                                  lacks(ref, op->lane[1], op->demand[1]);
    if (op->responds && !op->rejects && ref_split(ref, op->lane[0], op->lane[1]))
        op->lacks |= stage;
    const bool fits = op->lacks == 0, first = op->earlier == 0;
    slots_put(&ref->stands[0], slot, fits && first);
    slots_put(&ref->follows, slot, fits && !first);
    put_lacks(ref, slot, REF_NO_STAGE, first && op->lacks & stage);
    put_lacks(ref, slot, REF_NO_ENGINE, first && !(op->lacks & stage) && op->lacks & engine);
    slots_put(&ref->counts_as[REF_BEHIND][0], slot, !first);
}

// What lacked something else three clocks ago than four clocks ago counts elsewhere.
static void recount(struct ref_state *ref) {
    struct slots others = {{0}};
    for (unsigned i = 0; i < REF_COUNTS_AS; i++)
        for (unsigned word = 0; word < SLOTS_WORDS; word++)
            others.word[word] |= ref->counts_as[i][1].word[word] ^ ref->counts_as[i][2].word[word];
    SLOTS_EACH (slot, &others)
        count_classes(ref, &ref->op[slot], -1);
    for (unsigned ago = 2; ago > 0; ago--) {
        ref->stands[ago] = ref->stands[ago - 1];
        for (unsigned i = 0; i < REF_COUNTS_AS; i++)
            ref->counts_as[i][ago] = ref->counts_as[i][ago - 1];
    }
    SLOTS_EACH (slot, &others)
        count_classes(ref, &ref->op[slot], 1);
}

static bool limits_differ(const struct ref_limits *one, const struct ref_limits *other) {
    return memcmp(one->holders, other->holders, sizeof one->holders) != 0 ||
           one->floor != other->floor || one->split != other->split;
}

// The stages through which nothing more enters a response engine in the next clock (3.3). The lanes
// that may have another room by it.
static uint64_t divide(struct ref_state *ref) {
    const unsigned stages = path_stages(&ref->size);
    uint64_t moved = 0;
    for (unsigned engine = 0; engine < ref->size.response; engine++) {
        const int64_t room = ref_headroom(ref, stages + engine);
        uint64_t spent = 0;
        for (unsigned stage = 0; ref->settings.limits.split && stage < stages; stage++) {
            const int64_t part = (int64_t)ref->through[stage][engine];
            spent |= (uint64_t)(part > 0 && part >= room) << stage;
        }
        moved |= spent ^ ref->spent[engine];
        ref->spent[engine] = spent;
    }
    return moved;
}

// What is open, and what found room on lanes that have not moved, stands as it did.
void ref_waits_compare(struct ref_state *ref) {
    const unsigned opens = ref_past(ref, 4)->taken;
    const uint64_t full = ref_left(ref) > 0 ? 0 : table(ref);
    const uint64_t moved = crowd(ref) | (full != ref->hidden.full ? REF_ALL : ref->hidden.moved);
    recount(ref);
    ref->hidden.full = full;
    ref->hidden.moved = 0;
    if (moved)
        SLOTS_EACH (slot, &ref->open)
            if (moved == REF_ALL || ref->op[slot].lanes & moved)
                compare(ref, slot);
    if (opens && ref->op[opens - 1].clock + 4 == ref->clock &&
        ref_open(&ref->op[opens - 1], ref->clock)) {
        slots_put(&ref->open, opens - 1, true);
        compare(ref, opens - 1);
    }
    memcpy(past_now(ref)->lacking, ref->hidden.lacking, sizeof ref->hidden.lacking);
    ref->hidden.limits_moved = limits_differ(&ref->settings.limits, &ref->limits);
    ref->limits = ref->settings.limits;
    if (moved || ref->hidden.limits_moved)
        ref->hidden.moved |= divide(ref);
}

// --- what is asked in every clock ----------------------------------------------------------------

static bool refuses(const struct ref_past *past, const struct ref_op *op) {
    return past->refused && op->group >= past->group && !op->rejects &&
           (past->table || past->lanes & op->lanes);
}

// Moves those that stood and are held back out of `fit`, to what holds them.
static void classify(struct ref_state *ref, struct slots *fit) {
    const struct ref_past *past = ref_past(ref, 4), *last = ref_past(ref, 3);
    const uint64_t owned = last->owned;
    if (!past->refused && !last->refused && !owned)
        return;
    SLOTS_EACH (slot, fit) {
        const struct ref_op *op = &ref->op[slot];
        const bool refused = refuses(last, op) || refuses(past, op);
        if (!refused && !(op->lanes & owned & ~ref_owned(op, ref->clock - 3)))
            continue;
        slots_put(&ref->with[refused ? REF_REFUSAL : REF_SPOT], slot, true);
        slots_put(fit, slot, false);
    }
}

// What was marked goes by whether it was open, first of its domain and not chosen (2.7).
static void flush(struct ref_state *ref) {
    ref->marks = false;
    SLOTS_EACH (slot, &ref->waits) {
        const struct ref_op *op = &ref->op[slot];
        ref->marks |= op->marked != 0;
        if (!ref_marked(ref, op))
            continue;
        const bool stood =
            ref_open(op, ref->clock - 3) && !slots_have(&ref->counts_as[REF_BEHIND][2], slot);
        const bool chosen =
            ref_past(ref, 1)->refused == slot + 1 || ref_past(ref, 2)->refused == slot + 1;
        for (unsigned why = 0; why < REF_STANDS_NOT; why++)
            slots_put(&ref->with[why], slot, stood && why == (chosen ? REF_CHOSEN : REF_CANDIDATE));
    }
}

void ref_waits_mark(struct ref_state *ref) {
    const struct ref_past *past = ref_past(ref, 1);
    if (!past->flush)
        return;
    SLOTS_EACH (slot, &past->flush_from) {
        struct ref_op *op = &ref->op[slot];
        const bool tag = (((uint32_t)op->tag ^ past->flush_tag) & past->flush_mask) == 0;
        const bool named = past->flush_of == 64 ? tag : op->lanes >> past->flush_of & 1;
        if (op->taken && named && !op->marked)
            op->marked = ref->clock + 1;
        ref->marks |= op->taken && named;
    }
}

void ref_waits_classify(struct ref_state *ref) {
    const struct path_out *out = &ref->out->path;
    const bool names = out->trace_kind != PATH_NONE && out->trace_kind != PATH_WINDOW;
    const struct ref_op *named = names ? ref_waiting(ref, out->trace_tag) : NULL;
    ref->named = (uint8_t)(named ? named - ref->op + 1 : 0);
    memset(ref->with, 0, sizeof ref->with);
    struct slots fit = ref->stands[2];
    for (unsigned ago = 1; ago <= 2; ago++) {
        const unsigned slot = ref_past(ref, ago)->refused;
        if (slot && slots_have(&fit, slot - 1)) {
            slots_put(&ref->with[REF_CHOSEN], slot - 1, true);
            slots_put(&fit, slot - 1, false);
        }
    }
    classify(ref, &fit);
    ref->with[ref_past(ref, 4)->pause ? REF_PAUSED : REF_CANDIDATE] = fit;
    if (ref->marks)
        flush(ref);
}
