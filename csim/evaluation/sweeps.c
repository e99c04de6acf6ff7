#include "csim/evaluation/sweeps.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "csim/interface/numbers.h"
#include "csim/policy/policy_windows.h"

// ---- the table

// Windows of 0.6 us in place of 1 us, and of 4 us for the Atomic engine: about the least with which
// every shape keeps its bottleneck as busy, within a percentage point, as with the paper's.
#define OUTSTANDING "outstanding=256"
#define TIGHT       "feedback_rtt_ns=600", "window_request_ns=600", "atomic_window_multiple=1"

// A sweep in one of the loops: the values at the end.
#define LOOP(parameter_, question_, apply_, settings_, ...)                                        \
    {                                                                                              \
        .name = parameter_, .question = question_, .workloads = EXPERIMENT_WORKLOADS,              \
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
        .name = parameter_, .question = question_, .workloads = EXPERIMENT_WORKLOADS,              \
        .policies = {"semacredit"}, .parameter = parameter_, .values = {__VA_ARGS__},              \
        .first_seed = 1, .seeds = 5, .settings = settings_, .block = true                          \
    }
// Writes, and reads, Atomics and writes, of 17 to 4,112 bytes, as random traffic: 400 ps apart or
// in closed loop.
#define MIXED_LENGTHS                                                                              \
    "stages=model", "command_limit=128", "first_operation=0", "ordering_domains=0",                \
        "train_gap_ps=0", "spacing_ps=400", "weight_notify=0", "weight_unknown=0",                 \
        "weight_length_zero=0", "weight_length_tiny=0", "weight_length_window=0",                  \
        "weight_length_huge=0"
#define SKEWED(percent_)                                                                           \
    MIXED_LENGTHS, "hot_partitions=1", percent_, "weight_read=0", "weight_atomic=0",               \
        "weight_length_small=20", "weight_length_large=80"
#define MIXED_KINDS                                                                                \
    MIXED_LENGTHS, "hot_percent=0", "weight_write=30", "weight_read=50", "weight_atomic=20",       \
        "weight_length_small=50", "weight_length_large=50"
#define PORT_SLOTS "0", "8", "16", "24", "32", "48", "64"
#define PORT(parameter_, apply_, workloads_, settings_, ...)                                       \
    {                                                                                              \
        .name = parameter_,                                                                        \
        .question = "what a port costs that shows the arbiter a part of what waits",               \
        .workloads = workloads_, .policies = {"semacredit"}, .parameter = parameter_,              \
        .values = {__VA_ARGS__}, .first_seed = 1, .seeds = 5, .subclasses = true,                  \
        .settings = settings_, .apply = apply_                                                     \
    }
#define PORT_MEANING "waiting operations that the port shows, shared by classes; 0: all"
#define PORT_METRICS                                                                               \
    METRIC_P99_CHANGE, METRIC_MEAN_CHANGE, METRIC_P99_BULK_CHANGE, METRIC_MEAN_BULK_CHANGE,        \
        METRIC_GOODPUT_CHANGE
#define SMALL_METRICS METRIC_P99_SMALL_CHANGE, METRIC_MEAN_SMALL_CHANGE
#define COLD_METRICS                                                                               \
    METRIC_P99_COLD_URGENT_CHANGE, METRIC_MEAN_COLD_URGENT_CHANGE, METRIC_P99_COLD_CHANGE,         \
        METRIC_MEAN_COLD_CHANGE
// The same of random traffic.
#define RANDOM_PORT(NAME, MEANING, METRICS, ...)                                                   \
    {                                                                                              \
        .name = NAME, .meaning = PORT_MEANING "; " MEANING, .base = "0",                           \
        .loop = {[LOOP_BURST] = PORT("port_slots", NULL, ALL("random"),                            \
                                     ALL(__VA_ARGS__, "operations=3000"), PORT_SLOTS),             \
                 [LOOP_CLOSED] = PORT("port_slots", NULL, ALL("random"),                           \
                                      ALL(__VA_ARGS__, OUTSTANDING), PORT_SLOTS)},                 \
        .metrics = METRICS                                                                         \
    }
