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

_Static_assert(SLOTS <= 64, "a mask has a bit for each");

static unsigned place_of(const struct slot_scoreboard *list, const struct waiting_op *op) {
    return (unsigned)(op - list->op);
}

static bool keeps_order(uint32_t tag, uint8_t domain, const struct waiting_op *op) {
    return op->tag == tag || (domain && op->domain == domain);
}

static const struct waiting_op *find_blocker(const struct slot_scoreboard *list,
                                             const struct waiting_op *op) {
    for (const struct waiting_op *earlier = list->op; earlier < op; earlier++)
        if (keeps_order(earlier->tag, earlier->domain, op))
            return earlier;
    return NULL;
}

struct waiting_op *slot_scoreboard_offer(struct slot_scoreboard *list, const struct edge_in *in,
                                         uint64_t clock) {
    if (list->count == SLOTS)
        return NULL;
    const unsigned place = list->count++;
    struct waiting_op *const op = &list->op[place];
    *op = (struct waiting_op){.rank = rank_of(in, list->offers++),
                              .offered = clock,
                              .grants = list->grants,
                              .tag = in->tag,
                              .domain = in->domain,
                              .opcode = in->opcode,
                              .urgent = in->urgent};
    list->rank[place] = op->rank;
    list->tag[place] = op->tag;
    list->blocked |= (uint64_t)(find_blocker(list, op) != NULL) << place;
    return op;
}

static void mark_denied(struct slot_scoreboard *list, struct waiting_op *op) {
    op->has_denied = true;
    list->denied |= UINT64_C(1) << place_of(list, op);
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
    op->refused = slot->refused;
    op->lane = slot->lane;
    if (!slot->decided)
        return;
    mark_denied(list, op);
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
        if (list->tag[i] == tag)
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

uint64_t slot_scoreboard_above(const struct slot_scoreboard *list, const struct waiting_op *op,
                               uint64_t mask) {
    uint64_t above = 0;
    for (; mask; mask &= mask - 1) {
        const unsigned place = (unsigned)__builtin_ctzll(mask);
        above |= (uint64_t)(list->rank[place] < op->rank) << place;
    }
    return above;
}

const struct waiting_op *slot_scoreboard_blocker(const struct slot_scoreboard *list,
                                                 const struct waiting_op *op) {
    return list->blocked >> place_of(list, op) & 1 ? find_blocker(list, op) : NULL;
}

// The last to leave, and so on back; NULL: none that left in `since` or later.
static const struct waiting_left *left_since(const struct slot_scoreboard *list, unsigned back,
                                             uint64_t since) {
    const struct waiting_left *const left =
        &list->left[(list->next_left + 2 * WAITING_LEFT - 1 - back) % WAITING_LEFT];
    return back < WAITING_LEFT && left->clock && left->clock >= since ? left : NULL;
}

bool slot_scoreboard_blocked(const struct slot_scoreboard *list, const struct waiting_op *op,
                             uint64_t since) {
    const struct waiting_left *left;
    for (unsigned back = 0; (left = left_since(list, back, since)); back++)
        if (keeps_order(left->tag, left->domain, op))
            return true;
    return list->blocked >> place_of(list, op) & 1;
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
    unsigned back = 0;
    while (left_since(list, back, clock + 2 - LEAVE_TO_OFFER))
        back++;
    return list->count + back;
}

static uint64_t without(uint64_t mask, unsigned place) {
    const uint64_t below = (UINT64_C(1) << place) - 1;
    return (mask & below) | (mask >> 1 & ~below);
}

static void leave(struct slot_scoreboard *list, struct waiting_op *op, uint64_t clock) {
    const unsigned at = place_of(list, op), after = --list->count - at;
    const struct waiting_left left = {clock, op->tag, op->domain, at == 0};
    list->left[list->next_left] = left;
    list->next_left = (list->next_left + 1) % WAITING_LEFT;
    memmove(op, op + 1, after * sizeof *op);
    memmove(&list->rank[at], &list->rank[at + 1], after * sizeof list->rank[0]);
    memmove(&list->tag[at], &list->tag[at + 1], after * sizeof list->tag[0]);
    list->denied = without(list->denied, at);
    list->blocked = without(list->blocked, at);
    for (uint64_t later = list->blocked >> at << at; later; later &= later - 1) {
        const unsigned place = (unsigned)__builtin_ctzll(later);
        if (keeps_order(left.tag, left.domain, &list->op[place]) &&
            !find_blocker(list, &list->op[place]))
            list->blocked &= ~(UINT64_C(1) << place);
    }
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
    mark_denied(list, op);
    op->denied = clock;
    op->refused = out->mask;
    op->lane = out->lane;
    memcpy(op->demand, out->demand, sizeof op->demand);
}
