// Policies behind the library's names, operation by operation. Initiators learn at once of what
// comes back: what a network does in between is the caller's.
#include <stdio.h>
#include <stdlib.h>

#include "csim/fabric/stages.h"
#include "csim/policy/policy_windows.h"
#include "tb/library/library_ports.h"

struct semacredit_policy {
    const struct policy *inner;
    struct config config;
    struct policy_state state;
};

struct semacredit_policy *semacredit_policy_open(const char *path, const char *name, char *error,
                                                 size_t size) {
    struct text_error reason = {"out of memory"};
    struct semacredit_policy *policy = calloc(1, sizeof *policy);
    bool opened = policy;
    if (opened) {
        config_init(&policy->config);
        policy->inner = policy_find(name);
        if (!policy->inner || policy->inner->arrive)
            opened = text_error_set(&reason,
                                    "expected a policy that decides at admission, got '%s'", name);
    }
    opened = opened && config_load(&policy->config, path, &reason) &&
             policy_open(policy->inner, &policy->state, &policy->config, &reason);
    if (opened)
        return policy;
    snprintf(error, size, "%s", reason.text);
    free(policy);
    return NULL;
}

void semacredit_policy_close(struct semacredit_policy *policy) {
    free(policy);
}

static struct op op_of(const struct semacredit_operation *operation) {
    return (struct op){.opcode = (uint8_t)operation->opcode,
                       .length = operation->length,
                       .response_length = operation->response_length};
}

static bool known(const struct semacredit_operation *operation) {
    return operation->partition < HBM_LANES &&
           (operation->opcode <= OP_NOTIFY ||
            (operation->opcode >= OP_FETCH_ADD && operation->opcode < OPCODES));
}

// False: it could never be admitted.
static bool charged(const struct semacredit_policy *policy,
                    const struct semacredit_operation *operation, struct demand *demand) {
    if (!known(operation))
        return false;
    const struct op op = op_of(operation);
    policy->inner->charge(&policy->state, &op, operation->partition, demand);
    for (unsigned resource = 0; resource < CLASSES; resource++)
        if (!windows_may_have_room(&policy->state, class_lane(demand, resource),
                                   demand->amount[resource]))
            return false;
    return true;
}

static unsigned refused(const struct semacredit_policy *policy,
                        const struct semacredit_operation *operation, struct demand *demand) {
    if (!charged(policy, operation, demand))
        return SEMACREDIT_NEVER;
    const struct op op = op_of(operation);
    const unsigned lanes = policy->inner->refuse(&policy->state, &op, demand);
    const bool full = policy->state.in_flight >= policy->state.command_limit;
    return lanes | (full ? SEMACREDIT_COMMANDS : 0);
}

unsigned semacredit_policy_refused(const struct semacredit_policy *policy,
                                   const struct semacredit_operation *operation) {
    struct demand demand;
    return refused(policy, operation, &demand);
}

unsigned semacredit_policy_admit(struct semacredit_policy *policy,
                                 const struct semacredit_operation *operation,
                                 struct semacredit_charge *charge) {
    struct demand demand;
    const unsigned by = refused(policy, operation, &demand);
    *charge = (struct semacredit_charge){.operation = *operation, .held = by == 0};
    if (by)
        return by;
    charge->lane = demand.lane;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        charge->amount[resource] = demand.amount[resource];
    windows_charge(&policy->state, &demand);
    policy->state.in_flight++;
    return 0;
}

// The lanes that components come back to.
static unsigned give_back(struct semacredit_policy *policy, struct semacredit_charge *charge,
                          unsigned first, unsigned last) {
    struct demand demand = {.lane = charge->lane};
    unsigned lanes = 0;
    for (unsigned resource = first; resource <= last; resource++) {
        demand.amount[resource] = charge->amount[resource];
        charge->amount[resource] = 0;
        const unsigned lane = class_lane(&demand, resource);
        const uint32_t amount = windows_return(&policy->state, &demand, resource);
        windows_inform(&policy->state, lane, amount);
        lanes |= (unsigned)(amount > 0) << lane;
    }
    return lanes;
}

unsigned semacredit_policy_event(struct semacredit_policy *policy, struct semacredit_charge *charge,
                                 enum semacredit_event event, uint64_t service_ps) {
    const struct policy *inner = policy->inner;
    unsigned lanes = 0;
    if (!charge->held)
        return 0;
    if (event == SEMACREDIT_COMPLETED) {
        charge->held = false;
        policy->state.in_flight--;
        return SEMACREDIT_COMMANDS | give_back(policy, charge, 0, CLASSES - 1);
    }
    if (event == SEMACREDIT_ARRIVED)
        return inner->returns == RETURNS_AT_ARRIVAL ? give_back(policy, charge, 0, CLASSES - 1) : 0;
    if (inner->returns == RETURNS_BY_STAGE)
        lanes = give_back(policy, charge, event, event);
    const struct op op = op_of(&charge->operation);
    if (inner->observe && service_ps > 0 &&
        inner->observe(&policy->state, &op, (enum resource_class)event,
                       stages_observed(service_ps)))
        lanes = SEMACREDIT_LANES;
    return lanes;
}

uint64_t semacredit_policy_window(const struct semacredit_policy *policy, unsigned lane) {
    return lane < LANES ? policy->state.window[lane] : policy->state.command_limit;
}

uint64_t semacredit_policy_debt(const struct semacredit_policy *policy, unsigned lane) {
    return lane < LANES ? policy->state.debt[lane] : policy->state.in_flight;
}