#define POLICY_METRICS                                                                             \
    .metrics = {METRIC_P99, METRIC_P99_CHANGE, METRIC_GOODPUT_CHANGE, METRIC_UTILISATION,          \
                METRIC_FEEDBACK}

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

// 0: no port.
static void apply_small_limit(struct config *config, uint64_t limit) {
    config->port_slots = limit ? 32 : 0;
    config->small_limit = limit ? limit : config->small_limit;
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
     POLICY_METRICS},
    {.name = "quantum_hbm",
     .meaning = "unit of the HBM lanes, 2^n bytes",
     .base = "0",
     .loop = EVERY_LOOP("quantum_hbm", "what coarse units of HBM bytes cost", NULL, "0", "1", "2",
                        "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"),
     POLICY_METRICS},
    {.name = "counter_bits",
     .meaning = "width of the counters, in the finest units that let the windows fit",
     .base = "32",
     .loop = EVERY_LOOP("counter_bits", "what narrow counters cost", apply_width, "32", "24", "16",
                        "15", "14", "13", "12", "11", "10", "9", "8", "6", "5", "4"),
     POLICY_METRICS},
    {.name = "grant_interval",
     .meaning = "interval from a return to the message that tells of it, ns",
     .base = "0",
     .loop = EVERY_LOOP("grant_interval_ns", "what telling of credit late and seldom costs", NULL,
                        "0", "10", "20", "50", "100", "200", "500", "1000", "2000"),
     POLICY_METRICS},
    {.name = "initiators",
     .meaning = "initiators, asking and told by messages of 250 to 750 ns; 0: one, told at once",
     .base = "0",
     .loop = {[LOOP_CLOSED] = SHARED(OUTSTANDING), [LOOP_TIGHT] = SHARED(OUTSTANDING, TIGHT)},
     .metrics = {METRIC_P99_CHANGE, METRIC_GOODPUT_CHANGE, METRIC_DEBT, METRIC_KNOWN_DEBT,
                 METRIC_FAIRNESS, METRIC_INITIATOR_RATIO, METRIC_SETTLED,
                 METRIC_SETTLED_OPERATIONS}},
    {.name = "slots",
     .meaning = "waiting operations that the arbiter sees, in order of submission; 0: all",
     .base = "0",
     .loop = EVERY_LOOP("arbiter_slots", "how many waiting operations the arbiter must see", NULL,
                        "0", "128", "64", "48", "32", "24", "16", "12", "8", "6", "4"),
     .metrics = {METRIC_P99, METRIC_P99_CHANGE, METRIC_GOODPUT_CHANGE, METRIC_UTILISATION}},
    {.name = "port",
     .meaning = PORT_MEANING,
     .base = "0",
     .loop = {[LOOP_BURST] = PORT("port_slots", NULL, EXPERIMENT_WORKLOADS, ALL("operations=1200"),
                                  PORT_SLOTS),
              [LOOP_CLOSED] =
                  PORT("port_slots", NULL, EXPERIMENT_WORKLOADS, ALL(OUTSTANDING), PORT_SLOTS),
              [LOOP_TIGHT] = PORT("port_slots", NULL, EXPERIMENT_WORKLOADS, ALL(OUTSTANDING, TIGHT),
                                  PORT_SLOTS)},
     .metrics = {PORT_METRICS}},
    RANDOM_PORT("port_half", "half of all writes to one partition",
                ALL(PORT_METRICS, SMALL_METRICS, COLD_METRICS), SKEWED("hot_percent=50")),
    RANDOM_PORT("port_most", "four fifths of all writes to one partition",
                ALL(PORT_METRICS, SMALL_METRICS, COLD_METRICS), SKEWED("hot_percent=80")),
    RANDOM_PORT("port_mixed", "reads, Atomics and writes", ALL(PORT_METRICS, SMALL_METRICS),
                MIXED_KINDS),
    {.name = "port_limit",
     .meaning = "small_limit of 32 places; 0: the arbiter sees all; half of all writes to one "
                "partition",
     .base = "0",
     .loop = {[LOOP_BURST] = PORT("small_limit", apply_small_limit, ALL("random"),
                                  ALL(SKEWED("hot_percent=50"), "operations=3000"), "0", "128",
                                  "256", "512", "1024", "2048", "4096")},
     .metrics = {PORT_METRICS, SMALL_METRICS, COLD_METRICS}},
    {.name = "loss",
     .meaning = "offers whose answer is lost, %, so that the operation is offered once more",
     .base = "0",
     .loop = {[LOOP_OPEN] = BLOCK("loss_percent", "what lost answers cost", ALL(LOADED), "0", "1",
                                  "2", "5", "10")},
     .metrics = {METRIC_P99_CHANGE, METRIC_GOODPUT_CHANGE, METRIC_AGAIN, METRIC_REPEATED,
                 METRIC_TWICE, METRIC_LEFT}},
    {.name = "upsets",
     .meaning = "what is left of every window for 20 us, %; 0: a reset instead",
     .base = "100",
     .loop = {[LOOP_OPEN] = BLOCK("upset_percent", "how soon goodput is back after a disturbance",
                                  ALL(OVERLOADED), "100", "75", "50", "25", "10", "0")},
     .metrics = {METRIC_RECOVERY, METRIC_LOST, METRIC_VOIDED, METRIC_LEFT}},
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
const char *const sweep_loop_title[] = {[LOOP_BURST] = "bursts",
                                        [LOOP_CLOSED] = "closed loop",
                                        [LOOP_TIGHT] = "closed loop, tight windows",
                                        [LOOP_OPEN] = "open loop"};

