// What is held (reservation.md), from grants, returns and completions.

#include "tb/block/ref_state/parts.h"

const struct ref_held *ref_holding(const struct ref_state *ref, uint32_t handle) {
    const struct ref_held *held = &ref->held[path_id(&ref->size, handle)];
    return held->held && held->handle == handle ? held : NULL;
}

static uint16_t *tagged(struct ref_state *ref, uint64_t tag) {
    return &ref->tagged[tag & (ref->size.depth - 1u)];
}

const struct ref_held *ref_held_of(const struct ref_state *ref, uint64_t tag) {
    unsigned at = ref->tagged[tag & (ref->size.depth - 1u)];
    while (at && ref->held[at - 1].tag != tag)
        at = ref->held[at - 1].next;
    return at ? &ref->held[at - 1] : NULL;
}

static void let_go(struct ref_state *ref, unsigned id) {
    uint16_t *at = tagged(ref, ref->held[id].tag);
    while (*at != id + 1)
        at = &ref->held[*at - 1].next;
    *at = ref->held[id].next;
    ref->held[id].held = false;
    ref->held_count--;
    ref->parked_count += ref->held[id].touched;
}

static void hold(struct ref_state *ref, struct ref_held *held, const struct ref_op *op, unsigned i,
                 uint32_t amount) {
    held->lane[i] = op->lane[i];
    held->amount[i] = amount;
    held->owes |= (uint16_t)(1u << port_channel(&ref->size, op->lane[i]));
    ref->debt[op->lane[i]] += amount;
    if (i == 1)
        ref->through[op->lane[0]][port_engine(&ref->size, op->lane[1])] += amount;
    ref->reservations[op->lane[i]]++;
    ref->hidden.moved |= UINT64_C(1) << op->lane[i];
}

void ref_grant(struct ref_state *ref, const struct ref_op *op) {
    const struct path_out *out = &ref->out->path;
    const unsigned id = path_id(&ref->size, out->trace_handle);
    struct ref_held *held = &ref->held[id];
    if (op->rejects || held->held)
        return;
    *held = (struct ref_held){.held = true,
                              .handle = out->trace_handle,
                              .tag = op->tag,
                              .next = *tagged(ref, op->tag),
                              .clock = ref->clock,
                              .now = ref->in->now,
                              .opcode = op->is.opcode};
    hold(ref, held, op, 0, out->trace_stage);
    if (op->responds)
        hold(ref, held, op, 1, out->trace_response);
    if (op->holds)
        held->owes |= (uint16_t)(1u << (path_channels(&ref->size) - 1));
    *tagged(ref, op->tag) = (uint16_t)(id + 1);
    ref->generation[id] = (ref->generation[id] + 1) & ((1u << ref->size.gen_w) - 1);
    ref->held_count++;
}

static void give_back(struct ref_state *ref, struct ref_held *held, unsigned channel) {
    held->touched |= ref_past(ref, 3)->sent >> channel & 1;
    held->owes &= (uint16_t) ~(1u << channel);
    past_now(ref)->last |= (uint16_t)((held->owes == 0) << channel);
    if (channel == path_channels(&ref->size) - 1)
        return;
    const unsigned i = port_channel(&ref->size, held->lane[0]) != channel;
    const unsigned lane = held->lane[i];
    ref->debt[lane] -= held->amount[i];
    if (i == 0 && held->lane[1] >= ref->size.hbm + ref->size.atomic)
        ref->through[lane][port_engine(&ref->size, held->lane[1])] -= held->amount[1];
    ref->reservations[lane]--;
    past_now(ref)->returned |= UINT64_C(1) << lane;
    ref->hidden.moved |= UINT64_C(1) << lane;
    ref->credit[lane] =
        (ref->credit[lane] + held->amount[i]) & (uint32_t)((UINT64_C(1) << ref->size.cnt_w) - 1);
}

// What is touched and complete is parked; those that software unparked six clocks ago the table
// counts no longer (4.7).
static void park(struct ref_state *ref) {
    struct ref_past *past = past_now(ref);
    CHANNELS_EACH (k, past->last) {
        const unsigned id = path_id(&ref->size, ref->out->path.return_handle[k]);
        ref->parked[id / 32] |= (uint32_t)ref->held[id].touched << id % 32;
        ref->ids_parked += ref->held[id].touched;
    }
    ref->parked_count -= ref_past(ref, 6)->unparked;
    past->all_parked = ref->ids_parked == ref->size.depth;
}

void ref_unpark(struct ref_state *ref, unsigned word, uint32_t mask) {
    mask &= ref->parked[word];
    ref->parked[word] ^= mask;
    const unsigned count = (unsigned)__builtin_popcount(mask);
    ref->ids_parked -= count;
    past_now(ref)->unparked = (uint16_t)count;
}

// By its flags, and by its port (4.2).
bool ref_owes(const struct ref_state *ref, const struct ref_held *held, unsigned channel,
              unsigned ago) {
    const struct ref_past *past = ref_past(ref, ago);
    return held->owes >> channel & 1 &&
           (channel > 0 || past->sent & 1 || past->partition == held->lane[0]);
}

