// The table of experiments: what it names exists, its runs are those of the design, and a swept
// value reaches the configuration.
#include <stdlib.h>
#include <string.h>

#include "csim/evaluation/experiment.h"
#include "tb/tests/base/fixture.h"

static bool is_workload(const char *name) {
    for (const char *const *at = workload_names; *at; at++)
        if (strcmp(*at, name) == 0)
            return true;
    return false;
}

Test(experiment, names_workloads_and_policies_that_exist) {
    for (const struct experiment *at = experiments; at->name; at++) {
        cr_expect(at->workloads[0] != NULL, "%s: no workload", at->name);
        for (unsigned i = 0; at->workloads[i]; i++)
            cr_expect(is_workload(at->workloads[i]), "%s: %s", at->name, at->workloads[i]);
        for (unsigned i = 0; at->policies[i]; i++)
            cr_expect(policy_find(at->policies[i]) != NULL, "%s: %s", at->name, at->policies[i]);
        const bool swept = at->values[0] != NULL, named = *at->parameter != '\0';
        cr_expect(swept == named, "%s: %s", at->name, at->parameter);
    }
    cr_expect(experiment_find("no such") == NULL);
}

// Workloads x values x policies x seeds.
static const struct {
    const char *name;
    unsigned runs;
} designed[] = {
    {"micro", 3 * 11 * 5},
    {"scalar_sweep", 3 * 7 * 2 * 5},
    {"reactive", 2 * 2 * 5},
    {"return_ablation", 2 * 3 * 5},
    {"applications", 3 * 11 * 5},
    {"atomic_latency", 5 * 3},
    {"response_overhead", 4 * 2},
    {"credits", 2 * 4 * 2},
    {"window", 4 * 2},
    {"mapping_error", 4 * 4 * 5},
    {"bias", 3 * 3},
    {"variability", 3 * 3 * 5},
};

EACH(experiment, has_the_runs_of_the_design, designed) {
    const struct experiment *experiment = experiment_find(row->name);
    cr_assert(experiment != NULL, "%s", row->name);
    cr_expect(eq(uint, experiment_runs(experiment), row->runs), "%s", row->name);
    cr_expect(experiments[COUNT(designed)].name == NULL, "an experiment more than the design has");
}

Test(experiment, locates_every_run_that_it_numbers) {
    for (const struct experiment *at = experiments; at->name; at++)
        for (unsigned i = 0; i < experiment_runs(at); i++) {
            const struct experiment_run run = experiment_run(at, i);
            unsigned first;
            cr_assert(experiment_locate(at, run.workload, run.policy->name, run.value, &first));
            cr_expect(eq(uint, first + (unsigned)(run.seed - at->first_seed), i), "%s", at->name);
        }
    unsigned index;
    const struct experiment *sweep = experiment_find("scalar_sweep");
    cr_expect(not(experiment_locate(sweep, "atomic", "scalar", "3", &index)));
    cr_expect(not(experiment_locate(sweep, "atomic", "scalar", "", &index)));
    cr_expect(not(experiment_locate(sweep, "atomic", "primary", "4", &index)));
    cr_expect(not(experiment_locate(sweep, "moe", "scalar", "4", &index)));
    cr_expect(not(experiment_locate(experiment_find("micro"), "atomic", "scalar", "4", &index)));
}

// The configuration of the run with a value, from the defaults and 240 operations.
static struct config configured(const char *name, const char *value) {
    const struct experiment *experiment = experiment_find(name);
    struct config config;
    struct text_error error = {""};
    unsigned index;
    config_init(&config);
    config.operations = 240;
    cr_assert(experiment_locate(experiment, experiment->workloads[0], "semacredit", value, &index));
    const struct experiment_run run = experiment_run(experiment, index);
    cr_assert(experiment_configure(experiment, &run, &config, &error), "%s", error.text);
    return config;
}

