#include "tb/checkers/scoreboards.h"

#include <inttypes.h>
#include <string.h>

#include "csim/record/state_at_rest.h"

enum {
    // An operation chosen in one clock is in flight for so many after it.
    IN_FLIGHT = 3,
    // Clocks before a decision whose comparisons it may go back to: it was chosen
    // CHOICE_TO_DECISION before; who was in flight then, as long before again; and was compared
    // before that.
    KNOWN = CHOICE_TO_DECISION + IN_FLIGHT + COMPARE_TO_CHOICE,
    // At most so many ids are neither held nor free: the candidate, and what retires in two clocks.
    IDS_BETWEEN = 1 + 2 * (CLASSES + 1),
    GRANTS_SURE = (1 << STARVATION_BITS) - 1024, // below this no count has wrapped
};
_Static_assert(FORCE_CLOCKS > (int)KNOWN, "what a check looks at is remembered");

void order_scoreboard_reset(struct order_scoreboard *scoreboard,
                            const struct register_image *image) {
    *scoreboard = (struct order_scoreboard){.op_ready = true};
    memcpy(scoreboard->window, &image->word[REGISTER_WINDOW], sizeof scoreboard->window);
}

void order_scoreboard_begin(struct order_scoreboard *scoreboard, const struct register_image *image,
                            const struct block_state *state) {
    struct block_derived at_rest;
    block_derive(state, &at_rest);
    order_scoreboard_reset(scoreboard, image);
    scoreboard->held = at_rest.held;
    scoreboard->op_ready = at_rest.waiting < SLOTS;
    slot_scoreboard_begin(&scoreboard->waiting, state);
    memcpy(scoreboard->debt, at_rest.debt, sizeof scoreboard->debt);
}

// What was in force in a clock; NULL: it is not remembered, or was skipped.
static const struct in_force *force_in(const struct order_scoreboard *scoreboard, uint64_t clock) {
    const struct in_force *const force = &scoreboard->force[clock % FORCE_CLOCKS];
    return force->clock == clock ? force : NULL;
}

static void force_enter(struct order_scoreboard *scoreboard, const struct checked_clock *clock) {
    struct in_force *const force = &scoreboard->force[clock->cycle % FORCE_CLOCKS];
    const struct register_image *const image = clock->image;
    force->clock = clock->cycle;
    force->grants = scoreboard->waiting.grants;
    memcpy(force->debt, scoreboard->debt, sizeof force->debt);
    memcpy(force->window, scoreboard->window, sizeof force->window);
    force->starvation_bound = (uint16_t)image->word[REGISTER_STARVATION_BOUND];
    force->has_room = scoreboard->held + IDS_BETWEEN < image->depth &&
                      scoreboard->held < image->word[REGISTER_COMMAND_LIMIT];
}

// What a check on a decision looks at.
struct decision {
    const struct order_scoreboard *scoreboard;
    const struct waiting_op *op; // NULL: it does not wait
    const struct checked_clock *clock;
};

static bool decided_waits(const struct decision *decision) {
    return decision->op || broken(decision->clock->finding, "operation %" PRIu32 " does not wait",
                                  decision->clock->out->tag);
}

static bool domain_in_order(const struct decision *decision) {
    const struct waiting_op *const op = decision->op;
    const struct waiting_op *const blocker =
        slot_scoreboard_blocker(&decision->scoreboard->waiting, op);
    return !blocker || broken(decision->clock->finding,
                              "operation %" PRIu32 " of domain %u passes operation %" PRIu32,
                              op->tag, op->domain, blocker->tag);
}

// The operation that a check is broken for.
static bool passed(const struct decision *decision, const struct waiting_op *better,
                   const char *why) {
    return broken(decision->clock->finding,
                  "operation %" PRIu32 " before operation %" PRIu32 ", which %s", decision->op->tag,
                  better->tag, why);
}

// What was in force when the operation was chosen that is decided now; NULL: not remembered.
static const struct in_force *force_at_choice(const struct decision *decision) {
    return decision->clock->cycle < CHOICE_TO_DECISION
               ? NULL
               : force_in(decision->scoreboard, decision->clock->cycle - CHOICE_TO_DECISION);
}

// An operation that has not been decided is tried as if it fitted, so that whoever is chosen ranks
// above all such that the choice could see. (While the oldest is aged, it alone is tried; then only
// one that was refused before may be reported on.)
static bool untried_first(const struct decision *decision) {
    const struct slot_scoreboard *const waiting = &decision->scoreboard->waiting;
    const struct waiting_op *const op = decision->op;
    const struct in_force *const force = force_at_choice(decision);
    if (!force)
        return true;
    if (force->starvation_bound &&
        (op == waiting->op || (op->has_denied && decision->clock->out->kind == DECISION_DENY)))
        return true;
    for (const struct waiting_op *other = waiting->op; other < waiting->op + waiting->count;
         other++)
        if (other->rank < op->rank && !other->has_denied &&
            other->offered + OFFER_TO_DECISION <= decision->clock->cycle &&
            !slot_scoreboard_blocked(waiting, other, force->clock))
            return passed(decision, other, "ranks above it and was not tried");
    return true;
}

