#include "csim/policy/policy.h"

#include "csim/policy/policy_windows.h"

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
    state->classes.used = HBM_LANES; // a class for each partition
    for (unsigned i = 0; i < HBM_LANES; i++)
        state->classes.lane[i] = (uint8_t)i;
    state->command_limit =
        config->command_limit < config->depth ? config->command_limit : config->depth;
    if (policy->open)
        policy->open(state, config);
    return true;
}

void hbm_classes_open(struct hbm_classes *classes, const struct config *config,
                      uint64_t window[LANES]) {
    const uint64_t partition = window[0];
    unsigned members[HBM_LANES] = {0};
    if (config->hbm_classes == 0)
        return;
    classes->used = config->class_learn ? 1 : (uint8_t)config->hbm_classes;
    for (unsigned i = 0; i < HBM_LANES; i++) {
        classes->lane[i] = (uint8_t)(i * classes->used / HBM_LANES);
        members[classes->lane[i]]++;
    }
    for (unsigned lane = 0; lane < classes->used && config->class_window == CLASS_SUM; lane++)
        window[lane] = partition * members[lane];
}

bool hbm_classes_refused(struct hbm_classes *classes, const struct config *config,
                         unsigned partition, uint64_t window[LANES]) {
    if (config->class_learn == 0 || classes->lane[partition] != 0 ||
        classes->used >= config->hbm_classes ||
        ++classes->refusals[partition] < config->class_learn)
        return false;
    const unsigned own = classes->used++;
    classes->lane[partition] = (uint8_t)own;
    if (config->class_window == CLASS_SUM)
        window[0] -= window[own];
    return true;
}

static void emit(struct policy_commits *commits, uint64_t now_ps, enum commit_kind kind,
                 uint32_t op, lane_set mask, const uint64_t d[ALL_LANES]) {
    if (!commits->sink)
        return;
    struct commit commit = {.order = commits->order++,
                            .cycle = now_ps / commits->clock_ps,
                            .time_ps = now_ps,
                            .op = op,
                            .reservation = (uint16_t)op,
                            .mask = mask,
                            .kind = kind,
                            .link = commits->link};
    for (unsigned lane = 0; lane < ALL_LANES; lane++) {
        commit.d[lane] = (uint32_t)d[lane];
        commit.debt[lane] = (uint32_t)commits->state->debt[lane];
    }
    commits->sink->take(commits->sink->context, &commit);
}

void policy_commits_open(struct policy_commits *commits, const struct policy *policy,
                         const struct policy_state *state) {
    commits->state = state;
    commits->link = policy->link != LINK_UNCOUNTED;
    policy_commits_windows(commits, 0);
}

void policy_commits_windows(struct policy_commits *commits, uint64_t now_ps) {
    emit(commits, now_ps, COMMIT_WINDOW, 0, 0, commits->state->window);
}

void policy_commits_demand(struct policy_commits *commits, uint64_t now_ps, enum commit_kind kind,
                           uint32_t op, lane_set refused, const struct demand *demand) {
    uint64_t d[ALL_LANES] = {0};
    lane_set charged = 0;
    for (unsigned resource = 0; resource < COMPONENTS; resource++)
        if (demand->amount[resource]) {
            d[resource_lane(demand, resource)] = demand->amount[resource];
            charged |= LANE_BIT(resource_lane(demand, resource));
        }
    emit(commits, now_ps, kind, op, kind == COMMIT_GRANT ? charged : refused, d);
}

void policy_commits_return(struct policy_commits *commits, uint64_t now_ps, uint32_t op,
                           const struct demand *demand, unsigned resource) {
    const unsigned lane = resource_lane(demand, resource);
    uint64_t d[ALL_LANES] = {0};
    d[lane] = demand->amount[resource];
    emit(commits, now_ps, COMMIT_RETURN, op, LANE_BIT(lane), d);
}

void policy_commits_multipliers(struct policy_commits *commits, uint64_t now_ps, unsigned lane) {
    uint64_t d[ALL_LANES] = {0};
    for (unsigned i = 0; i < LANES; i++)
        d[i] = commits->state->estimates.multiplier[i];
    emit(commits, now_ps, COMMIT_CALIBRATE, 0, LANE_BIT(lane), d);
}

void policy_commits_complete(struct policy_commits *commits, uint64_t now_ps, uint32_t op) {
    static const uint64_t nothing[ALL_LANES];
    emit(commits, now_ps, COMMIT_COMPLETE, op, 0, nothing);
}
