// One destination pool, of which large operations cannot have the last `class_reserve` commands.
#include "csim/policy/policy_windows.h"

static void class_open(struct policy_state *state, const struct config *config) {
    state->large_limit = state->command_limit > config->class_reserve
                             ? state->command_limit - config->class_reserve
                             : 0;
}

// Bytes that an operation moves, whichever way.
static uint32_t op_bytes(const struct op *op) {
    return op->wire_bytes > op->response_length ? op->wire_bytes : op->response_length;
}

static unsigned class_refuse(const struct policy_state *state, const struct op *op,
                             const struct demand *demand) {
    (void)demand;
    const bool large = op_bytes(op) >= state->large_bytes;
    return large && state->in_flight >= state->large_limit ? REFUSED_TABLE : 0;
}

const struct policy policy_aggregate_class = {.name = "aggregate_class",
                                              .meaning =
                                                  "the pool, with a reserve for small operations",
                                              .state_entries = 2,
                                              .returns = RETURNS_AT_END,
                                              .open = class_open,
                                              .charge = charge_nothing,
                                              .refuse = class_refuse};