static bool fits_in(const struct in_force *force, const struct waiting_op *op) {
    const unsigned lane[CLASSES] = {op->lane % LANES, ATOMIC_LANE, RESPONSE_LANE};
    bool fits = force->has_room;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        fits &= op->demand[resource] == 0 ||
                (uint64_t)force->debt[lane[resource]] + op->demand[resource] <=
                    force->window[lane[resource]];
    return fits;
}

// Its demand is still that of its last deny, and it would have fitted in each of the last KNOWN
// clocks: so it was known to fit when the choice was made, and not in flight, as that would have
// ended in a grant.
static bool known_to_fit(const struct decision *decision, const struct waiting_op *op) {
    if (!op->has_denied || op->denied <= decision->scoreboard->stale ||
        op->denied + KNOWN >= decision->clock->cycle)
        return false;
    for (unsigned before = 1; before <= KNOWN; before++) {
        const struct in_force *const force =
            force_in(decision->scoreboard, decision->clock->cycle - before);
        if (!force || !fits_in(force, op))
            return false;
    }
    return true;
}

static bool best_first(const struct decision *decision) {
    const struct slot_scoreboard *const waiting = &decision->scoreboard->waiting;
    const struct waiting_op *const op = decision->op;
    const struct in_force *const force = force_at_choice(decision);
    if (decision->clock->out->kind != DECISION_GRANT || !force ||
        (op == waiting->op && force->starvation_bound))
        return true;
    for (const struct waiting_op *other = waiting->op; other < waiting->op + waiting->count;
         other++)
        if (other->rank < op->rank && known_to_fit(decision, other))
            return passed(decision, other, "ranks above it and fits");
    return true;
}

static bool aged_alone(const struct decision *decision) {
    const struct slot_scoreboard *const waiting = &decision->scoreboard->waiting;
    const struct waiting_op *const oldest = waiting->op;
    const struct in_force *const force = force_at_choice(decision);
    if (decision->clock->out->kind != DECISION_GRANT || decision->op == oldest ||
        decision->clock->cycle < decision->scoreboard->unsure_until ||
        oldest->offered + OFFER_TO_DECISION > decision->clock->cycle)
        return true;
    if (!force || force->starvation_bound == 0)
        return true;
    const uint64_t grants = force->grants - oldest->grants;
    if (grants < force->starvation_bound || grants >= GRANTS_SURE)
        return true;
    return passed(decision, oldest, "is the oldest and aged");
}

static bool slots_bounded(const struct order_scoreboard *scoreboard,
                          const struct checked_clock *clock, bool overflows) {
    const unsigned ready = clock->out->op_ready, count = scoreboard->waiting.count;
    return (!overflows && ready == (count < SLOTS)) ||
           broken(clock->finding, "ready is %u with %u operations in %d slots", ready,
                  count + overflows, SLOTS);
}

static void enter_decision(struct order_scoreboard *scoreboard, struct waiting_op *op,
                           const struct edge_out *out, uint64_t clock) {
    if (scoreboard->waiting.grants - op->grants >= GRANTS_SURE)
        scoreboard->unsure_until = clock + FORCE_CLOCKS;
    slot_scoreboard_decide(&scoreboard->waiting, op, out, clock);
    scoreboard->held += out->kind == DECISION_GRANT;
}

const char *order_scoreboard_edge(struct order_scoreboard *scoreboard,
                                  const struct checked_clock *clock) {
    const struct edge_out *const out = clock->out;
    scoreboard->taken = NULL;
    if (out->window && !out->reset && out->window_lane < LANES)
        scoreboard->window[out->window_lane] = out->window_value;
    if (out->calibrate)
        scoreboard->stale = clock->cycle;
    force_enter(scoreboard, clock);
    if (out->kind) {
        struct waiting_op *const op = slot_scoreboard_find(&scoreboard->waiting, out->tag);
        const struct decision decision = {scoreboard, op, clock};
#define CHECK(check)                                                                               \
    if (!check(&decision))                                                                         \
        return #check;
        DECISION_CHECKS(CHECK)
#undef CHECK
        enter_decision(scoreboard, op, out, clock->cycle);
    }
    const bool takes = clock->in->op_valid && scoreboard->op_ready;
    if (takes)
        scoreboard->taken = slot_scoreboard_offer(&scoreboard->waiting, clock->in, clock->cycle);
    if (!slots_bounded(scoreboard, clock, takes && !scoreboard->taken))
        return "slots_bounded";
    if (clock->write.valid &&
        (clock->write.word - REGISTER_MULTIPLIER < LANES ||
         clock->write.word == REGISTER_QUANTUM_HBM || clock->write.word == REGISTER_QUANTUM_TIME))
        scoreboard->stale = clock->cycle + 1;
    scoreboard->held -=
        (unsigned)__builtin_popcount(out->retire) + (out->done_kind == CHANNEL_COMPLETE);
    memcpy(scoreboard->debt, out->debt, sizeof scoreboard->debt);
    scoreboard->op_ready = out->op_ready;
    return NULL;
}
