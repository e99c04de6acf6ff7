#include "tb/tests/simulator/scenario.h"

#include <inttypes.h>
#include <stdarg.h>

#include "csim/base/rng.h"
#include "tb/tests/base/fixture.h"

enum { COMMAND_LIMIT_MOST = 256 };

void scenario_init(struct scenario *scenario, const char *workload) {
    *scenario = (struct scenario){.workload = workload, .config = config_of(workload, NULL)};
}

void scenario_init_set(struct scenario *scenario, const char *workload, const char *const *sets) {
    scenario_init(scenario, workload);
    scenario_set_all(scenario, sets);
}

void scenario_set_all(struct scenario *scenario, const char *const *sets) {
    for (; *sets; sets++)
        scenario_set(scenario, "%s", *sets);
}

void scenario_set(struct scenario *scenario, const char *format, ...) {
    struct text_error error = {""};
    cr_assert(scenario->sets < SCENARIO_SETS);
    char *const set = scenario->set[scenario->sets++];
    va_list values;
    va_start(values, format);
    const int length = vsnprintf(set, SCENARIO_SET_SIZE, format, values);
    va_end(values);
    cr_assert(length > 0 && length < SCENARIO_SET_SIZE, "%s...", set);
    cr_assert(config_set(&scenario->config, set, &error), "%s", error.text);
}

// --- draws -------------------------------------------------------------------------------------

static unsigned pick(struct rng *rng, const unsigned *values, unsigned count) {
    return values[rng_below(rng, count)];
}
#define PICK(rng, ...)                                                                             \
    pick(rng, (const unsigned[]){__VA_ARGS__},                                                     \
         sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))

static unsigned between(struct rng *rng, unsigned low, unsigned high) {
    return (unsigned)rng_between(rng, low, high);
}

static const char *kind(struct rng *rng) {
    static const char *const kinds[] = {"atomic", "write", "read", "small_read", "notify"};
    return kinds[rng_below(rng, sizeof kinds / sizeof kinds[0])];
}

static void draw_fabric(struct scenario *scenario, struct rng *rng) {
    unsigned gbps[PATHS], ns[PATHS];
    for (unsigned path = 0; path < PATHS; path++) {
        gbps[path] = PICK(rng, 50, 100, 200, 200, 200, 400, 1600);
        ns[path] = PICK(rng, 10, 250, 300, 300, 350, 500);
    }
    scenario_set(scenario, "path_gbps=%u,%u,%u,%u", gbps[0], gbps[1], gbps[2], gbps[3]);
    scenario_set(scenario, "path_ns=%u,%u,%u,%u", ns[0], ns[1], ns[2], ns[3]);
    scenario_set(scenario, "serialise_jitter_ps=%u", PICK(rng, 0, 2000));
    scenario_set(scenario, "serialise_jitter_spread_ps=%u", PICK(rng, 0, 2000, 20000));
}

static void draw_stages(struct scenario *scenario, struct rng *rng) {
    scenario_set(scenario, "hbm_gbps=%u", PICK(rng, 100, 500, 512, 512, 2000));
    scenario_set(scenario, "hbm_read_ns=%u", PICK(rng, 0, 40, 40, 100));
    scenario_set(scenario, "atomic_ns=%u", PICK(rng, 0, 3, 10, 30, 100, 100, 200));
    scenario_set(scenario, "response_gbps=%u", PICK(rng, 100, 500, 512, 512, 2000));
    scenario_set(scenario, "response_ns=%u", PICK(rng, 0, 10, 20, 20, 40));
    scenario_set(scenario, "variability_percent=%u", PICK(rng, 0, 0, 25, 50, 100));
    scenario_set(scenario, "variability_long_percent=%u", PICK(rng, 1, 10, 10, 50, 99));
}

static void draw_traffic(struct scenario *scenario, struct rng *rng) {
    scenario_set(scenario, "operations=%u", between(rng, 100, 400));
    scenario_set(scenario, "large_bytes=%u", PICK(rng, 300, 4096, 4112, 4112, 9001, 40000));
    scenario_set(scenario, "small_bytes=%u", PICK(rng, 17, 272, 272));
    scenario_set(scenario, "command_bytes=%u", PICK(rng, 1, 80, 80, 256));
    scenario_set(scenario, "hot_percent=%u", PICK(rng, 0, 50, 98, 100));
    scenario_set(scenario, "hot_partitions=%u", between(rng, 1, 8));
    scenario_set(scenario, "urgent_period=%u", between(rng, 0, 12));
    scenario_set(scenario, "spacing_ps=%u", PICK(rng, 0, 100, 400, 500, 1000, 4000, 20000));
    if (rng_chance(rng, 1, 4)) {
        scenario_set(scenario, "outstanding=%u", PICK(rng, 1, 2, 9, 60, 200));
        scenario_set(scenario, "arrivals=even");
    }
    if (rng_chance(rng, 1, 5)) {
        scenario_set(scenario, "traffic=random");
        scenario_set(scenario, "train_operations=%u", PICK(rng, 1, 16, 200));
        scenario_set(scenario, "weight_length_huge=0"); // four seconds of HBM
        return;
    }
    scenario_set(scenario, "bulk_even=%s", kind(rng));
    scenario_set(scenario, "bulk_odd=%s", kind(rng));
    scenario_set(scenario, "urgent_even=%s", kind(rng));
    scenario_set(scenario, "urgent_odd=%s", kind(rng));
    scenario_set(scenario, "urgent_phase=%u", between(rng, 0, 12));
    scenario_set(scenario, "urgent_hot_percent=%u", PICK(rng, 0, 70, 100));
    scenario_set(scenario, "bank_redraw_percent=%u", PICK(rng, 0, 10, 100));
    scenario_set(scenario, "issue_jitter_spread_ps=%u", PICK(rng, 0, 2000, 50000));
    if (rng_chance(rng, 1, 3))
        scenario_set(scenario, "arrivals=poisson");
    if (rng_chance(rng, 1, 3))
        scenario_set(scenario, "load_percent=%u", between(rng, 20, 150));
}

