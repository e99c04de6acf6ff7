#include "csim/evaluation/sweeps.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "csim/interface/numbers.h"
#include "csim/policy/policy_windows.h"

// ---- the table

#define WORKLOADS                                                                                  \
    { "hbm_hotspot", "atomic", "response", "allreduce", "moe", "remote_read" }
// Windows of 0.6 us in place of 1 us, and of 4 us for the Atomic engine: about the least with which
// every shape keeps its bottleneck as busy, within a percentage point, as with the paper's.
#define OUTSTANDING "outstanding=256"
#define TIGHT       "feedback_rtt_ns=600", "window_request_ns=600", "atomic_window_multiple=1"

// A sweep in one of the loops: the values at the end.
#define LOOP(parameter_, question_, apply_, settings_, ...)                                        \
    {                                                                                              \
        .name = parameter_, .question = question_, .workloads = WORKLOADS,                         \
        .policies = {"semacredit"}, .parameter = parameter_, .values = {__VA_ARGS__},              \
        .first_seed = 1, .seeds = 5, .settings = settings_, .apply = apply_                        \
    }
#define ALL(...)                                                                                   \
    { __VA_ARGS__ }
#define EVERY_LOOP(parameter_, question_, apply_, ...)                                             \
    {                                                                                              \
        [LOOP_BURST] = LOOP(parameter_, question_, apply_, ALL(NULL), __VA_ARGS__),                \
        [LOOP_CLOSED] = LOOP(parameter_, question_, apply_, ALL(OUTSTANDING), __VA_ARGS__),        \
        [LOOP_TIGHT] = LOOP(parameter_, question_, apply_, ALL(OUTSTANDING, TIGHT), __VA_ARGS__)   \
    }

// Half of the paper's round trip of feedback, from the nearest initiator to the farthest.
#define INITIATORS "initiator_delay_ns=500", "initiator_spread_percent=50", "initiator_late_ns=5000"
// The block is offered less than the bottleneck can serve, and more than that.
#define LOADED "arrivals=poisson", "load_percent=80"
#define OVERLOADED                                                                                 \
    "load_percent=200", "operations=100000", "cycles=190000", "upset_cycle=100000",                \
        "upset_clocks=20000"
#define BLOCK(parameter_, question_, settings_, ...)                                               \
    {                                                                                              \
        .name = parameter_, .question = question_, .workloads = WORKLOADS,                         \
        .policies = {"semacredit"}, .parameter = parameter_, .values = {__VA_ARGS__},              \
        .first_seed = 1, .seeds = 5, .settings = settings_, .block = true                          \
    }
#define POLICY_MEASURES                                                                            \
    .measures = {SWEEPS_P99, SWEEPS_P99_CHANGE, SWEEPS_GOODPUT_CHANGE, SWEEPS_UTILISATION,         \
                 SWEEPS_FEEDBACK}

unsigned sweeps_quantum(uint64_t window, unsigned bits) {
    const uint64_t most = (UINT64_C(1) << bits) - 2;
    unsigned quantum = 0;
    while (window >> quantum > most)
        quantum++;
    return quantum;
}

// The windows that the policy will open, in their finest units, decide; all lanes of a kind share
// theirs.
static void apply_width(struct config *config, uint64_t bits) {
    const uint64_t base_ns = window_base_ns(config);
    const uint64_t time = base_ns * QUANTA_PER_NS * config->atomic_window_multiple;
    config->quantum_hbm = sweeps_quantum(window_bytes(base_ns, config->hbm_gbps), (unsigned)bits);
    config->quantum_time = sweeps_quantum(time, (unsigned)bits);
}

// 0: a single one that is told at once.
static void apply_initiators(struct config *config, uint64_t initiators) {
    config->initiators = initiators ? initiators : 1;
    if (initiators == 0)
        config->initiator_delay_ns = 0;
}

#define SHARED(...)                                                                                \
    LOOP("initiators", "whether many initiators share credit safely, fairly and soon",             \
         apply_initiators, ALL(__VA_ARGS__, INITIATORS), "0", "1", "2", "4", "8", "16", "32",      \
         "64")

