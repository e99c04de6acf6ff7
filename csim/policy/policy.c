#include "csim/policy/policy.h"

#include <inttypes.h>
#include <string.h>

#include "csim/config/register_plan.h"
#include "csim/golden/registers.h"

#define ADDRESS(name) &policy_##name,
const struct policy *const policies[] = {POLICY_LIST(ADDRESS) NULL};
#undef ADDRESS

const struct policy *policy_find(const char *name) {
    for (const struct policy *const *policy = policies; *policy; policy++)
        if (strcmp((*policy)->name, name) == 0)
            return *policy;
    return NULL;
}

// A service estimate of the block's registers, biased; rounded up, as estimates are.
static uint32_t biased(uint32_t estimate, const struct config *config) {
    return (uint32_t)((estimate * config->estimate_percent + 99) / 100);
}

// Estimates come from where the block's registers come from, so that a policy and a block of the
// same configuration estimate alike. Quanta are left to the policies that count in them.
static bool estimates_open(struct registers *registers, const struct config *config,
                           struct text_error *error) {
    struct register_plan plan;
    register_plan_want(&plan, config);
    plan.wanted[CONFIG_QUANTUM_HBM] = plan.wanted[CONFIG_QUANTUM_TIME] = 0;
    for (unsigned opcode = OP_FETCH_ADD; opcode <= OP_FETCH_MAX; opcode++) {
        uint32_t *atomic = &plan.wanted[CONFIG_ATOMIC_SERVICE + opcode];
        *atomic = biased(*atomic, config);
    }
    uint32_t *fixed = &plan.wanted[CONFIG_RESPONSE_FIXED];
    uint32_t *reciprocal = &plan.wanted[CONFIG_RESPONSE_RECIPROCAL];
    *fixed = biased(*fixed, config);
    *reciprocal = biased(*reciprocal, config);
    if (plan.wanted[CONFIG_ATOMIC_SERVICE + OP_FETCH_ADD] > UINT16_MAX || *fixed > UINT16_MAX ||
        *reciprocal > UINT16_MAX)
        return text_error_set(
            error,
            "estimate_percent: expected one with which the estimates of atomic_ns, "
            "response_ns and response_gbps fit into 16 bits, found %" PRIu64,
            config->estimate_percent);
    registers_reset(registers, (unsigned)config->depth);
    for (unsigned address = 0; address < REGISTERS; address++)
        registers_write(registers, (unsigned)config->depth, (uint8_t)address, plan.wanted[address]);
    return true;
}

bool policy_open(const struct policy *policy, struct policy_state *state,
                 const struct config *config, struct text_error *error) {
    *state = (struct policy_state){.config = config};
    if (!estimates_open(&state->registers, config, error))
        return false;
    state->command_limit = state->registers.command_limit;
    if (policy->open)
        policy->open(state, config);
    return true;
}
