#include "tb/checkers/order_books.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/record/state_at_rest.h"

enum {
    // An operation chosen in one clock is in flight for so many after it.
    IN_FLIGHT = 3,
    // Clocks before a decision whose comparisons it may go back to: it was chosen
    // CHOICE_TO_DECISION
    // before; who was in flight then, as long before again; and was compared before that.
    KNOWN = CHOICE_TO_DECISION + IN_FLIGHT + COMPARE_TO_CHOICE,
    // At most so many ids are neither held nor free: the candidate, and what retires in two clocks.
    IDS_BETWEEN = 1 + 2 * (CLASSES + 1),
    GRANTS_SURE = (1 << STARVATION_BITS) - 1024, // below this no count has wrapped
};
_Static_assert(FORCE_CLOCKS > (int)KNOWN, "what a claim looks at is remembered");

void order_books_reset(struct order_books *books, unsigned depth) {
    *books = (struct order_books){.depth = depth, .op_ready = true};
    register_image_reset(&books->image, depth);
    memcpy(books->window, &books->image.word[REGISTER_WINDOW], sizeof books->window);
}

void order_books_begin(struct order_books *books, unsigned depth, const struct block_state *state) {
    struct block_books at_rest;

    block_books_of(state, &at_rest);
    *books = (struct order_books){
        .depth = depth, .held = at_rest.held, .op_ready = at_rest.waiting < SLOTS};
    register_image_begin(&books->image, depth, &state->registers);
    waiting_list_begin(&books->waiting, state);
    memcpy(books->window, state->registers.window, sizeof books->window);
    memcpy(books->debt, at_rest.debt, sizeof books->debt);
}

// What was in force in a clock; NULL: it is not remembered, or was skipped.
static const struct in_force *force_in(const struct order_books *books, uint64_t clock) {
    const struct in_force *const force = &books->force[clock % FORCE_CLOCKS];
    return force->clock == clock ? force : NULL;
}

static void force_enter(struct order_books *books, uint64_t clock) {
    struct in_force *const force = &books->force[clock % FORCE_CLOCKS];

    force->clock = clock;
    force->grants = books->waiting.grants;
    memcpy(force->debt, books->debt, sizeof force->debt);
    memcpy(force->window, books->window, sizeof force->window);
    force->starvation_bound = (uint16_t)books->image.word[REGISTER_STARVATION_BOUND];
    force->has_room = books->held + IDS_BETWEEN < books->depth &&
                      books->held < books->image.word[REGISTER_COMMAND_LIMIT];
}

// What a claim on a decision looks at.
struct decision {
    const struct order_books *books;
    const struct waiting_op *op; // NULL: it does not wait
    const struct edge_out *out;
    uint64_t clock;
    char *text;
    size_t size;
};

static bool decided_waits(const struct decision *decision) {
    if (decision->op)
        return true;
    snprintf(decision->text, decision->size, "operation %" PRIu32 " does not wait",
             decision->out->tag);
    return false;
}

static bool domain_in_order(const struct decision *decision) {
    const struct waiting_op *const op = decision->op;
    const struct waiting_op *const blocker =
        waiting_list_blocker(&decision->books->waiting, decision->op);

    if (!blocker)
        return true;
    snprintf(decision->text, decision->size,
             "operation %" PRIu32 " of domain %u passes operation %" PRIu32, op->tag, op->domain,
             blocker->tag);
    return false;
}

// The operation that a claim is broken for.
static bool passed(const struct decision *decision, const struct waiting_op *better,
                   const char *why) {
    snprintf(decision->text, decision->size,
             "operation %" PRIu32 " before operation %" PRIu32 ", which %s", decision->op->tag,
             better->tag, why);
    return false;
}

// What was in force when the operation was chosen that is decided now; NULL: not remembered.
static const struct in_force *force_at_choice(const struct decision *decision) {
    return decision->clock < CHOICE_TO_DECISION
               ? NULL
               : force_in(decision->books, decision->clock - CHOICE_TO_DECISION);
}

// An operation that has not been decided is tried as if it fitted, so that whoever is chosen ranks
// above all such that the choice could see. (While the oldest is aged, it alone is tried; then only
// one that was refused before may be reported on.)
static bool untried_first(const struct decision *decision) {
    const struct waiting_list *const waiting = &decision->books->waiting;
    const struct waiting_op *const op = decision->op;
    const struct in_force *const force = force_at_choice(decision);

    if (!force)
        return true;
    if (force->starvation_bound &&
        (op == waiting->op || (op->has_denied && decision->out->kind == DECISION_DENY)))
        return true;
    for (const struct waiting_op *other = waiting->op; other < waiting->op + waiting->count;
         other++)
        if (other->rank < op->rank && !other->has_denied &&
            other->offered + OFFER_TO_DECISION <= decision->clock &&
            !waiting_list_blocked(waiting, other, force->clock))
            return passed(decision, other, "ranks above it and was not tried");
    return true;
}

