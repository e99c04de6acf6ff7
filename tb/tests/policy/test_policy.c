// Policies by their names, and adaptive_window at its ends. What the policies charge, refuse and
// learn is compared in whole runs, by `make reference` and `make determinism`.
#include "csim/policy/policy_windows.h"
#include "tb/tests/base/fixture.h"

static const struct op write_op = {.opcode = OP_WRITE, .length = 4112, .wire_bytes = 4112};
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
    {"calibrate_shift=8", 3200, 4000, UINT64_C(64000) * 4096 / 8176}, // no farther away than by 4
    {"calibrate_work_ns=200", 3200, 1, 64000},                        // not yet
    {"calibrate_work_ns=200", 3200, 2, UINT64_C(64000) * 16 / 17},
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
