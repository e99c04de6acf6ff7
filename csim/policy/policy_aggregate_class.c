// One destination pool, of which large operations cannot have the last `class_reserve` commands.
#include "csim/policy/policy_windows.h"

// Bytes that an operation moves, whichever way.
static uint32_t op_bytes(const struct op *op) {
    return op->wire_bytes > op->response_length ? op->wire_bytes : op->response_length;
}

static lane_set class_refuse(const struct policy_state *state, const struct op *op,
                             const struct demand *demand) {
    (void)demand;
    const bool large = op_bytes(op) >= state->config->large_bytes;
    return large && state->in_flight + state->config->class_reserve >= state->command_limit
               ? REFUSED_TABLE
               : 0;
}

const struct policy policy_aggregate_class = {.name = "aggregate_class",
                                              .meaning =
                                                  "the pool, with a reserve for small operations",
                                              .state_entries = 2,
                                              .returns = RETURNS_AT_END,
                                              .charge = charge_nothing,
                                              .refuse = class_refuse};