struct metric_estimate sweeps_point(const struct sweeps_results *results, enum sweep_loop loop,
                                    const char *workload, const char *value, enum metric metric) {
    const struct experiment_results *set = results->loop[loop];
    const struct experiment *experiment = &set->experiment;
    const struct metric_point point = {workload, experiment->policies[0], value};
    const struct metric_point base = {workload, experiment->policies[0], results->sweep->base};
    struct metric_estimate estimate = {.mean = NAN};
    const bool found = metric_evaluate(metric, set, &point, &base, experiment->seeds, &estimate);
    assert(found);
    (void)found;
    return estimate;
}

// ---- files

static void write_runs(const struct sweeps_results *results, enum sweep_loop loop, FILE *file) {
    const struct experiment_results *set = results->loop[loop];
    const struct experiment *experiment = &set->experiment;
    for (unsigned i = 0; i < experiment_runs(experiment); i++) {
        const struct experiment_job *job = &set->jobs[i];
        const struct simulate_result *result = &set->runs[i];
        const double full_ns = set->full_ns[experiment_workload(experiment, job->run.workload)];
        experiment_fields(file, results->sweep->name, experiment->parameter, &job->run, result);
        fprintf(file, ",%s,%" PRIu64 ",%" PRIu64, sweep_loop_name[loop], job->config.quantum_hbm,
                job->config.quantum_time);
        fprintf(file, ",%" PRIu64 ",%.4f,%" PRIu64 ",%" PRIu64 ",%.4f\n", result->rejected,
                metrics[METRIC_UTILISATION].of(result, full_ns), result->grant_messages,
                result->grant_bytes, metrics[METRIC_FEEDBACK].of(result, full_ns));
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

static void write_point(const struct sweeps_results *results, enum sweep_loop loop,
                        const struct experiment_run *run, enum metric metric, FILE *file) {
    const struct experiment *experiment = &results->loop[loop]->experiment;
    const struct metric_estimate point =
        sweeps_point(results, loop, run->workload, run->value, metric);
    fprintf(file, "%s,%s,%s,%s,%s,%s,%s,%s,%" PRIu64 ",%u,%.4f,%.4f,%.4f\n", results->sweep->name,
            run->workload, run->policy->name, experiment->parameter, run->value,
            metrics[metric].name, metrics[metric].form == FORM_CHANGE ? results->sweep->base : "",
            sweep_loop_name[loop], point.rejected, experiment->seeds, metric_plain(point.mean),
            metric_plain(point.low), metric_plain(point.high));
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
            for (const enum metric *at = results->sweep->metrics; *at; at++)
                write_point(results, loop, &run, *at, file);
        }
    }
}
