// Policies one by one: what they charge, what bounds them, what they learn; and percentiles.
#include <stdlib.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/base/sample.h"
#include "csim/policy/policy_windows.h"
#include "tb/tests/base/fixture.h"

static const struct op write_op = {.opcode = OP_WRITE, .length = 4112, .wire_bytes = 4112};
static const struct op read_op = {.opcode = OP_READ, .response_length = 4112, .wire_bytes = 80};
static const struct op atomic_op = {
    .opcode = OP_FETCH_ADD, .response_length = 80, .wire_bytes = 80};

// A policy under one setting, or under none: NULL. One at a time, since it keeps its configuration.
static struct policy_state opened(const struct policy *policy, const char *set) {
    static struct config config;
    config = config_of(NULL, SETS(set));
    struct policy_state state;
    struct text_error error = {""};
    cr_assert(policy_open(policy, &state, &config, &error), "%s", error.text);
    return state;
}

Test(policy, is_found_by_its_name_and_by_no_other) {
    unsigned count = 0;
    for (; policies[count]; count++) // two of one name would find the first one twice
        cr_expect(policy_find(policies[count]->name) == policies[count], "%s",
                  policies[count]->name);
    cr_expect(eq(u32, count, 11));
    cr_expect(policy_find("") == NULL);
    cr_expect(policy_find("semacredit2") == NULL);
}

// HBM, Atomic engine, response engine; of a large write, a large read, an Atomic on lane 3.
static const struct {
    const char *name;
    uint32_t amount[3][CLASSES];
} charges[] = {
    {"aggregate", {{0}, {0}, {0}}},
    {"aggregate_class", {{0}, {0}, {0}}},
    {"reactive", {{0}, {0}, {0}}},
    {"resource_byte", {{4112, 0, 0}, {4112, 0, 4112}, {0, 80, 80}}},
    {"primary", {{4112, 0, 0}, {4112, 0, 0}, {0, 1600, 0}}},
    // 4112 B at 64 B/ns are 64.25 ns, 1028 quanta; the response engine adds 20 ns, 320 quanta.
    {"scalar", {{1028, 0, 0}, {1028 + 1348, 0, 0}, {1600 + 340, 0, 0}}},
    {"semacredit", {{4112, 0, 0}, {4112, 0, 1348}, {0, 1600, 340}}},
    {"arrival_return", {{4112, 0, 0}, {4112, 0, 1348}, {0, 1600, 340}}},
    {"end_return", {{4112, 0, 0}, {4112, 0, 1348}, {0, 1600, 340}}},
    {"adaptive", {{4112, 0, 0}, {4112, 0, 1348}, {0, 1600, 340}}},
    {"oracle", {{4112, 0, 0}, {4112, 0, 1348}, {0, 1600, 340}}},
};

EACH(policy, charges_what_the_paper_says, charges) {
    static const struct op *const ops[] = {&write_op, &read_op, &atomic_op};
    const struct policy *policy = policy_find(row->name);
    const struct policy_state state = opened(policy, NULL);
    for (unsigned k = 0; k < COUNT(ops); k++) {
        struct demand demand;
        policy->charge(&state, ops[k], 3, &demand);
        for (unsigned resource = 0; resource < CLASSES; resource++)
            cr_expect(eq(u32, demand.amount[resource], row->amount[k][resource]),
                      "%s, op %u, class %u", row->name, k, resource);
        if (demand.amount[CLASS_HBM])
            cr_expect(eq(u32, demand.lane, policy == &policy_scalar ? 0 : 3));
    }
}

static const struct {
    const char *request;
    uint64_t hbm, atomic, response;
} windows[] = {{"window_request_ns=250", 64000, 64000, 16000},
               {"window_request_ns=1000", 64000, 64000, 16000},
               {"window_request_ns=2000", 128000, 128000, 32000}};

EACH(policy, base_window_is_no_less_than_the_round_trip, windows) {
    const struct policy_state state = opened(&policy_semacredit, row->request);
    cr_expect(eq(u64, state.window[7], row->hbm));
    cr_expect(eq(u64, state.window[ATOMIC_LANE], row->atomic));
    cr_expect(eq(u64, state.window[RESPONSE_LANE], row->response));
}

Test(policy, scalar_window_is_in_quarter_round_trips) {
    cr_expect(eq(u64, opened(&policy_scalar, "scalar_window_percent=25").window[0], 4000));
}

