#include "csim/record/state_at_rest.h"

#include <string.h>

#include "csim/golden/registers.h"

void block_state_reset(struct block_state *state, unsigned depth) {
    memset(state, 0, sizeof *state);
    registers_reset(&state->registers, depth);
    for (unsigned place = 0; place < ID_QUEUE; place++)
        state->id_queue[place] = (uint16_t)(place < depth ? place : NOT_QUEUED);
    state->order = 2; // reset and window
}

// --- what follows ------------------------------------------------------------------------------

static void add_reservation(struct block_derived *derived, const struct block_reservation *entry) {
    if (!entry->held)
        return;
    derived->held++;
    for (unsigned k = 0; k < CLASSES; k++)
        if (entry->awaited >> k & 1)
            derived->debt[lane_of_class(k, entry->lane)] += entry->amount[k];
}

// In the order of offers.
static void add_slot(const struct block_state *state, struct block_derived *derived,
                     unsigned slot) {
    unsigned at = derived->waiting++;

    for (; at > 0 && state->slot[derived->order[at - 1]].number > state->slot[slot].number; at--)
        derived->order[at] = derived->order[at - 1];
    derived->order[at] = (uint8_t)slot;
}

static lane_set refused_now(const struct block_state *state, const struct block_derived *derived,
                            const struct block_slot *slot) {
    const bool no_id = state->id_queue[0] == NOT_QUEUED;
    lane_set mask = no_id || derived->held >= state->registers.command_limit ? REFUSED_TABLE : 0;

    for (unsigned k = 0; k < CLASSES; k++) {
        const unsigned lane = lane_of_class(k, slot->lane);
        const uint64_t sum = (uint64_t)derived->debt[lane] + slot->amount[k];
        if (slot->amount[k] && sum > state->registers.window[lane])
            mask |= LANE_BIT(lane);
    }
    return mask;
}

static bool keeps_order(const struct block_op *earlier, const struct block_op *op) {
    return earlier->tag == op->tag || (op->domain && earlier->domain == op->domain);
}

static void find_blocked(const struct block_state *state, struct block_derived *derived) {
    for (unsigned i = 0; i < derived->waiting; i++)
        for (unsigned earlier = 0; earlier < i; earlier++)
            if (keeps_order(&state->slot[derived->order[earlier]].op,
                            &state->slot[derived->order[i]].op))
                derived->blocked |= UINT64_C(1) << derived->order[i];
}

void block_derive(const struct block_state *state, struct block_derived *derived) {
    const uint16_t bound = state->registers.starvation_bound;

    *derived = (struct block_derived){.held = 0};
    for (unsigned id = 0; id < DEPTH_MAX; id++)
        add_reservation(derived, &state->reservation[id]);
    for (unsigned slot = 0; slot < SLOTS; slot++)
        if (state->slot[slot].taken)
            add_slot(state, derived, slot);
    for (unsigned slot = 0; slot < SLOTS; slot++)
        if (state->slot[slot].taken && state->slot[slot].decided)
            derived->refused[slot] = refused_now(state, derived, &state->slot[slot]);
    find_blocked(state, derived);
    derived->aged = bound && derived->waiting &&
                    (uint16_t)(state->grants - state->slot[derived->order[0]].grants) >= bound;
}

// --- whether it can be -------------------------------------------------------------------------

static bool exceeds(uint64_t value, unsigned bits) {
    return value >> bits != 0;
}

static const char *check_op(const struct block_op *op) {
    if (op->opcode >= OPCODES || op->urgent > 1 || exceeds(op->wire_bytes, WIRE_BITS))
        return "an operation's opcode, urgency or wire bytes are out of range";
    return NULL;
}

static bool same_tag_held(const struct block_state *state, uint32_t tag, unsigned depth) {
    for (unsigned id = 0; id < depth; id++)
        if (state->reservation[id].held && state->reservation[id].op.tag == tag)
            return true;
    return false;
}

