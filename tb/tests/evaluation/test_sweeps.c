// The studies: what they sweep, that units lose no credit, that counters hold what they count, and
// how points come of runs.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/evaluation/sweeps.h"
#include "csim/policy/policy_windows.h"
#include "csim/traffic/traffic.h"

static struct config workload_config(const char *workload) {
    struct config config;
    struct text_error error = {""};
    config_init(&config);
    cr_assert(config_load_workload(&config, "sim", workload, &error), "%s", error.text);
    return config;
}

static struct policy_state opened(const struct config *config) {
    struct policy_state state;
    struct text_error error = {""};
    cr_assert(policy_open(&policy_semacredit, &state, config, &error), "%s", error.text);
    return state;
}

Test(sweeps, sweep_from_their_base_value) {
    for (const struct sweep *sweep = sweeps; sweep->name; sweep++) {
        cr_expect(sweeps_find(sweep->name) == sweep);
        for (enum sweep_loop loop = 0; loop < LOOPS; loop++) {
            const struct experiment *experiment = &sweep->loop[loop];
            if (!sweeps_has(sweep, loop))
                continue;
            cr_expect(eq(u32, experiment->block, loop == LOOP_OPEN));
            cr_expect(eq(str, (char *)experiment->values[0], (char *)sweep->base));
            for (unsigned i = 0; i < experiment_runs(experiment); i++) {
                const struct experiment_run run = experiment_run(experiment, i);
                struct config config = workload_config(run.workload);
                struct text_error error = {""};
                cr_expect(experiment_configure(experiment, &run, &config, &error), "%s",
                          error.text);
                cr_expect(
                    eq(u64, config.outstanding > 0, loop == LOOP_CLOSED || loop == LOOP_TIGHT));
            }
        }
    }
    cr_expect(sweeps_find("no such") == NULL);
}

Test(sweeps, width_decides_the_finest_unit) {
    cr_expect(eq(u32, sweeps_quantum(64000, 32), 0));
    cr_expect(eq(u32, sweeps_quantum(64000, 16), 0));
    cr_expect(eq(u32, sweeps_quantum(65534, 16), 0));
    cr_expect(eq(u32, sweeps_quantum(65535, 16), 1), "2^16 - 2 is the most");
    cr_expect(eq(u32, sweeps_quantum(64000, 15), 1));
    cr_expect(eq(u32, sweeps_quantum(64000, 8), 8));
    cr_expect(eq(u32, sweeps_quantum(64000, 4), 13));
}

// The largest demand of a workload, in its units: of any class.
static uint64_t largest_demand(const struct config *config, const struct policy_state *state) {
    uint64_t largest = 0;
    struct traffic *traffic = traffic_open(config, 1);
    struct op op;
    while (traffic_next(traffic, &op)) {
        struct demand demand;
        charge_vector(state, &op, 0, &demand);
        for (unsigned resource = 0; resource < CLASSES; resource++)
            if (demand.amount[resource] > largest)
                largest = demand.amount[resource];
    }
    traffic_close(traffic);
    return largest;
}

Test(sweeps, counters_hold_windows_and_demands) {
    const struct sweep *sweep = sweeps_find("counter_bits");
    for (enum sweep_loop loop = 0; loop < LOOPS; loop++) {
        const struct experiment *experiment = &sweep->loop[loop];
        if (!sweeps_has(sweep, loop))
            continue;
        for (unsigned i = 0; i < experiment_runs(experiment); i += experiment->seeds) {
            const struct experiment_run run = experiment_run(experiment, i);
            struct config config = workload_config(run.workload);
            struct text_error error = {""};
            cr_assert(experiment_configure(experiment, &run, &config, &error), "%s", error.text);
            const struct policy_state state = opened(&config);
            const uint64_t most = (UINT64_C(1) << strtoul(run.value, NULL, 10)) - 2;
            for (unsigned lane = 0; lane < LANES; lane++)
                cr_expect(state.window[lane] <= most, "%s bits, lane %u: %lu", run.value, lane,
                          (unsigned long)state.window[lane]);
            cr_expect(largest_demand(&config, &state) <= most, "%s, %s bits", run.workload,
                      run.value);
            // No coarser than that: half the unit would not do.
            if (config.quantum_hbm)
                cr_expect(2 * state.window[0] + 1 >= most);
        }
    }
}

Test(sweeps, units_round_demands_up_and_windows_down) {
    struct rng rng = rng_stream(11, RNG_TRAFFIC);
    struct config exact = workload_config("atomic");
    const struct policy_state fine = opened(&exact);
    for (unsigned round = 0; round < 20000; round++) {
        struct config config = exact;
        config.quantum_hbm = rng_below(&rng, 16);
        config.quantum_time = rng_below(&rng, 16);
        const struct policy_state state = opened(&config);
        const uint64_t units[CLASSES] = {UINT64_C(1) << config.quantum_hbm,
                                         UINT64_C(1) << config.quantum_time,
                                         UINT64_C(1) << config.quantum_time};
        static const uint8_t opcodes[] = {OP_WRITE, OP_READ, OP_FETCH_ADD};
        const struct op op = {.opcode = opcodes[rng_below(&rng, 3)],
                              .length = (uint32_t)rng_below(&rng, 70000),
                              .response_length = (uint32_t)rng_below(&rng, 70000)};
        struct demand demand, fine_demand;
        charge_vector(&state, &op, 0, &demand);
        charge_vector(&fine, &op, 0, &fine_demand);
        cr_expect(eq(u16, demand.mask, fine_demand.mask), "no lane is lost");
        for (unsigned resource = 0; resource < CLASSES; resource++) {
            const uint64_t coarse = demand.amount[resource] * units[resource];
            cr_expect(coarse >= fine_demand.amount[resource], "a demand below the exact one");
            cr_expect(coarse < fine_demand.amount[resource] + units[resource],
                      "more than a unit above");
        }
        for (unsigned lane = 0; lane < LANES; lane++) {
            const uint64_t unit = units[lane < HBM_LANES ? CLASS_HBM : CLASS_ATOMIC];
            cr_expect(state.window[lane] * unit <= fine.window[lane]);
            cr_expect(fine.window[lane] < (state.window[lane] + 1) * unit);
        }
    }
}

