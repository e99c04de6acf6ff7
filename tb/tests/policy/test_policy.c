// Policies by their names, adaptive_window, and percentiles. What the paper's policies charge,
// refuse and learn is compared in whole runs, by `make reference` and `make determinism`.
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
    cr_expect(eq(u32, count, PAPER_POLICY_COUNT + 1));
    cr_expect(eq(u32, PAPER_POLICY_COUNT, 11));
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
    {"adaptive_window", {{4112, 0, 0}, {4112, 0, 1348}, {0, 1600, 340}}},
};

// The same of a large write with a response of 80 bytes: nobody forgets the response.
static const struct op answered_op = {
    .opcode = OP_WRITE, .length = 4112, .response_length = 80, .wire_bytes = 4112, .replies = true};

Test(policy, a_write_with_a_response_is_charged_for_both) {
    struct demand demand;
    for (unsigned i = 0; i < COUNT(charges); i++) {
        const struct policy *policy = policy_find(charges[i].name);
        const struct policy_state state = opened(policy, NULL);
        const uint32_t *const write = charges[i].amount[0], *const atomic = charges[i].amount[2];
        const bool one = policy == &policy_scalar;
        policy->charge(&state, &answered_op, 3, &demand);
        cr_expect(eq(u32, demand.amount[CLASS_HBM], write[CLASS_HBM] + (one ? 340 : 0)), "%s",
                  policy->name);
        cr_expect(eq(u32, demand.amount[CLASS_RESPONSE], atomic[CLASS_RESPONSE]), "%s",
                  policy->name);
        struct op silent = answered_op;
        silent.replies = false;
        policy->charge(&state, &silent, 3, &demand);
        cr_expect(eq(u32, demand.amount[CLASS_HBM], write[CLASS_HBM]), "%s", policy->name);
        cr_expect(eq(u32, demand.amount[CLASS_RESPONSE], 0), "%s", policy->name);
    }
}

Test(policy, estimates_that_fit_no_register_are_an_error) {
    const struct config config = config_of(NULL, SETS("atomic_ns=4095", "estimate_percent=200"));
    struct policy_state state;
    struct text_error error = {""};
    cr_expect(not(policy_open(&policy_semacredit, &state, &config, &error)));
    expect_part(error.text, "estimate_percent");
}

// The window in force, and the demand as it ever was.
static const struct {
    const char *set;
    unsigned observed, times;
    uint64_t window;
} scaled[] = {
    {"estimate_percent=100", 1600, 9, 64000},
    {"estimate_percent=100", 3200, 1, UINT64_C(64000) * 16 / 17},
    {"atomic_window_multiple=1", 3200, 1, UINT64_C(16000) * 16 / 17},
    {"atomic_window_multiple=2", 0, 4000, UINT64_C(32000) * 4096}, // the least multiplier
    {"feedback_rtt_ns=1000000", 0, 4000, COUNTER_MAX - 1},
    {"quantum_time=15", 6000, 4000, 1}, // at most 1 of 4 times 1
    {"quantum_time=13", UINT16_MAX - 1, 4000, 1},
};

EACH(policy, adaptive_window_scales_the_window_alone, scaled) {
    struct policy_state state = opened(&policy_adaptive_window, row->set);
    struct demand before, after;
    charge_vector(&state, &atomic_op, 0, &before);
    for (unsigned n = 0; n < row->times; n++)
        policy_adaptive_window.observe(&state, &atomic_op, CLASS_ATOMIC, row->observed);
    charge_vector(&state, &atomic_op, 0, &after);
    cr_expect(eq(u64, state.window[ATOMIC_LANE], row->window), "%s", row->set);
    cr_expect(eq(u32, before.amount[CLASS_ATOMIC], after.amount[CLASS_ATOMIC]));
    cr_expect(eq(u64, state.window[RESPONSE_LANE], state.full_window[RESPONSE_LANE]));
    cr_expect(not(policy_adaptive_window.observe(&state, &write_op, CLASS_HBM, 9999)));
}

// Both learn the same of the same.
Test(policy, adaptive_window_learns_as_adaptive_does) {
    struct policy_state demands = opened(&policy_adaptive, "estimate_percent=70");
    struct policy_state by_window = opened(&policy_adaptive_window, "estimate_percent=70");
    struct rng rng = rng_stream(3, RNG_TRAFFIC);
    for (unsigned n = 0; n < 3000; n++) {
        const uint64_t observed = rng_below(&rng, 7000);
        const struct op *op = n % 3 ? &read_op : &atomic_op;
        const enum resource_class resource = n % 3 == 0 && n % 2 ? CLASS_ATOMIC : CLASS_RESPONSE;
        const bool moved = policy_adaptive.observe(&demands, op, resource, observed);
        cr_assert(
            eq(u32, policy_adaptive_window.observe(&by_window, op, resource, observed), moved));
        for (unsigned lane = ATOMIC_LANE; lane <= RESPONSE_LANE; lane++)
            cr_assert(eq(u16, demands.estimates.multiplier[lane],
                         by_window.estimates.multiplier[lane] | MULTIPLIER_ENABLE));
    }
}

// --- percentiles --------------------------------------------------------------------------------

static int compare(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
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
