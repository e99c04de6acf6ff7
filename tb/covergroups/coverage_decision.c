// Coverage of decisions: who was chosen over whom, and what it met.
#include <stddef.h>

#include "tb/covergroups/coverage_state.h"

// What the operation that is decided on demands of a lane.
static uint32_t lane_demand(const struct edge_out *out, unsigned lane) {
    const unsigned hbm_lane = out->lane < HBM_LANES ? out->lane : 0;
    return lane < HBM_LANES && lane != hbm_lane ? 0 : out->demand[lane_class(lane)];
}

// What the decision goes by.
struct seen {
    uint32_t debt[LANES];
    const uint32_t *window;
    unsigned held;
};

static void see_debts(const struct standing *at, struct seen *seen) {
    late_facts_debts(&at->late, at->clock, seen->debt);
    for (unsigned lane = 0; lane < LANES; lane++)
        seen->debt[lane] += at->debt[lane];
    seen->window = late_facts_windows(&at->late, at->clock, at->registers.window);
    seen->held = at->held + late_facts_held(&at->late, at->clock);
}

// Whom the choice passed over, for the operation that is decided.
static void see_order(struct coverage *coverage, const struct waiting_op *op) {
    const struct slot_scoreboard *const waiting = &coverage->at.waiting;
    for (uint64_t left = slot_scoreboard_above(waiting, op, waiting->blocked); left;
         left &= left - 1) {
        const struct waiting_op *const other = &waiting->op[__builtin_ctzll(left)];
        hit(coverage, held_by_order + (slot_scoreboard_blocker(waiting, other)->tag != other->tag));
    }
}

static void see_grant_order(struct coverage *coverage, const struct waiting_op *op) {
    const struct standing *const at = &coverage->at;
    const struct waiting_op *const oldest = at->waiting.op;
    const uint64_t grants = at->waiting.grants - oldest->grants;
    hit_if(coverage, op == oldest, grant_order);
    hit_if(coverage, op->urgent && !oldest->urgent, grant_order + 1);
    hit_if(coverage, op != oldest && op->urgent == oldest->urgent && op->rank < oldest->rank,
           grant_order + 2);
    hit_if(coverage, slot_scoreboard_above(&at->waiting, op, at->waiting.denied), grant_order + 3);
    if (at->registers.starvation_bound == 0 || grants < at->registers.starvation_bound)
        return;
    hit_if(coverage, op == oldest, aged);
    const uint64_t undecided = ~at->waiting.denied & slot_scoreboard_all(&at->waiting);
    hit_if(coverage, op == oldest && slot_scoreboard_above(&at->waiting, op, undecided), aged + 1);
    hit_if(coverage, op != oldest, aged + 2);
}

static void see_repeat(struct coverage *coverage, const struct waiting_op *op,
                       const struct edge_out *out) {
    const struct standing *const at = &coverage->at;
    const unsigned id = out->id % DEPTH_MAX;
    hit(coverage, repeat + (op->offered > at->granted[id]));
    hit(coverage, repeat_of_id + 4 * id / coverage->depth);
    hit_if(coverage, at->granted[id] + LEAVE_TO_CHOICE + CHOICE_TO_DECISION == at->clock,
           repeat + 2);
    hit_if(coverage, !at->is_held[id], repeat + 3);
}

