// semacredit steady: the shapes of the paper's workloads going on and on, instead of its short
// bursts. Open loop: Poisson arrivals at a load in per cent of what the bottleneck can serve.
// Closed loop: so many operations from submission to completion at all times. Independent
// replications, their seeds, give the 95 % intervals.
#include "tb/app/paper.h"
#include "tb/app/verbs.h"

// Without mapping error and bias, oracle and adaptive are semacredit.
#define STEADY(name_, parameter_, ...)                                                             \
    {                                                                                              \
        .name = name_, .workloads = EXPERIMENT_WORKLOADS,                                          \
        .policies = {"aggregate", "aggregate_class", "resource_byte",  "primary",   "scalar",      \
                     "reactive",  "semacredit",      "arrival_return", "end_return"},              \
        .parameter = parameter_, .values = {__VA_ARGS__}, .first_seed = 1, .seeds = 1,             \
        .settings = {                                                                              \
            "arrivals=poisson"                                                                     \
        }                                                                                          \
    }
static const struct experiment steady[] = {
    STEADY("steady_open", "load_percent", "10", "20", "30", "40", "50", "60", "70", "80", "90",
           "100", "110", "120"),
    STEADY("steady_closed", "outstanding", "16", "64", "128", "256", "512")};

int verb_steady(struct options *options) {
    struct sweep_runner runner = {.name = "steady"};
    struct sweep_runner_lengths lengths;
    for (unsigned i = 0; i < sizeof steady / sizeof *steady; i++) {
        struct experiment longer = steady[i];
        sweep_runner_lengthen(&longer, options->operations, &lengths);
        longer.seeds = (unsigned)options->replications;
        sweep_runner_add(&runner, &longer);
    }
    return sweep_runner_bottlenecks(&runner, &options->settings)
               ? paper_run(&runner, options, 0, NULL)
               : STATUS_USAGE;
}
