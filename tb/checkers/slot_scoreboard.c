#include "tb/checkers/slot_scoreboard.h"

#include <string.h>

#include "csim/record/state_at_rest.h"

// Urgent ones, then fewer bytes on the wire, then the earlier offer.
static uint64_t rank_of(const struct edge_in *in, uint64_t number) {
    enum { NUMBER_BITS = 63 - WIRE_BITS };
    const uint64_t wire = in->wire_bytes & ((UINT64_C(1) << WIRE_BITS) - 1);
    return (uint64_t)!in->urgent << 63 | wire << NUMBER_BITS |
           (number & ((UINT64_C(1) << NUMBER_BITS) - 1));
}

struct waiting_op *slot_scoreboard_offer(struct slot_scoreboard *list, const struct edge_in *in,
                                         uint64_t clock) {
    if (list->count == SLOTS)
        return NULL;
    struct waiting_op *const op = &list->op[list->count++];
    *op = (struct waiting_op){.rank = rank_of(in, list->offers++),
                              .offered = clock,
                              .grants = list->grants,
                              .tag = in->tag,
                              .domain = in->domain,
                              .opcode = in->opcode,
                              .urgent = in->urgent};
    return op;
}

// Grants are counted from where none has wrapped.
static void begin_op(struct slot_scoreboard *list, const struct block_state *state,
                     const struct block_slot *slot) {
    struct edge_in offer = {.tag = slot->op.tag};
    OFFER_COPY(&offer, &slot->op);
    struct waiting_op *const op = slot_scoreboard_offer(list, &offer, 0);
    op->grants = list->grants - (uint16_t)(state->grants - slot->grants);
    memcpy(op->estimate, slot->estimate, sizeof op->estimate);
    op->raw = block_slot_raw(slot);
    op->at_begin = true;
    op->has_denied = slot->decided;
    op->refused = slot->refused;
    op->lane = slot->lane;
    if (slot->decided)
        memcpy(op->demand, slot->amount, sizeof op->demand);
}

void slot_scoreboard_begin(struct slot_scoreboard *list, const struct block_state *state) {
    struct block_derived scoreboard;
    block_derive(state, &scoreboard);
    *list = (struct slot_scoreboard){.grants = 1u << STARVATION_BITS};
    for (unsigned i = 0; i < scoreboard.waiting; i++)
        begin_op(list, state, &state->slot[scoreboard.order[i]]);
}

struct waiting_op *slot_scoreboard_find(struct slot_scoreboard *list, uint32_t tag) {
    for (unsigned i = 0; i < list->count; i++)
        if (list->op[i].tag == tag)
            return &list->op[i];
    return NULL;
}

struct waiting_op *slot_scoreboard_offered(struct slot_scoreboard *list, uint64_t clock) {
    unsigned i = list->count;
    while (i > 0 && list->op[i - 1].offered > clock)
        i--;
    if (i == 0 || list->op[i - 1].offered != clock || list->op[i - 1].at_begin)
        return NULL;
    return &list->op[i - 1];
}

static bool keeps_order(uint32_t tag, uint8_t domain, const struct waiting_op *op) {
    return op->tag == tag || (domain && op->domain == domain);
}

const struct waiting_op *slot_scoreboard_blocker(const struct slot_scoreboard *list,
                                                 const struct waiting_op *op) {
    for (const struct waiting_op *earlier = list->op; earlier < op; earlier++)
        if (keeps_order(earlier->tag, earlier->domain, op))
            return earlier;
    return NULL;
}

bool slot_scoreboard_blocked(const struct slot_scoreboard *list, const struct waiting_op *op,
                             uint64_t since) {
    for (unsigned i = 0; i < WAITING_LEFT; i++) {
        const struct waiting_left *const left = &list->left[i];
        if (left->clock >= since && left->clock && keeps_order(left->tag, left->domain, op))
            return true;
    }
    return slot_scoreboard_blocker(list, op);
}

uint64_t slot_scoreboard_oldest_left(const struct slot_scoreboard *list, uint64_t since) {
    uint64_t first = UINT64_MAX;
    for (unsigned i = 0; i < WAITING_LEFT; i++) {
        const struct waiting_left *const left = &list->left[i];
        if (left->oldest && left->clock > since && left->clock < first)
            first = left->clock;
    }
    return first;
}

unsigned slot_scoreboard_occupied(const struct slot_scoreboard *list, uint64_t clock) {
    unsigned occupied = list->count;
    for (unsigned i = 0; i < WAITING_LEFT; i++)
        occupied += list->left[i].clock && list->left[i].clock + LEAVE_TO_OFFER > clock + 1;
    return occupied;
}

static void leave(struct slot_scoreboard *list, struct waiting_op *op, uint64_t clock) {
    const unsigned at = (unsigned)(op - list->op);
    list->left[list->next_left] = (struct waiting_left){clock, op->tag, op->domain, at == 0};
    list->next_left = (list->next_left + 1) % WAITING_LEFT;
    list->count--;
    memmove(op, op + 1, (list->count - at) * sizeof *op);
}

// A grant has passed those whose offer counts for aging already.
static void count_grant(struct slot_scoreboard *list, uint64_t clock) {
    list->grants++;
    for (unsigned i = list->count; i > 0 && list->op[i - 1].offered + OFFER_TO_AGE >= clock; i--)
        list->op[i - 1].grants++;
}

void slot_scoreboard_decide(struct slot_scoreboard *list, struct waiting_op *op,
                            const struct edge_out *out, uint64_t clock) {
    if (out->kind == DECISION_GRANT)
        count_grant(list, clock);
    if (out->kind != DECISION_DENY) {
        leave(list, op, clock);
        return;
    }
    op->has_denied = true;
    op->denied = clock;
    op->refused = out->mask;
    op->lane = out->lane;
    memcpy(op->demand, out->demand, sizeof op->demand);
}