const struct sweep sweeps[] = {
    {.name = "quantum_time",
     .meaning = "unit of the Atomic and response lanes, 2^n / 16 ns",
     .base = "0",
     .loop = EVERY_LOOP("quantum_time", "what coarse units of service time cost", NULL, "0", "1",
                        "2", "3", "4", "5", "6", "7", "8", "9", "10"),
     POLICY_MEASURES},
    {.name = "quantum_hbm",
     .meaning = "unit of the HBM lanes, 2^n bytes",
     .base = "0",
     .loop = EVERY_LOOP("quantum_hbm", "what coarse units of HBM bytes cost", NULL, "0", "1", "2",
                        "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"),
     POLICY_MEASURES},
    {.name = "counter_bits",
     .meaning = "width of the counters, in the finest units that let the windows fit",
     .base = "32",
     .loop = EVERY_LOOP("counter_bits", "what narrow counters cost", apply_width, "32", "24", "16",
                        "15", "14", "13", "12", "11", "10", "9", "8", "6", "5", "4"),
     POLICY_MEASURES},
    {.name = "grant_interval",
     .meaning = "interval from a return to the message that tells of it, ns",
     .base = "0",
     .loop = EVERY_LOOP("grant_interval_ns", "what telling of credit late and seldom costs", NULL,
                        "0", "10", "20", "50", "100", "200", "500", "1000", "2000"),
     POLICY_MEASURES},
    {.name = "initiators",
     .meaning = "initiators, asking and told by messages of 250 to 750 ns; 0: one, told at once",
     .base = "0",
     .loop = {[LOOP_CLOSED] = SHARED(OUTSTANDING), [LOOP_TIGHT] = SHARED(OUTSTANDING, TIGHT)},
     .measures = {SWEEPS_P99_CHANGE, SWEEPS_GOODPUT_CHANGE, SWEEPS_DEBT, SWEEPS_TOLD,
                  SWEEPS_FAIRNESS, SWEEPS_P99_RATIO, SWEEPS_SETTLED, SWEEPS_SETTLED_OPERATIONS}},
    {.name = "slots",
     .meaning = "waiting operations that the arbiter sees, in order of submission; 0: all",
     .base = "0",
     .loop = EVERY_LOOP("arbiter_slots", "how many waiting operations the arbiter must see", NULL,
                        "0", "128", "64", "48", "32", "24", "16", "12", "8", "6", "4"),
     .measures = {SWEEPS_P99, SWEEPS_P99_CHANGE, SWEEPS_GOODPUT_CHANGE, SWEEPS_UTILISATION}},
    {.name = "loss",
     .meaning = "offers whose answer is lost, %, so that the operation is offered once more",
     .base = "0",
     .loop = {[LOOP_OPEN] = BLOCK("loss_percent", "what lost answers cost", ALL(LOADED), "0", "1",
                                  "2", "5", "10")},
     .measures = {SWEEPS_P99_CHANGE, SWEEPS_GOODPUT_CHANGE, SWEEPS_AGAIN, SWEEPS_REPEATED,
                  SWEEPS_TWICE, SWEEPS_LEFT}},
    {.name = "upsets",
     .meaning = "what is left of every window for 20 us, %; 0: a reset instead",
     .base = "100",
     .loop = {[LOOP_OPEN] = BLOCK("upset_percent", "how soon goodput is back after a disturbance",
                                  ALL(OVERLOADED), "100", "75", "50", "25", "10", "0")},
     .measures = {SWEEPS_RECOVERY, SWEEPS_LOST, SWEEPS_VOIDED, SWEEPS_LEFT}},
    {.name = NULL},
};

const struct sweep *sweeps_find(const char *name) {
    for (const struct sweep *at = sweeps; at->name; at++)
        if (strcmp(at->name, name) == 0)
            return at;
    return NULL;
}

// ---- points

const char *const sweep_loop_name[] = {
    [LOOP_BURST] = "burst", [LOOP_CLOSED] = "closed", [LOOP_TIGHT] = "tight", [LOOP_OPEN] = "open"};
