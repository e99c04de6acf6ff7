// The event simulator: what it measures, and how policies show in it. Where policies coincide is in
// test_equivalence.c; whole runs are compared with a second simulator by `make reference`.
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

// --- the Atomic chain ---------------------------------------------------------------------------

struct chain {
    uint64_t first_ps, last_ps;
};

WATCH(watch_chain) {
    struct chain *chain = context;
    if (step == STEP_ARRIVE && now_ps < chain->first_ps)
        chain->first_ps = now_ps;
    if (step == STEP_ATOMIC_DONE)
        chain->last_ps = now_ps;
}

// 240 Atomics at almost the same time take 24 us of their engine, one after the other, and credits
// that return within a round trip of less than the window never let it idle.
Test(simulate, atomics_are_one_chain) {
    static const struct policy *const busy[] = {&policy_aggregate,  &policy_resource_byte,
                                                &policy_semacredit, &policy_arrival_return,
                                                &policy_end_return, &policy_oracle};
    for (unsigned i = 0; i < COUNT(busy); i++)
        for (uint64_t seed = 0; seed < 10; seed++) {
            const struct config config = shaped(ATOMIC_SHAPE, NULL);
            struct chain chain = {.first_ps = UINT64_MAX};
            const struct simulate_watcher watcher = {.saw = watch_chain, .context = &chain};
            config_run(&config, busy[i], seed, &watcher);
            cr_expect(eq(u64, chain.last_ps - chain.first_ps, 240 * UINT64_C(100000)), "%s",
                      busy[i]->name);
        }
}

// --- mapping error ------------------------------------------------------------------------------

// Within four standard deviations of a binomial variable.
static bool likely(uint64_t seen, double n, double probability) {
    const double mean = n * probability, away = (double)seen - mean;
    return away * away <= 16 * mean * (1 - probability);
}

// By how many partitions the charged one is from the true one.
struct mapping {
    uint64_t debt[LANES], away[HBM_LANES];
};

WATCH(watch_mapping) {
    struct mapping *mapping = context;
    for (unsigned lane = 0; lane < HBM_LANES; lane++) {
        if (step == STEP_DISPATCH && state->debt[lane] > mapping->debt[lane])
            mapping->away[(lane + HBM_LANES - partition) % HBM_LANES]++;
        mapping->debt[lane] = state->debt[lane];
    }
}

static const unsigned wrong_percents[] = {0, 10, 25, 50, 100};

EACH(simulate, predictions_are_wrong_as_often_as_configured_and_evenly, wrong_percents) {
    enum { WRITES = 4000 };
    struct config config = shaped(READ_SHAPE, "bulk_even=write");
    config.bulk_odd = BURST_WRITE;
    config.urgent_period = 0;
    config.operations = WRITES;
    config.mapping_error_percent = *row;
    struct mapping count = {0};
    config_run(&config, &policy_semacredit, 1,
               &(struct simulate_watcher){.saw = watch_mapping, .context = &count});
    const double wrong = *row / 100.;
    cr_expect(likely(count.away[0], WRITES, 1 - wrong), "%lu right", (unsigned long)count.away[0]);
    for (unsigned away = 1; away < HBM_LANES; away++)
        cr_expect(likely(count.away[away], WRITES, wrong / (HBM_LANES - 1)), "%lu are %u away",
                  (unsigned long)count.away[away], away);
}

// --- policies -----------------------------------------------------------------------------------

Test(simulate, holding_an_atomic_to_its_end_costs_an_idle_engine_nothing) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        const struct config config = shaped(ATOMIC_SHAPE, NULL);
        const struct simulate_result end = config_run(&config, &policy_end_return, seed, NULL);
        const struct simulate_result sema = config_run(&config, &policy_semacredit, seed, NULL);
        cr_expect(epsilon_eq(dbl, end.small.p99_ns, sema.small.p99_ns, 1));
        cr_expect(eq(dbl, end.goodput_gbps, sema.goodput_gbps));
    }
}

Test(simulate, reactive_retries_on_atomics_and_not_within_a_window) {
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct config config = shaped(ATOMIC_SHAPE, NULL);
        cr_expect(config_run(&config, &policy_reactive, seed, NULL).retries > 0);
        config.reactive_closures = 1;
        const uint64_t once = config_run(&config, &policy_reactive, seed, NULL).retries;
        config.reactive_closures = 0;
        cr_expect(once > 0 && once < config_run(&config, &policy_reactive, seed, NULL).retries);
        config.operations = 40; // 4 us of Atomics, which is their window
        cr_expect(eq(u64, config_run(&config, &policy_reactive, seed, NULL).retries, 0));
    }
}

Test(simulate, arrival_return_bounds_no_queue_that_semacredit_bounds) {
    for (uint64_t seed = 0; seed < 5; seed++) {
        const struct config config = shaped(READ_SHAPE, NULL);
        const struct simulate_result arrival =
            config_run(&config, &policy_arrival_return, seed, NULL);
        const struct simulate_result sema = config_run(&config, &policy_semacredit, seed, NULL);
        cr_expect(arrival.max_queue_response_ns > sema.max_queue_response_ns);
        cr_expect(sema.max_queue_response_ns <= 1000);
    }
}

// --- measurements -------------------------------------------------------------------------------

Test(simulate, parts_add_up_to_the_latency) {
    for (const struct policy *const *policy = policies; *policy; policy++)
        for (unsigned shape = 0; shape < SHAPES; shape++) {
            const struct config config = shaped(shape, "warmup_operations=50");
            const struct simulate_result result = config_run(&config, *policy, 1, NULL);
            expect_all_time_explained(&result, (*policy)->name);
            cr_expect(eq(u64, result.small.count + result.bulk.count, config.operations - 50));
        }
}

static const struct {
    const char *set;
    uint64_t most;
} bounds[] = {{"outstanding=9", 9}, {"command_limit=20", 20}};

EACH(simulate, bound_binds_every_policy, bounds) {
    for (const struct policy *const *policy = policies; *policy; policy++) {
        const struct config config = shaped(ATOMIC_SHAPE, row->set);
        const struct simulate_result result = config_run(&config, *policy, 1, NULL);
        cr_expect(eq(u64, result.max_in_flight, row->most), "%s", (*policy)->name);
        cr_expect(eq(u64, result.operations, 240));
    }
}

// The makespan is the sum of the latencies.
Test(simulate, closed_loop_of_one_has_one_at_a_time) {
    const struct config config = shaped(READ_SHAPE, "outstanding=1");
    const struct simulate_result result = config_run(&config, &policy_semacredit, 1, NULL);
    const double sum = result.small.mean_ns * (double)result.small.count +
                       result.bulk.mean_ns * (double)result.bulk.count;
    cr_expect(epsilon_eq(dbl, sum, result.makespan_ns, 1e-3));
}

Test(simulate, variability_leaves_the_mean) {
    // Reads to the eight partitions keep the response engine busy: its total is the makespan's.
    struct config config = shaped(READ_SHAPE, "urgent_period=0");
    config.operations = 20000;
    const double plain = config_run(&config, &policy_aggregate, 1, NULL).makespan_ns;
    config.variability_percent = 50;
    const double varied = config_run(&config, &policy_aggregate, 1, NULL).makespan_ns;
    cr_expect(varied != plain);
    cr_expect(varied > 0.97 * plain && varied < 1.03 * plain, "%f %f", varied, plain);
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
