#include "tb/tests/simulator/rules.h"

#include "csim/base/rng.h"
#include "tb/tests/base/fixture.h"

// Fraction bits of the response engine's time for one byte, and of multipliers.
enum { FINE_BITS = 12, MULTIPLIER_UNITY = 4096, MULTIPLIER_MOST = 16383, GAIN_PARTS = 16 };

static const struct rule rule_of[] = {
    {&policy_aggregate, MEASURE_NOTHING, .returns = RETURNS_AT_END},
    {&policy_aggregate_class, MEASURE_NOTHING, .returns = RETURNS_AT_END, .reserves = true},
    {&policy_resource_byte, MEASURE_BYTES, .returns = RETURNS_BY_STAGE, .true_mapping = true},
    {&policy_primary, MEASURE_PRIMARY, .returns = RETURNS_BY_STAGE},
    {&policy_scalar, MEASURE_SUM, .returns = RETURNS_AT_END},
    {&policy_reactive, MEASURE_NOTHING, .returns = RETURNS_AT_END, .turns_back = true},
    {&policy_semacredit, MEASURE_VECTOR, .returns = RETURNS_BY_STAGE},
    {&policy_arrival_return, MEASURE_VECTOR, .returns = RETURNS_AT_ARRIVAL},
    {&policy_end_return, MEASURE_VECTOR, .returns = RETURNS_AT_END},
    {&policy_adaptive, MEASURE_VECTOR, .returns = RETURNS_BY_STAGE, .learns = true},
    {&policy_oracle, MEASURE_VECTOR, .returns = RETURNS_BY_STAGE, .true_mapping = true},
};

static uint64_t ceil_divide(uint64_t a, uint64_t b) {
    return (a + b - 1) / b;
}

// --- windows -----------------------------------------------------------------------------------

static uint64_t base_window_ns(const struct config *config) {
    return config->window_request_ns < config->feedback_rtt_ns ? config->feedback_rtt_ns
                                                               : config->window_request_ns;
}

// The service vector's lanes count in coarser units where the configuration says so.
static bool counts_in_units(const struct rules *rules) {
    return rules->rule.measure == MEASURE_VECTOR || rules->rule.measure == MEASURE_PRIMARY;
}

static uint64_t unit_of(const struct rules *rules, unsigned resource) {
    const struct config *config = rules->config;
    return UINT64_C(1) << (resource == CLASS_HBM ? config->quantum_hbm : config->quantum_time);
}

static void open_windows(struct rules *rules) {
    const struct config *config = rules->config;
    const uint64_t base_ns = base_window_ns(config);
    const uint64_t hbm_bytes = base_ns * config->hbm_gbps / 8;
    const bool bytes = rules->rule.measure == MEASURE_BYTES;
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        rules->window[lane] = hbm_bytes;
    rules->window[ATOMIC_LANE] =
        bytes ? hbm_bytes : config->atomic_window_multiple * base_ns * QUANTA_PER_NS;
    rules->window[RESPONSE_LANE] =
        bytes ? base_ns * config->response_gbps / 8 : base_ns * QUANTA_PER_NS;
    if (counts_in_units(rules))
        for (unsigned lane = 0; lane < LANES; lane++)
            rules->window[lane] /= unit_of(rules, lane < HBM_LANES ? CLASS_HBM : CLASS_ATOMIC);
    if (rules->rule.measure == MEASURE_SUM)
        rules->window[0] =
            config->feedback_rtt_ns * QUANTA_PER_NS * config->scalar_window_percent / 100;
}

void rules_init(struct rules *rules, const struct config *config, const struct policy *policy,
                uint64_t seed) {
    const struct rule *rule = rule_of, *const end = rule_of + COUNT(rule_of);
    while (rule < end && rule->policy != policy)
        rule++;
    cr_assert(rule < end, "no rule for %s", policy->name);
    *rules = (struct rules){.config = config,
                            .seed = seed,
                            .rule = *rule,
                            .command_limit = config->command_limit < config->depth
                                                 ? config->command_limit
                                                 : config->depth,
                            .multiplier = {MULTIPLIER_UNITY, MULTIPLIER_UNITY, MULTIPLIER_UNITY}};
    open_windows(rules);
}

// --- operations --------------------------------------------------------------------------------

static bool is_atomic(const struct op *op) {
    return op->opcode >= 8 && op->opcode <= 15;
}

