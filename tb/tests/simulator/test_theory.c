// The simulator against queueing theory: mean waits that have a formula, the utilisation law, and
// the bounds of a closed loop. Seeds are fixed, so that a test passes or fails for good. Where a
// mean is compared with theory, it is that of independent replications, and their interval is such
// that a right simulator with other seeds would miss it once in ten thousand times.
#include <math.h>

#include "csim/traffic/bottleneck.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/scenario.h"

#if defined(__SANITIZE_ADDRESS__)
enum { OPERATIONS = 5000, NARROW_PERCENT = 30 };
#else
enum { OPERATIONS = 60000, NARROW_PERCENT = 7 };
#endif

enum { REPLICATIONS = 20, ATOMIC_NS = 100 };

// Student's quantiles with REPLICATIONS - 1 degrees of freedom: two-sided, 0.95 and 0.9999.
static const double student_95 = 2.093, student_9999 = 4.897;

// Paths that take no time but a propagation, random arrivals, a run whose start is not measured.
static void open_queue(struct scenario *scenario) {
    scenario_init_set(scenario, "atomic",
                      SETS("path_gbps=1000000,1000000,1000000,1000000", "path_ns=300,300,300,300",
                           "serialise_jitter_ps=0", "serialise_jitter_spread_ps=0",
                           "bank_redraw_percent=0", "arrivals=poisson", "depth=256",
                           "command_limit=256"));
    scenario_set(scenario, "operations=%u", OPERATIONS);
    scenario_set(scenario, "warmup_operations=%u", OPERATIONS / 10);
}

// Mean over both classes, in ns.
static double part_ns(const struct simulate_result *result, enum latency_part part) {
    const double small = (double)result->small.count, bulk = (double)result->bulk.count;
    return (result->small.part_ns[part] * small + result->bulk.part_ns[part] * bulk) /
           (small + bulk);
}

// The deviation of the mean of a number for each replication.
static double deviation_of(const double *values, double *mean) {
    double sum = 0, squares = 0;
    for (unsigned i = 0; i < REPLICATIONS; i++)
        sum += values[i];
    *mean = sum / REPLICATIONS;
    for (unsigned i = 0; i < REPLICATIONS; i++)
        squares += (values[i] - *mean) * (values[i] - *mean);
    return sqrt(squares / (REPLICATIONS - 1) / REPLICATIONS);
}

// The mean wait in `part` of runs with other seeds must be `theory_ns`.
static void expect_wait(struct scenario *scenario, enum latency_part part, double theory_ns) {
    double wait_ns[REPLICATIONS], mean_ns;
    for (unsigned i = 0; i < REPLICATIONS; i++) {
        scenario->seed = i + 1;
        const struct simulate_result result = scenario_run(scenario, &policy_aggregate, NULL);
        wait_ns[i] = part_ns(&result, part);
        if (part != PART_FOR_BOUND) // there is no queue but that one
            cr_expect(eq(dbl, part_ns(&result, PART_FOR_BOUND), 0));
    }
    const double deviation_ns = deviation_of(wait_ns, &mean_ns);
    const double half_ns = deviation_ns * student_9999;
    const char *const load = scenario->set[scenario->sets - 1];
    cr_log_info("%s: %.2f ns +- %.2f, theory %.2f", load, mean_ns, deviation_ns * student_95,
                theory_ns);
    cr_expect(fabs(mean_ns - theory_ns) <= half_ns, "%s: %f ns +- %f, theory says %f", load,
              mean_ns, half_ns, theory_ns);
    cr_expect(half_ns < theory_ns * NARROW_PERCENT / 100, "%s: %f ns +- %f says nothing", load,
              mean_ns, half_ns);
}

// --- mean waits --------------------------------------------------------------------------------

// M/D/1: half the wait of exponential services.
static double wait_of_constant(double load, double service_ns) {
    return load * service_ns / (2 * (1 - load));
}

static const unsigned loads[] = {30, 50, 70, 80}, lower_loads[] = {30, 50};

