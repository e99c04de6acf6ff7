// The policies that learn nothing.
#include "csim/policy/policy_windows.h"

// --- the service vector ------------------------------------------------------------------------

POLICY(semacredit, "the service vector, each component back from its stage", LANES,
       RETURNS_BY_STAGE, windows_open_service, charge_vector, windows_refuse);

POLICY(oracle, "semacredit that always knows the partition", LANES, RETURNS_BY_STAGE,
       windows_open_service, charge_vector, windows_refuse, .knows_mapping = true);

// Ablations: nothing bounds the stages; stages already left stay charged.
POLICY(arrival_return, "the service vector, back at arrival", LANES, RETURNS_AT_ARRIVAL,
       windows_open_service, charge_vector, windows_refuse);

POLICY(end_return, "the service vector, back at the end", LANES, RETURNS_AT_END,
       windows_open_service, charge_vector, windows_refuse);

// Ablation (paper, section 3.2): the vector, and a read's time beside its transfer, in bytes that
// the partition moves meanwhile.
static void read_charge(const struct policy_state *state, const struct op *op, unsigned lane,
                        struct demand *demand) {
    struct raw_demand raw;
    estimate_op(state, op, lane, &raw);
    if (op_is_read(op)) {
        const uint64_t bits = state->config->hbm_read_ns * state->config->hbm_gbps;
        const uint64_t bytes = raw.hbm + (bits + 7) / 8;
        raw.hbm = bytes < UINT32_MAX ? (uint32_t)bytes : UINT32_MAX;
    }
    demand_scale(&state->estimates, &raw, demand);
}

POLICY(read_charged, "semacredit, and a read's fixed time at HBM", LANES, RETURNS_BY_STAGE,
       windows_open_service, read_charge, windows_refuse, .vector_and_more = true);

// The vector, and the request bytes on the link into the receiver, which no stage bounds: from the
// grant until the request has arrived. As the block's port has them.
static void link_open(struct policy_state *state, const struct config *config) {
    windows_open_service(state, config);
    state->window[LINK_LANE] = window_link(config);
}

static void link_charge(const struct policy_state *state, const struct op *op, unsigned lane,
                        struct demand *demand) {
    charge_vector(state, op, lane, demand);
    demand->amount[RESOURCE_LINK] = op_port_bytes(op);
    demand_mask(demand);
}

POLICY(vector_link, "the service vector, and bytes on the link", LANES + 1, RETURNS_BY_STAGE,
       link_open, link_charge, windows_refuse, .vector_and_more = true, .link = LINK_FROM_GRANT);

// The same without the wait at the source's own link, which a domain has.
POLICY(vector_link_sent, "the same, counted as they leave their source", LANES + 1,
       RETURNS_BY_STAGE, link_open, link_charge, windows_refuse, .vector_and_more = true,
       .link = LINK_AS_SENT);

// The service vector without its response component: what the first stage costs, and no more.
static void primary_charge(const struct policy_state *state, const struct op *op, unsigned lane,
                           struct demand *demand) {
    charge_vector(state, op, lane, demand);
    demand->amount[RESOURCE_RESPONSE] = 0;
    demand_mask(demand);
}

POLICY(primary, "HBM and Atomic service, no response", LANES - 1, RETURNS_BY_STAGE,
       windows_open_service, primary_charge, windows_refuse);

// One number for all stages: the sum of the predicted service times, in quanta, against one window
// of some round trips; it comes back when the operation is through. The counter is lane 0.
static void scalar_open(struct policy_state *state, const struct config *config) {
    state->window[0] =
        config->feedback_rtt_ns * config->scalar_window_percent * QUANTA_PER_NS / 100;
}

static void scalar_charge(const struct policy_state *state, const struct op *op, unsigned lane,
                          struct demand *demand) {
    charge_vector(state, op, lane, demand);
    const uint64_t bits = demand->amount[RESOURCE_HBM] * UINT64_C(8);
    const uint64_t gbps = state->config->hbm_gbps;
    const uint64_t hbm = (bits * QUANTA_PER_NS + gbps - 1) / gbps;
    const uint64_t cost = hbm + demand->amount[RESOURCE_ATOMIC] + demand->amount[RESOURCE_RESPONSE];
    *demand = (struct demand){
        .amount = {[RESOURCE_HBM] = (uint32_t)(cost < UINT32_MAX ? cost : UINT32_MAX)}, .lane = 0};
    demand_mask(demand);
}

POLICY(scalar, "the sum of all stages' service times", 1, RETURNS_AT_END, scalar_open,
       scalar_charge, windows_refuse, .one_window = true);

// --- commands and bytes ------------------------------------------------------------------------

static void charge_nothing(const struct policy_state *state, const struct op *op, unsigned lane,
                           struct demand *demand) {
    (void)state, (void)op, (void)lane;
    *demand = (struct demand){.mask = 0};
}

static lane_set refuse_never(const struct policy_state *state, const struct op *op,
                             const struct demand *demand) {
    (void)state, (void)op, (void)demand;
    return 0;
}

