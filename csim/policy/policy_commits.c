#include "csim/policy/policy_commits.h"

#include "csim/policy/policy_windows.h"

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
