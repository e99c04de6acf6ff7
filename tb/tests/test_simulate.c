// The event simulator: what holds for every policy, workload and seed, checked by a watcher that
// keeps its own books.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "policy_windows.h"
#include "simulate.h"
#include "traffic.h"

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
enum { SHAPES = sizeof shapes / sizeof shapes[0], ATOMIC_SHAPE = 0, READ_SHAPE = 1, OPS_MAX = 600 };

static struct config shaped(unsigned shape, const char *more) {
    struct config config;
    char error[CONFIG_ERROR_SIZE] = "";
    config_init(&config);
    for (unsigned i = 0; shapes[shape][i]; i++)
        cr_assert(config_set(&config, shapes[shape][i], error, sizeof error), "%s", error);
    if (more)
        cr_assert(config_set(&config, more, error, sizeof error), "%s", error);
    return config;
}

static struct simulate_result ran(const struct config *config, const struct policy *policy,
                                  uint64_t seed, const struct simulate_watcher *watcher) {
    struct simulate_result result;
    char error[300] = "";
    cr_assert(simulate_watched(config, policy, seed, NULL, watcher, &result, error, sizeof error),
              "%s, seed %lu: %s", policy->name, (unsigned long)seed, error);
    return result;
}

static bool same(const struct simulate_result *a, const struct simulate_result *b) {
    return a->small.p99_ns == b->small.p99_ns && a->small.p50_ns == b->small.p50_ns &&
           a->bulk.p99_ns == b->bulk.p99_ns && a->goodput_gbps == b->goodput_gbps &&
           a->makespan_ns == b->makespan_ns && a->max_queue_hbm_ns == b->max_queue_hbm_ns &&
           a->max_queue_atomic_ns == b->max_queue_atomic_ns &&
           a->max_queue_response_ns == b->max_queue_response_ns &&
           a->max_in_flight == b->max_in_flight && a->events == b->events;
}

struct books {
    const struct config *config;
    const struct policy *policy;
    uint64_t now_ps;
    uint64_t atomic_ps, hbm_ps[HBM_LANES], response_ps; // last completion of each stage
    struct policy_state before;
    uint64_t steps;
    struct {
        struct op op;
        uint64_t dispatch_ps;
        enum simulate_step step;
        bool waits;
    } of[OPS_MAX];
    uint64_t count[STEPS];
};

// The arbiter's order, written down again: is `a` before `b`?
static bool goes_before(const struct op *a, const struct op *b) {
    if (a->urgent != b->urgent)
        return a->urgent;
    if (a->wire_bytes != b->wire_bytes)
        return a->wire_bytes < b->wire_bytes;
    return a->index < b->index;
}

static bool admissible(const struct books *books, const struct op *op) {
    struct demand demand;
    if (books->before.in_flight >= books->before.command_limit)
        return false;
    books->policy->charge(&books->before, op, address_partition(op->address), &demand);
    return !books->policy->refuse(&books->before, op, &demand);
}

// Work is conserved: when time goes on, nobody waits who could have gone.
static void check_fixed_point(const struct books *books) {
    for (unsigned i = 0; i < books->config->operations; i++)
        if (books->of[i].waits)
            cr_assert(not(admissible(books, &books->of[i].op)), "%s: %u waits for nothing",
                      books->policy->name, i);
}

// `state` is that after the dispatch: the one before it lacks the operation. It is not that after
// the last step seen, as a resource may have recovered in between.
static void check_dispatch(struct books *books, const struct op *op,
                           const struct policy_state *state) {
    struct demand demand;
    books->policy->charge(state, op, address_partition(op->address), &demand);
    books->before = *state;
    books->before.in_flight--;
    for (unsigned class = 0; class < CLASSES; class ++)
        books->before.debt[class_lane(&demand, class)] -= demand.amount[class];
    cr_assert(admissible(books, op), "%s: %u", books->policy->name, op->index);
    for (unsigned i = 0; i < books->config->operations; i++)
        if (books->of[i].waits && goes_before(&books->of[i].op, op))
            cr_assert(not(admissible(books, &books->of[i].op)), "%s: %u before %u",
                      books->policy->name, op->index, i);
}