static bool fits_in(const struct in_force *force, const struct waiting_op *op) {
    const unsigned lane[CLASSES] = {op->lane % LANES, ATOMIC_LANE, RESPONSE_LANE};
    bool fits = force->has_room;

    for (unsigned class = 0; class < CLASSES; class ++)
        fits &= op->demand[class] == 0 || (uint64_t)force->debt[lane[class]] + op->demand[class] <=
                                              force->window[lane[class]];
    return fits;
}

// Its demand is still that of its last deny, and it would have fitted in each of the last KNOWN
// clocks: so it was known to fit when the choice was made, and not in flight, as that would have
// ended in a grant.
static bool known_to_fit(const struct decision *decision, const struct waiting_op *op) {
    if (!op->has_denied || op->denied <= decision->books->stale ||
        op->denied + KNOWN >= decision->clock)
        return false;
    for (unsigned before = 1; before <= KNOWN; before++) {
        const struct in_force *const force = force_in(decision->books, decision->clock - before);
        if (!force || !fits_in(force, op))
            return false;
    }
    return true;
}

static bool best_first(const struct decision *decision) {
    const struct waiting_list *const waiting = &decision->books->waiting;
    const struct waiting_op *const op = decision->op;
    const struct in_force *const force = force_at_choice(decision);

    if (decision->out->kind != DECISION_GRANT || !force ||
        (op == waiting->op && force->starvation_bound))
        return true;
    for (const struct waiting_op *other = waiting->op; other < waiting->op + waiting->count;
         other++)
        if (other->rank < op->rank && known_to_fit(decision, other))
            return passed(decision, other, "ranks above it and fits");
    return true;
}

static bool aged_alone(const struct decision *decision) {
    const struct waiting_list *const waiting = &decision->books->waiting;
    const struct waiting_op *const oldest = waiting->op;
    const struct in_force *const force = force_at_choice(decision);

    if (decision->out->kind != DECISION_GRANT || decision->op == oldest ||
        decision->clock < decision->books->unsure_until ||
        oldest->offered + OFFER_TO_DECISION > decision->clock)
        return true;
    if (!force || force->starvation_bound == 0)
        return true;
    const uint64_t grants = force->grants - oldest->grants;
    if (grants < force->starvation_bound || grants >= GRANTS_SURE)
        return true;
    return passed(decision, oldest, "is the oldest and aged");
}

static bool slots_bounded(const struct order_books *books, const struct edge_out *out,
                          bool overflows, char *text, size_t size) {
    if (!overflows && out->op_ready == (books->waiting.count < SLOTS))
        return true;
    snprintf(text, size, "ready is %u with %u operations in %d slots", out->op_ready,
             books->waiting.count + overflows, SLOTS);
    return false;
}

static void enter_write(struct order_books *books, const struct register_write *write,
                        uint64_t clock) {
    const unsigned word = write->word;

    register_image_write(&books->image, word, write->data);
    if (word - REGISTER_MULTIPLIER < LANES || word == REGISTER_QUANTUM_HBM ||
        word == REGISTER_QUANTUM_TIME)
        books->stale = clock + 1;
}

static void enter_decision(struct order_books *books, struct waiting_op *op,
                           const struct edge_out *out, uint64_t clock) {
    if (books->waiting.grants - op->grants >= GRANTS_SURE)
        books->unsure_until = clock + FORCE_CLOCKS;
    waiting_list_decide(&books->waiting, op, out, clock);
    books->held += out->kind == DECISION_GRANT;
}

const char *order_books_edge(struct order_books *books, const struct edge_in *in,
                             const struct edge_out *out, const struct register_write *write,
                             uint64_t clock, char *text, size_t size) {
    books->taken = NULL;
    if (in->reset) {
        order_books_reset(books, books->depth);
        return NULL;
    }
    if (out->window && !out->reset && out->window_lane < LANES)
        books->window[out->window_lane] = out->window_value;
    if (out->calibrate)
        books->stale = clock;
    force_enter(books, clock);
    if (out->kind) {
        struct waiting_op *const op = waiting_list_find(&books->waiting, out->tag);
        const struct decision decision = {books, op, out, clock, text, size};
#define CHECK(claim)                                                                               \
    if (!claim(&decision))                                                                         \
    return #claim
        CHECK(decided_waits);
        CHECK(domain_in_order);
        CHECK(untried_first);
        CHECK(best_first);
        CHECK(aged_alone);
#undef CHECK
        enter_decision(books, op, out, clock);
    }
    const bool takes = in->op_valid && books->op_ready;
    if (takes)
        books->taken = waiting_list_offer(&books->waiting, in, clock);
    if (!slots_bounded(books, out, takes && !books->taken, text, size))
        return "slots_bounded";
    if (write->valid)
        enter_write(books, write, clock);
    books->held -= (unsigned)__builtin_popcount(out->retire) + (out->done_kind == CHANNEL_COMPLETE);
    memcpy(books->debt, out->debt, sizeof books->debt);
    books->op_ready = out->op_ready;
    return NULL;
}
