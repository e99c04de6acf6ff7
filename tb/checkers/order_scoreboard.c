#include "tb/checkers/scoreboards.h"

#include <inttypes.h>
#include <string.h>

#include "csim/record/state_at_rest.h"

enum {
    // Clocks before a decision whose comparisons it may go back to: it was chosen
    // CHOICE_TO_DECISION before; what was in flight then, CHOICE_TO_CHOICE - 1 before that at most;
    // and was compared before that, with what was in force still earlier.
    KNOWN = CHOICE_TO_DECISION + CHOICE_TO_CHOICE - 1 + COMPARE_TO_CHOICE + COMMIT_TO_COMPARE - 1,
    // There is a candidate where more ids than these are not held: those freed too late.
    IDS_BETWEEN = (RETIRE_TO_CANDIDATE - 1) * (CLASSES + 1),
    GRANTS_SURE = (1 << STARVATION_BITS) - 1024, // below this no count has wrapped
};
_Static_assert(FORCE_CLOCKS > (int)KNOWN &&
                   (int)FORCE_CLOCKS >= CHOICE_TO_DECISION + AGE_TO_CHOICE &&
                   (int)FORCE_CLOCKS > CHOICE_TO_DECISION + BOUND_TO_CHOICE,
               "what a check looks at is remembered");

