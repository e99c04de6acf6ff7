// What is held (reservation.md), from grants, returns and completions.
#include <string.h>

#include "tb/block/port.h"
#include "tb/block/view/parts.h"

const struct view_held *view_holding(const struct view *view, uint32_t handle) {
    const struct view_held *held = &view->held[path_id(&view->size, handle)];
    return held->held && held->handle == handle ? held : NULL;
}

static uint16_t *tagged(struct view *view, uint64_t tag) {
    return &view->tagged[tag & (view->size.depth - 1u)];
}

const struct view_held *view_held_of(const struct view *view, uint64_t tag) {
    unsigned at = view->tagged[tag & (view->size.depth - 1u)];
    while (at && view->held[at - 1].tag != tag)
        at = view->held[at - 1].next;
    return at ? &view->held[at - 1] : NULL;
}

static void let_go(struct view *view, unsigned id) {
    uint16_t *at = tagged(view, view->held[id].tag);
    while (*at != id + 1)
        at = &view->held[*at - 1].next;
    *at = view->held[id].next;
    view->held[id].held = false;
    view->held_count--;
}

static void hold(struct view *view, struct view_held *held, const struct view_op *op, unsigned i,
                 uint32_t amount) {
    held->lane[i] = op->lane[i];
    held->amount[i] = amount;
    held->owes |= (uint16_t)(1u << port_channel(&view->size, op->lane[i]));
    view->debt[op->lane[i]] += amount;
    view->holders[op->lane[i]]++;
    view->hidden.moved |= UINT64_C(1) << op->lane[i];
}

void view_grant(struct view *view, const struct view_op *op) {
    const struct path_out *out = &view->out->path;
    const unsigned id = path_id(&view->size, out->trace_handle);
    struct view_held *held = &view->held[id];
    if (op->rejects || held->held)
        return;
    *held = (struct view_held){.held = true,
                               .handle = out->trace_handle,
                               .tag = op->tag,
                               .next = *tagged(view, op->tag),
                               .clock = view->clock,
                               .now = view->in->now,
                               .opcode = op->is.opcode};
    hold(view, held, op, 0, out->trace_stage);
    if (op->responds)
        hold(view, held, op, 1, out->trace_response);
    if (op->holds)
        held->owes |= (uint16_t)(1u << (path_channels(&view->size) - 1));
    *tagged(view, op->tag) = (uint16_t)(id + 1);
    view->generation[id] = (view->generation[id] + 1) & ((1u << view->size.gen_w) - 1);
    view->held_count++;
}

static void give_back(struct view *view, struct view_held *held, unsigned channel) {
    held->owes &= (uint16_t) ~(1u << channel);
    past_now(view)->last |= (uint16_t)((held->owes == 0) << channel);
    if (channel == path_channels(&view->size) - 1)
        return;
    const unsigned i = port_channel(&view->size, held->lane[0]) != channel;
    const unsigned lane = held->lane[i];
    view->debt[lane] -= held->amount[i];
    view->holders[lane]--;
    view->hidden.moved |= UINT64_C(1) << lane;
    view->credit[lane] =
        (view->credit[lane] + held->amount[i]) & (uint32_t)((UINT64_C(1) << view->size.cnt_w) - 1);
}

void view_returns(struct view *view) {
    const struct path_out *out = &view->out->path;
    CHANNELS_EACH (k, view->tells) {
        struct view_held *held = &view->held[path_id(&view->size, out->return_handle[k])];
        if (out->return_kind[k] == RETURN_BACK && held->held &&
            held->handle == out->return_handle[k] && held->owes >> k & 1)
            give_back(view, held, k);
    }
    CHANNELS_EACH (k, view->ends) {
        const unsigned id = path_id(&view->size, out->free_handle[k]);
        if (view_holding(view, out->free_handle[k]) && !view->held[id].owes)
            let_go(view, id);
    }
    if (view->held_count > view->held_max)
        view->held_max = view->held_count;
}

// --- completions that are taken up in this clock (4.2, 4.4, 4.6) --------------------------------

static void take_up(struct view *view, unsigned channel, uint32_t handle) {
    past_now(view)->taken_up |= (uint16_t)(1u << channel);
    past_now(view)->handle[channel] = handle;
}

static void collect(struct view *view, bool serves) {
    const struct path_in *in = &view->in->path;
    const unsigned partitions = view->size.hbm;
    serves = serves && view->collected;
    unsigned next = view->served_next;
    while (serves && view->places[next] == 0)
        next = next + 1 < partitions ? next + 1 : 0;
    static const bool NONE[PATH_HBM];
    const bool beats = memcmp(in->hbm_valid, NONE, sizeof NONE) != 0;
    for (unsigned p = 0; beats && p < partitions; p++)
        if (in->hbm_valid[p] && view->out->path.hbm_ready[p] && view->places[p] < 2) {
            view->place[p][view->places[p]++] = in->hbm_handle[p];
            view->collected++;
        }
    if (!serves)
        return;
    take_up(view, 0, view->place[next][0]);
    view->place[next][0] = view->place[next][1];
    view->places[next]--;
    view->collected--;
    view->served_next = (uint8_t)(next + 1 < partitions ? next + 1 : 0);
}

void view_completions(struct view *view) {
    const struct path_in *in = &view->in->path;
    const struct path_out *out = &view->out->path;
    const struct view_past *last = view_past(view, 1);
    const unsigned channels = path_channels(&view->size);
    const bool sent = last->send && last->send_channel < channels;
    collect(view, !(sent && last->send_channel == 0));
    for (unsigned i = 0; i < view->size.atomic; i++)
        if (in->atomic_valid[i] && out->atomic_ready[i])
            take_up(view, 1 + i, in->atomic_handle[i]);
    for (unsigned i = 0; i < view->size.response; i++)
        if (in->response_valid[i] && out->response_ready[i])
            take_up(view, 1u + view->size.atomic + i, in->response_handle[i]);
    if (in->done_valid && out->done_ready)
        take_up(view, channels - 1, in->done_handle);
    if (sent)
        take_up(view, last->send_channel, last->send_handle);
}