static bool is_read(const struct op *op) {
    return op->opcode == OP_READ;
}

static bool uses_hbm(const struct op *op) {
    return op->opcode == OP_WRITE || op->opcode == OP_READ || op->opcode == OP_NOTIFY;
}

uint32_t rules_hbm_bytes(const struct op *op) {
    return is_read(op) ? op->response_length : op->length;
}

static bool responds(const struct op *op) {
    return is_read(op) || (is_atomic(op) && op->response_length > 0);
}

bool rules_known(const struct op *op) {
    return uses_hbm(op) || is_atomic(op);
}

// Address bits 14 to 12, each exclusive-ored with the bit three above it.
unsigned rules_partition(const struct op *op) {
    return (unsigned)((op->address >> 12 & 7) ^ (op->address >> 15 & 7));
}

// Where the policy believes that it goes.
static unsigned lane_of(const struct rules *rules, const struct op *op) {
    const unsigned partition = rules_partition(op);
    const uint64_t draw = rng_at(rules->seed, RNG_MAPPING, op->index);
    if (rules->rule.true_mapping || rng_fold(draw, 100) >= rules->config->mapping_error_percent)
        return partition;
    return (unsigned)(partition + 1 + rng_fold(rng_mix(draw), HBM_LANES - 1)) % HBM_LANES;
}

// --- charges -----------------------------------------------------------------------------------

// Time that the response engine is expected to take, in quanta of 2^-FINE_BITS.
static uint64_t response_fine(const struct rules *rules, const struct op *op) {
    const struct config *config = rules->config;
    const uint64_t fixed = config->response_ns * QUANTA_PER_NS;
    const uint64_t byte =
        ceil_divide((UINT64_C(8) * QUANTA_PER_NS) << FINE_BITS, config->response_gbps);
    return (ceil_divide(fixed * config->estimate_percent, 100) << FINE_BITS) +
           op->response_length * ceil_divide(byte * config->estimate_percent, 100);
}

static uint64_t atomic_estimate(const struct rules *rules) {
    const struct config *config = rules->config;
    return ceil_divide(config->atomic_ns * QUANTA_PER_NS * config->estimate_percent, 100);
}

struct charge rules_vector(const struct rules *rules, const struct op *op) {
    struct charge charge = {.lane = {lane_of(rules, op), ATOMIC_LANE, RESPONSE_LANE}};
    if (uses_hbm(op))
        charge.amount[CLASS_HBM] = rules_hbm_bytes(op);
    if (is_atomic(op))
        charge.amount[CLASS_ATOMIC] =
            ceil_divide(atomic_estimate(rules) * rules->multiplier[CLASS_ATOMIC], MULTIPLIER_UNITY);
    if (responds(op))
        charge.amount[CLASS_RESPONSE] =
            ceil_divide(response_fine(rules, op) * rules->multiplier[CLASS_RESPONSE],
                        (uint64_t)MULTIPLIER_UNITY << FINE_BITS);
    return charge;
}

struct charge rules_charge(const struct rules *rules, const struct op *op) {
    struct charge charge = rules_vector(rules, op);
    uint64_t *const amount = charge.amount;
    switch (rules->rule.measure) {
    case MEASURE_NOTHING:
        amount[CLASS_HBM] = amount[CLASS_ATOMIC] = amount[CLASS_RESPONSE] = 0;
        break;
    case MEASURE_BYTES:
        amount[CLASS_ATOMIC] = is_atomic(op) ? op->wire_bytes : 0;
        amount[CLASS_RESPONSE] = responds(op) ? op->response_length : 0;
        break;
    case MEASURE_VECTOR:
        break;
    case MEASURE_PRIMARY:
        amount[CLASS_RESPONSE] = 0;
        break;
    case MEASURE_SUM:
        amount[CLASS_HBM] =
            ceil_divide(amount[CLASS_HBM] * 8 * QUANTA_PER_NS, rules->config->hbm_gbps) +
            amount[CLASS_ATOMIC] + amount[CLASS_RESPONSE];
        amount[CLASS_ATOMIC] = amount[CLASS_RESPONSE] = 0;
        charge.lane[CLASS_HBM] = 0;
        break;
    }
    for (unsigned resource = 0; resource < CLASSES && counts_in_units(rules); resource++)
        amount[resource] = ceil_divide(amount[resource], unit_of(rules, resource));
    return charge;
}