static void saw(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state) {
    struct books *books = context;
    const uint32_t i = op->index;
    cr_assert(i < OPS_MAX);
    cr_assert(now_ps >= books->now_ps);
    const bool sure = books->config->mapping_error_percent == 0; // predictions are not seen here
    if (sure && books->steps > 0 && now_ps > books->now_ps)
        check_fixed_point(books);
    for (unsigned lane = 0; lane < LANES; lane++)
        cr_assert(state->debt[lane] <= state->window[lane]);
    cr_assert(state->in_flight <= state->command_limit);

    static const unsigned after[STEPS] = {
        [STEP_DISPATCH] = 1u << STEP_SUBMIT | 1u << STEP_RETRY,
        [STEP_ARRIVE] = 1u << STEP_DISPATCH,
        [STEP_REFUSE] = 1u << STEP_ARRIVE,
        [STEP_RETRY] = 1u << STEP_REFUSE,
        [STEP_HBM_DONE] = 1u << STEP_ARRIVE,
        [STEP_ATOMIC_DONE] = 1u << STEP_ARRIVE,
        [STEP_RESP_DONE] = 1u << STEP_HBM_DONE | 1u << STEP_ATOMIC_DONE,
        [STEP_COMPLETE] = 1u << STEP_RESP_DONE | 1u << STEP_HBM_DONE};
    if (step != STEP_SUBMIT)
        cr_assert(after[step] >> books->of[i].step & 1, "%s: step %u after %u", books->policy->name,
                  step, books->of[i].step);
    switch (step) {
    case STEP_SUBMIT:
        cr_assert(eq(u64, now_ps, op->submit_ps));
        books->of[i].op = *op;
        books->of[i].waits = true;
        break;
    case STEP_RETRY:
        books->of[i].waits = true;
        break;
    case STEP_DISPATCH:
        if (sure)
            check_dispatch(books, op, state);
        books->of[i].waits = false;
        books->of[i].dispatch_ps = now_ps;
        break;
    case STEP_ARRIVE: // no path is shorter than 250 ns, none faster than 200 Gb/s
        cr_assert(now_ps >= books->of[i].dispatch_ps + 250000 + op->wire_bytes * 40u);
        break;
    case STEP_ATOMIC_DONE: // one engine, 100 ns each
        cr_assert(now_ps >= books->atomic_ps + 100000);
        books->atomic_ps = now_ps;
        break;
    case STEP_HBM_DONE: // 64 B/ns, and 40 ns for a read
        cr_assert(now_ps >= books->hbm_ps[partition] + op_hbm_bytes(op) * 1000u / 64 +
                                (op_is_read(op) ? 40000 : 0));
        books->hbm_ps[partition] = now_ps;
        break;
    case STEP_RESP_DONE:
        if (books->config->variability_percent == 0)
            cr_assert(now_ps >= books->response_ps + 20000 + op->response_length * 1000u / 64);
        books->response_ps = now_ps;
        break;
    default:
        break;
    }
    books->of[i].step = step;
    books->count[step]++;
    books->now_ps = now_ps;
    books->before = *state;
    books->steps++;
}

Test(simulate, every_step_of_every_policy_is_in_order_and_in_bounds) {
    for (unsigned shape = 0; shape < SHAPES; shape++)
        for (const struct policy *const *policy = policies; *policy; policy++)
            for (uint64_t seed = 0; seed < 3; seed++) {
                const struct config config = shaped(shape, NULL);
                struct books books = {.config = &config, .policy = *policy};
                const struct simulate_watcher watcher = {.saw = saw, .context = &books};
                const struct simulate_result result = ran(&config, *policy, seed, &watcher);
                cr_expect(eq(u64, books.count[STEP_SUBMIT], config.operations));
                cr_expect(eq(u64, books.count[STEP_COMPLETE], config.operations));
                cr_expect(eq(u64, result.operations, config.operations));
                cr_expect(eq(u64, result.retries, books.count[STEP_RETRY]));
                cr_expect(result.retries == 0 || (*policy)->arrive);
                cr_expect(eq(u64, books.before.in_flight, 0));
                for (unsigned lane = 0; lane < LANES; lane++)
                    cr_expect(eq(u64, books.before.debt[lane], 0));
            }
}

