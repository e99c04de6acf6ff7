// The event simulator: what holds of every run. Where policies coincide is in test_equivalence.c;
// whole runs are compared with a second simulator by `make reference`.
#include <string.h>

#include "csim/policy/policy_windows.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/scenario.h"

// Bursts in the manner of the paper's workloads, and one with more of everything.
static const char *const shapes[][12] = {
    {"operations=240", "spacing_ps=500", "bulk_even=atomic", "bulk_odd=atomic", NULL},
    {"operations=192", "spacing_ps=4000", "bulk_even=read", "bulk_odd=read", "urgent_period=12",
     NULL},
    {"operations=390", "spacing_ps=400", "hot_percent=98", "urgent_period=5", NULL},
    {"operations=400", "spacing_ps=4000", "bulk_odd=atomic", NULL},
    {"operations=240", "spacing_ps=1000", "bulk_even=read", "bulk_odd=read", "hot_percent=70",
     "urgent_even=small_read", "urgent_period=10", "urgent_hot_percent=70", NULL},
    {"operations=600", "spacing_ps=3000", "bulk_even=notify", "bulk_odd=read", "hot_percent=50",
     "hot_partitions=3", "mapping_error_percent=20", "variability_percent=50",
     "estimate_percent=150", NULL},
};
enum { SHAPES = COUNT(shapes), ATOMIC_SHAPE = 0, READ_SHAPE = 1 };

static struct config shaped(unsigned shape, const char *more) {
    struct config config = config_of(NULL, shapes[shape]);
    struct text_error error = {""};
    if (more)
        cr_assert(config_set(&config, more, &error), "%s", error.text);
    return config;
}

WATCH(count_step) {
    uint64_t *const count = context;
    count[step]++;
}

Test(simulate, is_the_same_twice_and_unwatched) {
    for (const struct policy *const *policy = policies; *policy; policy++) {
        const struct config config = shaped(SHAPES - 1, NULL);
        uint64_t count[STEPS] = {0};
        const struct simulate_watcher watcher = {.saw = count_step, .context = count};
        const struct simulate_result watched = config_run(&config, *policy, 3, &watcher);
        const struct simulate_result again = config_run(&config, *policy, 3, NULL);
        cr_expect(results_equal(&watched, &again) && watched.events == again.events, "%s",
                  (*policy)->name);
        cr_expect(eq(u64, count[STEP_COMPLETE], config.operations));
    }
}

Test(simulate, parts_add_up_to_the_latency) {
    for (const struct policy *const *policy = policies; *policy; policy++)
        for (unsigned shape = 0; shape < SHAPES; shape++) {
            const struct config config = shaped(shape, "warmup_operations=50");
            const struct simulate_result result = config_run(&config, *policy, 1, NULL);
            expect_all_time_explained(&result, (*policy)->name);
            cr_expect(eq(u64, result.small.count + result.bulk.count, config.operations - 50));
        }
}

Test(simulate, what_can_never_run_is_said) {
    struct config config = shaped(ATOMIC_SHAPE, NULL);
    config.command_limit = 0; // no key allows it
    struct simulate_result result;
    struct text_error error = {""};
    cr_expect(not(simulate(&config, &policy_semacredit, 0, NULL, &result, &error)));
    expect_part(error.text, "never became admissible");
    config = shaped(ATOMIC_SHAPE, "stages=random");
    cr_expect(not(simulate(&config, &policy_semacredit, 0, NULL, &result, &error)));
    expect_part(error.text, "stages");
    config = shaped(READ_SHAPE, "large_bytes=65000"); // more than a window of 64,000
    result = config_run(&config, &policy_semacredit, 0, NULL);
    cr_expect(eq(u64, result.rejected, 176));
    cr_expect(eq(u64, result.operations, 16));
}

