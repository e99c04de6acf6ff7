// What waits (waiting.md), from offers, answers and decisions.
#include <string.h>

#include "tb/block/port.h"
#include "tb/block/view/parts.h"

static uint64_t table(const struct view *view) {
    return UINT64_C(1) << path_lanes(&view->size);
}

const struct view_op *view_waiting(const struct view *view, uint64_t tag) {
    const struct view_op *first = NULL, *op;
    for (unsigned at = view->tags[tag % VIEW_TAGS]; at; at = op->next) {
        op = &view->op[at - 1];
        if (op->tag == tag && !op->found && (!first || op->order < first->order))
            first = op;
    }
    return first;
}

bool view_better(const struct view_op *one, const struct view_op *other) {
    if (one->is.urgent != other->is.urgent)
        return one->is.urgent;
    if (one->is.wire_bytes != other->is.wire_bytes)
        return one->is.wire_bytes < other->is.wire_bytes;
    return one->order < other->order;
}

// --- classes ------------------------------------------------------------------------------------

// A response engine's class is for what did not lack its stage three clocks ago.
static void count_engine(struct view *view, const struct view_op *op, int by) {
    if (op->responds && !op->rejects)
        view->in_class[op->group][op->lane[1]] += (uint8_t)by;
}

static void count(struct view *view, const struct view_op *op, int by) {
    view->taken += (unsigned)by;
    view->in_group[op->group] += (unsigned)by;
    view->in_domain[op->is.domain] += (uint8_t)by;
    view->in_class[op->group][op->lane[0]] += (uint8_t)by;
    if (!slots_have(&view->short_stage[2], (unsigned)(op - view->op)))
        count_engine(view, op, by);
}

// --- offers -------------------------------------------------------------------------------------

unsigned view_waits_slot(const struct view *view) {
    return slots_without(&view->waits);
}

static void take(struct view *view, const struct offered *is, unsigned slot) {
    struct view_op *op = &view->op[slot];
    *op = (struct view_op){.taken = true, .is = *is, .responds = offered_responds(is)};
    op->rejects = !offered_is_legal(&view->size, is);
    op->group = (uint8_t)offered_group(is, view->settings.small_limit);
    op->tag = view->in->path.op_tag;
    op->clock = view->clock;
    op->order = ++view->orders;
    op->earlier = is->domain ? view->in_domain[is->domain] : 0;
    if (!op->rejects) { // else class of lane 0, no lanes
        op->lane[0] = (uint8_t)offered_port(&view->size, is, 0);
        op->lane[1] = (uint8_t)offered_port(&view->size, is, op->responds);
        op->lanes = UINT64_C(1) << op->lane[0] | UINT64_C(1) << op->lane[1];
    }
    op->next = view->tags[op->tag % VIEW_TAGS];
    view->tags[op->tag % VIEW_TAGS] = (uint8_t)(slot + 1);
    slots_put(&view->waits, slot, true);
    count(view, op, 1);
}

void view_waits_offer(struct view *view, unsigned slot) {
    const struct path_in *in = &view->in->path;
    if (!in->op_valid)
        return;
    const struct offered is = offered_of(in);
    const bool taken =
        offered_ready(&view->size, &is, view->settings.small_limit, &view->out->path);
    past_now(view)->offered = taken || in->op_again;
    if (!taken || slot >= view->size.slots)
        return;
    past_now(view)->taken = (uint8_t)(slot + 1);
    take(view, &is, slot);
}

static uint64_t ceil_shift(uint64_t value, unsigned bits) {
    return (value + (UINT64_C(1) << bits) - 1) >> bits;
}

// decision.md, 3.1: with the service times of the clock after the offer.
static void estimate(const struct view *view, struct view_op *op) {
    const struct view_settings *times = &view->settings;
    op->holds = times->hold >> op->is.opcode & 1;
    if (op->rejects)
        return;
    const uint64_t stage =
        op->is.opcode >= 8
            ? ceil_shift(times->atomic_service[op->is.opcode - 8], times->quantum_time)
            : ceil_shift(op->is.opcode == 1 ? op->is.response_length : op->is.length,
                         times->quantum_hbm);
    op->demand[0] = port_within(stage, view->size.cnt_w);
    const uint64_t response = ((uint64_t)times->response_fixed << 12) +
                              (uint64_t)op->is.response_length * times->response_reciprocal;
    op->demand[1] =
        op->responds ? port_within(ceil_shift(response, 12 + times->quantum_time), view->size.cnt_w)
                     : 0;
}