Test(simulate, is_the_same_twice_and_unwatched) {
    for (const struct policy *const *policy = policies; *policy; policy++) {
        const struct config config = shaped(SHAPES - 1, NULL);
        struct books books = {.config = &config, .policy = *policy};
        const struct simulate_watcher watcher = {.saw = saw, .context = &books};
        const struct simulate_result watched = ran(&config, *policy, 3, &watcher);
        const struct simulate_result again = ran(&config, *policy, 3, NULL);
        cr_expect(same(&watched, &again), "%s", (*policy)->name);
    }
}

Test(simulate, oracle_is_semacredit_where_predictions_are_right) {
    bool differ = false;
    for (unsigned shape = 0; shape < SHAPES; shape++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            struct config config = shaped(shape, "mapping_error_percent=0");
            struct simulate_result oracle = ran(&config, &policy_oracle, seed, NULL);
            struct simulate_result sema = ran(&config, &policy_semacredit, seed, NULL);
            cr_expect(same(&oracle, &sema));
            config.mapping_error_percent = 50;
            struct simulate_result wrong = ran(&config, &policy_oracle, seed, NULL);
            cr_expect(same(&oracle, &wrong), "the oracle heeds predictions");
            wrong = ran(&config, &policy_semacredit, seed, NULL);
            differ = differ || !same(&sema, &wrong);
        }
    cr_expect(differ, "wrong predictions change nothing");
}

Test(simulate, aggregate_class_without_reserve_is_aggregate) {
    for (unsigned shape = 0; shape < SHAPES; shape++)
        for (uint64_t seed = 0; seed < 4; seed++) {
            const struct config config = shaped(shape, "class_reserve=0");
            struct simulate_result class = ran(&config, &policy_aggregate_class, seed, NULL);
            struct simulate_result aggregate = ran(&config, &policy_aggregate, seed, NULL);
            cr_expect(same(&class, &aggregate), "shape %u", shape);
        }
}

Test(simulate, window_policies_with_room_for_all_are_aggregate) {
    for (unsigned shape = 0; shape < SHAPES; shape++) {
        struct config config = shaped(shape, "window_request_ns=1000000");
        config.scalar_window_percent = 100000;
        config.reactive_threshold_percent = 100000;
        const struct simulate_result aggregate = ran(&config, &policy_aggregate, 1, NULL);
        for (const struct policy *const *policy = policies; *policy; policy++) {
            if (*policy == &policy_aggregate_class)
                continue;
            const struct simulate_result wide = ran(&config, *policy, 1, NULL);
            cr_expect(same(&wide, &aggregate), "%s, shape %u", (*policy)->name, shape);
        }
    }
}

Test(simulate, holding_an_atomic_to_its_end_costs_an_idle_engine_nothing) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
        const struct config config = shaped(ATOMIC_SHAPE, NULL);
        const struct simulate_result end = ran(&config, &policy_end_return, seed, NULL);
        const struct simulate_result sema = ran(&config, &policy_semacredit, seed, NULL);
        cr_expect(epsilon_eq(dbl, end.small.p99_ns, sema.small.p99_ns, 1));
        cr_expect(eq(dbl, end.goodput_gbps, sema.goodput_gbps));
    }
}

Test(simulate, reactive_retries_on_atomics_and_not_within_a_window) {
    for (uint64_t seed = 0; seed < 5; seed++) {
        struct config config = shaped(ATOMIC_SHAPE, NULL);
        cr_expect(ran(&config, &policy_reactive, seed, NULL).retries > 0);
        config.operations = 40; // 4 us of Atomics, which is their window
        cr_expect(eq(u64, ran(&config, &policy_reactive, seed, NULL).retries, 0));
    }
}

Test(simulate, arrival_return_bounds_no_queue_that_semacredit_bounds) {
    for (uint64_t seed = 0; seed < 5; seed++) {
        const struct config config = shaped(READ_SHAPE, NULL);
        const struct simulate_result arrival = ran(&config, &policy_arrival_return, seed, NULL);
        const struct simulate_result sema = ran(&config, &policy_semacredit, seed, NULL);
        cr_expect(arrival.max_queue_response_ns > sema.max_queue_response_ns);
        cr_expect(sema.max_queue_response_ns <= 1000);
    }
}