static bool alike(const struct simulate_result *a, const struct simulate_result *b) {
    return a->makespan_ns == b->makespan_ns && a->small.mean_ns == b->small.mean_ns &&
           a->bulk.mean_ns == b->bulk.mean_ns && a->events == b->events;
}

Test(sweeps, units_are_for_the_service_vector_alone) {
    struct config fine = workload_config("response"), coarse = fine;
    coarse.quantum_hbm = 12;
    coarse.quantum_time = 10;
    for (const struct policy *const *policy = policies; *policy; policy++) {
        const bool counts = (*policy)->open == windows_open_service || *policy == &policy_adaptive;
        struct simulate_result a, b;
        struct text_error error = {""};
        cr_assert(simulate(&fine, *policy, 1, NULL, &a, &error), "%s", error.text);
        cr_assert(simulate(&coarse, *policy, 1, NULL, &b, &error), "%s", error.text);
        cr_expect(counts != alike(&a, &b), "%s", (*policy)->name);
    }
}

// --- points ------------------------------------------------------------------------------------

struct lab {
    struct experiment_results set;
    struct sweeps_results results;
    struct simulate_result runs[1000];
};

static void lab_open(struct lab *lab, const char *name) {
    memset(lab, 0, sizeof *lab);
    lab->results.sweep = sweeps_find(name);
    lab->set.experiment = lab->results.sweep->loop[LOOP_CLOSED];
    lab->set.runs = lab->runs;
    lab->results.loop[LOOP_CLOSED] = &lab->set;
    for (unsigned i = 0; i < 6; i++)
        lab->set.full_ns[i] = 10.0 * (i + 1);
    cr_assert(experiment_runs(&lab->set.experiment) <= 1000);
    for (unsigned i = 0; i < experiment_runs(&lab->set.experiment); i++) {
        lab->runs[i].small = (struct class_result){.count = 20, .p99_ns = 1000};
        lab->runs[i].bulk = (struct class_result){.count = 180};
        lab->runs[i].goodput_gbps = 100;
        lab->runs[i].makespan_ns = 5000;
    }
}

static struct simulate_result *runs_at(struct lab *lab, const char *workload, const char *value) {
    unsigned first;
    cr_assert(experiment_locate(&lab->set.experiment, workload, "semacredit", value, &first));
    return &lab->runs[first];
}

Test(sweeps, points_compare_each_seed_with_its_base) {
    struct lab *lab = malloc(sizeof *lab);
    lab_open(lab, "grant_interval");
    struct simulate_result *base = runs_at(lab, "atomic", "0");
    struct simulate_result *runs = runs_at(lab, "atomic", "100");
    for (unsigned seed = 0; seed < 5; seed++) {
        base[seed].small.p99_ns = 1000 * (seed + 1);
        runs[seed].small.p99_ns = 1100 * (seed + 1);
        runs[seed].grant_bytes = 625; // 1 Gb/s over 5 us
    }
    runs[4].small.p99_ns = 5000;
    runs[2].goodput_gbps = 90;
    runs[3].rejected = 3;
    struct metric_estimate point =
        sweeps_point(&lab->results, LOOP_CLOSED, "atomic", "100", METRIC_P99_CHANGE);
    cr_expect(epsilon_eq(dbl, point.mean, 8, 1e-9));
    cr_expect(epsilon_eq(dbl, point.low, 0, 1e-9));
    cr_expect(epsilon_eq(dbl, point.high, 10, 1e-9));
    cr_expect(eq(u64, point.rejected, 3));
    point = sweeps_point(&lab->results, LOOP_CLOSED, "atomic", "100", METRIC_GOODPUT_CHANGE);
    cr_expect(epsilon_eq(dbl, point.mean, -2, 1e-9));
    point = sweeps_point(&lab->results, LOOP_CLOSED, "atomic", "100", METRIC_FEEDBACK);
    cr_expect(epsilon_eq(dbl, point.mean, 1, 1e-9));
    // 200 operations of 20 ns (the second workload's) in 5 us.
    point = sweeps_point(&lab->results, LOOP_CLOSED, "atomic", "100", METRIC_UTILISATION);
    cr_expect(epsilon_eq(dbl, point.mean, 80, 1e-9));

    const struct sweeps_results *results = &lab->results;
    cr_expect(
        eq(int, 4, sweeps_first_beyond(results, LOOP_CLOSED, "atomic", METRIC_P99_CHANGE, 5)));
    cr_expect(
        eq(int, 4, sweeps_first_beyond(results, LOOP_CLOSED, "atomic", METRIC_GOODPUT_CHANGE, -1)));
    cr_expect(eq(int, -1,
                 sweeps_first_beyond(results, LOOP_CLOSED, "atomic", METRIC_GOODPUT_CHANGE, -3)));
    free(lab);
}