// Retransmissions (2.6): the tag of the clock before among what is held, then in slots.
void view_waits_enter(struct view *view) {
    if (!view_past(view, 1)->offered)
        return;
    struct view_past *past = past_now(view);
    const unsigned slot = view_past(view, 1)->taken;
    struct view_op *own = slot ? &view->op[slot - 1] : NULL;
    const uint64_t tag = view->in_before->path.op_tag;
    if (own)
        estimate(view, own);
    const struct view_op *const other = view_waiting(view, tag);
    past->answer = other != own ? ANSWER_WAITS : own ? ANSWER_NONE : ANSWER_UNKNOWN;
    past->answer_tag = tag;
    const struct view_held *held = view_held_of(view, tag);
    if (held) {
        past->answer = ANSWER_HELD;
        past->answer_handle = held->handle;
    }
    if (own)
        own->found = past->answer != ANSWER_NONE;
}

// --- leaving and comparing ----------------------------------------------------------------------

// Who follows an operation in its domain no longer does; somebody may be first by now.
static void follow(struct view *view, const struct view_op *op) {
    SLOTS_EACH (slot, &view->waits) {
        struct view_op *other = &view->op[slot];
        if (other->is.domain == op->is.domain && other->order > op->order && --other->earlier == 0)
            view->hidden.moved = VIEW_ALL;
    }
}

void view_waits_leave(struct view *view, unsigned slot, bool answered) {
    struct view_op *op = &view->op[slot];
    past_now(view)->left[answered] = true;
    past_now(view)->visits |= !answered && !op->rejects;
    count(view, op, -1);
    if (op->is.domain && view->in_domain[op->is.domain] > 0)
        follow(view, op);
    uint8_t *at = &view->tags[op->tag % VIEW_TAGS];
    while (*at != slot + 1)
        at = &view->op[*at - 1].next;
    *at = op->next;
    op->taken = false;
    slots_put(&view->waits, slot, false);
    slots_put(&view->open, slot, false);
    slots_put(&view->follows, slot, false);
    slots_put(&view->due, slot, false);
    for (unsigned ago = 0; ago < 3; ago++) {
        slots_put(&view->stands[ago], slot, false);
        slots_put(&view->short_stage[ago], slot, false);
    }
}

// What was taken three clocks ago leaves with its answer.
void view_waits_answered(struct view *view) {
    const unsigned slot = view_past(view, 3)->taken;
    if (slot && view->op[slot - 1].taken && view->op[slot - 1].found &&
        view->op[slot - 1].clock + 3 == view->clock)
        view_waits_leave(view, slot - 1, true);
}

// The lane, as a set, if it has no room. Without branches: whether it has is anybody's guess.
static uint64_t lacks(const struct view *view, unsigned lane, uint32_t demand) {
    const bool shut = view->window[lane] == 0, held = view->holders[lane] > 0;
    const bool over = view->debt[lane] + demand > view->window[lane];
    return (uint64_t)(shut | (held & over)) << lane;
}

static void compare(struct view *view, unsigned slot) {
    struct view_op *op = &view->op[slot];
    op->lacks = op->rejects ? 0
                            : view->hidden.full | lacks(view, op->lane[0], op->demand[0]) |
                                  lacks(view, op->lane[1], op->demand[1]);
    const bool fits = op->lacks == 0, first = op->earlier == 0;
    slots_put(&view->stands[0], slot, fits && first);
    slots_put(&view->follows, slot, fits && !first);
    slots_put(&view->short_stage[0], slot, op->lacks >> op->lane[0] & 1);
}

// What is open, and what found room on lanes that have not moved, stands as it did.
void view_waits_compare(struct view *view) {
    const unsigned opens = view_past(view, 4)->taken;
    const uint64_t full = view->held_count < view->limit ? 0 : table(view);
    const uint64_t moved = full != view->hidden.full ? VIEW_ALL : view->hidden.moved;
    const struct slots counted = view->short_stage[2];
    for (unsigned ago = 2; ago > 0; ago--) {
        view->stands[ago] = view->stands[ago - 1];
        view->short_stage[ago] = view->short_stage[ago - 1];
    }
    view->hidden.full = full;
    view->hidden.moved = 0;
    if (moved)
        SLOTS_EACH (slot, &view->open)
            if (moved == VIEW_ALL || view->op[slot].lanes & moved)
                compare(view, slot);
    if (opens && view->op[opens - 1].clock + 4 == view->clock &&
        view_open(&view->op[opens - 1], view->clock)) {
        slots_put(&view->open, opens - 1, true);
        compare(view, opens - 1);
    }
    struct slots others;
    for (unsigned i = 0; i < SLOTS_WORDS; i++)
        others.word[i] = counted.word[i] ^ view->short_stage[2].word[i];
    SLOTS_EACH (slot, &others)
        count_engine(view, &view->op[slot], slots_have(&counted, slot) ? 1 : -1);
}

