#include <string.h>

#include "tb/block/view/map.h"
#include "tb/block/view/parts.h"

static void begin_again(struct view *view) {
    const struct path_size *size = &view->size;
    // All but what outlives a reset.
    struct view next = {.size = view->size,
                        .reader_count = view->reader_count,
                        .clock = view->clock,
                        .out = view->out,
                        .in = view->in,
                        .hidden = view->hidden};
    memcpy(next.readers, view->readers, sizeof next.readers);
    next.hidden.visits = next.hidden.aged_next = 0;
    next.hidden.fresh = 0;
    *view = next;
    view->limit = size->depth;
    memset(view->in_class, UINT8_MAX, sizeof view->in_class);
    memset(view->places, UINT8_MAX, sizeof view->places);
    memset(view->places, 0, size->hbm);
    view->share[0] = view->share[1] = size->slots * 3u / 10;
    view->share[2] = size->slots - 2 * view->share[0];
    for (unsigned group = 0; group < PATH_GROUPS; group++)
        memset(view->in_class[group], 0, path_lanes(size));
    for (unsigned lane = 0; lane < path_lanes(size); lane++)
        view->window[lane] = map_window(size, lane);
    map_reset(view);
    map_settle(view);
}

void view_begin(struct view *view, const struct path_size *size) {
    memset(view, 0, sizeof *view);
    view->size = *size;
    view->out = &view->hidden.out;
    view->in = &view->hidden.in;
    begin_again(view);
}

void view_add(struct view *view, struct view_reader reader) {
    if (view->reader_count < VIEW_READERS)
        view->readers[view->reader_count++] = reader;
}

// --- the begin of a clock ----------------------------------------------------------------------

static const struct view_past NOTHING;

static void enter(struct view *view, uint64_t clock, const struct block_out *out,
                  const struct block_in *in) {
    view->clock = clock;
    view->out_before = view->out;
    view->in_before = view->in;
    view->out = out;
    view->in = in;
    view->tells = (uint16_t)path_channel_set(out->path.return_kind);
    view->ends = (uint16_t)path_channel_set(out->path.free_valid);
    *past_now(view) = NOTHING; // by moves: `rep stos`, as of {0}, takes some 30 cycles
    if (!view->after_reset)
        view_bus_enter(view);
    view_waits_enter(view);
    view_waits_look(view);
}

// --- its end -----------------------------------------------------------------------------------

static void decide(struct view *view) {
    const struct path_out *out = &view->out->path;
    if (out->trace_kind == PATH_WINDOW) {
        view->hidden.moved |= out->trace_mask;
        view->window_lane = view_moved(view);
        view->counts.calibrated +=
            !view->bus.performed && (view->calibrated & ~view->tuned & out->trace_mask) != 0;
        view->window_clock = view->clock;
        if (view->window_lane < path_lanes(&view->size))
            view->window[view->window_lane] = out->trace_stage;
        else
            view->limit = out->trace_stage;
    }
    if (!view->named)
        return;
    struct view_op *op = &view->op[view->named - 1];
    if (out->trace_kind == PATH_DENY) {
        // Chosen as a candidate if it stood when it was compared; else it was a look.
        if (slots_have(&view->stands[2], view->named - 1u)) {
            op->refused = view->clock;
            past_now(view)->refused = view->named;
            past_now(view)->group = op->group;
            past_now(view)->lanes = op->lanes;
            past_now(view)->table = out->trace_mask >> path_lanes(&view->size) & 1;
        }
        op->told = out->trace_mask;
        op->denies++;
        return;
    }
    if (out->trace_kind == PATH_GRANT)
        view_grant(view, op);
}

// What the trace and the answers add to counts and errors of the next clock.
static void count(struct view *view) {
    const struct path_out *out = &view->out->path;
    view->counts.grants += out->trace_kind == PATH_GRANT;
    view->counts.rejects += out->trace_kind == PATH_REJECT;
    view->counts.repeats += out->answer_kind == ANSWER_HELD || out->answer_kind == ANSWER_WAITS;
    for (unsigned lane = 0; out->trace_kind == PATH_DENY && lane <= path_lanes(&view->size); lane++)
        view->counts.denials[lane] += (uint32_t)(out->trace_mask >> lane & 1);
    uint32_t *const info = view->hidden.info;
    bool stray = false;
    info[1] = (uint32_t)out->trace_tag;
    for (unsigned left = view->ends; left; left &= left - 1)
        view->counts.frees++;
    CHANNELS_EACH (k, view->tells) {
        const unsigned kind = out->return_kind[k];
        view->counts.strays += kind == RETURN_STRAY;
        view->counts.lates += kind == RETURN_LATE;
        if (kind == RETURN_STRAY && !stray)
            info[0] = out->return_handle[k];
        stray = stray || kind == RETURN_STRAY;
        if (kind == RETURN_BACK && k < path_channels(&view->size) - 1)
            view->counts.returns[k == 0 ? 0 : k <= view->size.atomic ? 1 : 2]++;
    }
    view->hidden.fresh = (uint32_t)stray | (uint32_t)(out->trace_kind == PATH_REJECT) << 1;
}

