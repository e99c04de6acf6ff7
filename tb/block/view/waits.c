// What waits (waiting.md), from offers, answers and decisions.
#include <string.h>

#include "tb/block/port.h"
#include "tb/block/view/parts.h"

static uint64_t table(const struct view *view) {
    return UINT64_C(1) << path_lanes(&view->size);
}

const struct view_op *view_waiting(const struct view *view, uint64_t tag) {
    const struct view_op *first = NULL;
    for (unsigned i = 0; i < view->used; i++) {
        const struct view_op *op = &view->op[i];
        if (op->taken && !op->found && op->tag == tag && (!first || op->order < first->order))
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

unsigned view_share(const struct view *view, unsigned group) {
    const unsigned share = view->size.slots * 3u / 10;
    return group < 2 ? share : view->size.slots - 2 * share;
}

// Not at its response engine if it was open three clocks ago and lacked its stage then.
static bool counts(const struct view_op *op, unsigned lane) {
    return op->lane[0] == lane ||
           (op->responds && !op->rejects && op->lane[1] == lane && !(op->short_stage >> 2 & 1));
}

void view_classes(const struct view *view, unsigned count[PATH_GROUPS][PATH_LANES]) {
    memset(count, 0, PATH_GROUPS * sizeof *count);
    for (unsigned i = 0; i < view->used; i++) {
        const struct view_op *op = &view->op[i];
        if (!op->taken)
            continue;
        const unsigned stage = op->rejects ? 0 : op->lane[0];
        count[op->group][stage]++;
        if (!op->rejects && op->responds && counts(op, op->lane[1]))
            count[op->group][op->lane[1]]++;
    }
}

// --- offers -------------------------------------------------------------------------------------

static struct view_op offered(const struct view *view) {
    const struct path_size *size = &view->size;
    const struct offered is = offered_of(&view->in->path);
    struct view_op op = {.taken = true,
                         .is = is,
                         .responds = offered_responds(&is),
                         .rejects = !offered_is_legal(size, &is),
                         .group = (uint8_t)offered_group(&is, view->settings.small_limit),
                         .tag = view->in->path.op_tag,
                         .clock = view->clock};
    if (op.rejects)
        return op; // class of lane 0, no lanes
    op.lane[0] = (uint8_t)offered_port(size, &is, 0);
    op.lane[1] = (uint8_t)offered_port(size, &is, 1);
    op.lanes = UINT64_C(1) << op.lane[0] | (op.responds ? UINT64_C(1) << op.lane[1] : 0);
    return op;
}

// The lowest slot that is not taken in this clock.
int view_waits_slot(const struct view *view) {
    for (unsigned i = 0; i < view->size.slots; i++)
        if (!view->op[i].taken)
            return (int)i;
    return -1;
}

void view_waits_offer(struct view *view, int slot) {
    const struct path_in *in = &view->in->path;
    memset(&view->hidden.offer, 0, sizeof view->hidden.offer);
    if (!in->op_valid)
        return;
    struct view_op op = offered(view);
    const bool *ready = view->out->path.op_ready[op.group];
    const bool taken = ready[op.lane[0]] && (!op.responds || op.rejects || ready[op.lane[1]]);
    if (!taken && !in->op_again)
        return;
    view->hidden.offer.valid = true;
    view->hidden.offer.tag = op.tag;
    past_now(view)->offered = true;
    if (!taken || slot < 0)
        return;
    past_now(view)->taken = view->hidden.offer.taken = true;
    view->hidden.offer.slot = (uint8_t)slot;
    op.order = ++view->orders;
    view->op[slot] = op;
    view->taken++;
    if (view->used <= (unsigned)slot)
        view->used = (unsigned)slot + 1;
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
    if (!view->hidden.offer.valid)
        return;
    struct view_past *past = past_now(view);
    struct view_op *own = view->hidden.offer.taken ? &view->op[view->hidden.offer.slot] : NULL;
    const uint64_t tag = view->hidden.offer.tag;
    if (own)
        estimate(view, own);
    past->answer = own ? ANSWER_NONE : ANSWER_UNKNOWN;
    past->answer_tag = tag;
    for (unsigned i = 0; i < view->used; i++)
        if (&view->op[i] != own && view->op[i].taken && !view->op[i].found &&
            view->op[i].tag == tag)
            past->answer = ANSWER_WAITS;
    for (unsigned id = 0; id < view->size.depth; id++)
        if (view->held[id].held && view->held[id].tag == tag) {
            past->answer = ANSWER_HELD;
            past->answer_handle = view->held[id].handle;
        }
    if (own)
        own->found = past->answer != ANSWER_NONE;
}

// --- leaving and comparing ----------------------------------------------------------------------

void view_waits_leave(struct view *view, unsigned slot, bool answered) {
    past_now(view)->left[answered] = view->op[slot];
    view->hidden.moved = true;
    view->op[slot].taken = false;
    view->taken--;
    while (view->used > 0 && !view->op[view->used - 1].taken)
        view->used--;
}

static bool room(const struct view *view, unsigned lane, uint32_t demand) {
    return view->window[lane] > 0 &&
           (view->holders[lane] == 0 || view->debt[lane] + demand <= view->window[lane]);
}

static uint64_t lacks(const struct view *view, const struct view_op *op) {
    if (op->rejects)
        return 0;
    uint64_t mask = view->held_count < view->limit ? 0 : table(view);
    for (unsigned i = 0; i <= op->responds; i++)
        if (!room(view, op->lane[i], op->demand[i]))
            mask |= UINT64_C(1) << op->lane[i];
    return mask;
}

static bool first_of_domain(const struct view *view, const struct view_op *op) {
    for (unsigned i = 0; op->is.domain && i < view->used; i++)
        if (view->op[i].taken && view->op[i].is.domain == op->is.domain &&
            view->op[i].order < op->order)
            return false;
    return true;
}

// What neither opened nor found more or less room than in the clock before stands as it did.
void view_waits_compare(struct view *view) {
    const bool moved = view->hidden.moved;
    view->hidden.moved = false;
    for (unsigned i = 0; i < view->used; i++) {
        struct view_op *op = &view->op[i];
        bool stands = op->stands & 1, short_stage = op->short_stage & 1;
        if (!op->taken)
            continue;
        if (moved || op->clock + 4 == view->clock) {
            const bool open = view_open(op, view->clock);
            op->lacks = open ? lacks(view, op) : 0;
            stands = open && op->lacks == 0 && first_of_domain(view, op);
            short_stage = open && op->lacks >> op->lane[0] & 1 && !op->rejects;
        }
        op->stands = (uint16_t)(op->stands << 1 | stands);
        op->short_stage = (uint16_t)(op->short_stage << 1 | short_stage);
    }
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

// Whether the operation in a slot leaves in this clock.
static bool leaves(const struct view *view, unsigned slot) {
    const unsigned kind = view->out->path.trace_kind;
    return (kind == PATH_GRANT || kind == PATH_REJECT) && view->named == slot + 1;
}

// Of those due, the lowest at or above the pointer, else the lowest.
static void choose_aged(struct view *view) {
    const unsigned from = view->hidden.aged_next;
    for (unsigned slot = 0; slot < view->used; slot++) {
        if (!view->op[slot].taken || !view->op[slot].due || leaves(view, slot))
            continue;
        if (!view->aged || (view->aged <= from && slot >= from))
            view->aged = (uint8_t)(slot + 1);
    }
    if (!view->aged)
        return;
    view->hidden.aged_next = (uint8_t)(view->aged % view->size.slots);
    view->hidden.kept[0] = view->hidden.kept[1] = false;
}

// The grant of two clocks ago visits a slot.
static void visit(struct view *view) {
    struct view_op *op = &view->op[view->hidden.visits];
    const uint32_t most = (1u << view->size.age_w) - 1;
    view->hidden.visits =
        (uint8_t)(view->hidden.visits + 1 < view->size.slots ? view->hidden.visits + 1 : 0);
    bool first = op->taken;
    for (unsigned i = 0; op->is.domain && i < view->used; i++)
        if (view->op[i].taken && view->op[i].is.domain == op->is.domain &&
            view->op[i].order < op->order && !leaves(view, i) &&
            !(view->op[i].found && view->op[i].clock + 3 == view->clock))
            first = false;
    if (!view_open(op, view->clock) || leaves(view, (unsigned)(op - view->op)) || !first)
        op->age = 0;
    else
        op->age = op->age + view->size.slots < most ? op->age + view->size.slots : most;
    op->due = op->age > 0 && op->age >= view->settings.bound && view->settings.bound > 0;
}

void view_ages(struct view *view) {
    if (view->aged)
        hold_back(view);
    const bool bounded = view->settings.bound != 0;
    if (view->aged && (leaves(view, view->aged - 1u) || !bounded))
        view->aged = 0;
    else if (!view->aged && bounded)
        choose_aged(view);
    for (unsigned i = 0; !bounded && i < view->used; i++)
        view->op[i].due = false;
    if (view_past(view, 2)->left[0].taken && !view_past(view, 2)->left[0].rejects)
        visit(view);
}

// --- what is asked in every clock ----------------------------------------------------------------

static enum view_why why(const struct view *view, unsigned slot) {
    const struct view_op *op = &view->op[slot];
    if (op->found || !(op->stands >> 2 & 1))
        return VIEW_STANDS_NOT;
    if (op->refused && op->refused + 2 >= view->clock)
        return VIEW_CHOSEN;
    for (unsigned ago = 3; ago <= 4; ago++) {
        const struct view_past *past = view_past(view, ago);
        if (past->refused && op->group >= past->group && !op->rejects &&
            (past->table || past->lanes & op->lanes))
            return VIEW_REFUSAL;
    }
    const struct view_past *past = view_past(view, 4);
    if (past->aged && past->aged != slot + 1 && !op->rejects &&
        (past->aged_all || past->aged_lanes & op->lanes))
        return VIEW_AGED;
    return past->pause ? VIEW_PAUSED : VIEW_CANDIDATE;
}

void view_waits_look(struct view *view) {
    const struct path_out *out = &view->out->path;
    const bool names = out->trace_kind >= PATH_GRANT && out->trace_kind <= PATH_REJECT;
    const struct view_op *named = names ? view_waiting(view, out->trace_tag) : NULL;
    view->named = (uint8_t)(named ? named - view->op + 1 : 0);
    view->newest = 0;
    view->dues = 0;
    memset(view->in_group, 0, sizeof view->in_group);
    memset(view->with, 0, sizeof view->with);
    for (unsigned i = 0; i < view->used; i++) {
        const struct view_op *op = &view->op[i];
        if (!op->taken)
            continue;
        if (op->clock + 1 == view->clock)
            view->newest = (uint8_t)(i + 1);
        view->in_group[op->group]++;
        view->why[i] = (uint8_t)why(view, i);
        view->with[view->why[i]]++;
        view->dues += op->due;
    }
}