static const char *const measure_names[] = {[SWEEPS_P99] = "p99_ns",
                                            [SWEEPS_P99_CHANGE] = "p99_change_percent",
                                            [SWEEPS_GOODPUT_CHANGE] = "goodput_change_percent",
                                            [SWEEPS_UTILISATION] = "utilisation_percent",
                                            [SWEEPS_FEEDBACK] = "feedback_gbps",
                                            [SWEEPS_DEBT] = "debt_percent",
                                            [SWEEPS_TOLD] = "told_percent",
                                            [SWEEPS_FAIRNESS] = "fairness",
                                            [SWEEPS_P99_RATIO] = "p99_ratio",
                                            [SWEEPS_SETTLED] = "settled_us",
                                            [SWEEPS_SETTLED_OPERATIONS] = "settled_operations",
                                            [SWEEPS_AGAIN] = "again_percent",
                                            [SWEEPS_REPEATED] = "repeated_percent",
                                            [SWEEPS_TWICE] = "twice_percent",
                                            [SWEEPS_LEFT] = "left",
                                            [SWEEPS_VOIDED] = "voided",
                                            [SWEEPS_RECOVERY] = "recovery_us",
                                            [SWEEPS_LOST] = "lost_us"};

static unsigned workload_number(const struct experiment *experiment, const char *workload) {
    unsigned at = 0;
    while (strcmp(experiment->workloads[at], workload) != 0)
        at++;
    return at;
}

static double utilisation_percent(const struct simulate_result *run, double full_ns) {
    return 100 * full_ns * (double)(run->small.count + run->bulk.count) / run->makespan_ns;
}

static double feedback_gbps(const struct simulate_result *run) {
    return (double)run->grant_bytes * 8 / run->makespan_ns;
}

static double percent_of(uint64_t part, uint64_t whole) {
    return whole ? 100 * (double)part / (double)whole : 0;
}

static double measured(enum sweeps_measure measure, const struct simulate_result *run,
                       const struct simulate_result *base, double full_ns) {
    switch (measure) {
    case SWEEPS_P99:
        return run->small.p99_ns;
    case SWEEPS_P99_CHANGE:
        return 100 * (run->small.p99_ns / base->small.p99_ns - 1);
    case SWEEPS_GOODPUT_CHANGE:
        return 100 * (run->goodput_gbps / base->goodput_gbps - 1);
    case SWEEPS_UTILISATION:
        return utilisation_percent(run, full_ns);
    case SWEEPS_FEEDBACK:
        return feedback_gbps(run);
    case SWEEPS_DEBT:
        return run->initiators.debt_percent;
    case SWEEPS_TOLD:
        return run->initiators.known_percent;
    case SWEEPS_FAIRNESS:
        return run->initiators.fairness;
    case SWEEPS_P99_RATIO:
        return run->initiators.p99_ratio;
    case SWEEPS_SETTLED:
        return run->initiators.settled_ns / 1000;
    case SWEEPS_SETTLED_OPERATIONS:
        return run->initiators.settled_operations;
    case SWEEPS_AGAIN:
        return percent_of(run->block.again, run->block.offered);
    case SWEEPS_REPEATED:
        return percent_of(run->block.repeated, run->block.again);
    case SWEEPS_TWICE:
        return percent_of(run->block.freed - run->operations, run->block.offered);
    case SWEEPS_LEFT:
        return (double)run->block.left;
    case SWEEPS_VOIDED:
        return (double)run->block.voided;
    case SWEEPS_RECOVERY:
        return run->block.recovery_ns / 1000;
    case SWEEPS_LOST:
        return run->block.lost_ns / 1000;
    default:
        return NAN;
    }
}

static const struct simulate_result *runs_of(const struct sweeps_results *results,
                                             enum sweep_loop loop, const char *workload,
                                             const char *value) {
    const struct experiment_results *set = results->loop[loop];
    unsigned first = 0;
    const bool found =
        experiment_locate(&set->experiment, workload, set->experiment.policies[0], value, &first);
    assert(found);
    return found ? &set->runs[first] : NULL;
}

struct sweeps_point sweeps_point(const struct sweeps_results *results, enum sweep_loop loop,
                                 const char *workload, const char *value,
                                 enum sweeps_measure measure) {
    const struct experiment *experiment = &results->loop[loop]->experiment;
    const struct simulate_result *runs = runs_of(results, loop, workload, value);
    const struct simulate_result *base = runs_of(results, loop, workload, results->sweep->base);
    const double full_ns = results->workloads->full_ns[workload_number(experiment, workload)];
    struct sweeps_point point = {.low = INFINITY, .high = -INFINITY};
    for (unsigned seed = 0; seed < experiment->seeds; seed++) {
        const double one = measured(measure, &runs[seed], &base[seed], full_ns);
        point.mean += one / experiment->seeds;
        point.low = fmin(point.low, one);
        point.high = fmax(point.high, one);
        point.rejected += runs[seed].rejected;
    }
    return point;
}