Test(simulate, random_traffic_runs_under_every_policy) {
    const struct config config = config_of(NULL, SETS("traffic=random", "operations=2000"));
    for (const struct policy *const *policy = policies; *policy; policy++) {
        const struct simulate_result result = config_run(&config, *policy, 1, NULL);
        cr_expect(eq(u64, result.operations + result.rejected, 2000));
        cr_expect(result.rejected > 0); // unknown opcodes
    }
}

// --- an empty lane admits ------------------------------------------------------------------------

struct rooms {
    const struct policy *policy;
    unsigned above, wrong; // dispatches above a window, and those of them on a lane with debt
};

// Predictions are right: each is charged on the partition that serves it.
WATCH(see_rooms) {
    struct rooms *rooms = context;
    struct demand demand;
    if (step != STEP_DISPATCH)
        return;
    rooms->policy->charge(state, op, partition, &demand);
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        const unsigned lane = class_lane(&demand, resource);
        if (demand.amount[resource] == 0 || state->known_debt[lane] <= state->window[lane])
            continue;
        rooms->above++;
        rooms->wrong += state->known_debt[lane] != demand.amount[resource];
    }
}

// All lengths there are, and windows down to one unit.
Test(simulate, an_empty_lane_admits_whatever_is_legal_and_one_at_a_time) {
    for (const struct policy *const *policy = policies; *policy; policy++) {
        struct rooms rooms = {.policy = *policy};
        const struct simulate_watcher watcher = {.saw = see_rooms, .context = &rooms};
        const struct config config =
            config_of(NULL, SETS("traffic=random", "operations=4000", "weight_unknown=0",
                                 "weight_length_huge=10", "weight_length_window=10",
                                 "empty_admits=1", "quantum_time=13", "quantum_hbm=15"));
        const struct simulate_result result = config_run(&config, *policy, 1, &watcher);
        cr_expect(eq(u64, result.rejected, 0), "%s", (*policy)->name);
        cr_expect(eq(u64, result.operations, 4000), "%s", (*policy)->name);
        cr_expect(eq(u32, rooms.wrong, 0), "%s", (*policy)->name);
        const bool has_windows = (*policy)->refuse == windows_refuse;
        cr_expect(eq(u32, rooms.above > 100, has_windows), "%s: %u", (*policy)->name, rooms.above);
    }
}

Test(simulate, an_empty_lane_admits_changes_nothing_where_all_fits) {
    unsigned same = 0, rejecting = 0;
    for (uint64_t number = 0; number < 60; number++) {
        struct scenario scenario;
        scenario_draw(&scenario, number);
        const struct simulate_result without = scenario_run(&scenario, &policy_semacredit, NULL);
        scenario_set(&scenario, "empty_admits=1");
        const struct simulate_result with = scenario_run(&scenario, &policy_semacredit, NULL);
        same += !without.rejected && results_equal(&with, &without);
        rejecting += without.rejected && with.rejected < without.rejected;
        cr_expect(without.rejected || results_equal(&with, &without), "scenario %lu",
                  (unsigned long)number);
    }
    cr_expect(same > 20 && rejecting > 2);
}

Test(simulate, a_closed_window_admits_nothing) {
    const struct config config =
        config_of(NULL, SETS("traffic=burst", "empty_admits=1", "window_request_ns=1",
                             "feedback_rtt_ns=1", "quantum_hbm=15"));
    const struct simulate_result result = config_run(&config, &policy_semacredit, 0, NULL);
    cr_expect(eq(u64, result.rejected, 210), "writes; Atomics have a window");
    cr_expect(eq(u64, result.operations, 30));
}

// --- any operation with a response ---------------------------------------------------------------

#define ANSWERED                                                                                   \
    "traffic=burst", "operations=600", "bulk_even=answered_write", "bulk_odd=answered_write",      \
        "urgent_even=answered_write", "urgent_odd=small_read", "spacing_ps=100"

