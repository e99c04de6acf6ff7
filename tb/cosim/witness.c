#include "tb/cosim/witness.h"

#include <stdlib.h>
#include <string.h>

#include "csim/golden/registers.h"
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

static void note_offer(struct witness *witness, const struct edge_in *in) {
    if (!in->op_valid || !witness->last.op_ready || witness->waitings > SLOTS)
        return;
    witness->waiting[witness->waitings++] =
        (struct witness_offer){.in = *in, .clock = witness->clock};
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
    witness->held++;
}

static void note_decision(struct witness *witness, const struct edge_out *out) {
    unsigned place = 0;
    while (place < witness->waitings && witness->waiting[place].in.tag != out->tag)
        place++;
    if (out->kind == DECISION_NONE || out->kind == DECISION_DENY || place == witness->waitings)
        return;
    struct witness_offer *const offer = &witness->waiting[place];
    if (out->kind == DECISION_GRANT)
        note_grant(witness, offer, out);
    memmove(offer, offer + 1, (--witness->waitings - place) * sizeof *offer);
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
        if (out->retire >> k & 1)
            note_free(witness, out->return_id[k]);
    }
    if (out->done_kind == CHANNEL_COMPLETE)
        note_free(witness, out->done_id);
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

// What is in force with this clock, by the block's own word.
static void note_force(struct witness *witness, const struct edge_out *out) {
    if (out->window && !out->reset)
        witness->registers.window[out->window_lane % LANES] = out->window_value;
    memcpy(witness->registers.multiplier, out->multiplier, sizeof out->multiplier);
}

static void note_reset(struct witness *witness, unsigned depth) {
    const struct witness was = *witness;
    const bool goes_on = was.reset + 1 == was.clock;
    witness_init(witness, depth, was.until);
    witness->clock = witness->reset = was.clock;
    witness->resets = was.resets + !goes_on;
}

static void note(struct witness *witness, const struct edge_in *in, const struct edge_out *out,
                 unsigned depth) {
    if (in->reset) {
        note_reset(witness, depth);
        return;
    }
    axi_monitor_read(&witness->watch, in, out); // which reads are under way
    note_force(witness, out);
    note_estimate(witness);
    note_decision(witness, out);
    note_returns(witness, out);
    note_offer(witness, in);
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
    witness->reached = witness->clock >= witness->until;
    if (witness->reached)
        return;
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
        *offer = (struct witness_offer){.registers = state->registers};
        offer->in.tag = slot->op.tag;
        OFFER_COPY(&offer->in, &slot->op);
        offer->raw = block_slot_raw(slot);
    }
}

static bool watched_begin(struct admitter *self, const struct block_state *state) {
    const struct watched *const watched = (struct watched *)self;
    if (!admitter_begin(watched->inner, state))
        return false;
    note_begin(watched->witness, state);
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