static const char *check_reservation(const struct block_state *state, unsigned id) {
    const struct block_reservation *const entry = &state->reservation[id];

    if (!entry->held)
        return NULL;
    if (entry->awaited == 0 || exceeds(entry->awaited, AWAITED_BITS) || entry->lane >= HBM_LANES)
        return "a reservation that is held awaits something, on a lane that there is";
    for (unsigned k = 0; k < CLASSES; k++)
        if ((entry->awaited >> k & 1) && entry->amount[k] == 0)
            return "what a reservation awaits is not zero";
    return same_tag_held(state, entry->op.tag, id) ? "two reservations have one tag"
                                                   : check_op(&entry->op);
}

static const char *check_debts(const struct block_state *state, const struct block_derived *derived,
                               unsigned depth) {
    uint64_t debt[LANES] = {0};

    for (unsigned id = 0; id < depth; id++)
        for (unsigned k = 0; state->reservation[id].held && k < CLASSES; k++)
            if (state->reservation[id].awaited >> k & 1)
                debt[lane_of_class(k, state->reservation[id].lane)] +=
                    state->reservation[id].amount[k];
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (debt[lane] >= COUNTER_MAX)
            return "a lane's debt is at most the largest window";
        if (state->debt_max[lane] < debt[lane])
            return "a lane's debt is not above the most that it was";
        if (state->registers.window[lane] >= COUNTER_MAX)
            return "a window is not all ones";
    }
    if (state->held_max < derived->held || state->held_max > depth)
        return "no more is held than ever, and ever than there are";
    if (state->count_grants - state->count_completes != derived->held)
        return "what is granted and not completed is held";
    return NULL;
}

// What is chosen at rest, though nothing may be, or known otherwise than the state says.
static const char *check_choices(const struct block_state *state,
                                 const struct block_derived *derived, unsigned slot) {
    const struct block_slot *const entry = &state->slot[slot];
    const bool blocked = derived->blocked >> slot & 1;
    const bool held_back = derived->aged && slot != derived->order[0];
    const lane_set refused = derived->refused[slot];

    if (blocked && entry->decided)
        return "an operation that must not pass another was not decided yet";
    const lane_set lanes = LANE_BIT(entry->lane) | LANE_BIT(ATOMIC_LANE) | LANE_BIT(RESPONSE_LANE);
    if (entry->decided != (entry->refused != 0) || (entry->refused & ~(lanes | REFUSED_TABLE)))
        return "an operation that was denied has a mask, and no other";
    if (state->paused)
        return NULL;
    if (!blocked && !held_back && !(entry->decided && refused))
        return "an operation waits that may be tried";
    if (entry->decided && refused && refused != entry->refused)
        return "an operation waits whose refusal has changed";
    return NULL;
}

static const char *check_slot(const struct block_state *state, const struct block_derived *derived,
                              unsigned slot, unsigned depth) {
    const struct block_slot *const entry = &state->slot[slot];

    if (!entry->taken)
        return NULL;
    if (entry->lane >= HBM_LANES || exceeds(entry->raw_response, 49))
        return "a raw demand is out of range";
    if (!entry->known && (entry->raw_hbm || entry->raw_atomic || entry->raw_response))
        return "an unknown opcode has no demand";
    if (!entry->known && entry->decided)
        return "an unknown opcode is rejected, not denied";
    if (entry->decided && same_tag_held(state, entry->op.tag, depth))
        return "an operation that holds a reservation is answered, not denied";
    if ((entry->amount[CLASS_HBM] && !entry->raw_hbm) ||
        (entry->amount[CLASS_ATOMIC] && !entry->raw_atomic) ||
        (entry->amount[CLASS_RESPONSE] && !entry->raw_response))
        return "a demand comes from a raw one";
    for (unsigned i = 1; i < derived->waiting; i++)
        if (state->slot[derived->order[i - 1]].number == state->slot[derived->order[i]].number)
            return "two operations have one number";
    const char *const wrong = check_choices(state, derived, slot);
    return wrong ? wrong : check_op(&entry->op);
}