bool rules_rejects(const struct rules *rules, const struct op *op) {
    const struct charge charge = rules_charge(rules, op);
    bool above = false;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        above = above || charge.amount[resource] > rules->window[charge.lane[resource]];
    return above || !rules_known(op);
}

bool rules_large(const struct rules *rules, const struct op *op) {
    return op->wire_bytes >= rules->config->large_bytes ||
           op->response_length >= rules->config->large_bytes;
}

bool rules_before(const struct op *a, const struct op *b) {
    if (a->urgent != b->urgent)
        return a->urgent;
    if (a->wire_bytes != b->wire_bytes)
        return a->wire_bytes < b->wire_bytes;
    return a->index < b->index;
}

// --- times -------------------------------------------------------------------------------------

static uint64_t transfer_ps(uint64_t bytes, uint64_t gbps) {
    return ceil_divide(bytes * 8 * 1000, gbps);
}

static uint64_t response_ps(const struct rules *rules, const struct op *op) {
    const struct config *config = rules->config;
    const uint64_t mean =
        transfer_ps(op->response_length, config->response_gbps) + config->response_ns * 1000;
    const uint64_t shorter = config->variability_percent, odds = config->variability_long_percent;
    if (rng_fold(rng_at(rules->seed, RNG_SERVICE, op->index), 100) < odds)
        return mean + ceil_divide(mean * shorter * (100 - odds), 100 * odds);
    return mean - mean * shorter / 100;
}

uint64_t rules_stage_ps(const struct rules *rules, const struct op *op,
                        enum resource_class resource) {
    const struct config *config = rules->config;
    if (resource == CLASS_RESPONSE)
        return response_ps(rules, op);
    if (resource == CLASS_ATOMIC)
        return config->atomic_ns * 1000;
    return transfer_ps(rules_hbm_bytes(op), config->hbm_gbps) +
           (is_read(op) ? config->hbm_read_ns * 1000 : 0);
}

uint64_t rules_wire_ps(const struct rules *rules, unsigned path, uint32_t bytes) {
    return transfer_ps(bytes, rules->config->path_gbps[path]);
}

uint64_t rules_jitter_ps(const struct rules *rules, const struct op *op) {
    const struct config *config = rules->config;
    if (rules->seed == 0)
        return 0;
    return config->serialise_jitter_ps + rng_fold(rng_at(rules->seed, RNG_SERIALISE, op->index),
                                                  config->serialise_jitter_spread_ps + 1);
}

uint64_t rules_threshold_ps(const struct rules *rules, unsigned lane) {
    const struct config *config = rules->config;
    const uint64_t window_ns =
        base_window_ns(config) * (lane == ATOMIC_LANE ? config->atomic_window_multiple : 1);
    return window_ns * 10 * config->reactive_threshold_percent;
}

// A sixteenth of the way from the multiplier to observed over estimated, down where it does not
// come out even. HBM learns nothing.
void rules_learn(struct rules *rules, const struct op *op, enum resource_class resource) {
    if (!rules->rule.learns || resource == CLASS_HBM)
        return;
    const bool atomic = resource == CLASS_ATOMIC;
    const uint64_t half = UINT64_C(1) << (FINE_BITS - 1);
    const uint64_t estimate =
        atomic ? atomic_estimate(rules) : (response_fine(rules, op) + half) >> FINE_BITS;
    const uint64_t observed =
        ceil_divide(rules_stage_ps(rules, op, resource) * QUANTA_PER_NS, 1000);
    const uint64_t unknown = 0xffff; // as is whatever does not fit 16 bits
    if (estimate == 0 || estimate >= unknown || observed >= unknown)
        return;
    uint64_t target = (2 * observed * MULTIPLIER_UNITY + estimate) / (2 * estimate);
    if (target > MULTIPLIER_MOST)
        target = MULTIPLIER_MOST;
    uint64_t *const multiplier = &rules->multiplier[resource];
    if (target >= *multiplier) {
        *multiplier += (target - *multiplier) / GAIN_PARTS;
    } else {
        const uint64_t down = ceil_divide(*multiplier - target, GAIN_PARTS);
        *multiplier = *multiplier > down + 1 ? *multiplier - down : 1;
    }
}
