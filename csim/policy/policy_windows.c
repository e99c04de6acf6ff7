#include "csim/policy/policy_windows.h"

#include <assert.h>

uint64_t window_base_ns(const struct config *config) {
    return config->window_request_ns > config->feedback_rtt_ns ? config->window_request_ns
                                                               : config->feedback_rtt_ns;
}

uint64_t window_bytes(uint64_t ns, uint64_t gbps) {
    return ns * gbps / 8;
}

uint64_t window_link(const struct config *config) {
    uint64_t gbps = 0;
    for (unsigned path = 0; path < PATHS; path++)
        gbps += config->path_gbps[path];
    return window_bytes(window_base_ns(config), gbps) * config->link_window_percent / 100;
}

void windows_open_service(struct policy_state *state, const struct config *config) {
    const uint64_t base = window_base_ns(config);
    const uint64_t base_quanta = base * QUANTA_PER_NS;
    state->estimates.quantum_hbm = (uint8_t)config->quantum_hbm;
    state->estimates.quantum_time = (uint8_t)config->quantum_time;
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        state->window[lane] = window_bytes(base, config->hbm_gbps) >> config->quantum_hbm;
    state->window[ATOMIC_LANE] =
        config->atomic_window_multiple * base_quanta >> config->quantum_time;
    state->window[RESPONSE_LANE] = base_quanta >> config->quantum_time;
    hbm_classes_open(&state->classes, config, state->window);
}

void estimate_op(const struct policy_state *state, const struct op *op, unsigned lane,
                 struct raw_demand *raw) {
    demand_estimate(&state->estimates, op->opcode, state->classes.lane[lane], op->length,
                    op->response_length, raw);
    if (op->replies && op_responds(op))
        raw->response = demand_response(&state->estimates, op->response_length);
}

void charge_vector(const struct policy_state *state, const struct op *op, unsigned lane,
                   struct demand *demand) {
    struct raw_demand raw;
    estimate_op(state, op, lane, &raw);
    demand_scale(&state->estimates, &raw, demand);
}

void demand_mask(struct demand *demand) {
    lane_set mask = 0;
    for (unsigned resource = 0; resource < COMPONENTS; resource++)
        if (demand->amount[resource])
            mask |= LANE_BIT(resource_lane(demand, resource));
    demand->mask = mask;
}

bool windows_may_have_room(const struct policy_state *state, unsigned lane, uint64_t amount) {
    const uint64_t window = state->window[lane];
    return amount <= window || (state->config->empty_admits && window > 0);
}

static bool windows_have_room(const struct policy_state *state, unsigned lane, uint64_t amount) {
    const uint64_t debt = state->known_debt[lane];
    return debt == 0 ? windows_may_have_room(state, lane, amount)
                     : debt + amount <= state->window[lane];
}

lane_set windows_refuse(const struct policy_state *state, const struct op *op,
                        const struct demand *demand) {
    (void)op;
    lane_set refused = 0;
    for (unsigned resource = 0; resource < COMPONENTS; resource++) {
        const unsigned lane = resource_lane(demand, resource);
        if (demand->amount[resource] && !windows_have_room(state, lane, demand->amount[resource]))
            refused |= LANE_BIT(lane);
    }
    return refused;
}

void windows_charge(struct policy_state *state, const struct demand *demand,
                    enum policy_link link) {
    const unsigned components = link == LINK_FROM_GRANT ? COMPONENTS : RESOURCES;
    for (unsigned resource = 0; resource < components; resource++) {
        const unsigned lane = resource_lane(demand, resource);
        const uint32_t amount = demand->amount[resource];
        assert((amount == 0 || windows_have_room(state, lane, amount)) && "a window overstepped");
        state->debt[lane] += amount;
        state->known_debt[lane] += amount;
    }
}

void windows_send(struct policy_state *state, const struct demand *demand) {
    state->debt[LINK_LANE] += demand->amount[RESOURCE_LINK];
    state->known_debt[LINK_LANE] += demand->amount[RESOURCE_LINK];
}

uint32_t windows_return(struct policy_state *state, const struct demand *demand,
                        unsigned resource) {
    const unsigned lane = resource_lane(demand, resource);
    assert(state->debt[lane] >= demand->amount[resource] && "a debt below zero");
    state->debt[lane] -= demand->amount[resource];
    return demand->amount[resource];
}

void windows_inform(struct policy_state *state, unsigned lane, uint64_t amount) {
    assert(state->known_debt[lane] >= state->debt[lane] + amount &&
           "credit that is not there is reported");
    state->known_debt[lane] -= amount;
}