// Every write is through the response engine before it is complete.
Test(simulate, a_write_with_a_response_is_complete_after_it) {
    for (const struct policy *const *policy = policies; *policy; policy++) {
        uint64_t count[STEPS] = {0};
        const struct simulate_watcher watcher = {.saw = count_step, .context = count};
        const struct config config = config_of(NULL, SETS(ANSWERED, "any_response=1"));
        const struct simulate_result result = config_run(&config, *policy, 1, &watcher);
        cr_expect(eq(u64, count[STEP_RESP_DONE], 600), "%s", (*policy)->name);
        cr_expect(result.bulk.part_ns[PART_RESPONSE] >= 20, "%s", (*policy)->name);
        cr_expect(result.bulk.part_ns[PART_BACK] > 0, "%s", (*policy)->name);
        expect_all_time_explained(&result, (*policy)->name);
    }
}

// The vector's window bounds the engine's queue, 1 us of it; the byte window's 64,000 bytes are 800
// responses of 80.
Test(simulate, responses_of_writes_are_admitted_for) {
    const struct config config =
        config_of(NULL, SETS(ANSWERED, "any_response=1", "response_ns=50"));
    const struct simulate_result vector = config_run(&config, &policy_semacredit, 1, NULL);
    const struct simulate_result bytes = config_run(&config, &policy_resource_byte, 1, NULL);
    cr_expect(vector.max_queue_response_ns <= 1000);
    cr_expect(bytes.max_queue_response_ns > 2000);
    cr_expect(vector.bulk.part_ns[PART_FOR_RESPONSE] > 0);
}

// As the paper has it, a write's response length says nothing.
Test(simulate, without_any_response_writes_are_silent) {
    const struct config answered = config_of(NULL, SETS(ANSWERED));
    const struct config silent =
        config_of(NULL, SETS(ANSWERED, "bulk_even=write", "bulk_odd=write", "urgent_even=write"));
    for (const struct policy *const *policy = policies; *policy; policy++) {
        const struct simulate_result a = config_run(&answered, *policy, 1, NULL);
        const struct simulate_result b = config_run(&silent, *policy, 1, NULL);
        cr_expect(results_equal(&a, &b), "%s", (*policy)->name);
    }
    for (unsigned w = 0; w < PAPER_WORKLOADS; w++) {
        const struct config without = config_of(workload_names[w], NULL);
        const struct config with = config_of(workload_names[w], SETS("any_response=1"));
        const struct simulate_result a = config_run(&without, &policy_semacredit, 1, NULL);
        const struct simulate_result b = config_run(&with, &policy_semacredit, 1, NULL);
        cr_expect(results_equal(&a, &b), "%s", workload_names[w]);
    }
}

// --- subclasses ----------------------------------------------------------------------------------

WATCH(count_subclass) {
    uint64_t *const count = context;
    const bool cold = op_uses_hbm(op) && partition >= 2;
    if (step != STEP_COMPLETE || op->index < 100)
        return;
    count[SMALL_BULK] += !op->urgent && op->wire_bytes <= 512;
    count[COLD_BULK] += !op->urgent && cold;
    count[COLD_URGENT] += op->urgent && cold;
}

Test(simulate, subclasses_are_measured_where_they_are_asked_for) {
    const struct config config =
        config_of(NULL, SETS("traffic=random", "operations=2000", "warmup_operations=100",
                             "weight_length_huge=0", "hot_percent=50", "hot_partitions=2"));
    uint64_t count[SUBCLASSES] = {0};
    const struct simulate_watcher watcher = {.saw = count_subclass, .context = count};
    struct simulate_run run = {&config, &policy_semacredit, 1, .watcher = &watcher};
    struct simulate_result result;
    struct text_error error;
    for (unsigned asked = 0; asked < 2; asked++) {
        memset(count, 0, sizeof count);
        run.subclasses = asked;
        cr_assert(simulate_run(&run, &result, &error));
        for (unsigned i = 0; i < SUBCLASSES; i++) {
            cr_expect(count[i] > 40);
            cr_expect(eq(u64, result.subclass[i].count, asked ? count[i] : 0));
            cr_expect(eq(u32, result.subclass[i].p99_ns > result.subclass[i].mean_ns, asked));
        }
    }
}