Test(simulate, parts_add_up_to_the_latency) {
    for (const struct policy *const *policy = policies; *policy; policy++)
        for (unsigned shape = 0; shape < SHAPES; shape++) {
            const struct config config = shaped(shape, "warmup_operations=50");
            const struct simulate_result result = ran(&config, *policy, 1, NULL);
            const struct class_result *classes[] = {&result.small, &result.bulk};
            for (unsigned i = 0; i < 2; i++) {
                double sum = 0;
                for (unsigned part = 0; part < PARTS; part++)
                    sum += classes[i]->part_ns[part];
                cr_expect(epsilon_eq(dbl, sum, classes[i]->mean_ns, 1e-6), "%s, shape %u",
                          (*policy)->name, shape);
            }
            cr_expect(eq(u64, result.small.count + result.bulk.count, config.operations - 50));
        }
}

Test(simulate, closed_loop_keeps_its_number_outstanding) {
    for (const struct policy *const *policy = policies; *policy; policy++) {
        const struct config config = shaped(ATOMIC_SHAPE, "outstanding=9");
        const struct simulate_result result = ran(&config, *policy, 1, NULL);
        cr_expect(eq(u64, result.max_in_flight, 9), "%s", (*policy)->name);
        cr_expect(eq(u64, result.operations, 240));
    }
    // One at a time: the makespan is the sum of the latencies.
    const struct config config = shaped(READ_SHAPE, "outstanding=1");
    const struct simulate_result result = ran(&config, &policy_semacredit, 1, NULL);
    const double sum = result.small.mean_ns * (double)result.small.count +
                       result.bulk.mean_ns * (double)result.bulk.count;
    cr_expect(epsilon_eq(dbl, sum, result.makespan_ns, 1e-3));
}

Test(simulate, endpoint_bound_binds_every_policy) {
    for (const struct policy *const *policy = policies; *policy; policy++) {
        const struct config config = shaped(ATOMIC_SHAPE, "command_limit=20");
        cr_expect(eq(u64, ran(&config, *policy, 1, NULL).max_in_flight, 20), "%s", (*policy)->name);
    }
}

Test(simulate, variability_leaves_the_mean) {
    // Reads to the eight partitions keep the response engine busy: its total is the makespan's.
    struct config config = shaped(READ_SHAPE, "urgent_period=0");
    config.operations = 20000;
    const double plain = ran(&config, &policy_aggregate, 1, NULL).makespan_ns;
    config.variability_percent = 50;
    const double varied = ran(&config, &policy_aggregate, 1, NULL).makespan_ns;
    cr_expect(varied != plain);
    cr_expect(varied > 0.97 * plain && varied < 1.03 * plain, "%f %f", varied, plain);
}

Test(simulate, what_can_never_run_is_said) {
    struct config config = shaped(ATOMIC_SHAPE, NULL);
    config.command_limit = 0; // no key allows it
    struct simulate_result result;
    char error[300] = "";
    cr_expect(not(simulate(&config, &policy_semacredit, 0, NULL, &result, error, sizeof error)));
    cr_expect(strstr(error, "never became admissible") != NULL, "%s", error);
    config = shaped(ATOMIC_SHAPE, "stages=random");
    cr_expect(not(simulate(&config, &policy_semacredit, 0, NULL, &result, error, sizeof error)));
    cr_expect(strstr(error, "stages") != NULL, "%s", error);
    config = shaped(READ_SHAPE, "large_bytes=65000"); // more than a window of 64,000
    cr_assert(simulate(&config, &policy_semacredit, 0, NULL, &result, error, sizeof error));
    cr_expect(eq(u64, result.rejected, 176));
    cr_expect(eq(u64, result.operations, 16));
}

Test(simulate, random_traffic_runs_under_every_policy) {
    struct config config;
    config_init(&config);
    config.traffic = TRAFFIC_RANDOM;
    config.operations = 2000;
    for (const struct policy *const *policy = policies; *policy; policy++) {
        const struct simulate_result result = ran(&config, *policy, 1, NULL);
        cr_expect(eq(u64, result.operations + result.rejected, 2000));
        cr_expect(result.rejected > 0); // unknown opcodes
    }
}