static void see_grant(struct coverage *coverage, const struct waiting_op *op,
                      const struct edge_out *out, const struct seen *seen) {
    struct standing *const at = &coverage->at;
    static const uint8_t use_bin[1 << CLASSES] = {0, 1, 2, 0, 3, 4, 5, 0};
    const unsigned id = out->id % DEPTH_MAX;
    const unsigned lanes = out->mask & ALL_LANES;
    hit(coverage, grant_uses + use_bin[classes_of(lanes)]);
    for (unsigned left = lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint64_t sum = (uint64_t)seen->debt[lane] + lane_demand(out, lane);
        hit(coverage, grant_lane + lane);
        hit_if(coverage, sum == seen->window[lane], grant_exact_fit + lane);
    }
    if (at->last_grant + 1 == at->clock)
        hit_bits(coverage, classes_of(lanes & at->last_grant_mask), grant_back_to_back);
    hit_if(coverage, op->has_denied, grant_after_deny);
    hit_if(coverage, at->any_complete[op->tag % TAGS] && at->complete[op->tag % TAGS] == op->tag,
           granted_anew);
    see_grant_order(coverage, op);
    hit_if(coverage, at->held == 0, held_at_grant);
    hit_if(coverage, at->held == 1, held_at_grant + 1);
    hit_if(coverage, at->held == coverage->depth / 2, held_at_grant + 2);
    hit_if(coverage, at->held == coverage->depth - 1, held_at_grant + 3);
    if (at->was_freed[id])
        hit(coverage, id_reuse + (at->clock == at->freed[id] + RETIRE_TO_CANDIDATE));
    at->last_grant = at->clock;
    at->last_grant_mask = out->mask;
    at->granted[id] = at->clock;
    at->is_held[id] = true;
    at->held++;
    at->holder[id] = op->tag;
}

static void see_deny(struct coverage *coverage, const struct waiting_op *op,
                     const struct edge_out *out, const struct seen *seen) {
    const struct standing *const at = &coverage->at;
    const unsigned lanes = out->mask & ALL_LANES;
    const unsigned count = (unsigned)__builtin_popcount(lanes);
    for (unsigned left = lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        const uint32_t d = lane_demand(out, lane);
        const uint64_t sum = (uint64_t)seen->debt[lane] + d;
        hit(coverage, deny_lane + lane);
        hit_if(coverage, sum == (uint64_t)seen->window[lane] + 1, deny_one_above + lane);
        hit_if(coverage, d > seen->window[lane], deny_above_window + lane_class(lane));
    }
    if (count)
        hit(coverage, deny_lanes_together + at_most(count, 2) - 1);
    if (out->mask & REFUSED_TABLE) {
        hit_if(coverage, count != 0, deny_lanes_together + 2);
        hit_if(coverage, seen->held >= coverage->depth, deny_table);
        hit_if(coverage, seen->held >= at->registers.command_limit && seen->held < coverage->depth,
               deny_table + 1);
    }
    if (op->has_denied)
        hit(coverage, deny_mask_changes + ((op->refused & ~out->mask) != 0));
}

static void see_reject(struct coverage *coverage, const struct edge_out *out) {
    hit_bits(coverage, out->mask, reject_lane);
    hit_if(coverage, out->mask == 0, reject_unknown);
    if (out->mask)
        hit(coverage,
            reject_lanes_together + at_most((unsigned)__builtin_popcountll(out->mask), 2) - 1);
    hit_if(coverage, out->demand[CLASS_HBM] == COUNTER_MAX, reject_saturated);
    hit_if(coverage, out->demand[CLASS_RESPONSE] == COUNTER_MAX, reject_saturated + 1);
}

static unsigned slots_bin(unsigned count) {
    enum { ALL = SLOTS > 9 ? 3 : 2 };
    return count == SLOTS ? ALL : count > 8 ? 2 : count > 1;
}

void coverage_see_decision(struct coverage *coverage, const struct edge_out *out) {
    struct slot_scoreboard *const waiting = &coverage->at.waiting;
    struct waiting_op *const op = slot_scoreboard_find(waiting, out->tag);
    if (!op)
        return; // of a broken block
    hit(coverage, decision + out->kind - 1u);
    hit(coverage, slots_taken + slots_bin(waiting->count));
    see_order(coverage, op);
    struct seen seen;
    see_debts(&coverage->at, &seen);
    if (out->kind == DECISION_GRANT)
        see_grant(coverage, op, out, &seen);
    else if (out->kind == DECISION_DENY)
        see_deny(coverage, op, out, &seen);
    else if (out->kind == DECISION_REJECT)
        see_reject(coverage, out);
    else
        see_repeat(coverage, op, out);
    slot_scoreboard_decide(waiting, op, out, coverage->at.clock);
}