Test(policy, refuses_what_oversteps_a_window_and_nothing_else) {
    struct policy_state state = opened(&policy_semacredit, NULL);
    struct demand demand;
    charge_vector(&state, &read_op, 3, &demand);
    state.known_debt[3] = 64000 - 4112;
    cr_expect(eq(u32, windows_refuse(&state, &read_op, &demand), 0));
    state.known_debt[3]++;
    cr_expect(eq(u32, windows_refuse(&state, &read_op, &demand), 1u << 3));
    state.known_debt[RESPONSE_LANE] = 16000 - 1348 + 1;
    cr_expect(eq(u32, windows_refuse(&state, &read_op, &demand), 1u << 3 | 1u << RESPONSE_LANE));
    charge_vector(&state, &write_op, 4, &demand); // a full lane does not concern who needs none
    cr_expect(eq(u32, windows_refuse(&state, &write_op, &demand), 0));
}

Test(policy, bias_is_on_atomic_and_response_estimates_only) {
    const struct policy_state state = opened(&policy_semacredit, "estimate_percent=200");
    struct demand demand;
    charge_vector(&state, &read_op, 0, &demand);
    cr_expect(eq(u32, demand.amount[CLASS_HBM], 4112));
    cr_expect(eq(u32, demand.amount[CLASS_RESPONSE], 2 * 1348));
    charge_vector(&state, &atomic_op, 0, &demand);
    cr_expect(eq(u32, demand.amount[CLASS_ATOMIC], 3200));
}

Test(policy, estimates_that_fit_no_register_are_an_error) {
    const struct config config = config_of(NULL, SETS("atomic_ns=4095", "estimate_percent=200"));
    struct policy_state state;
    struct text_error error = {""};
    cr_expect(not(policy_open(&policy_semacredit, &state, &config, &error)));
    expect_part(error.text, "estimate_percent");
}

static const struct {
    const char *bias;
    unsigned target;
} learned[] = {{"estimate_percent=50", 2 * MULTIPLIER_ONE},
               {"estimate_percent=100", MULTIPLIER_ONE},
               {"estimate_percent=200", MULTIPLIER_ONE / 2}};

EACH(policy, adaptive_learns_bias_away_and_freezes_nothing_else, learned) {
    struct policy_state state = opened(&policy_adaptive, row->bias);
    const uint16_t *const multiplier = state.registers.multiplier;
    for (unsigned n = 0; n < 300; n++)
        policy_adaptive.observe(&state, &atomic_op, CLASS_ATOMIC, 1600);
    const unsigned m = multiplier[ATOMIC_LANE] & ((1 << MULTIPLIER_BITS) - 1);
    cr_expect(m + 15 >= row->target && m <= row->target + 15, "%s: %u", row->bias, m);
    cr_expect(eq(u16, multiplier[RESPONSE_LANE], MULTIPLIER_ENABLE | MULTIPLIER_ONE));
    cr_expect(not(policy_adaptive.observe(&state, &write_op, CLASS_HBM, 9999)));
}

Test(policy, adaptive_moves_by_a_sixteenth) {
    struct policy_state state = opened(&policy_adaptive, NULL);
    cr_expect(policy_adaptive.observe(&state, &atomic_op, CLASS_ATOMIC, 3200));
    cr_expect(eq(u16, state.registers.multiplier[ATOMIC_LANE],
                 MULTIPLIER_ENABLE | (MULTIPLIER_ONE + MULTIPLIER_ONE / 16)));
}

// --- percentiles --------------------------------------------------------------------------------

static int compare(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

Test(percentile, interpolates_between_ranks) {
    uint64_t values[] = {40, 10, 30, 20};
    cr_expect(eq(dbl, percentile(values, 4, 0), 10));
    cr_expect(eq(dbl, percentile(values, 4, 10000), 40));
    cr_expect(eq(dbl, percentile(values, 4, 5000), 25));
    cr_expect(epsilon_eq(dbl, percentile(values, 4, 9900), 39.7, 1e-9));
    cr_expect(eq(dbl, percentile(values, 1, 9900), values[0]));
    cr_expect(eq(dbl, percentile(values, 0, 9900), 0));
}

Test(percentile, is_that_of_a_sorted_sample) {
    struct rng rng = rng_stream(7, RNG_TRAFFIC);
    uint64_t values[257], sorted[257];
    for (unsigned round = 0; round < 2000; round++) {
        const size_t count = 1 + rng_below(&rng, 257);
        const uint64_t range =
            1 + rng_below(&rng, round % 2 ? 5 : 1000000); // with and without ties
        for (size_t i = 0; i < count; i++)
            values[i] = sorted[i] = rng_below(&rng, range);
        qsort(sorted, count, sizeof sorted[0], compare);
        const unsigned per_myriad = (unsigned)rng_below(&rng, 10001);
        const uint64_t at = (count - 1) * per_myriad;
        const size_t rank = at / 10000;
        const double part = (double)(at % 10000) / 10000;
        const double expected =
            part > 0
                ? (double)sorted[rank] + part * ((double)sorted[rank + 1] - (double)sorted[rank])
                : (double)sorted[rank];
        cr_assert(epsilon_eq(dbl, percentile(values, count, per_myriad), expected, 1e-6));
    }
}
