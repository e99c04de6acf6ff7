#include "tb/cosim/witness.h"

#include <stdlib.h>
#include <string.h>

#include "csim/golden/registers.h"
#include "csim/interface/completion_queues.h"
#include "csim/record/state_at_rest.h"

void witness_init(struct witness *witness, unsigned depth, uint64_t until) {
    memset(witness, 0, sizeof *witness);
    witness->until = until;
    witness->last = admitter_out_of_reset;
    registers_reset(&witness->registers, depth);
    witness->before = witness->registers;
}

// ---- operations

const struct witness_offer *witness_waiting(const struct witness *witness, uint32_t tag) {
    for (unsigned i = 0; i < witness->waitings; i++)
        if (witness->waiting[i].in.tag == tag)
            return &witness->waiting[i];
    return NULL;
}

const struct witness_offer *witness_blocker(const struct witness *witness,
                                            const struct witness_offer *offer) {
    for (const struct witness_offer *other = witness->waiting; other < offer; other++)
        if (other->in.tag == offer->in.tag ||
            (other->in.domain == offer->in.domain && offer->in.domain))
            return other;
    return NULL;
}

bool witness_ranks(const struct witness_offer *a, const struct witness_offer *b) {
    if (a->in.urgent != b->in.urgent)
        return a->in.urgent;
    if (a->in.wire_bytes != b->in.wire_bytes)
        return a->in.wire_bytes < b->in.wire_bytes;
    return a->clock < b->clock;
}

static void note_offer(struct witness *witness, const struct edge_in *in) {
    if (!in->op_valid || !witness->last.op_ready || witness->waitings > SLOTS)
        return;
    struct witness_offer *const offer = &witness->waiting[witness->waitings];
    *offer = (struct witness_offer){.in = *in, .clock = witness->clock};
    witness->oldest_grants[witness->waitings++] = witness->grants;
}

// An operation is estimated by the registers in force some clocks after its offer.
static void note_estimate(struct witness *witness) {
    for (unsigned place = witness->waitings; place > 0; place--) {
        struct witness_offer *const offer = &witness->waiting[place - 1];
        if (offer->clock + OFFER_TO_CONFIG < witness->clock)
            return;
        if (offer->clock + OFFER_TO_CONFIG > witness->clock)
            continue;
        const struct edge_in *const in = &offer->in;
        offer->registers = witness->registers;
        demand_estimate(&offer->registers, in->opcode, in->address, in->length, in->response_length,
                        &offer->raw);
    }
}

static void note_grant(struct witness *witness, const struct witness_offer *offer,
                       const struct edge_out *out) {
    struct witness_hold *const hold = &witness->hold[out->id % DEPTH_MAX];
    *hold = (struct witness_hold){
        .offer = *offer, .granted = witness->clock, .lane = out->lane, .ever = true};
    memcpy(hold->amount, out->demand, sizeof hold->amount);
    witness->grants++;
    witness->held++;
}

static void note_decision(struct witness *witness, const struct edge_out *out) {
    unsigned place = 0;
    while (place < witness->waitings && witness->waiting[place].in.tag != out->tag)
        place++;
    if (out->kind == DECISION_NONE || place == witness->waitings)
        return;
    struct witness_offer *const offer = &witness->waiting[place];
    if (out->kind == DECISION_DENY) {
        offer->has_denied = true;
        offer->denied = witness->clock;
        offer->refused = out->mask;
        return;
    }
    witness->left[witness->left_count++ % WITNESS_LEFT] =
        (struct witness_left){.offer = *offer, .clock = witness->clock, .kind = out->kind};
    if (out->kind == DECISION_GRANT)
        note_grant(witness, offer, out);
    const unsigned after = --witness->waitings - place;
    memmove(offer, offer + 1, after * sizeof *offer);
    memmove(&witness->oldest_grants[place], &witness->oldest_grants[place + 1],
            after * sizeof witness->oldest_grants[0]);
}

// ---- returns

static void note_free(struct witness *witness, unsigned id) {
    witness->hold[id % DEPTH_MAX].freed = witness->clock;
    witness->held--;
}

