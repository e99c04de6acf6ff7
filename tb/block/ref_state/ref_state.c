#include "tb/block/ref_state/map.h"
#include "tb/block/ref_state/parts.h"

static void begin_again(struct ref_state *ref) {
    const struct path_size *size = &ref->size;
    // All but what outlives a reset.
    struct ref_state next = {.size = ref->size,
                             .reader_count = ref->reader_count,
                             .clock = ref->clock,
                             .out = ref->out,
                             .in = ref->in,
                             .hidden = ref->hidden};
    memcpy(next.readers, ref->readers, sizeof next.readers);
    next.past[ref->clock % REF_PAST].pause = ref->in->path.pause;
    next.hidden.fresh = 0;
    next.hidden.crowded = 0;
    next.hidden.left = size->depth;
    next.hidden.limits_moved = false;
    memset(next.hidden.lack, 0, sizeof next.hidden.lack);
    memset(next.hidden.lacking, 0, sizeof next.hidden.lacking);
    *ref = next;
    ref->limit = size->depth;
    memset(ref->in_class, UINT8_MAX, sizeof ref->in_class);
    memset(ref->places, UINT8_MAX, sizeof ref->places);
    memset(ref->places, 0, size->hbm);
    ref->idle = path_stages(size);
    ref->pool = (int)(size->slots - ref->idle);
    for (unsigned group = 0; group < PATH_GROUPS; group++)
        memset(ref->in_class[group], 0, path_lanes(size));
    for (unsigned lane = 0; lane < path_lanes(size); lane++)
        ref->window[lane] = ref->credit[lane] = ref->credit_before[lane] = map_window(size, lane);
    ref->first = ref->first_before = ref->off_before = true;
    map_reset(ref);
    map_settle(ref);
    ref->limits = ref->settings.limits;
}

void ref_begin(struct ref_state *ref, const struct path_size *size) {
    memset(ref, 0, sizeof *ref);
    ref->size = *size;
    ref->out = &ref->hidden.out;
    ref->in = &ref->hidden.in;
    begin_again(ref);
}

void ref_add(struct ref_state *ref, struct ref_reader reader) {
    if (ref->reader_count < REF_READERS)
        ref->readers[ref->reader_count++] = reader;
}

// --- the begin of a clock ----------------------------------------------------------------------

static const struct ref_past NOTHING;

static void enter(struct ref_state *ref, uint64_t clock, const struct block_out *out,
                  const struct block_in *in) {
    ref->clock = clock;
    ref->out_before = ref->out;
    ref->in_before = ref->in;
    ref->out = out;
    ref->in = in;
    ref->reports = (uint16_t)path_channel_set(out->path.return_kind);
    ref->ends = (uint16_t)path_channel_set(out->path.free_valid);
    *past_now(ref) = NOTHING; // by moves: `rep stos`, as of {0}, takes some 30 cycles
    if (!ref->after_reset)
        ref_bus_enter(ref);
    ref_learn_enter(ref);
    ref_waits_enter(ref);
    ref_waits_classify(ref);
}

// --- its end -----------------------------------------------------------------------------------

static void decide(struct ref_state *ref) {
    const struct path_out *out = &ref->out->path;
    if (out->trace_kind == PATH_WINDOW) {
        ref->hidden.moved |= out->trace_mask;
        ref->window_lane = ref_moved(ref);
        ref_learn_commits(ref, out->trace_mask);
        ref->window_clock = ref->clock;
        if (ref->window_lane < path_lanes(&ref->size)) {
            uint32_t *const credit = &ref->credit[ref->window_lane];
            *credit += out->trace_stage - (uint32_t)ref->window[ref->window_lane];
            *credit &= (uint32_t)((UINT64_C(1) << ref->size.cnt_w) - 1);
            ref->window[ref->window_lane] = out->trace_stage;
        } else
            ref->limit = out->trace_stage;
    }
    if (!ref->named)
        return;
    struct ref_op *op = &ref->op[ref->named - 1];
    if (out->trace_kind == PATH_DENY) {
        // Chosen as a candidate if it stood when it was compared; else it was a probe.
        if (slots_have(&ref->stands[2], ref->named - 1u)) {
            op->refused = ref->clock;
            past_now(ref)->refused = ref->named;
            past_now(ref)->group = op->group;
            past_now(ref)->lanes = op->lanes;
            past_now(ref)->table = out->trace_mask >> path_lanes(&ref->size) & 1;
        }
        op->reported = out->trace_mask;
        op->denies++;
        return;
    }
    if (out->trace_kind == PATH_GRANT)
        ref_grant(ref, op);
}