int sweeps_first_beyond(const struct sweeps_results *results, enum sweep_loop loop,
                        const char *workload, enum sweeps_measure measure, double bound) {
    const char *const *values = results->loop[loop]->experiment.values;
    for (int i = 0; values[i]; i++) {
        const double mean = sweeps_point(results, loop, workload, values[i], measure).mean;
        if (bound < 0 ? mean < bound : mean > bound)
            return i;
    }
    return -1;
}

// ---- files

// The units that the run counted in.
static void write_quanta(const struct sweeps_results *results, const struct experiment *experiment,
                         const struct experiment_run *run, FILE *file) {
    struct text_error error;
    struct config config = results->workloads->config[workload_number(experiment, run->workload)];
    const bool configured = experiment_configure(experiment, run, &config, &error);
    assert(configured); // it was, to be run
    (void)configured;
    fprintf(file, ",%" PRIu64 ",%" PRIu64, config.quantum_hbm, config.quantum_time);
}

static void write_runs(const struct sweeps_results *results, enum sweep_loop loop, FILE *file) {
    const struct experiment *experiment = &results->loop[loop]->experiment;
    const unsigned runs = experiment_runs(experiment);
    for (unsigned i = 0; i < runs; i++) {
        const struct experiment_run run = experiment_run(experiment, i);
        const struct simulate_result *result = &results->loop[loop]->runs[i];
        const double full_ns =
            results->workloads->full_ns[workload_number(experiment, run.workload)];
        const struct experiment_row row = {.experiment = results->sweep->name,
                                           .workload = run.workload,
                                           .policy = run.policy->name,
                                           .parameter = experiment->parameter,
                                           .value = run.value,
                                           .seed = run.seed};
        experiment_fields(file, &row, result);
        fprintf(file, ",%s", sweep_loop_name[loop]);
        write_quanta(results, experiment, &run, file);
        fprintf(file, ",%" PRIu64 ",%.4f,%" PRIu64 ",%" PRIu64 ",%.4f\n", result->rejected,
                utilisation_percent(result, full_ns), result->grant_messages, result->grant_bytes,
                feedback_gbps(result));
    }
}

void sweeps_write(const struct sweeps_results *results, FILE *file) {
    experiment_columns(file);
    fprintf(file, ",loop,quantum_hbm,quantum_time,rejected,utilisation_percent,grant_messages,"
                  "grant_bytes,feedback_gbps\n");
    for (enum sweep_loop loop = 0; loop < LOOPS; loop++)
        if (sweeps_has(results->sweep, loop))
            write_runs(results, loop, file);
}

// Not "-0.0000".
static double plain(double number) {
    return fabs(number) < 0.00005 ? 0 : number;
}

static void write_point(const struct sweeps_results *results, enum sweep_loop loop,
                        const struct experiment_run *run, enum sweeps_measure measure, FILE *file) {
    const struct experiment *experiment = &results->loop[loop]->experiment;
    const bool compared = measure == SWEEPS_P99_CHANGE || measure == SWEEPS_GOODPUT_CHANGE;
    const struct sweeps_point point =
        sweeps_point(results, loop, run->workload, run->value, measure);
    fprintf(file, "%s,%s,%s,%s,%s,%s,%s,%s,%" PRIu64 ",%u,%.4f,%.4f,%.4f\n", results->sweep->name,
            run->workload, run->policy->name, experiment->parameter, run->value,
            measure_names[measure], compared ? results->sweep->base : "", sweep_loop_name[loop],
            point.rejected, experiment->seeds, plain(point.mean), plain(point.low),
            plain(point.high));
}

void sweeps_write_points(const struct sweeps_results *results, FILE *file) {
    fprintf(file,
            "experiment,workload,policy,parameter,value,measure,base,loop,rejected,seeds,mean,"
            "low,high\n");
    for (enum sweep_loop loop = 0; loop < LOOPS; loop++) {
        if (!sweeps_has(results->sweep, loop))
            continue;
        const struct experiment *experiment = &results->loop[loop]->experiment;
        for (unsigned i = 0; i < experiment_runs(experiment); i += experiment->seeds) {
            const struct experiment_run run = experiment_run(experiment, i);
            for (const enum sweeps_measure *at = results->sweep->measures; *at; at++)
                write_point(results, loop, &run, *at, file);
        }
    }
}