void order_scoreboard_reset(struct order_scoreboard *scoreboard,
                            const struct register_image *image) {
    *scoreboard = (struct order_scoreboard){.op_ready = true};
    memcpy(scoreboard->window, &image->word[REGISTER_WINDOW], sizeof scoreboard->window);
    scoreboard->limit = image->word[REGISTER_COMMAND_LIMIT];
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
    const struct late_facts *const late = &scoreboard->late;
    const unsigned held = scoreboard->held + late_facts_held(late, clock->cycle);
    force->clock = clock->cycle;
    force->grants = scoreboard->waiting.grants;
    late_facts_debts(late, clock->cycle, force->debt);
    for (unsigned lane = 0; lane < LANES; lane++)
        force->debt[lane] += scoreboard->debt[lane];
    memcpy(force->window, late_facts_windows(late, clock->cycle, scoreboard->window),
           sizeof force->window);
    force->starvation_bound = (uint16_t)image->word[REGISTER_STARVATION_BOUND];
    force->has_room = held + IDS_BETWEEN < image->depth &&
                      held < late_facts_least_limit(late, clock->cycle, scoreboard->limit);
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

// What was in force so many clocks before the operation was chosen that is decided now; NULL: not
// remembered.
static const struct in_force *force_at_choice(const struct decision *decision, unsigned before) {
    before += CHOICE_TO_DECISION;
    return decision->clock->cycle < before
               ? NULL
               : force_in(decision->scoreboard, decision->clock->cycle - before);
}

// An operation that has not been decided is tried as if it fitted, so that whoever is chosen ranks
// above all such that the choice could see. (While the oldest is aged, it alone is tried; then only
// one that was refused before may be reported on.)
static bool untried_first(const struct decision *decision) {
    const struct slot_scoreboard *const waiting = &decision->scoreboard->waiting;
    const struct waiting_op *const op = decision->op;
    const struct in_force *const force = force_at_choice(decision, BOUND_TO_CHOICE);
    const uint64_t cycle = decision->clock->cycle;
    if (!force)
        return true;
    if (force->starvation_bound &&
        (op == waiting->op || (op->has_denied && decision->clock->out->kind == DECISION_DENY)))
        return true;
    const uint64_t undecided = ~waiting->denied & slot_scoreboard_all(waiting);
    for (uint64_t left = slot_scoreboard_above(waiting, op, undecided); left; left &= left - 1) {
        const struct waiting_op *const other = &waiting->op[__builtin_ctzll(left)];
        if (other->offered + OFFER_TO_DECISION <= cycle &&
            !slot_scoreboard_blocked(waiting, other,
                                     cycle - CHOICE_TO_DECISION + 1 - LEAVE_TO_CHOICE))
            return passed(decision, other, "ranks above it and was not tried");
    }
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

// Of one that was denied: its demand is still that of its last deny, and it would have fitted in
// each of the last KNOWN clocks: so it was known to fit when the choice was made, and not in
// flight, as that would have ended in a grant.
static bool known_to_fit(const struct decision *decision, const struct waiting_op *op) {
    if (op->denied < decision->scoreboard->stale + DEMAND_TO_DECISION ||
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
    const struct in_force *const force = force_at_choice(decision, BOUND_TO_CHOICE);
    if (decision->clock->out->kind != DECISION_GRANT || !force ||
        (op == waiting->op && force->starvation_bound))
        return true;
    for (uint64_t left = slot_scoreboard_above(waiting, op, waiting->denied); left;
         left &= left - 1) {
        const struct waiting_op *const other = &waiting->op[__builtin_ctzll(left)];
        if (known_to_fit(decision, other))
            return passed(decision, other, "ranks above it and fits");
    }
    return true;
}

static bool aged_alone(const struct decision *decision) {
    const struct slot_scoreboard *const waiting = &decision->scoreboard->waiting;
    const struct waiting_op *const oldest = waiting->op;
    const struct in_force *const bound = force_at_choice(decision, BOUND_TO_CHOICE);
    const struct in_force *const passed_by = force_at_choice(decision, AGE_TO_CHOICE - 1);
    if (decision->clock->out->kind != DECISION_GRANT || decision->op == oldest ||
        decision->clock->cycle < decision->scoreboard->unsure_until || !passed_by ||
        oldest->offered >= passed_by->clock)
        return true;
    if (!bound || bound->starvation_bound == 0)
        return true;
    // An oldest that has left since, and as choices knew, held nobody back.
    const uint64_t chosen = decision->clock->cycle - CHOICE_TO_DECISION;
    const uint64_t left = slot_scoreboard_oldest_left(waiting, passed_by->clock - 1);
    if (left <= chosen && left + LEAVE_TO_CHOICE <= chosen)
        return true;
    const uint64_t grants = passed_by->grants - oldest->grants;
    if (grants < bound->starvation_bound || grants >= GRANTS_SURE)
        return true;
    return passed(decision, oldest, "is the oldest and aged");
}

static bool slots_bounded(const struct order_scoreboard *scoreboard,
                          const struct checked_clock *clock, bool overflows) {
    const unsigned ready = clock->out->op_ready;
    const unsigned occupied = slot_scoreboard_occupied(&scoreboard->waiting, clock->cycle);
    const bool walks = scoreboard->walk.left && scoreboard->walk.next == clock->cycle + 1;
    return (!overflows && ready == (occupied < SLOTS && !walks)) ||
           broken(clock->finding, "ready is %u with %u of %d slots taken%s", ready,
                  occupied + overflows, SLOTS, walks ? ", in a step of the walk" : "");
}

static void enter_decision(struct order_scoreboard *scoreboard, struct waiting_op *op,
                           const struct edge_out *out, uint64_t clock) {
    if (scoreboard->waiting.grants - op->grants >= GRANTS_SURE)
        scoreboard->unsure_until = clock + FORCE_CLOCKS;
    slot_scoreboard_decide(&scoreboard->waiting, op, out, clock);
    scoreboard->held += out->kind == DECISION_GRANT;
}

static void begin_walk(struct walk_watch *walk, uint64_t clock, unsigned before) {
    if (before == 0)
        walk->next = clock + WALK_CLOCKS;
    walk->left = SLOTS;
}

// A multiplier or quantum that comes into force with a clock, after `before` steps were left in the
// clock before it.
static void enter_change(struct order_scoreboard *scoreboard, uint64_t clock, unsigned before) {
    enum { WALK = SLOTS * WALK_CLOCKS + WALK_CLOCKS + OFFER_TO_SCALE + SCALE_TO_SLOT };
    scoreboard->stale = clock + WALK;
    begin_walk(&scoreboard->walk, clock, before);
}

// The end of a clock, in which a register may be written.
static void walk_clock(struct order_scoreboard *scoreboard, const struct checked_clock *clock) {
    struct walk_watch *const walk = &scoreboard->walk;
    const unsigned word = clock->write.word;
    walk->before = walk->left;
    if (walk->left && walk->next == clock->cycle) {
        walk->left--;
        walk->next += WALK_CLOCKS;
    }
    if (clock->write.valid && (word - REGISTER_MULTIPLIER < LANES || word == REGISTER_QUANTUM_HBM ||
                               word == REGISTER_QUANTUM_TIME))
        enter_change(scoreboard, clock->cycle + 1, walk->before);
}

static void enter_returns(struct order_scoreboard *scoreboard, const struct edge_out *out,
                          uint64_t clock) {
    const unsigned retires =
        (unsigned)__builtin_popcount(out->retire) + (out->done_kind == CHANNEL_COMPLETE);
    for (unsigned i = 0; RETIRE_TO_USE > 1 && i < retires; i++)
        late_facts_retire(&scoreboard->late, clock);
    for (unsigned k = 0; COMMIT_TO_DECISION > 1 && k < CLASSES; k++)
        if (out->return_kind[k] == CHANNEL_RETURN)
            late_facts_return(&scoreboard->late, clock, lane_of_class(k, out->hbm_lane),
                              out->amount[k]);
    scoreboard->held -= retires;
}

const char *order_scoreboard_edge(struct order_scoreboard *scoreboard,
                                  const struct checked_clock *clock) {
    const struct edge_out *const out = clock->out;
    scoreboard->taken = NULL;
    const uint32_t limit = clock->image->word[REGISTER_COMMAND_LIMIT];
    if (out->window && !out->reset && out->window_lane < LANES) {
        late_facts_window(&scoreboard->late, clock->cycle, scoreboard->window);
        scoreboard->window[out->window_lane] = out->window_value;
    }
    if (limit != scoreboard->limit)
        late_facts_limit(&scoreboard->late, clock->cycle, scoreboard->limit);
    scoreboard->limit = limit;
    if (out->calibrate)
        enter_change(scoreboard, clock->cycle, scoreboard->walk.before);
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
    walk_clock(scoreboard, clock);
    if (!slots_bounded(scoreboard, clock, takes && !scoreboard->taken))
        return "slots_bounded";
    enter_returns(scoreboard, out, clock->cycle);
    memcpy(scoreboard->debt, out->debt, sizeof scoreboard->debt);
    scoreboard->op_ready = out->op_ready;
    return NULL;
}
