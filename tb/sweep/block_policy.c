#include "tb/sweep/block_policy.h"

#include "csim/simulator/block_driver.h"

void block_policy_configure(struct config *config) {
    if (config->command_limit > config->depth)
        config->command_limit = config->depth;
    config->empty_admits = 1;
    config->port_slots = block_driver_size(config).slots;
}

const char *block_policy_apart(const struct policy *policy, const struct config *config) {
    return policy->observe            ? "a block learns by sums"
           : config->starvation_bound ? "the policy has no starvation bound"
                                      : NULL;
}

int block_policy_run(const struct admitter_kind *kind, const struct simulate_run *run,
                     struct simulate_result *result, struct text_error *error) {
    if (!kind)
        return simulate_run(run, result, error) ? STATUS_FINE : STATUS_USAGE;
    struct block *block = memory_there(malloc(sizeof *block));
    const struct path_size size = block_driver_size(run->config);
    if (!block_open(block, kind->kind, &size, error)) {
        traffic_close(run->traffic);
        free(block);
        return STATUS_USAGE;
    }
    struct simulate_run decided = *run;
    decided.block = &block->model;
    decided.stop = block->has_pair ? &block->pair.differs : NULL;
    const bool fine = simulate_run(&decided, result, error);
    const bool apart = block_is_wrong(block, error);
    free(block);
    return apart ? STATUS_FAILED : fine ? STATUS_FINE : STATUS_USAGE;
}

// False: one line in `error`, and those that are open are closed.
static bool open_blocks(const struct admitter_kind *kind, const bool *wanted,
                        const struct domain_run *run, struct block *blocks,
                        struct block_model *models, struct text_error *error) {
    const struct path_size size = block_driver_size(run->config);
    for (uint32_t i = 0; i < run->graph->receivers; i++) {
        if (wanted && !wanted[i])
            continue;
        if (!block_open(&blocks[i], kind->kind, &size, error)) {
            while (i-- > 0)
                if (models[i].self)
                    models[i].close(models[i].self);
            return false;
        }
        models[i] = blocks[i].model;
    }
    return true;
}

int block_domain_run(const struct admitter_kind *kind, const bool *wanted,
                     const struct domain_run *run, struct simulate_result *result,
                     struct text_error *error) {
    if (!kind)
        return domain_run(run, result, error) ? STATUS_FINE : STATUS_USAGE;
    const uint32_t count = run->graph->receivers;
    struct block_model models[TASK_RECEIVERS_MAX] = {{.self = NULL}};
    struct block *blocks = memory_there(calloc(count, sizeof *blocks));
    int status = STATUS_USAGE;
    struct domain_run decided = *run;
    decided.blocks = models;
    if (open_blocks(kind, wanted, run, blocks, models, error) &&
        domain_run(&decided, result, error))
        status = STATUS_FINE;
    for (uint32_t i = 0; i < count && status != STATUS_FAILED; i++)
        if (models[i].self && block_is_wrong(&blocks[i], error))
            status = STATUS_FAILED;
    free(blocks);
    return status;
}