// What the trace and the answers add to counts and errors of the next clock.
static void count(struct ref_state *ref) {
    const struct path_out *out = &ref->out->path;
    ref->counts.grants += out->trace_kind == PATH_GRANT;
    ref->counts.rejects += out->trace_kind == PATH_REJECT;
    ref->counts.flushed += out->trace_kind == PATH_FLUSHED;
    ref->counts.repeats += out->answer_kind == ANSWER_HELD || out->answer_kind == ANSWER_WAITS;
    for (unsigned lane = 0; out->trace_kind == PATH_DENY && lane <= path_lanes(&ref->size); lane++)
        ref->counts.denials[lane] += (uint32_t)(out->trace_mask >> lane & 1);
    uint32_t *const info = ref->hidden.info;
    bool stray = false;
    info[1] = (uint32_t)out->trace_tag;
    for (unsigned left = ref->ends; left; left &= left - 1)
        ref->counts.frees++;
    CHANNELS_EACH (k, ref->reports) {
        const unsigned kind = out->return_kind[k];
        ref->counts.strays += kind == RETURN_STRAY;
        ref->counts.lates += kind == RETURN_LATE;
        if (kind == RETURN_STRAY && !stray)
            info[0] = k << 28 | out->return_handle[k];
        stray = stray || kind == RETURN_STRAY;
        if (kind == RETURN_BACK && k < path_channels(&ref->size) - 1)
            ref->counts.returns[k == 0 ? 0 : k <= ref->size.atomic ? 1 : 2]++;
    }
    ref->hidden.fresh = (uint32_t)stray | (uint32_t)(out->trace_kind == PATH_REJECT) << 1;
}

// One age is checked in each clock with a limit and something held (9.4).
static void check_age(struct ref_state *ref) {
    const uint32_t limit = ref->registers[SEMACREDIT_AGE_LIMIT / 4];
    struct ref_held *held = &ref->held[ref->age_turn];
    struct ref_past *past = past_now(ref);
    if (limit == 0 || ref->held_count == 0) {
        ref->age_turn = 0;
        return;
    }
    past->old = held->held && !held->reported && ref_since(held->now, ref->in->now) / 1024 > limit;
    past->old_handle = held->handle;
    held->reported |= past->old;
    ref->age_turn = (uint16_t)((ref->age_turn + 1) & (ref->size.depth - 1u));
}

// A write of that register was performed in the clock before, and is sampled by the path in this
// one.
static bool samples(const struct ref_state *ref, unsigned first) {
    const struct ref_bus *bus = &ref->bus;
    if (!bus->performed || bus->performed_at + 1 != ref->clock || bus->strobes != 15)
        return false;
    const struct reg *const reg = map_find(&ref->size, bus->address);
    return reg && reg->first == first && !(bus->data & ~reg->bits);
}

// messages.md. A message that is new in this clock was loaded in the one before.
static void messages(struct ref_state *ref) {
    const struct block_out *out = ref->out;
    const bool off = ref->registers[SEMACREDIT_MESSAGE_INTERVAL / 4] == 0;
    const bool asks = samples(ref, R_message_now) && ref->bus.data != 0;
    const bool asked_before = ref->asked_clock != 0 && ref->asked_clock + 1 == ref->clock;
    const bool first = ref->first;
    if (ref_loads(ref)) {
        const size_t bytes = path_lanes(&ref->size) * sizeof ref->reported[0];
        const bool same = memcmp(ref->reported, out->message_credit, bytes) == 0;
        ref->repeats = same && !ref->first_before ? ref->repeats + 1 : 0;
        memcpy(ref->reported, out->message_credit, bytes);
        ref->message_clock = ref->clock;
        ref->counts.messages++;
        ref->first = ref->off_before;
        ref->asked = asked_before;
    }
    ref->first_before = first;
    ref->first |= off;
    ref->off_earlier = ref->off_before;
    ref->off_before = off;
    ref->asked |= asks;
    if (asks)
        ref->asked_clock = ref->clock;
}

