#include "csim/simulator/initiators.h"

#include <math.h>

#include "csim/policy/policy_windows.h"

bool initiators_check(const struct config *config, const struct policy *policy,
                      struct text_error *error) {
    if (config->initiators == 0)
        return true;
    if (config->outstanding < config->initiators)
        return text_error_set(error,
                              "initiators: expected outstanding of at least %" PRIu64
                              ", as they share a closed loop, found %" PRIu64,
                              config->initiators, config->outstanding);
    if (config->attackers > config->initiators)
        return text_error_set(
            error, "attackers: expected at most the %" PRIu64 " initiators, found %" PRIu64,
            config->initiators, config->attackers);
    if ((config->grant_interval_ns | config->grant_delay_ns) != 0)
        return text_error_set(
            error,
            "initiators: expected grant_interval_ns and grant_delay_ns of 0, as each is granted "
            "by its own messages");
    if (policy->arrive)
        return text_error_set(error, "initiators: expected a policy that grants, found %s",
                              policy->name);
    return true;
}

// Evenly from the nearest to the farthest.
static uint64_t delay_ps(const struct config *config, unsigned at) {
    const uint64_t mean = config->initiator_delay_ns * 1000;
    if (config->initiators < 2)
        return mean;
    const uint64_t steps = config->initiators - 1;
    const uint64_t reach = mean * config->initiator_spread_percent / 100;
    return mean - reach + 2 * reach * at / steps;
}

void initiators_open(struct initiators *initiators, const struct config *config) {
    *initiators = (struct initiators){
        .count = (unsigned)config->initiators,
        .warmup = config->warmup_operations,
        .late_ps = config->initiators > 1 ? config->initiator_late_ns * 1000 : 0,
        .attackers = (unsigned)config->attackers,
        .urgency_permille = config->urgency_permille,
        .urgency_held = config->urgency_held};
    if (config->urgency_permille > 0)
        initiators->burst_ps = config->urgency_burst_ns * 1000 * 1000 / config->urgency_permille;
    if (initiators->count == 0)
        return;
    for (unsigned i = 0; i < 4; i++)
        sample_open(&initiators->tenants[i / 2].latency[i % 2], config->operations);
    initiators->initiator = memory_there(calloc(initiators->count, sizeof *initiators->initiator));
    for (unsigned i = 0; i < initiators->count; i++) {
        struct initiator *initiator = &initiators->initiator[i];
        initiator->delay_ps = delay_ps(config, i);
        initiator->start_ps = i % 2 ? initiators->late_ps : 0;
        initiator->most =
            config->outstanding / initiators->count + (i < config->outstanding % initiators->count);
        sample_open(&initiator->latency, config->operations);
    }
}

void initiators_close(struct initiators *initiators) {
    for (unsigned i = 0; i < initiators->count; i++)
        sample_close(&initiators->initiator[i].latency);
    free(initiators->initiator);
    for (unsigned i = 0; i < 4; i++)
        sample_close(&initiators->tenants[i / 2].latency[i % 2]);
}

static bool can_submit(const struct initiator *initiator, uint64_t now_ps) {
    return initiator->outstanding < initiator->most && now_ps >= initiator->start_ps;
}

bool initiators_can_submit(const struct initiators *initiators, uint64_t now_ps) {
    for (unsigned i = 0; i < initiators->count; i++)
        if (can_submit(&initiators->initiator[i], now_ps))
            return true;
    return false;
}

uint16_t initiators_submit(struct initiators *initiators, uint64_t now_ps) {
    unsigned at = initiators->turn;
    while (!can_submit(&initiators->initiator[at], now_ps))
        at = (at + 1) % initiators->count;
    initiators->turn = (at + 1) % initiators->count;
    initiators->initiator[at].outstanding++;
    return (uint16_t)at;
}

static void mark(struct op *op, bool urgent) {
    op->remarked = urgent != op_is_sensitive(op);
    op->urgent = urgent;
}

void initiators_mark(struct initiators *initiators, struct op *op, uint64_t work_ps,
                     uint64_t now_ps) {
    struct initiator *const initiator = &initiators->initiator[op->source];
    if (op->source < initiators->attackers)
        mark(op, true);
    if (!op->urgent || initiators->urgency_permille == 0)
        return;
    const uint64_t full_ps = (initiator->budget_ps > now_ps ? initiator->budget_ps : now_ps) +
                             work_ps * 1000 / initiators->urgency_permille;
    if (full_ps > now_ps + initiators->burst_ps)
        mark(op, false);
    else
        initiator->budget_ps = full_ps;
}

