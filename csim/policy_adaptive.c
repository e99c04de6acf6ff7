// semacredit that learns: one multiplier for the Atomic engine's estimates and one for the response
// engine's, moved by a sixteenth of the way towards what was observed at each of their completions.
// HBM is left out: its observed time holds the read overhead, which is not charged on purpose. An
// operation's charge was frozen when it was admitted.
#include "policy_windows.h"

enum { MULTIPLIER_MAX = (1 << MULTIPLIER_BITS) - 1, EWMA_SHIFT = 4 };

static void adaptive_open(struct policy_state *state, const struct config *config) {
    windows_open_service(state, config);
    for (unsigned lane = ATOMIC_LANE; lane <= RESPONSE_LANE; lane++)
        state->registers.multiplier[lane] = MULTIPLIER_ENABLE | MULTIPLIER_ONE;
}

// m + (observed / estimate - m) / 16 in the multiplier's fixed point. The quotient is rounded to
// the nearest; the step rounds down, so that m may rest up to 15/4096 below its target.
static uint16_t ewma(uint32_t m, uint64_t observed, uint64_t estimate) {
    const uint64_t ratio = ((observed << MULTIPLIER_FRACTION) + estimate / 2) / estimate;
    const int64_t target = (int64_t)(ratio < MULTIPLIER_MAX ? ratio : MULTIPLIER_MAX);
    const int64_t away = target - (int64_t)m + (MULTIPLIER_MAX + 1); // not negative
    const int64_t next = (int64_t)m + (away >> EWMA_SHIFT) - ((MULTIPLIER_MAX + 1) >> EWMA_SHIFT);
    return (uint16_t)(next > 1 ? next : 1);
}

static bool adaptive_observe(struct policy_state *state, const struct op *op,
                             enum resource_class class, uint64_t observed) {
    if (class == CLASS_HBM)
        return false;
    struct raw_demand raw;
    demand_estimate(&state->registers, op->opcode, op->address, op->length, op->response_length,
                    &raw);
    const uint64_t half = UINT64_C(1) << (RECIPROCAL_FRACTION - 1);
    const uint64_t estimate =
        class == CLASS_ATOMIC ? raw.atomic : (raw.response + half) >> RECIPROCAL_FRACTION;
    if (estimate == 0)
        return false; // nothing to be right or wrong about
    const unsigned lane = class == CLASS_ATOMIC ? ATOMIC_LANE : RESPONSE_LANE;
    uint16_t *const word = &state->registers.multiplier[lane];
    const uint16_t before = *word;
    *word = MULTIPLIER_ENABLE | ewma(before & MULTIPLIER_MAX, observed, estimate);
    return *word != before;
}

const struct policy policy_adaptive = {.name = "adaptive",
                                       .meaning = "semacredit with learned service times",
                                       .state_entries = LANES + 2,
                                       .returns = RETURNS_BY_STAGE,
                                       .open = adaptive_open,
                                       .charge = charge_vector,
                                       .refuse = windows_refuse,
                                       .observe = adaptive_observe};
