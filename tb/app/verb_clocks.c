// semacredit clocks: what it costs that the admission block has a clock: the paper's workloads with
// the block in the policy's place, in zero time and at several clocks.
#include "tb/app/paper.h"
#include "tb/app/verbs.h"
#include "tb/sweep/block_policy.h"

// A clock of 0: zero time.
static void apply_clock(struct config *config, uint64_t clock_ps) {
    if (clock_ps)
        config->clock_ps = clock_ps;
}

static const struct experiment clocks = {.name = "clocks",
                                         .workloads = EXPERIMENT_WORKLOADS,
                                         .policies = {"semacredit", "adaptive_window"},
                                         .parameter = "clock_ps",
                                         .values = {"0", "571", "1000", "2000", "4000"},
                                         .first_seed = 1,
                                         .seeds = 5,
                                         .apply = apply_clock};

static int run_clock(const struct sweep_runner *runner, unsigned number, struct text_error *error) {
    const struct experiment_job *job = &runner->jobs[number];
    const struct simulate_run run = {.config = &job->config,
                                     .policy = job->run.policy,
                                     .seed = job->run.seed,
                                     .clocked = *job->run.value != '0'};
    const enum block_policy_outcome outcome =
        block_policy_run(runner->kind, &run, &runner->results[number], error);
    return outcome == BLOCK_POLICY_FINE      ? STATUS_FINE
           : outcome == BLOCK_POLICY_REFUSED ? STATUS_USAGE
                                             : STATUS_FAILED;
}

int verb_clocks(struct options *options) {
    struct sweep_runner runner = {.name = "clocks", .kind = options->kind, .run = run_clock};
    sweep_runner_add(&runner, &clocks);
    return paper_run(&runner, options, 0, NULL);
}