Test(experiment, value_reaches_the_configuration) {
    cr_expect(eq(u64, configured("scalar_sweep", "0.25").scalar_window_percent, 25));
    cr_expect(eq(u64, configured("scalar_sweep", "16").scalar_window_percent, 1600));
    cr_expect(eq(u64, configured("atomic_latency", "3").atomic_ns, 3));
    cr_expect(eq(u64, configured("response_overhead", "40").response_ns, 40));
    cr_expect(eq(u64, configured("credits", "256").command_limit, 256));
    cr_expect(eq(u64, configured("credits", "256").depth, 256));
    cr_expect(eq(u64, configured("window", "250").window_request_ns, 250));
    cr_expect(eq(u64, configured("mapping_error", "0.1").mapping_error_percent, 10));
    cr_expect(eq(u64, configured("bias", "0.5").estimate_percent, 50));
    cr_expect(eq(u64, configured("variability", "0.25").variability_percent, 25));
}

Test(experiment, knows_the_keys_that_its_runs_set) {
    const struct experiment *credits = experiment_find("credits"),
                            *latency = experiment_find("atomic_latency");
    cr_expect(experiment_sets(credits, "depth=1"));
    cr_expect(experiment_sets(credits, "command_limit=1"));
    cr_expect(not(experiment_sets(credits, "command=1")));
    cr_expect(not(experiment_sets(credits, "depth_of=1")));
    cr_expect(not(experiment_sets(credits, "atomic_ns=1")));
    cr_expect(experiment_sets(latency, "atomic_ns=1"));
    cr_expect(not(experiment_sets(latency, "depth=1")));
}

Test(experiment, only_reduced_ones_are_reduced_to_six_tenths) {
    cr_expect(eq(u64, configured("atomic_latency", "100").operations, 144));
    cr_expect(eq(u64, configured("mapping_error", "0").operations, 144));
    cr_expect(eq(u64, configured("bias", "1").operations, 240));
    cr_expect(eq(u64, configured("scalar_sweep", "4").operations, 240));
    cr_expect(eq(u64, configured("micro", "").operations, 240));
}

Test(experiment, refuses_what_it_cannot_configure) {
    struct config config;
    struct text_error error = {""};
    config_init(&config);
    struct experiment odd = *experiment_find("bias");
    struct experiment_run run = experiment_run(&odd, 0);
    run.value = "0.125";
    cr_expect(not(experiment_configure(&odd, &run, &config, &error)));
    cr_expect(eq(str, error.text,
                 (char *)"bias: 0.125 has more decimals than estimate_percent can hold"));
    odd.parameter = "colour";
    cr_expect(not(experiment_configure(&odd, &run, &config, &error)));
    expect_part(error.text, "unknown key 'colour'");
    run.value = "99999999";
    odd.parameter = "bias";
    cr_expect(not(experiment_configure(&odd, &run, &config, &error)));
}

Test(experiment, writes_the_designs_columns) {
    struct simulate_result runs[9] = {{.small.p99_ns = 1.5,
                                       .small.p50_ns = 2,
                                       .bulk.p99_ns = 3,
                                       .goodput_gbps = 4.25,
                                       .makespan_ns = 5,
                                       .max_queue_hbm_ns = 6,
                                       .max_queue_atomic_ns = 7,
                                       .max_queue_response_ns = 8,
                                       .max_in_flight = 9,
                                       .retries = 10,
                                       .state_entries = 11,
                                       .operations = 12}};
    const struct experiment_results results = {.experiment = *experiment_find("bias"),
                                               .runs = runs};
    char *text;
    FILE *file = text_open(&text);
    experiment_write(&results, file);
    fclose(file);
    static const char expected[] =
        "experiment,workload,policy,parameter,value,seed,p99_small_ns,p50_small_ns,p99_bulk_ns,"
        "goodput_gbps,makespan_ns,max_queue_hbm_ns,max_queue_atomic_ns,max_queue_response_ns,"
        "max_in_flight,retries,state_entries,operations\n"
        "bias,response,resource_byte,bias,0.5,0,1.500,2.000,3.000,4.2500,5.000,6.000,7.000,8.000,"
        "9,10,11,12\n";
    cr_expect(strncmp(text, expected, strlen(expected)) == 0, "written:\n%s", text);
    free(text);
}