// One age is looked at in each clock with a limit and something held (9.4).
static void look(struct view *view) {
    const uint32_t limit = view->registers[SEMACREDIT_AGE_LIMIT / 4];
    const struct view_held *held = &view->held[view->age_turn];
    struct view_past *past = past_now(view);
    if (limit == 0 || view->held_count == 0) {
        view->age_turn = 0;
        return;
    }
    past->old = held->held && (view->in->now - held->now) / 1024 > limit;
    past->old_handle = held->handle;
    view->age_turn = (uint16_t)((view->age_turn + 1) & (view->size.depth - 1u));
}

static void messages(struct view *view) {
    const struct block_out *out = view->out;
    if (!view_loads(view))
        return;
    const size_t bytes = path_lanes(&view->size) * sizeof view->told[0];
    view->repeats = memcmp(view->told, out->message_credit, bytes) == 0 ? view->repeats + 1 : 0;
    memcpy(view->told, out->message_credit, bytes);
    view->message_clock = view->clock;
    view->counts.messages++;
}

// A write of `send` was performed in the clock before, and is sampled by the path in this one.
static bool sends(const struct view *view) {
    const struct view_bus *bus = &view->bus;
    if (!bus->performed || bus->performed_at + 1 != view->clock ||
        bus->address != SEMACREDIT_SEND || bus->strobes != 15)
        return false;
    return !(bus->data & ~map_find(&view->size, SEMACREDIT_SEND)->bits);
}

bool view_untold(const struct view *view) {
    return view->registers[SEMACREDIT_MESSAGE_INTERVAL / 4] != 0 &&
           memcmp(view->told, view->credit_before, sizeof view->told) != 0;
}

static void leave(struct view *view) {
    struct view_past *past = past_now(view);
    past->pause = view->in->path.pause;
    past->send = sends(view);
    past->send_channel = (uint8_t)(view->bus.data >> 28);
    past->send_handle = view->bus.data & 0xfffffff;
    messages(view);
    memcpy(view->credit_before, view->credit, sizeof view->credit);
    const unsigned slot = view_waits_slot(view);
    const bool leaves = view->named && view->out->path.trace_kind != PATH_DENY;
    decide(view);
    view_returns(view);
    view_completions(view);
    look(view);
    view_bus_leave(view);
    if (leaves)
        view_waits_leave(view, view->named - 1u, false);
    view_waits_answered(view);
    past->aged = view->aged;
    view_ages(view);
    view_waits_compare(view);
    view_waits_offer(view, slot);
    count(view);
}

static void hear(void *self, uint64_t clock, const struct block_out *out,
                 const struct block_in *in) {
    struct view *view = self;
    enter(view, clock, out, in);
    for (unsigned i = 0; view->seen_reset && i < view->reader_count; i++)
        view->readers[i].read(view->readers[i].self, view);
    if (in->path.rst_n) {
        leave(view);
        view->after_reset = false;
    } else {
        begin_again(view);
        view->epoch = in->path.epoch;
        view->seen_reset = view->after_reset = true;
    }
}

static void hear_copied(void *self, uint64_t clock, const struct block_out *out,
                        const struct block_in *in) {
    struct view *view = self;
    hear(view, clock, out, in);
    view->hidden.out = *out;
    view->hidden.in = *in;
    view->out = &view->hidden.out;
    view->in = &view->hidden.in;
}

struct listener view_listener(struct view *view) {
    return (struct listener){view, hear_copied};
}

struct listener view_listener_of_heard(struct view *view) {
    return (struct listener){view, hear};
}

struct view_lane view_lane_after(const struct view *view, const struct path_out *out,
                                 unsigned lane) {
    struct view_lane now = {view->debt[lane], view->window[lane]};
    const bool responds = lane >= (unsigned)view->size.hbm + view->size.atomic;
    if (out->trace_mask >> lane & 1 && out->trace_kind == PATH_GRANT)
        now.debt += responds ? out->trace_response : out->trace_stage;
    if (out->trace_mask >> lane & 1 && out->trace_kind == PATH_WINDOW)
        now.window = out->trace_stage;
    for (unsigned k = 0; k + 1 < path_channels(&view->size); k++)
        if (out->return_kind[k] == RETURN_BACK && out->return_lane[k] == lane)
            now.debt -= out->return_amount[k];
    return now;
}
