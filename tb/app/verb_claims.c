// semacredit claims: what the paper publishes beside what the experiments measure.
#include "tb/app/paper.h"
#include "tb/app/verbs.h"

// What the workloads set, for the numbers that the paper states.
static bool write_settings(const struct options *options, FILE *script) {
    static const char *const workloads[] = EXPERIMENT_WORKLOADS;
    for (unsigned i = 0; i < sizeof workloads / sizeof *workloads; i++) {
        struct config config;
        if (!settings_load(&options->settings, workloads[i], &config))
            return false;
        fprintf(script, "\n%s\n", workloads[i]);
        config_list(&config, NULL, script);
    }
    return true;
}

int verb_claims(struct options *options) {
    struct sweep_runner runner = {.name = "claims"};
    for (const struct experiment *at = experiments; at->name; at++) {
        struct experiment planned = *at;
        planned.seeds = (unsigned)options->seeds;
        sweep_runner_add(&runner, &planned);
    }
    return paper_run(&runner, options, 0, write_settings);
}
