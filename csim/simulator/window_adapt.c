#include "csim/simulator/window_adapt.h"

#include "csim/policy/policy_windows.h"

enum { STEP = 4, REACH = 16 };

bool window_adapt_check(const struct config *config, const struct policy *policy,
                        struct text_error *error) {
    if (config->window_adapt_ns == 0)
        return true;
    if (policy->scales_windows || policy->returns == RETURNS_AT_ARRIVAL || policy->link)
        return text_error_set(error,
                              "window_adapt_ns: expected a policy whose windows nothing else "
                              "changes and that holds credit while an operation queues, found %s",
                              policy->name);
    if (config->hbm_classes > 0)
        return text_error_set(error, "window_adapt_ns: expected hbm_classes of 0 beside it");
    return config->empty_admits ||
           text_error_set(error, "window_adapt_ns: expected empty_admits of 1 beside it, as a "
                                 "window may become smaller than a demand");
}

void window_adapt_open(struct window_adapt *adapt, const struct policy *policy,
                       const struct policy_state *state) {
    *adapt = (struct window_adapt){.period_ps = state->config->window_adapt_ns * 1000,
                                   .one_window = policy->one_window};
    for (unsigned lane = 0; lane < LANES; lane++) {
        adapt->lane[lane].most = REACH * state->window[lane];
        adapt->lane[lane].least_ps = UINT64_MAX / 2;
    }
}

void window_adapt_note(struct window_adapt *adapt, const struct policy_state *state, unsigned lane,
                       uint64_t now_ps) {
    struct adapt_lane *at = &adapt->lane[lane];
    at->used += (state->known_debt[lane] - at->present) * (now_ps - at->noted_ps);
    at->noted_ps = now_ps;
}

// One window is charged for all stages at once, as the first resource.
static unsigned charged(const struct window_adapt *adapt, unsigned resource) {
    return adapt->one_window ? RESOURCE_HBM : resource;
}

void window_adapt_enter(struct window_adapt *adapt, const struct policy_state *state,
                        const struct demand *demand, unsigned resource, uint64_t now_ps) {
    const unsigned paid = charged(adapt, resource), lane = resource_lane(demand, paid);
    window_adapt_note(adapt, state, lane, now_ps);
    adapt->lane[lane].present += demand->amount[paid];
}

void window_adapt_leave(struct window_adapt *adapt, const struct policy_state *state,
                        const struct demand *demand, unsigned resource,
                        struct adapt_service service, uint64_t now_ps) {
    const unsigned paid = charged(adapt, resource), lane = resource_lane(demand, paid);
    window_adapt_note(adapt, state, lane, now_ps);
    adapt->lane[lane].present -= demand->amount[paid];
    adapt->lane[lane].used += demand->amount[paid] * service.ps;
    adapt->lane[adapt->one_window ? service.stage : lane].busy_ps += service.ps;
}

static uint64_t take_busy(struct window_adapt *adapt, unsigned lane) {
    uint64_t most = 0;
    for (unsigned i = 0; i < LANES; i++) {
        if (!adapt->one_window && i != lane)
            continue;
        if (adapt->lane[i].busy_ps > most)
            most = adapt->lane[i].busy_ps;
        adapt->lane[i].busy_ps = 0;
    }
    return most;
}

static uint64_t lesser(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

// A window of 0 stays, and no other becomes 0.
static uint64_t moved(const struct adapt_lane *at, uint64_t window, uint64_t busy_ps) {
    const uint64_t delay_ps = lesser(at->used / at->returned, at->least_ps + at->least_ps / 2);
    const uint64_t need = at->returned * delay_ps / busy_ps, target = need + need / 2;
    const uint64_t next =
        target > window ? window + (target - window) / STEP : window - (window - target) / STEP;
    return window ? lesser(next, at->most) : 0;
}

bool window_adapt_return(struct window_adapt *adapt, struct policy_state *state, unsigned lane,
                         uint64_t amount, uint64_t delay_ps, uint64_t now_ps) {
    struct adapt_lane *at = &adapt->lane[lane];
    const uint64_t before = state->window[lane];
    at->returned += amount;
    at->least_ps = lesser(at->least_ps, delay_ps);
    if (now_ps - at->start_ps < adapt->period_ps)
        return false;
    window_adapt_note(adapt, state, lane, now_ps);
    const uint64_t busy_ps = take_busy(adapt, lane);
    if (busy_ps > 0)
        state->window[lane] = moved(at, before, busy_ps);
    at->start_ps = now_ps;
    at->used = at->returned = 0;
    return state->window[lane] != before;
}