void initiators_take(struct initiators *initiators, struct op *op) {
    struct initiator *const initiator = &initiators->initiator[op->source];
    if (initiators->urgency_held > 0 && initiator->urgent >= initiators->urgency_held)
        mark(op, false);
    initiator->urgent += op->urgent;
}

static void most_of(uint64_t *most_permyriad, uint64_t part, uint64_t window) {
    if (window && part * 10000 / window > *most_permyriad)
        *most_permyriad = part * 10000 / window;
}

void initiators_grant(struct initiators *initiators, const struct demand *demand,
                      const struct policy_state *state) {
    for (unsigned resource = 0; resource < RESOURCES; resource++) {
        const unsigned lane = resource_lane(demand, resource);
        initiators->under_way[lane] += demand->amount[resource];
        most_of(&initiators->debt_permyriad, state->debt[lane], state->window[lane]);
    }
}

void initiators_informed(struct initiators *initiators, const struct demand *demand,
                         const struct policy_state *state) {
    for (unsigned resource = 0; resource < RESOURCES; resource++) {
        const unsigned lane = resource_lane(demand, resource);
        initiators->under_way[lane] -= demand->amount[resource];
        most_of(&initiators->known_permyriad, state->debt[lane] - initiators->under_way[lane],
                state->window[lane]);
    }
}

static bool parts_are_equal(const struct initiators *initiators) {
    for (unsigned i = 0; i < initiators->count; i++) {
        const uint64_t part = 100 * initiators->count * initiators->initiator[i].completed;
        if (part > (100 + INITIATORS_OFF_PERCENT) * initiators->completed ||
            part < (100 - INITIATORS_OFF_PERCENT) * initiators->completed)
            return false;
    }
    return true;
}

void initiators_complete(struct initiators *initiators, const struct op *op, uint64_t now_ps) {
    struct initiator *initiator = &initiators->initiator[op->source];
    if (op->index >= initiators->warmup) {
        struct tenants *const tenants = &initiators->tenants[op->source < initiators->attackers];
        initiator->bytes += op_goodput_bytes(op);
        if (op_is_sensitive(op))
            sample_add(&initiator->latency, now_ps - op->submit_ps);
        sample_add(&tenants->latency[op_is_sensitive(op)], now_ps - op->submit_ps);
    }
    if (now_ps < initiators->late_ps)
        return;
    initiator->completed++;
    if (++initiators->completed % initiators->count == 0 && !parts_are_equal(initiators)) {
        initiators->settled_ps = now_ps - initiators->late_ps;
        initiators->settled_operations = initiators->completed / initiators->count;
    }
}

// NaN: none has completed.
static double p99_ns(struct sample *latency) {
    return latency->count ? sample_percentile(latency, 9900) / 1000 : NAN;
}

static struct tenants_result tenants_of(struct initiators *initiators, bool attack) {
    struct sample *const latency = initiators->tenants[attack].latency;
    if (initiators->count == 0)
        return (struct tenants_result){0};
    struct tenants_result result = {.p99_ns = p99_ns(&latency[true]),
                                    .bulk_p99_ns = p99_ns(&latency[false])};
    const unsigned first = attack ? 0 : initiators->attackers;
    const unsigned end = attack ? initiators->attackers : initiators->count;
    for (unsigned i = first; i < end; i++)
        result.bytes += (double)initiators->initiator[i].bytes / (end - first);
    return result;
}

void initiators_summarise(struct initiators *initiators, struct initiators_result *result) {
    double sum = 0, squares = 0, least = INFINITY, greatest = 0;
    for (unsigned i = 0; i < initiators->count; i++) {
        struct initiator *initiator = &initiators->initiator[i];
        sum += (double)initiator->bytes;
        squares += (double)initiator->bytes * (double)initiator->bytes;
        if (initiator->latency.count == 0)
            continue;
        const double p99 = sample_percentile(&initiator->latency, 9900);
        least = fmin(least, p99);
        greatest = fmax(greatest, p99);
    }
    *result = (struct initiators_result){
        .debt_percent = (double)initiators->debt_permyriad / 100,
        .known_percent = (double)initiators->known_permyriad / 100,
        .fairness = squares > 0 ? sum * sum / (initiators->count * squares) : 1,
        .p99_ratio = greatest > 0 ? greatest / least : 1,
        .settled_ns = (double)initiators->settled_ps / 1000,
        .settled_operations = (double)initiators->settled_operations,
        .victims = tenants_of(initiators, false),
        .attackers = tenants_of(initiators, true)};
}