static void note_returns(struct witness *witness, const struct edge_out *out) {
    for (unsigned k = 0; k < CLASSES; k++) {
        if (out->return_kind[k] != CHANNEL_RETURN)
            continue;
        witness->hold[out->return_id[k] % DEPTH_MAX].returned[k] = witness->clock;
        witness->returned[lane_of_class(k, out->hbm_lane % LANES)] += out->amount[k];
        if (out->amount[k] && witness->pending_since == WITNESS_NEVER)
            witness->pending_since = witness->clock;
        if (out->retire >> k & 1)
            note_free(witness, out->return_id[k]);
    }
    if (out->done_kind == CHANNEL_COMPLETE)
        note_free(witness, out->done_id);
}

static void add_beat(struct witness *witness, unsigned port, uint16_t id, uint16_t service) {
    witness->beats[witness->beat_count++ % WITNESS_BEATS] = (struct witness_beat){
        .clock = witness->clock, .id = id, .service = service, .port = (uint8_t)port};
}

static void note_beats(struct witness *witness, const struct edge_in *in) {
    for (unsigned p = 0; p < HBM_LANES; p++)
        if (in->hbm_valid >> p & witness->last.hbm_ready >> p & 1)
            add_beat(witness, p, in->hbm_id[p], in->hbm_service[p]);
    if (in->atomic_valid)
        add_beat(witness, PORT_ATOMIC, in->atomic_id, in->atomic_service);
    if (in->response_valid)
        add_beat(witness, PORT_RESPONSE, in->response_id, in->response_service);
    if (in->done_valid)
        add_beat(witness, PORT_DONE, in->done_id, SERVICE_UNKNOWN);
}

const struct witness_beat *witness_beat(const struct witness *witness, unsigned port, unsigned id) {
    for (uint64_t i = witness->beat_count; i > 0 && i + WITNESS_BEATS > witness->beat_count; i--) {
        const struct witness_beat *const beat = &witness->beats[(i - 1) % WITNESS_BEATS];
        const unsigned at = beat->port < HBM_LANES ? 0 : beat->port;
        if (beat->id == id && at == (port < HBM_LANES ? 0 : port))
            return beat;
    }
    return NULL;
}

// ---- messages

static void note_message(struct witness *witness, const struct edge_in *in,
                         const struct edge_out *out) {
    const bool loads = out->grant_valid && (!witness->last.grant_valid || in->grant_ready);
    if (!loads)
        return;
    witness->loaded = witness->clock;
    witness->pending_since = WITNESS_NEVER;
    memcpy(witness->sent, out->grant_credit, sizeof witness->sent);
}

// ---- autotuning

static void note_epochs(struct witness *witness, const struct edge_in *in,
                        const struct edge_out *out) {
    struct autotune *const autotune = &witness->autotune;
    uint16_t service[CLASSES];
    if (autotune_is_off(autotune, &witness->registers))
        return;
    for (unsigned lane = 0; out->kind == DECISION_DENY && lane < LANES; lane++)
        if (out->mask >> lane & 1)
            witness->denied[lane] = witness->clock;
    for (unsigned k = 0; k < CLASSES; k++) {
        const struct witness_beat *const beat =
            witness_beat(witness, lane_of_class(k, 0), out->return_id[k]);
        service[k] = beat ? beat->service : SERVICE_UNKNOWN;
    }
    const unsigned lane = autotune->turn;
    autotune_clock(autotune, &witness->registers, out, service, in->now);
    if (autotune->look.clocks == LOOK_TO_EPOCH + 1 && autotune->look.ends)
        witness->over[lane] = (struct witness_epoch){.epoch = autotune->look.epoch,
                                                     .denied = witness->denied[lane],
                                                     .ended = witness->clock};
}

// ---- status registers

static void count(struct witness *witness, unsigned word, uint32_t more) {
    struct witness_status *const status = &witness->status[word];
    if (!more)
        return;
    status->value += more;
    status->clock = witness->clock;
}

static void greatest(struct witness *witness, unsigned word, uint32_t value) {
    if (value <= witness->status[word].value)
        return;
    witness->status[word].value = value;
    witness->status[word].clock = witness->clock;
}