EACH(theory, atomics_wait_as_in_an_m_d_1_queue, loads) {
    struct scenario scenario;
    open_queue(&scenario);
    scenario_set(&scenario, "load_percent=%u", *row);
    expect_wait(&scenario, PART_ATOMIC_QUEUE, wait_of_constant(*row / 100., ATOMIC_NS));
}

// M/G/1 (Pollaczek and Khinchine): services of two lengths. Half of the mean nine times out of ten,
// else five and a half of it.
EACH(theory, responses_of_two_lengths_wait_as_in_an_m_g_1_queue, lower_loads) {
    const double mean_ns = 20 + 4112 / 64.;
    const double second_moment = 0.9 * 0.5 * 0.5 + 0.1 * 5.5 * 5.5; // of the mean's square
    struct scenario scenario;
    open_queue(&scenario);
    scenario_set_all(&scenario, SETS("bulk_even=read", "bulk_odd=read", "urgent_period=0",
                                     "hbm_gbps=1000000", "hbm_read_ns=0", "variability_percent=50",
                                     "variability_long_percent=10"));
    scenario_set(&scenario, "load_percent=%u", *row);
    expect_wait(&scenario, PART_RESPONSE_QUEUE,
                second_moment * wait_of_constant(*row / 100., mean_ns));
}

// One command at a time: the whole way there and back is one service, and the queue is at the
// source. The arbiter lets latency-sensitive operations pass, which changes no mean over all of
// them (services are equal, and none is interrupted).
EACH(theory, the_arbiter_conserves_the_mean_wait, loads) {
    const double service_ns = 300 + ATOMIC_NS + 21.25 + 300 + 0.002; // 1 ps on a path
    struct scenario scenario;
    open_queue(&scenario);
    scenario_set(&scenario, "command_limit=1");
    scenario_set(&scenario, "spacing_ps=%.0f", service_ns * 100000 / *row);
    expect_wait(&scenario, PART_FOR_BOUND, wait_of_constant(*row / 100., service_ns));
    const struct simulate_result result = scenario_run(&scenario, &policy_aggregate, NULL);
    cr_expect(result.small.part_ns[PART_FOR_BOUND] < result.bulk.part_ns[PART_FOR_BOUND]);
}

// --- utilisation -------------------------------------------------------------------------------

// How long each stage had work, counted from who arrives and who leaves.
struct stages_seen {
    uint64_t last_ps, busy_ps[LANES];
    uint32_t at[LANES];
};

WATCH(stages_saw) {
    struct stages_seen *seen = context;
    for (unsigned lane = 0; lane < LANES; lane++)
        seen->busy_ps[lane] += seen->at[lane] ? now_ps - seen->last_ps : 0;
    seen->last_ps = now_ps;
    const unsigned first = op_uses_hbm(op) ? partition : ATOMIC_LANE;
    if (step == STEP_ARRIVE)
        seen->at[first]++;
    if (step == STEP_REFUSE || step == STEP_HBM_DONE || step == STEP_ATOMIC_DONE)
        seen->at[first]--;
    if ((step == STEP_HBM_DONE || step == STEP_ATOMIC_DONE) && op_responds(op))
        seen->at[RESPONSE_LANE]++;
    if (step == STEP_RESP_DONE)
        seen->at[RESPONSE_LANE]--;
}

// A run's length, and how long its busiest stage worked.
struct work {
    uint64_t span_ps, busiest_ps;
};

static struct work work_of(const struct scenario *scenario, const struct policy *policy) {
    struct stages_seen seen = {0};
    const struct simulate_result result =
        scenario_run(scenario, policy, &(struct simulate_watcher){stages_saw, .context = &seen});
    struct work work = {.span_ps = (uint64_t)llround(1000 * result.makespan_ns)};
    for (unsigned lane = 0; lane < LANES; lane++)
        if (seen.busy_ps[lane] > work.busiest_ps)
            work.busiest_ps = seen.busy_ps[lane];
    return work;
}