static const char *check_rest(const struct block_state *state, unsigned depth) {
    const struct registers *const registers = &state->registers;

    if (exceeds(state->now, TIME_BITS) || exceeds(state->order, TIME_BITS))
        return "time and order number have 48 bits";
    if (state->pointer >= HBM_LANES || state->paused > 1 || state->grant_valid > 1)
        return "pointer, pause or message are out of range";
    if (registers->command_limit >= 2 * depth || registers->quantum_hbm >> QUANTUM_BITS ||
        registers->quantum_time >> QUANTUM_BITS || registers->grant.interval >> 16 ||
        registers->multiplier_min >> MULTIPLIER_BITS ||
        registers->multiplier_max >> MULTIPLIER_BITS ||
        registers->autotune_interval >> AUTOTUNE_INTERVAL_BITS)
        return "a register has more bits than there are";
    if (state->walk >= SLOTS)
        return "a walk begins at a slot";
    if (state->axi_rresp & ~AXI_SLVERR || state->axi_bresp & ~AXI_SLVERR ||
        (state->axi_rresp && state->axi_rdata))
        return "the bus answers 0 or 2, and no data with an error";
    if ((state->first_error == 0) != (state->errors == 0) || state->first_error > ERRORS ||
        (state->first_error && !(state->errors >> (state->first_error - 1) & 1)))
        return "the first error is one of the errors";
    if (state->epoch_open & ~(registers->autotune_enable & ALL_LANES))
        return "only a lane that is tuned has an epoch";
    if (state->epoch_wanted & ~state->epoch_open)
        return "what is wanted is wanted in an epoch";
    return state->turn >= LANES ? "the turn is a lane's" : NULL;
}

// At rest, the queue has as many of the ids that are not held as it can.
static const char *check_id_queue(const struct block_state *state,
                                  const struct block_derived *derived, unsigned depth) {
    const unsigned unheld = depth - derived->held;

    for (unsigned place = 0; place < ID_QUEUE; place++) {
        const unsigned id = state->id_queue[place];
        if ((id == NOT_QUEUED) != (place >= unheld))
            return "the queue of ids is full, or has all that are not held";
        if (id == NOT_QUEUED)
            continue;
        if (id >= depth || state->reservation[id].held)
            return "what is in the queue is an id that is not held";
        for (unsigned earlier = 0; earlier < place; earlier++)
            if (state->id_queue[earlier] == id)
                return "an id is in the queue twice";
    }
    return NULL;
}

const char *block_state_check(const struct block_state *state, unsigned depth) {
    struct block_derived derived;
    const char *wrong = NULL;

    block_derive(state, &derived);
    for (unsigned id = depth; id < DEPTH_MAX; id++)
        if (state->reservation[id].held)
            return "a reservation is held that there is not";
    for (unsigned id = 0; id < depth && !wrong; id++)
        wrong = check_reservation(state, id);
    wrong = wrong ? wrong : check_id_queue(state, &derived, depth);
    wrong = wrong ? wrong : check_debts(state, &derived, depth);
    for (unsigned slot = 0; slot < SLOTS && !wrong; slot++)
        wrong = check_slot(state, &derived, slot, depth);
    return wrong ? wrong : check_rest(state, depth);
}

// --- what it shows -----------------------------------------------------------------------------

static bool message_is_settled(const struct block_state *state) {
    const struct grant_rule *const rule = &state->registers.grant;
    bool pending = false, due = false;

    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t unsent = (state->freed[lane] - state->sent[lane]) & COUNTER_MAX;
        const uint32_t threshold = lane < HBM_LANES ? rule->threshold_hbm : rule->threshold_time;
        pending |= unsent != 0;
        due |= threshold != 0 && unsent >= threshold;
    }
    return !state->grant_valid && !due && (!pending || rule->interval == 0);
}

void block_state_show(const struct block_state *state, struct edge_out *out) {
    struct block_derived derived;

    block_derive(state, &derived);
    memset(out, 0, sizeof *out);
    out->order = state->order;
    memcpy(out->debt, derived.debt, sizeof out->debt);
    memcpy(out->grant_credit, state->sent, sizeof out->grant_credit);
    memcpy(out->multiplier, state->registers.multiplier, sizeof out->multiplier);
    out->axi_rdata = state->axi_rdata;
    out->axi_rresp = state->axi_rresp;
    out->axi_bresp = state->axi_bresp;
    out->axi_awready = out->axi_wready = out->axi_arready = 1;
    out->op_ready = derived.waiting < SLOTS;
    out->hbm_ready = HBM_SET;
    out->grant_valid = state->grant_valid;
    out->quiet = message_is_settled(state);
}