void ref_returns(struct ref_state *ref) {
    const struct path_out *out = &ref->out->path;
    CHANNELS_EACH (k, ref->reports) {
        struct ref_held *held = &ref->held[path_id(&ref->size, out->return_handle[k])];
        if (out->return_kind[k] == RETURN_BACK && held->held &&
            held->handle == out->return_handle[k] && ref_owes(ref, held, k, 3))
            give_back(ref, held, k);
    }
    park(ref);
    CHANNELS_EACH (k, ref->ends) {
        const unsigned id = path_id(&ref->size, out->free_handle[k]);
        if (ref_holding(ref, out->free_handle[k]) && !ref->held[id].owes)
            let_go(ref, id);
    }
    if (ref->held_count > ref->held_max)
        ref->held_max = ref->held_count;
}

// --- headrooms (3.6) ----------------------------------------------------------------------------

void ref_flip(struct ref_state *ref) {
    const unsigned which = ref->in->flip - 1u, lane = which / BLOCK_FLIPS;
    if (ref->in->flip == 0)
        return;
    const int64_t one = (int64_t)1 << which % BLOCK_FLIPS;
    ref->extra[lane] += ref_headroom(ref, lane) & one ? -one : one;
    ref->flipped |= UINT64_C(1) << lane;
    ref->hidden.moved |= UINT64_C(1) << lane;
}

bool ref_mend(struct ref_state *ref, uint32_t *lane) {
    const struct path_out *out = &ref->out->path;
    uint64_t busy = out->trace_kind == PATH_GRANT ? out->trace_mask : 0;
    bool some = false;
    CHANNELS_EACH (k, ref->reports)
        if (out->return_kind[k] == RETURN_BACK && k + 1 < path_channels(&ref->size))
            busy |= UINT64_C(1) << out->return_lane[k];
    for (unsigned l = 0; l < path_lanes(&ref->size); l++) {
        const bool writes = out->trace_kind == PATH_WINDOW && out->trace_mask >> l & 1;
        const bool held = ref->reservations[l] > 0;
        const int64_t much = ref_headroom(ref, l) - (int64_t)ref->window[l];
        if (!(ref->flipped >> l & 1) || writes || (held ? much <= 0 : much == 0))
            continue;
        *lane = some ? *lane : l;
        some = true;
        if (held && busy >> l & 1)
            continue;
        ref->extra[l] -= much;
        ref->hidden.moved |= UINT64_C(1) << l;
    }
    return some;
}

// --- completions that are taken up in this clock (4.2, 4.4, 4.6) --------------------------------

static void take_up(struct ref_state *ref, unsigned channel, uint32_t handle, uint16_t observed) {
    past_now(ref)->taken_up |= (uint16_t)(1u << channel);
    past_now(ref)->handle[channel] = handle;
    past_now(ref)->observed[channel] = observed;
}

static void collect(struct ref_state *ref, bool serves) {
    const struct path_in *in = &ref->in->path;
    const unsigned partitions = ref->size.hbm;
    serves = serves && ref->collected;
    unsigned next = ref->served_next;
    while (serves && ref->places[next] == 0)
        next = next + 1 < partitions ? next + 1 : 0;
    static const bool NONE[PATH_HBM];
    const bool beats = memcmp(in->hbm_valid, NONE, sizeof NONE) != 0;
    for (unsigned p = 0; beats && p < partitions; p++)
        if (in->hbm_valid[p] && ref->out->path.hbm_ready[p] && ref->places[p] < 2) {
            ref->place_observed[p][ref->places[p]] = ref->in->hbm_observed[p];
            ref->place[p][ref->places[p]++] = in->hbm_handle[p];
            ref->collected++;
        }
    if (!serves)
        return;
    take_up(ref, 0, ref->place[next][0], ref->place_observed[next][0]);
    past_now(ref)->partition = (uint8_t)next;
    ref->place[next][0] = ref->place[next][1];
    ref->place_observed[next][0] = ref->place_observed[next][1];
    ref->places[next]--;
    ref->collected--;
    ref->served_next = (uint8_t)(next + 1 < partitions ? next + 1 : 0);
}

void ref_completions(struct ref_state *ref) {
    const struct path_in *in = &ref->in->path;
    const struct path_out *out = &ref->out->path;
    const struct ref_past *last = ref_past(ref, 1);
    const unsigned channels = path_channels(&ref->size);
    const bool sent = last->send && last->send_channel < channels;
    collect(ref, !(sent && last->send_channel == 0));
    for (unsigned i = 0; i < ref->size.atomic; i++)
        if (in->atomic_valid[i] && out->atomic_ready[i])
            take_up(ref, 1 + i, in->atomic_handle[i], ref->in->atomic_observed[i]);
    for (unsigned i = 0; i < ref->size.response; i++)
        if (in->response_valid[i] && out->response_ready[i])
            take_up(ref, 1u + ref->size.atomic + i, in->response_handle[i],
                    ref->in->response_observed[i]);
    if (in->done_valid && out->done_ready)
        take_up(ref, channels - 1, in->done_handle, UINT16_MAX);
    if (!sent)
        return;
    take_up(ref, last->send_channel, last->send_handle, UINT16_MAX);
    past_now(ref)->sent = (uint16_t)(1u << last->send_channel);
}
