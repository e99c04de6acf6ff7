// semacredit that learns: one multiplier for the Atomic engine's estimates and one for the response
// engine's, moved by a sixteenth of the way towards what was observed at each of their completions.
// HBM is left out: its observed time holds the read overhead, which is not charged on purpose. An
// operation's charge was frozen when it was admitted.
#include "csim/policy/policy_windows.h"

static void adaptive_open(struct policy_state *state, const struct config *config) {
    windows_open_service(state, config);
    for (unsigned lane = ATOMIC_LANE; lane <= RESPONSE_LANE; lane++)
        state->estimates.multiplier[lane] = MULTIPLIER_ENABLE | MULTIPLIER_ONE;
}

static bool adaptive_observe(struct policy_state *state, const struct op *op,
                             enum resource_class resource, uint64_t observed) {
    if (resource == CLASS_HBM)
        return false;
    uint16_t *const word =
        &state->estimates.multiplier[resource == CLASS_ATOMIC ? ATOMIC_LANE : RESPONSE_LANE];
    const uint16_t before = *word;
    *word = multiplier_after(state, op, resource, observed, before);
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