static void note_debts(struct witness *witness, const struct edge_in *in,
                       const struct edge_out *out) {
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t was = witness->last.debt[lane], is = out->debt[lane];
        greatest(witness, REGISTER_DEBT_MAX + lane, is);
        if (!was && is)
            witness->busy_since[lane] = (uint32_t)in->now;
        if (was && !is)
            count(witness, REGISTER_BUSY + lane, (uint32_t)in->now - witness->busy_since[lane]);
        witness->status[REGISTER_DEBT + lane].value = is;
    }
}

static void note_status(struct witness *witness, const struct edge_in *in,
                        const struct edge_out *out) {
    count(witness, REGISTER_GRANTS, out->kind == DECISION_GRANT);
    count(witness, REGISTER_REJECTS, out->kind == DECISION_REJECT);
    count(witness, REGISTER_REPEATS, out->kind == DECISION_REPEAT);
    count(witness, REGISTER_COMPLETES,
          (uint32_t)__builtin_popcount(out->retire) + (out->done_kind == CHANNEL_COMPLETE));
    for (unsigned k = 0; k < CLASSES; k++)
        count(witness, REGISTER_RETURNS + k, out->return_kind[k] == CHANNEL_RETURN);
    count(witness, REGISTER_CALIBRATIONS, out->calibrate != 0);
    count(witness, REGISTER_MESSAGES, witness->loaded == witness->clock && out->grant_valid);
    for (unsigned lane = 0; out->kind == DECISION_DENY && lane <= LANES; lane++)
        count(witness, REGISTER_DENIALS + lane, out->mask >> lane & 1u);
    greatest(witness, REGISTER_HELD_MAX, witness->held);
    witness->status[REGISTER_HELD].value = witness->held;
    witness->status[REGISTER_WAITING].value = witness->waitings;
    note_debts(witness, in, out);
}

// ---- registers

static void note_write(struct witness *witness, const struct edge_in *in,
                       const struct edge_out *out, unsigned depth) {
    const struct register_write write = axi_monitor_edge(&witness->watch, in, out);
    if (!write.valid && !write.refused)
        return;
    struct witness_write *const note = &witness->writes[witness->write_count++ % WITNESS_WRITES];
    *note = (struct witness_write){.clock = witness->clock,
                                   .data = write.data,
                                   .address = write.address,
                                   .refused = write.refused};
    note->has_before = registers_read(&witness->registers, write.word, &note->before);
    if (!write.valid)
        return;
    registers_write(&witness->registers, depth, write.word, write.data);
}

// A read that is told now tells what the commits before this clock have made.
static void note_read(struct witness *witness, const struct edge_in *in,
                      const struct edge_out *out) {
    const struct register_read read = axi_monitor_read(&witness->watch, in, out);
    if (read.told)
        witness->read_status = witness->status[read.address / 4u].value;
}

// What is in force with this clock, by the block's own word.
static void note_force(struct witness *witness, const struct edge_out *out) {
    if (out->window && !out->reset)
        witness->registers.window[out->window_lane % LANES] = out->window_value;
    memcpy(witness->registers.multiplier, out->multiplier, sizeof out->multiplier);
    for (unsigned lane = 0; lane < LANES; lane++)
        if (out->calibrate >> lane & 1)
            witness->learnt[lane] = witness->clock;
}

static void note_reset(struct witness *witness, unsigned depth) {
    const struct witness was = *witness;
    const bool goes_on = was.reset + 1 == was.clock;
    witness_init(witness, depth, was.until);
    witness->clock = witness->reset = was.clock;
    witness->resets = was.resets + !goes_on;
    witness->before_reset = goes_on ? was.before_reset : was.last;
    for (unsigned word = 0; word < REGISTER_WORDS; word++)
        witness->status_before_reset[word] =
            goes_on ? was.status_before_reset[word] : was.status[word].value;
}

static void note(struct witness *witness, const struct edge_in *in, const struct edge_out *out,
                 unsigned depth) {
    if (in->reset) {
        note_reset(witness, depth);
        return;
    }
    note_read(witness, in, out);
    note_force(witness, out);
    note_estimate(witness);
    note_decision(witness, out);
    note_returns(witness, out);
    note_message(witness, in, out);
    note_epochs(witness, in, out);
    note_offer(witness, in);
    note_beats(witness, in);
    note_status(witness, in, out);
    witness->before = witness->registers;
    note_write(witness, in, out, depth);
    witness->last = *out;
}

// ---- the admitter