// One destination pool. In the paper a byte pool of a size that it does not say, beside the bound
// on commands: here that bound is all there is, and the number of commands the one counter. A pool
// that binds before is bdp.
POLICY(aggregate, "one bounded destination pool", 1, RETURNS_AT_END, NULL, charge_nothing,
       refuse_never);

// One pool of bytes, of a bandwidth-delay product of the link: what an operation moves, there and
// back, from its grant to its end. The counter is lane 0.
static void bdp_open(struct policy_state *state, const struct config *config) {
    state->window[0] = window_link(config);
}

static void bdp_charge(const struct policy_state *state, const struct op *op, unsigned lane,
                       struct demand *demand) {
    (void)state, (void)lane;
    const uint64_t bytes = (uint64_t)op->wire_bytes + (op_responds(op) ? op->response_length : 0);
    *demand = (struct demand){
        .amount = {[RESOURCE_HBM] = (uint32_t)(bytes < UINT32_MAX ? bytes : UINT32_MAX)}};
    demand_mask(demand);
}

POLICY(bdp, "one pool of bytes, of a bandwidth-delay product", 1, RETURNS_AT_END, bdp_open,
       bdp_charge, windows_refuse, .one_window = true);

// aggregate, of which large operations cannot have the last `class_reserve` commands:
// by the bytes that they move, whichever way.
static lane_set class_refuse(const struct policy_state *state, const struct op *op,
                             const struct demand *demand) {
    (void)demand;
    const bool large = op->wire_bytes >= state->config->large_bytes ||
                       op->response_length >= state->config->large_bytes;
    return large && state->in_flight + state->config->class_reserve >= state->command_limit
               ? REFUSED_TABLE
               : 0;
}

POLICY(aggregate_class, "the pool, with a reserve for small operations", 2, RETURNS_AT_END, NULL,
       charge_nothing, class_refuse);

// A byte window for each resource: HBM partitions by the bytes they move, the Atomic engine by the
// bytes of the request, the response engine by those of the response. The strong baseline: it knows
// every operation's resource, also where others get a wrong partition.
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
        (struct demand){.amount = {[RESOURCE_HBM] = op_uses_hbm(op) ? op_hbm_bytes(op) : 0,
                                   [RESOURCE_ATOMIC] = op_is_atomic(op) ? op->wire_bytes : 0,
                                   [RESOURCE_RESPONSE] = op_responds(op) ? op->response_length : 0},
                        .lane = lane};
    demand_mask(demand);
}

POLICY(resource_byte, "a byte window for each resource", LANES, RETURNS_BY_STAGE, byte_open,
       byte_charge, windows_refuse, .knows_mapping = true);

// --- reactive --------------------------------------------------------------------------------
//
// No window is reserved: the target refuses what arrives at an exhausted resource, one whose
// backlog has crossed its window (the one that semacredit bounds), and disables the resource until
// the backlog has drained. The operation goes back to its source and comes again. The paper
// (sections 4.3 and 5.2) leaves open when a queue has crossed its window and how long recovery
// takes: here the backlog is that at the arrival, and the resource is used again as soon as it is
// idle. Of the readings tried this one, the plainest, fits the published numbers best (sim/README).
// Both can be configured otherwise.

// Backlog above which a lane is exhausted.
static uint64_t threshold_ps(const struct config *config, unsigned lane) {
    const uint64_t windows = lane == ATOMIC_LANE ? config->atomic_window_multiple : 1;
    return windows * window_base_ns(config) * 1000 * config->reactive_threshold_percent / 100;
}

// Nothing is charged; the mask says which lanes the operation uses.
static void reactive_charge(const struct policy_state *state, const struct op *op, unsigned lane,
                            struct demand *demand) {
    charge_vector(state, op, lane, demand);
    for (unsigned resource = 0; resource < RESOURCES; resource++)
        demand->amount[resource] = 0;
}

static lane_set reactive_refuse(const struct policy_state *state, const struct op *op,
                                const struct demand *demand) {
    (void)op;
    return demand->mask & state->disabled;
}

static bool may_close(const struct policy_state *state, unsigned lane) {
    const uint64_t most = state->config->reactive_closures;
    return most == 0 || state->closures[lane] < most;
}

static lane_set reactive_arrive(struct policy_state *state, lane_set lanes,
                                const struct stages *stages, uint64_t now_ps) {
    lane_set exhausted = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        if (lanes >> lane & 1 && may_close(state, lane) &&
            stages_lane(stages, lane)->free_ps > now_ps + threshold_ps(state->config, lane))
            exhausted |= LANE_BIT(lane);
    state->disabled |= exhausted;
    return exhausted;
}

static void reactive_recover(struct policy_state *state, unsigned lane) {
    state->disabled &= ~LANE_BIT(lane);
    state->closures[lane]++;
}

POLICY(reactive, "refusal by exhausted resources, and retry", LANES, RETURNS_AT_END, NULL,
       reactive_charge, reactive_refuse, .arrive = reactive_arrive, .recover = reactive_recover);