// Below saturation every policy serves what is offered: the bottleneck is busy for the offered part
// of the time, but for the end of the run, when the last operations are on their way; and where the
// paths are the bottleneck, no stage is busier.
static void expect_half_busy(struct scenario *scenario) {
    struct bottleneck bottleneck;
    scenario_set(scenario, "operations=2500");
    scenario_set(scenario, "load_percent=50");
    cr_assert(bottleneck_find(&scenario->config, &bottleneck));
    const bool fabric = bottleneck.server >= LANES;
    for (const struct policy *const *policy = policies; *policy; policy++) {
        const struct work work = work_of(scenario, *policy);
        const double utilisation = (double)work.busiest_ps / (double)work.span_ps;
        cr_expect(utilisation < 0.505 && (utilisation > 0.48 || fabric), "%s, %s: %f",
                  scenario->workload, (*policy)->name, utilisation);
    }
}

Test(theory, the_offered_load_is_the_utilisation) {
    struct scenario scenario;
    for (unsigned w = 0; w < PAPER_WORKLOADS; w++) {
        scenario_init(&scenario, workload_names[w]);
        expect_half_busy(&scenario);
    }
    // One partition, which for reads is slower than the response engine.
    scenario_init_set(&scenario, "response", SETS("hot_percent=100", "urgent_period=0"));
    expect_half_busy(&scenario);
}

// --- closed loop -------------------------------------------------------------------------------

static const char *const loops[][4] = {
    {"urgent_period=0"},
    {"bulk_even=write", "bulk_odd=write"},
    {"bulk_even=read", "bulk_odd=read", "hot_percent=70"},
    {"bulk_odd=read", "urgent_even=small_read", "urgent_odd=small_read"},
};
enum { LOOP_OPERATIONS = 600 };
static const unsigned numbers[] = {1, 2, 3, 5, 6, 7, 9, 20, 60, 128, 300};

static struct work loop_run(const char *const *sets, unsigned outstanding,
                            const struct policy *policy) {
    struct scenario scenario;
    scenario_init_set(&scenario, "atomic", sets);
    scenario_set(&scenario, "operations=%u", LOOP_OPERATIONS);
    scenario_set(&scenario, "outstanding=%u", outstanding);
    return work_of(&scenario, policy);
}

// With n outstanding, throughput is at most n over the unloaded latency, and at most what the
// busiest stage can do (asymptotic bounds); so the time for a number of operations is at least so
// much.
static uint64_t least_span_ps(const struct work *alone, const struct work *work,
                              unsigned outstanding) {
    const uint64_t latency_ps = (alone->span_ps + outstanding - 1) / outstanding;
    return work->busiest_ps > latency_ps ? work->busiest_ps : latency_ps;
}

EACH(theory, closed_loops_are_within_their_asymptotic_bounds, loops) {
    for (const struct policy *const *policy = policies; *policy; policy++) {
        const struct work alone = loop_run(*row, 1, *policy);
        for (unsigned k = 0; k < COUNT(numbers); k++) {
            const struct work work = loop_run(*row, numbers[k], *policy);
            cr_expect(ge(u64, work.span_ps, least_span_ps(&alone, &work, numbers[k])),
                      "%s, %u outstanding", (*policy)->name, numbers[k]);
        }
    }
}

// One stage that matters, and equal paths: the bounds are reached, but for the start, when all come
// at once, and the end.
Test(theory, a_closed_loop_of_atomics_reaches_its_bounds) {
    const char *const *sets =
        SETS("urgent_period=0", "path_ns=300,300,300,300", "path_gbps=200,200,200,200");
    const struct work alone = loop_run(sets, 1, &policy_aggregate);
    const uint64_t latency_ps = alone.span_ps / LOOP_OPERATIONS;
    cr_expect(eq(u64, latency_ps, 2 * 303200 + 100000 + 21250));
    uint64_t before_ps = UINT64_MAX;
    for (unsigned k = 0; k < COUNT(numbers); k++) {
        const struct work work = loop_run(sets, numbers[k], &policy_aggregate);
        const uint64_t least_ps = least_span_ps(&alone, &work, numbers[k]);
        cr_expect(le(u64, work.span_ps, least_ps + latency_ps + numbers[k] * 100000),
                  "%u outstanding", numbers[k]);
        cr_expect(work.span_ps <= before_ps, "%u outstanding are slower than fewer", numbers[k]);
        before_ps = work.span_ps;
    }
}
