#include "csim/simulator/peers.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "csim/interface/op.h"
#include "csim/policy/policy_windows.h"

bool peers_check(const struct config *config, const struct policy *policy,
                 struct text_error *error) {
    if (config->initiators == 0)
        return true;
    if (config->outstanding < config->initiators)
        return text_error_set(error,
                              "initiators: expected outstanding of at least %" PRIu64
                              ", as they share a closed loop, found %" PRIu64,
                              config->initiators, config->outstanding);
    if ((config->grant_interval_ns | config->grant_delay_ns) != 0)
        return text_error_set(
            error,
            "initiators: expected grant_interval_ns and grant_delay_ns of 0, as each is told "
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

bool peers_open(struct peers *peers, const struct config *config) {
    *peers =
        (struct peers){.count = (unsigned)config->initiators,
                       .warmup = config->warmup_operations,
                       .late_ps = config->initiators > 1 ? config->initiator_late_ns * 1000 : 0};
    for (unsigned i = 0; i < peers->count; i++) {
        struct peer *peer = &peers->peer[i];
        peer->delay_ps = delay_ps(config, i);
        peer->start_ps = i % 2 ? peers->late_ps : 0;
        peer->most = config->outstanding / peers->count + (i < config->outstanding % peers->count);
        if (!sample_open(&peer->latency, config->operations))
            return false;
    }
    return true;
}

void peers_close(struct peers *peers) {
    for (unsigned i = 0; i < peers->count; i++)
        sample_close(&peers->peer[i].latency);
}

static bool can_submit(const struct peer *peer, uint64_t now_ps) {
    return peer->outstanding < peer->most && now_ps >= peer->start_ps;
}

bool peers_can_submit(const struct peers *peers, uint64_t now_ps) {
    for (unsigned i = 0; i < peers->count; i++)
        if (can_submit(&peers->peer[i], now_ps))
            return true;
    return false;
}

uint16_t peers_submit(struct peers *peers, uint64_t now_ps) {
    unsigned at = peers->turn;
    while (!can_submit(&peers->peer[at], now_ps))
        at = (at + 1) % peers->count;
    peers->turn = (at + 1) % peers->count;
    peers->peer[at].outstanding++;
    return (uint16_t)at;
}

static uint64_t permyriad(uint64_t part, uint64_t window) {
    return window ? part * 10000 / window : 0;
}

void peers_grant(struct peers *peers, const struct demand *demand,
                 const struct policy_state *state) {
    for (unsigned class = 0; class < CLASSES; class ++) {
        const unsigned lane = class_lane(demand, class);
        peers->under_way[lane] += demand->amount[class];
        const uint64_t debt = permyriad(state->debt[lane], state->window[lane]);
        if (debt > peers->debt_permyriad)
            peers->debt_permyriad = debt;
    }
}

void peers_told(struct peers *peers, const struct demand *demand,
                const struct policy_state *state) {
    for (unsigned class = 0; class < CLASSES; class ++) {
        const unsigned lane = class_lane(demand, class);
        peers->under_way[lane] -= demand->amount[class];
        const uint64_t told =
            permyriad(state->debt[lane] - peers->under_way[lane], state->window[lane]);
        if (told > peers->told_permyriad)
            peers->told_permyriad = told;
    }
}

static bool parts_are_equal(const struct peers *peers) {
    for (unsigned i = 0; i < peers->count; i++) {
        const uint64_t part = 100 * peers->count * peers->peer[i].completed;
        if (part > (100 + PEERS_OFF_PERCENT) * peers->completed ||
            part < (100 - PEERS_OFF_PERCENT) * peers->completed)
            return false;
    }
    return true;
}

void peers_complete(struct peers *peers, const struct op *op, uint64_t now_ps) {
    struct peer *peer = &peers->peer[op->source];
    if (op->index >= peers->warmup) {
        peer->bytes += op_responds(op) ? op->response_length : op->wire_bytes;
        if (op->urgent)
            sample_add(&peer->latency, now_ps - op->submit_ps);
    }
    if (now_ps < peers->late_ps)
        return;
    peer->completed++;
    if (++peers->completed % peers->count == 0 && !parts_are_equal(peers)) {
        peers->settled_ps = now_ps - peers->late_ps;
        peers->settled_operations = peers->completed / peers->count;
    }
}

void peers_summarise(struct peers *peers, struct peers_result *result) {
    double sum = 0, squares = 0, least = INFINITY, greatest = 0;
    for (unsigned i = 0; i < peers->count; i++) {
        struct peer *peer = &peers->peer[i];
        sum += (double)peer->bytes;
        squares += (double)peer->bytes * (double)peer->bytes;
        if (peer->latency.count == 0)
            continue;
        const double p99 = sample_percentile(&peer->latency, 9900);
        least = fmin(least, p99);
        greatest = fmax(greatest, p99);
    }
    *result =
        (struct peers_result){.debt_percent = (double)peers->debt_permyriad / 100,
                              .told_percent = (double)peers->told_permyriad / 100,
                              .fairness = squares > 0 ? sum * sum / (peers->count * squares) : 1,
                              .p99_ratio = greatest > 0 ? greatest / least : 1,
                              .settled_ns = (double)peers->settled_ps / 1000,
                              .settled_operations = (double)peers->settled_operations};
}
