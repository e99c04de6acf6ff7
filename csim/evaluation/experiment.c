#include "csim/evaluation/experiment.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MICRO                                                                                      \
    { "hbm_hotspot", "atomic", "response" }
#define LIST(...)                                                                                  \
    { __VA_ARGS__ }
#define FIVE         .first_seed = 1, .seeds = 5
#define ONE          .first_seed = 0, .seeds = 1
#define FIVE_REDUCED FIVE, .reduced = true
#define ONE_REDUCED  ONE, .reduced = true
// The values at the end.
#define EXPERIMENT(name_, workloads_, policies_, parameter_, seeds_, ...)                          \
    {                                                                                              \
        .name = name_, .workloads = workloads_, .policies = policies_, .parameter = parameter_,    \
        seeds_, .values = {                                                                        \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }
#define ADAPTIVE LIST("resource_byte", "semacredit", "adaptive", "adaptive_window")

const struct experiment experiments[] = {
    EXPERIMENT("micro", MICRO, LIST(NULL), "", FIVE, NULL),
    EXPERIMENT("scalar_sweep", MICRO, LIST("scalar", "semacredit"), "scalar_window_rtts", FIVE,
               "0.25", "0.5", "1", "2", "4", "8", "16"),
    EXPERIMENT("reactive", LIST("atomic", "response"), LIST("reactive", "semacredit"), "", FIVE,
               NULL),
    EXPERIMENT("return_ablation", LIST("atomic", "response"),
               LIST("semacredit", "arrival_return", "end_return"), "", FIVE, NULL),
    EXPERIMENT("applications", LIST("allreduce", "moe", "remote_read"), LIST(NULL), "", FIVE, NULL),
    EXPERIMENT("atomic_latency", LIST("atomic"), LIST("resource_byte", "primary", "semacredit"),
               "atomic_ns", ONE_REDUCED, "3", "10", "30", "100", "200"),
    EXPERIMENT("response_overhead", LIST("response"), LIST("resource_byte", "semacredit"),
               "response_ns", ONE_REDUCED, "0", "10", "20", "40"),
    EXPERIMENT("credits", LIST("atomic", "response"), LIST("resource_byte", "semacredit"),
               "credits", ONE_REDUCED, "32", "64", "128", "256"),
    EXPERIMENT("window", LIST("atomic"), LIST("resource_byte", "semacredit"), "window_ns",
               ONE_REDUCED, "250", "500", "1000", "2000"),
    EXPERIMENT("mapping_error", LIST("hbm_hotspot"),
               LIST("aggregate", "resource_byte", "semacredit", "oracle"), "mapping_error",
               FIVE_REDUCED, "0", "0.1", "0.25", "0.5"),
    EXPERIMENT("bias", LIST("response"), ADAPTIVE, "bias", ONE, "0.5", "1", "2"),
    EXPERIMENT("variability", LIST("response"), ADAPTIVE, "amplitude", FIVE, "0", "0.25", "0.5"),
    {.name = NULL},
};

// What the value of a parameter that is no key sets: each key to value times scale, which is whole.
static const struct assignment {
    const char *parameter;
    const char *key;
    unsigned scale;
} assignments[] = {
    {"scalar_window_rtts", "scalar_window_percent", 100},
    {"credits", "command_limit", 1},
    {"credits", "depth", 1}, // so that the same run fits an admission block
    {"window_ns", "window_request_ns", 1},
    {"mapping_error", "mapping_error_percent", 100},
    {"bias", "estimate_percent", 100},
    {"amplitude", "variability_percent", 100},
};

enum { ASSIGNMENTS = sizeof assignments / sizeof *assignments };

const struct experiment *experiment_find(const char *name) {
    for (const struct experiment *at = experiments; at->name; at++)
        if (strcmp(at->name, name) == 0)
            return at;
    return NULL;
}

// ---- the runs and their numbers

static unsigned list_length(const char *const list[]) {
    unsigned length = 0;
    while (list[length])
        length++;
    return length;
}

// The position of a name in a list; its length where there is none.
static unsigned list_position(const char *const list[], const char *name) {
    unsigned at = 0;
    while (list[at] && strcmp(list[at], name) != 0)
        at++;
    return at;
}

struct extent {
    unsigned workloads, values, policies, seeds;
};

static struct extent extent_of(const struct experiment *experiment) {
    const unsigned values = list_length(experiment->values);
    const unsigned listed = list_length(experiment->policies);
    return (struct extent){.workloads = list_length(experiment->workloads),
                           .values = values ? values : 1,
                           .policies = listed ? listed : PAPER_POLICY_COUNT,
                           .seeds = experiment->seeds};
}

unsigned experiment_runs(const struct experiment *experiment) {
    const struct extent extent = extent_of(experiment);
    return extent.workloads * extent.values * extent.policies * extent.seeds;
}

struct experiment_run experiment_run(const struct experiment *experiment, unsigned index) {
    const struct extent extent = extent_of(experiment);
    struct experiment_run run = {.value = ""};
    assert(index < extent.workloads * extent.values * extent.policies * extent.seeds);
    assert(extent.policies > 0); // follows; the analyser does not see it
    run.seed = experiment->first_seed + index % extent.seeds;
    index /= extent.seeds;
    const unsigned policy = index % extent.policies;
    run.policy =
        experiment->policies[0] ? policy_find(experiment->policies[policy]) : policies[policy];
    index /= extent.policies;
    if (experiment->values[0])
        run.value = experiment->values[index % extent.values];
    run.workload = experiment->workloads[index / extent.values];
    return run;
}

bool experiment_narrow(struct experiment *experiment,
                       bool (*keep)(const struct experiment *experiment,
                                    const struct policy *policy)) {
    struct experiment narrowed = *experiment;
    unsigned count = 0;
    memset(narrowed.policies, 0, sizeof narrowed.policies);
    for (unsigned i = 0; policies[i]; i++)
        if ((experiment->policies[0]
                 ? experiment->policies[list_position(experiment->policies, policies[i]->name)] !=
                       NULL
                 : i < PAPER_POLICY_COUNT) &&
            keep(experiment, policies[i]))
            narrowed.policies[count++] = policies[i]->name;
    *experiment = narrowed;
    return count > 0;
}

// ---- configuration

// In integers, so that no rounding comes in: each decimal takes a factor of ten out of the scale,
// or it does not fit.
bool experiment_scaled(const char *text, uint64_t scale, uint64_t *number) {
    uint64_t digits = 0;
    bool decimals = false;
    for (; *text; text++) {
        if (*text == '.') {
            decimals = true;
            continue;
        }
        if (decimals && scale % 10 != 0)
            return false;
        digits = digits * 10 + (uint64_t)(*text - '0');
        scale /= decimals ? 10 : 1;
    }
    *number = digits * scale;
    return true;
}

bool experiment_sets(const struct experiment *experiment, const char *setting) {
    const size_t key = strcspn(setting, "=") + 1;
    for (const char *const *own = experiment->settings; *own; own++)
        if (strncmp(*own, setting, key) == 0)
            return true;
    for (unsigned i = 0; i < ASSIGNMENTS; i++)
        if (strcmp(assignments[i].parameter, experiment->parameter) == 0 &&
            config_sets(setting, assignments[i].key))
            return true;
    return config_sets(setting, experiment->parameter);
}

bool experiment_settings(const struct experiment *experiment, struct config *config,
                         struct text_error *error) {
    for (const char *const *setting = experiment->settings; *setting; setting++)
        if (!config_set(config, *setting, error))
            return false;
    return true;
}

bool experiment_configure(const struct experiment *experiment, const struct experiment_run *run,
                          struct config *config, struct text_error *error) {
    if (experiment->reduced)
        config->operations = config->operations * 6 / 10;
    if (!experiment_settings(experiment, config, error))
        return false;
    if (experiment->apply) {
        experiment->apply(config, strtoull(run->value, NULL, 10));
        return true;
    }
    bool assigned = *experiment->parameter == '\0';
    char text[80];
    for (unsigned i = 0; i < ASSIGNMENTS; i++) {
        const struct assignment *assignment = &assignments[i];
        if (strcmp(assignment->parameter, experiment->parameter) != 0)
            continue;
        uint64_t number;
        if (!experiment_scaled(run->value, assignment->scale, &number))
            return text_error_set(error, "%s: %s has more decimals than %s can hold",
                                  experiment->name, run->value, assignment->key);
        snprintf(text, sizeof text, "%s=%" PRIu64, assignment->key, number);
        if (!config_set(config, text, error))
            return false;
        assigned = true;
    }
    snprintf(text, sizeof text, "%s=%s", experiment->parameter, run->value);
    return assigned || config_set(config, text, error);
}

// ---- results

void experiment_columns(FILE *file, enum metric_columns columns) {
    fputs("experiment,workload,policy,parameter,value,seed", file);
    metric_names(file, 0, METRICS_TIDY);
    if (columns > METRICS_TIDY)
        fputs(",loop,quantum_hbm,quantum_time", file);
    metric_names(file, METRICS_TIDY, columns);
    fputc('\n', file);
}

static void run_fields(FILE *file, const char *name, const char *parameter,
                       const struct experiment_run *run) {
    fprintf(file, "%s,%s,%s,%s,%s,%" PRIu64, name, run->workload, run->policy->name, parameter,
            run->value, run->seed);
}

void experiment_fields(FILE *file, const char *name, const char *parameter,
                       const struct experiment_run *run, const struct simulate_result *result) {
    run_fields(file, name, parameter, run);
    metric_fields(file, result, 0, false, 0, METRICS_TIDY);
}

void experiment_rows(FILE *file, const struct experiment_results *results,
                     enum metric_columns columns) {
    const struct experiment *experiment = &results->experiment;
    const bool exact = columns == METRICS_ALL;
    for (unsigned i = 0; i < experiment_runs(experiment); i++) {
        const struct experiment_job *job = &results->jobs[i];
        const double full_ns =
            results->full_ns[list_position(experiment->workloads, job->run.workload)];
        run_fields(file, experiment->name, experiment->parameter, &job->run);
        metric_fields(file, &results->runs[i], full_ns, exact, 0, METRICS_TIDY);
        if (columns > METRICS_TIDY)
            fprintf(file, ",%s,%" PRIu64 ",%" PRIu64, experiment->loop ? experiment->loop : "",
                    job->config.quantum_hbm, job->config.quantum_time);
        metric_fields(file, &results->runs[i], full_ns, exact, METRICS_TIDY, columns);
        fputc('\n', file);
    }
}
