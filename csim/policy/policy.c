#include "csim/policy/policy.h"

#define ADDRESS(name) &policy_##name,
const struct policy *const policies[] = {POLICY_LIST(ADDRESS) NULL};
#undef ADDRESS

const struct policy *policy_find(const char *name) {
    for (const struct policy *const *policy = policies; *policy; policy++)
        if (strcmp((*policy)->name, name) == 0)
            return *policy;
    return NULL;
}

// An estimate, biased; rounded up, as estimates are.
static uint64_t biased(uint64_t estimate, const struct config *config) {
    return (estimate * config->estimate_percent + 99) / 100;
}

// Quanta for one byte at a rate, rounded up.
static uint64_t reciprocal(uint64_t gbps) {
    const uint64_t byte_quanta = UINT64_C(8) * QUANTA_PER_NS << RECIPROCAL_FRACTION; // at 1 Gb/s
    const uint64_t quanta = (byte_quanta + gbps - 1) / gbps;
    return quanta < UINT16_MAX ? quanta : UINT16_MAX;
}

// Of the true service times. Quanta are left to the policies that count in them.
static bool estimates_open(struct estimates *estimates, const struct config *config,
                           struct text_error *error) {
    const uint64_t atomic = biased(config->atomic_ns * QUANTA_PER_NS, config);
    const uint64_t fixed = biased(config->response_ns * QUANTA_PER_NS, config);
    const uint64_t byte = biased(reciprocal(config->response_gbps), config);
    if (atomic > UINT16_MAX || fixed > UINT16_MAX || byte > UINT16_MAX)
        return text_error_set(
            error,
            "estimate_percent: expected one with which the estimates of atomic_ns, "
            "response_ns and response_gbps fit into 16 bits, found %" PRIu64,
            config->estimate_percent);
    *estimates = (struct estimates){.response_fixed = (uint16_t)fixed,
                                    .response_reciprocal = (uint16_t)byte,
                                    .hbm_reciprocal = (uint16_t)reciprocal(config->hbm_gbps),
                                    .multiplier_min = (uint16_t)config->multiplier_min,
                                    .multiplier_max = (uint16_t)config->multiplier_max};
    for (unsigned lane = 0; lane < LANES; lane++)
        estimates->multiplier[lane] = MULTIPLIER_ONE;
    for (unsigned opcode = OP_FETCH_ADD; opcode <= OP_FETCH_MAX; opcode++)
        estimates->atomic_service[opcode] = (uint16_t)atomic;
    return true;
}

bool policy_open(const struct policy *policy, struct policy_state *state,
                 const struct config *config, struct text_error *error) {
    *state = (struct policy_state){.config = config};
    if (!estimates_open(&state->estimates, config, error))
        return false;
    hbm_classes_init(&state->classes);
    state->command_limit =
        config->command_limit < config->depth ? config->command_limit : config->depth;
    if (policy->open)
        policy->open(state, config);
    return true;
}