struct watched {
    struct admitter admitter; // first: members of the family embed it
    struct admitter *inner;
    struct witness *witness;
    unsigned depth;
};

static void watched_edge(struct admitter *self, const struct edge_in *in, struct edge_out *out) {
    const struct watched *const watched = (struct watched *)self;
    struct witness *const witness = watched->witness;
    admitter_edge(watched->inner, in, out);
    if (witness->reached)
        return;
    witness->clock += in->gap;
    if (witness->clock >= witness->until) {
        witness->reached = true;
        witness->in = *in;
        witness->out = *out;
        return;
    }
    note(witness, in, out, watched->depth);
    witness->clock++;
}

// What is known of a state at rest; when its operations came is not.
static void note_begin(struct witness *witness, const struct block_state *state) {
    struct block_derived scoreboard;
    block_derive(state, &scoreboard);
    block_state_show(state, &witness->last);
    witness->registers = witness->before = state->registers;
    witness->held = scoreboard.held;
    for (unsigned id = 0; id < DEPTH_MAX; id++) {
        const struct block_reservation *const from = &state->reservation[id];
        struct witness_hold *const hold = &witness->hold[id];
        if (!from->held)
            continue;
        hold->ever = true;
        hold->offer.in.tag = from->op.tag;
        hold->lane = from->lane;
        for (unsigned k = 0; k < CLASSES; k++)
            hold->amount[k] = from->awaited >> k & 1 ? from->amount[k] : 0;
    }
    for (unsigned i = 0; i < scoreboard.waiting; i++) {
        const struct block_slot *const slot = &state->slot[scoreboard.order[i]];
        struct witness_offer *const offer = &witness->waiting[witness->waitings++];
        *offer = (struct witness_offer){
            .registers = state->registers, .refused = slot->refused, .has_denied = slot->decided};
        offer->in.tag = slot->op.tag;
        OFFER_COPY(&offer->in, &slot->op);
        offer->raw = block_slot_raw(slot);
    }
    memcpy(witness->returned, state->freed, sizeof witness->returned);
    memcpy(witness->sent, state->sent, sizeof witness->sent);
    memcpy(witness->busy_since, state->busy_since, sizeof witness->busy_since);
    witness->begun = true;
}

static void status_begin(struct witness *witness, const struct block_state *state) {
    struct witness_status *const status = witness->status;
    status[REGISTER_GRANTS].value = state->count_grants;
    status[REGISTER_REJECTS].value = state->count_rejects;
    status[REGISTER_REPEATS].value = state->count_repeats;
    status[REGISTER_COMPLETES].value = state->count_completes;
    status[REGISTER_CALIBRATIONS].value = state->count_calibrations;
    status[REGISTER_MESSAGES].value = state->count_messages;
    status[REGISTER_HELD_MAX].value = state->held_max;
    for (unsigned k = 0; k < CLASSES; k++)
        status[REGISTER_RETURNS + k].value = state->count_returns[k];
    for (unsigned lane = 0; lane <= LANES; lane++)
        status[REGISTER_DENIALS + lane].value = state->count_denials[lane];
    for (unsigned lane = 0; lane < LANES; lane++) {
        status[REGISTER_DEBT_MAX + lane].value = state->debt_max[lane];
        status[REGISTER_BUSY + lane].value = state->busy[lane];
    }
    autotune_begin(&witness->autotune, state);
}

static bool watched_begin(struct admitter *self, const struct block_state *state) {
    const struct watched *const watched = (struct watched *)self;
    if (!admitter_begin(watched->inner, state))
        return false;
    note_begin(watched->witness, state);
    status_begin(watched->witness, state);
    return true;
}

static void watched_close(struct admitter *self) {
    admitter_close(((struct watched *)self)->inner);
    free(self);
}

static const struct admitter_ops watched_ops = {
    .name = "witness", .edge = watched_edge, .begin = watched_begin, .close = watched_close};

struct admitter *witness_open(struct admitter *inner, struct witness *witness, unsigned depth) {
    struct watched *const watched = inner ? malloc(sizeof *watched) : NULL;
    if (!watched) {
        admitter_close(inner);
        return NULL;
    }
    *watched = (struct watched){
        .admitter.ops = &watched_ops, .inner = inner, .witness = witness, .depth = depth};
    return &watched->admitter;
}