static void draw_policy(struct scenario *scenario, struct rng *rng) {
    const unsigned limit = rng_chance(rng, 1, 3) ? 128 : between(rng, 1, COMMAND_LIMIT_MOST);
    scenario_set(scenario, "depth=256");
    scenario_set(scenario, "command_limit=%u", limit);
    scenario_set(scenario, "class_reserve=%u", limit > 16 ? 16 : between(rng, 0, limit - 1));
    scenario_set(scenario, "feedback_rtt_ns=%u", PICK(rng, 250, 1000, 1000, 2000));
    scenario_set(scenario, "window_request_ns=%u", PICK(rng, 250, 500, 1000, 2000, 8000));
    scenario_set(scenario, "atomic_window_multiple=%u", PICK(rng, 1, 2, 4, 4, 8));
    scenario_set(scenario, "scalar_window_percent=%u", PICK(rng, 100, 200, 400, 400, 1600));
    scenario_set(scenario, "reactive_threshold_percent=%u", PICK(rng, 0, 20, 50, 180, 400));
    scenario_set(scenario, "reactive_closures=%u", PICK(rng, 0, 0, 1, 3));
    scenario_set(scenario, "reactive_recovery_ns=%u", PICK(rng, 0, 125, 1000));
    scenario_set(scenario, "reactive_feedback_ns=%u", PICK(rng, 0, 300, 500, 2000));
    scenario_set(scenario, "estimate_percent=%u", PICK(rng, 50, 100, 100, 137, 200));
    scenario_set(scenario, "mapping_error_percent=%u", PICK(rng, 0, 0, 10, 50, 100));
    scenario_set(scenario, "quantum_hbm=%u", PICK(rng, 0, 0, 0, 1, 6, 12));
    scenario_set(scenario, "quantum_time=%u", PICK(rng, 0, 0, 0, 2, 7, 10));
}

void scenario_draw(struct scenario *scenario, uint64_t number) {
    struct rng rng = {rng_mix(number + 1)};
    scenario_init(scenario, "atomic");
    scenario->seed = rng_below(&rng, 4) ? rng_below(&rng, 1000000) : 0;
    draw_fabric(scenario, &rng);
    draw_stages(scenario, &rng);
    draw_traffic(scenario, &rng);
    draw_policy(scenario, &rng);
}

// --- runs --------------------------------------------------------------------------------------

void scenario_command(const struct scenario *scenario, const struct policy *policy, char *text,
                      size_t size) {
    int used =
        snprintf(text, size, "build/semacredit run --workload %s --policy %s --seed %" PRIu64,
                 scenario->workload, policy->name, scenario->seed);
    for (unsigned i = 0; i < scenario->sets && used > 0 && (size_t)used < size; i++)
        used += snprintf(text + used, size - (size_t)used, " --set %s", scenario->set[i]);
}

struct simulate_result scenario_run(const struct scenario *scenario, const struct policy *policy,
                                    const struct simulate_watcher *watcher) {
    struct simulate_result result;
    char command[SCENARIO_COMMAND_SIZE];
    struct text_error error = {""};
    scenario_command(scenario, policy, command, sizeof command);
    const struct simulate_run run = {&scenario->config, policy, scenario->seed, .watcher = watcher};
    cr_assert(simulate_run(&run, &result, &error), "%s\n%s", error.text, command);
    return result;
}

struct simulate_result config_run(const struct config *config, const struct policy *policy,
                                  uint64_t seed, const struct simulate_watcher *watcher) {
    struct simulate_result result;
    struct text_error error = {""};
    const struct simulate_run run = {config, policy, seed, .watcher = watcher};
    cr_assert(simulate_run(&run, &result, &error), "%s, seed %" PRIu64 ": %s", policy->name, seed,
              error.text);
    return result;
}

// --- results -----------------------------------------------------------------------------------

bool results_equal(const struct simulate_result *a, const struct simulate_result *b) {
    return a->small.mean_ns == b->small.mean_ns && a->small.p50_ns == b->small.p50_ns &&
           a->small.p99_ns == b->small.p99_ns && a->bulk.mean_ns == b->bulk.mean_ns &&
           a->bulk.p99_ns == b->bulk.p99_ns && a->goodput_gbps == b->goodput_gbps &&
           a->makespan_ns == b->makespan_ns && a->max_queue_hbm_ns == b->max_queue_hbm_ns &&
           a->max_queue_atomic_ns == b->max_queue_atomic_ns &&
           a->max_queue_response_ns == b->max_queue_response_ns &&
           a->max_in_flight == b->max_in_flight && a->operations == b->operations &&
           a->retries == b->retries;
}

void expect_all_time_explained(const struct simulate_result *result, const char *what) {
    const struct class_result *const classes[] = {&result->small, &result->bulk};
    for (unsigned i = 0; i < COUNT(classes); i++) {
        double sum_ns = 0;
        for (unsigned part = 0; part < PARTS; part++)
            sum_ns += classes[i]->part_ns[part];
        cr_expect(epsilon_eq(dbl, sum_ns, classes[i]->mean_ns, 1e-6 * classes[i]->mean_ns), "%s",
                  what);
    }
}
