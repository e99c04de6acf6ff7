#include "tb/sweep/block_policy.h"

#include <inttypes.h>

#include "csim/interface/lockstep.h"
#include "csim/simulator/path_driver.h"

void block_policy_configure(struct config *config) {
    if (config->command_limit > config->depth)
        config->command_limit = config->depth;
    config->depth = config->command_limit > DEPTH ? DEPTH_MAX : DEPTH;
}

static bool diverged(struct admitter *admitter, struct text_error *error) {
    const struct divergence *divergence = lockstep_divergence(admitter);
    if (!divergence->found)
        return false;
    char field[100] = "";
    divergence_field(divergence, 0, field, sizeof field);
    text_error_set(error, "golden model and RTL differ in clock %" PRIu64 ": %s", divergence->cycle,
                   field);
    return true;
}

static enum block_policy_outcome no_block(const struct admitter_kind *kind,
                                          const struct config *config, struct text_error *error) {
    text_error_set(error, "there is no %s of %" PRIu64 " reservations, or not enough memory",
                   kind->name, config->depth);
    return BLOCK_POLICY_REFUSED;
}

// The path of rtl/next, by its golden model.
static enum block_policy_outcome path_policy_run(const struct simulate_run *run,
                                                 struct simulate_result *result,
                                                 struct text_error *error) {
    const struct path_size size = path_driver_size(run->config);
    const struct block_model model = block_golden_model(&size);
    struct simulate_run decided = *run;
    decided.path = &model;
    return simulate_run(&decided, result, error) ? BLOCK_POLICY_FINE : BLOCK_POLICY_REFUSED;
}

enum block_policy_outcome block_policy_run(const struct admitter_kind *kind,
                                           const struct simulate_run *run,
                                           struct simulate_result *result,
                                           struct text_error *error) {
    if (!kind)
        return simulate_run(run, result, error) ? BLOCK_POLICY_FINE : BLOCK_POLICY_REFUSED;
    if (kind->path)
        return path_policy_run(run, result, error);
    struct simulate_run decided = *run;
    decided.admitter = kind->open((unsigned)run->config->depth);
    if (!decided.admitter) {
        traffic_close(run->traffic);
        return no_block(kind, run->config, error);
    }
    const bool fine = simulate_run(&decided, result, error);
    const bool apart = kind->lockstep && diverged(decided.admitter, error);
    admitter_close(decided.admitter);
    return apart ? BLOCK_POLICY_DIVERGED : fine ? BLOCK_POLICY_FINE : BLOCK_POLICY_REFUSED;
}

// In lockstep the golden model leads, so that other cores can evaluate the RTL.
static bool open_blocks(const struct admitter_kind *kind, const bool *blocks,
                        const struct domain_run *run, struct admitter **admitters) {
    struct admitter *(*const open)(unsigned) =
        kind->lockstep ? admitter_open_led_by_golden : kind->open;
    for (uint32_t i = 0; i < run->graph->receivers; i++)
        if ((!blocks || blocks[i]) && !(admitters[i] = open((unsigned)run->config->depth)))
            return false;
    return true;
}

enum block_policy_outcome block_domain_run(const struct admitter_kind *kind, const bool *blocks,
                                           unsigned cores, const struct domain_run *run,
                                           struct simulate_result *result,
                                           struct text_error *error) {
    if (!kind)
        return domain_run(run, result, error) ? BLOCK_POLICY_FINE : BLOCK_POLICY_REFUSED;
    struct admitter *admitters[TASK_RECEIVERS_MAX] = {NULL};
    const uint32_t count = run->graph->receivers;
    const bool shared = kind->lockstep && cores > 1;
    struct domain_run decided = *run;
    decided.admitters = admitters;
    enum block_policy_outcome outcome = BLOCK_POLICY_REFUSED;
    if (open_blocks(kind, blocks, run, admitters)) {
        struct lockstep_threads *threads =
            shared ? lockstep_threads_open(admitters, count, cores - 1) : NULL;
        if (domain_run(&decided, result, error))
            outcome = BLOCK_POLICY_FINE;
        lockstep_threads_close(threads);
    } else {
        no_block(kind, run->config, error);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (!admitters[i])
            continue;
        if (outcome != BLOCK_POLICY_DIVERGED && kind->lockstep && diverged(admitters[i], error))
            outcome = BLOCK_POLICY_DIVERGED;
        admitter_close(admitters[i]);
    }
    return outcome;
}
