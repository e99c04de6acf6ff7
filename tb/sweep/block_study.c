#include "tb/sweep/block_study.h"

#include "csim/policy/policy.h"
#include "tb/sweep/block_policy.h"
#include "tb/sweep/recovery.h"

struct study {
    struct recovery recovery;
    struct block_result block;
    uint64_t goodput_bytes, held;
};

static void take_commit(void *context, const struct commit *commit) {
    struct study *study = context;
    struct block_result *block = &study->block;
    if (commit->kind == COMMIT_GRANT) {
        block->granted++;
        study->held++;
    } else if (commit->kind == COMMIT_COMPLETE) {
        block->freed++;
        study->held--;
    } else if (commit->kind == COMMIT_REPEAT) {
        block->again++;
        block->repeated += commit->mask == 0;
    } else if (commit->kind == COMMIT_RESET) {
        block->voided += study->held;
        study->held = 0;
    }
    recovery_note(&study->recovery, commit->time_ps, study->goodput_bytes);
}

static void see(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state) {
    struct study *study = context;
    (void)now_ps, (void)partition, (void)state;
    if (step == STEP_COMPLETE)
        study->goodput_bytes += op_goodput_bytes(op);
}

bool block_study_run(const struct config *config, uint64_t seed, struct simulate_result *result,
                     struct text_error *error) {
    struct study study = {.held = 0};
    const uint64_t begin_ps = config->upset_cycle * config->clock_ps;
    const uint64_t clocks = config->upset_percent ? config->upset_clocks : 0;
    recovery_init(&study.recovery, begin_ps, begin_ps + clocks * config->clock_ps);
    const struct commit_sink sink = {take_commit, &study};
    const struct simulate_watcher watcher = {.saw = see, .context = &study};
    struct config decided = *config;
    block_policy_configure(&decided);
    const struct simulate_run run = {.config = &decided,
                                     .policy = policy_find("semacredit"),
                                     .seed = seed,
                                     .commits = &sink,
                                     .watcher = &watcher,
                                     .clocked = true,
                                     .faults = true};
    if (block_policy_run(admitter_kind_find("lockstep"), &run, result, error) != BLOCK_POLICY_FINE)
        return false;
    study.block.offered = result->operations + study.block.voided; // these once more
    study.block.left = study.held;
    study.block.recovery_ns = recovery_ns(&study.recovery);
    study.block.lost_ns = recovery_lost_ns(&study.recovery);
    result->block = study.block;
    return true;
}
