// A byte window for each resource: HBM partitions by the bytes they move, the Atomic engine by the
// bytes of the request, the response engine by those of the response. The strong baseline: it knows
// every operation's resource, also where others are told a wrong partition.
#include "csim/interface/op.h"
#include "csim/policy/policy_windows.h"

static void byte_open(struct policy_state *state, const struct config *config) {
    const uint64_t base = window_base_ns(config);
    for (unsigned lane = 0; lane < LANES; lane++)
        state->window[lane] = window_bytes(base, config->hbm_gbps);
    state->window[RESPONSE_LANE] = window_bytes(base, config->response_gbps);
}

static void byte_charge(const struct policy_state *state, const struct op *op, unsigned lane,
                        struct demand *demand) {
    (void)state;
    *demand =
        (struct demand){.amount = {[CLASS_HBM] = op_uses_hbm(op) ? op_hbm_bytes(op) : 0,
                                   [CLASS_ATOMIC] = op_is_atomic(op) ? op->wire_bytes : 0,
                                   [CLASS_RESPONSE] = op_responds(op) ? op->response_length : 0},
                        .lane = lane};
    demand_mask(demand);
}

const struct policy policy_resource_byte = {.name = "resource_byte",
                                            .meaning = "a byte window for each resource",
                                            .state_entries = LANES,
                                            .returns = RETURNS_BY_STAGE,
                                            .knows_mapping = true,
                                            .open = byte_open,
                                            .charge = byte_charge,
                                            .refuse = windows_refuse};