// --- ages (2.5) ---------------------------------------------------------------------------------

static bool closed(const struct view *view, const struct view_op *op) {
    return !op->rejects && (view->limit == 0 || view->window[op->lane[0]] == 0 ||
                            (op->responds && view->window[op->lane[1]] == 0));
}

// What the aged operation of this clock holds back of the choices two clocks later. Its `lacks`
// are those of the clock before.
static void hold_back(struct view *view) {
    const struct view_op *op = &view->op[view->aged - 1];
    struct view_past *past = past_now(view);
    const uint64_t stage = UINT64_C(1) << op->lane[0], engine = UINT64_C(1) << op->lane[1];
    const bool responds = op->responds && !op->rejects;
    const bool no_stage = !op->rejects && op->lacks & stage;
    const bool no_engine = responds && op->lacks & engine;
    view->hidden.kept[0] = view->hidden.kept[0] || no_stage;
    view->hidden.kept[1] = view->hidden.kept[1] || (no_engine && !no_stage);
    if (closed(view, op))
        return;
    past->aged_lanes = (view->hidden.kept[0] ? stage : 0) | (view->hidden.kept[1] ? engine : 0);
    past->aged_all = !no_stage && !no_engine;
}

// Of those due, the lowest at or above the pointer, else the lowest.
static void choose_aged(struct view *view) {
    const unsigned from = view->hidden.aged_next;
    SLOTS_EACH (slot, &view->due)
        if (!view->aged || (view->aged <= from && slot >= from))
            view->aged = (uint8_t)(slot + 1);
    if (!view->aged)
        return;
    view->hidden.aged_next = (uint8_t)(view->aged % view->size.slots);
    view->hidden.kept[0] = view->hidden.kept[1] = false;
}

// The grant of two clocks ago visits a slot.
static void visit(struct view *view) {
    const unsigned slot = view->hidden.visits;
    struct view_op *op = &view->op[slot];
    const uint32_t most = (1u << view->size.age_w) - 1;
    view->hidden.visits = (uint8_t)(slot + 1 < view->size.slots ? slot + 1 : 0);
    if (!view_open(op, view->clock) || op->earlier > 0)
        op->age = 0;
    else
        op->age = op->age + view->size.slots < most ? op->age + view->size.slots : most;
    slots_put(&view->due, slot,
              op->age > 0 && op->age >= view->settings.bound && view->settings.bound > 0);
}

void view_ages(struct view *view) {
    if (view->aged)
        hold_back(view);
    const bool bounded = view->settings.bound != 0;
    if (view->aged && (!view->op[view->aged - 1].taken || !bounded))
        view->aged = 0;
    else if (!view->aged && bounded)
        choose_aged(view);
    if (!bounded)
        view->due = (struct slots){{0}};
    if (view_past(view, 2)->visits)
        visit(view);
}

// --- what is asked in every clock ----------------------------------------------------------------

static bool refuses(const struct view_past *past, const struct view_op *op) {
    return past->refused && op->group >= past->group && !op->rejects &&
           (past->table || past->lanes & op->lanes);
}

// Puts those that stood and that somebody holds back where they belong, out of `fit`.
static void look(struct view *view, struct slots *fit) {
    const struct view_past *past = view_past(view, 4), *last = view_past(view, 3);
    if (!past->refused && !last->refused && !past->aged_all && !past->aged_lanes)
        return;
    SLOTS_EACH (slot, fit) {
        const struct view_op *op = &view->op[slot];
        const bool refused = refuses(last, op) || refuses(past, op);
        if (!refused && (past->aged == slot + 1 || op->rejects ||
                         !(past->aged_all || past->aged_lanes & op->lanes)))
            continue;
        slots_put(&view->with[refused ? VIEW_REFUSAL : VIEW_AGED], slot, true);
        slots_put(fit, slot, false);
    }
}

void view_waits_look(struct view *view) {
    const struct path_out *out = &view->out->path;
    const bool names = out->trace_kind >= PATH_GRANT && out->trace_kind <= PATH_REJECT;
    const struct view_op *named = names ? view_waiting(view, out->trace_tag) : NULL;
    view->named = (uint8_t)(named ? named - view->op + 1 : 0);
    memset(view->with, 0, sizeof view->with);
    struct slots fit = view->stands[2];
    for (unsigned ago = 1; ago <= 2; ago++) {
        const unsigned slot = view_past(view, ago)->refused;
        if (slot && slots_have(&fit, slot - 1)) {
            slots_put(&view->with[VIEW_CHOSEN], slot - 1, true);
            slots_put(&fit, slot - 1, false);
        }
    }
    look(view, &fit);
    view->with[view_past(view, 4)->pause ? VIEW_PAUSED : VIEW_CANDIDATE] = fit;
}
