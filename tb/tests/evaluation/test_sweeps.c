// The studies: what they sweep, that units lose no credit, that counters hold what they count, and
// how points come of runs.
#include <stdlib.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/evaluation/sweeps.h"
#include "csim/policy/policy_windows.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/evaluation/lab.h"
#include "tb/tests/simulator/scenario.h"

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
                struct config config = config_of(run.workload, NULL);
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
            struct config config = config_of(run.workload, NULL);
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
    struct config exact = config_of("atomic", NULL);
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

Test(sweeps, units_are_for_the_service_vector_alone) {
    struct config fine = config_of("response", NULL), coarse = fine;
    coarse.quantum_hbm = 12;
    coarse.quantum_time = 10;
    for (const struct policy *const *policy = policies; *policy; policy++) {
        const bool counts = (*policy)->open == windows_open_service || *policy == &policy_adaptive;
        const struct simulate_result a = config_run(&fine, *policy, 1, NULL);
        const struct simulate_result b = config_run(&coarse, *policy, 1, NULL);
        cr_expect(counts != (results_equal(&a, &b) && a.events == b.events), "%s", (*policy)->name);
    }
}

// --- points ------------------------------------------------------------------------------------

Test(sweeps, points_compare_each_seed_with_its_base) {
    struct sweeps_results results = {.sweep = sweeps_find("grant_interval")};
    struct experiment_results lab = lab_open(&results.sweep->loop[LOOP_CLOSED]);
    for (unsigned i = 0; i < 6; i++)
        lab.full_ns[i] = 10 * (i + 1);
    results.loop[LOOP_CLOSED] = &lab;
    struct simulate_result *base = lab_runs(&lab, "atomic", "semacredit", "0");
    struct simulate_result *runs = lab_runs(&lab, "atomic", "semacredit", "100");
    for (unsigned seed = 0; seed < 5; seed++) {
        base[seed].small.p99_ns = 1000 * (seed + 1);
        runs[seed].small.p99_ns = 1100 * (seed + 1);
        runs[seed].grant_bytes = 1250; // 1 Gb/s over 10 us
    }
    runs[4].small.p99_ns = 5000;
    runs[2].goodput_gbps = 90;
    runs[3].rejected = 3;
    static const struct {
        enum metric metric;
        double mean, low, high;
    } expected[] = {
        {METRIC_P99_CHANGE, 8, 0, 10},
        {METRIC_GOODPUT_CHANGE, -2, -10, 0},
        {METRIC_FEEDBACK, 1, 1, 1},
        {METRIC_UTILISATION, 20, 20, 20}, // 100 operations of 20 ns, the second workload's
    };
    for (unsigned i = 0; i < COUNT(expected); i++) {
        const struct metric_estimate point =
            sweeps_point(&results, LOOP_CLOSED, "atomic", "100", expected[i].metric);
        cr_expect(epsilon_eq(dbl, point.mean, expected[i].mean, 1e-9), "%u", i);
        cr_expect(epsilon_eq(dbl, point.low, expected[i].low, 1e-9), "%u", i);
        cr_expect(epsilon_eq(dbl, point.high, expected[i].high, 1e-9), "%u", i);
        cr_expect(eq(u64, point.rejected, 3), "%u", i);
    }
    lab_close(&lab);
}