bool ref_unreported(const struct ref_state *ref) {
    return ref->registers[SEMACREDIT_MESSAGE_INTERVAL / 4] != 0 &&
           memcmp(ref->reported, ref->credit_before, sizeof ref->reported) != 0;
}

static void leave(struct ref_state *ref) {
    struct ref_past *past = past_now(ref);
    ref_spots_enter(ref);
    ref_telemetry_enter(ref);
    const uint32_t enable = ref->registers[SEMACREDIT_ENABLE / 4];
    past->pause = ref->in->path.pause || !(enable & 2);
    past->closed = !(enable & 1);
    past->irq = ref->errors & ref->registers[SEMACREDIT_ERROR_MASK / 4];
    past->send = samples(ref, R_send);
    past->send_channel = (uint8_t)(ref->bus.data >> 28);
    past->send_handle = ref->bus.data & 0xfffffff;
    past->flush = samples(ref, R_flush) && ref_flushes(&ref->size, ref->bus.data);
    if (past->flush) {
        past->flush_of = (uint8_t)ref->bus.data;
        past->flush_from = ref->waits;
        past->flush_tag = ref->registers[SEMACREDIT_FLUSH_TAG / 4];
        past->flush_mask = ref->registers[SEMACREDIT_FLUSH_MASK / 4];
    }
    ref_waits_mark(ref);
    messages(ref);
    memcpy(ref->credit_before, ref->credit, sizeof ref->credit);
    const unsigned slot = ref_waits_slot(ref);
    const int pool = (int)ref->size.slots - (int)ref->taken - (int)ref->idle; // of this clock's
    const bool leaves = ref->named && ref->out->path.trace_kind != PATH_DENY;
    decide(ref);
    ref_returns(ref);
    ref_flip(ref);
    ref_completions(ref);
    ref_telemetry_leave(ref);
    check_age(ref);
    const bool unparks = samples(ref, R_parked);
    const unsigned word = ref->bus.address / 4 - R_parked;
    const uint32_t mask = ref->bus.data;
    ref_bus_leave(ref); // reads what is parked in this clock
    if (samples(ref, R_capture) && ref->bus.data == 3)
        ref->held_max = ref->held_count;
    if (unparks)
        ref_unpark(ref, word, mask);
    if (leaves)
        ref_waits_leave(ref, ref->named - 1u, false);
    ref_waits_answered(ref);
    ref_spots_visit(ref);
    ref_waits_compare(ref);
    ref_waits_offer(ref, slot);
    ref->pool = pool - (past->taken != 0);
    count(ref);
}

static void observe(void *self, uint64_t clock, const struct block_out *out,
                    const struct block_in *in) {
    struct ref_state *ref = self;
    enter(ref, clock, out, in);
    for (unsigned i = 0; ref->seen_reset && i < ref->reader_count; i++)
        ref->readers[i].read(ref->readers[i].self, ref);
    if (in->path.rst_n) {
        leave(ref);
        ref->after_reset = false;
    } else {
        begin_again(ref);
        ref->epoch = in->path.epoch;
        ref->seen_reset = ref->after_reset = true;
    }
}

static void observe_copied(void *self, uint64_t clock, const struct block_out *out,
                           const struct block_in *in) {
    struct ref_state *ref = self;
    observe(ref, clock, out, in);
    ref->hidden.out = *out;
    ref->hidden.in = *in;
    ref->out = &ref->hidden.out;
    ref->in = &ref->hidden.in;
}

struct observer ref_observer(struct ref_state *ref) {
    return (struct observer){ref, observe_copied};
}

struct observer ref_observer_of_model(struct ref_state *ref) {
    return (struct observer){ref, observe};
}

struct ref_lane ref_lane_after(const struct ref_state *ref, const struct path_out *out,
                               unsigned lane) {
    struct ref_lane now = {ref->debt[lane], ref->window[lane]};
    const bool responds = lane >= path_stages(&ref->size);
    if (out->trace_mask >> lane & 1 && out->trace_kind == PATH_GRANT)
        now.debt += responds ? out->trace_response : out->trace_stage;
    if (out->trace_mask >> lane & 1 && out->trace_kind == PATH_WINDOW)
        now.window = out->trace_stage;
    for (unsigned k = 0; k + 1 < path_channels(&ref->size); k++)
        if (out->return_kind[k] == RETURN_BACK && out->return_lane[k] == lane)
            now.debt -= out->return_amount[k];
    return now;
}
