#include "tb/sweep/paper_runs.h"

#include "csim/traffic/tasks.h"
#include "tb/sweep/block_policy.h"
#include "tb/sweep/task_scoreboard.h"

// --- goodput before and after a disturbance: how long until it was back, and what was lost -------

enum {
    RECOVERY_BIN_NS = 250,
    RECOVERY_BEFORE_BINS = 160, // whose mean is the goodput of before: 40 us
    RECOVERY_AFTER_BINS = 320,  // that are looked at, from the disturbance on: 80 us
    RECOVERY_BINS = RECOVERY_BEFORE_BINS + RECOVERY_AFTER_BINS,
    RECOVERY_MEAN_BINS = 32, // goodput is a mean over as many: 8 us
    RECOVERY_PERCENT = 5,    // within which it is back
};

struct recovery {
    uint64_t start_ps; // of the first bin
    uint64_t end_ps;   // of the disturbance; it began RECOVERY_BEFORE_BINS after the start
    uint64_t bytes[RECOVERY_BINS]; // of goodput, up to the end of each bin
    unsigned at;                   // the last bin with bytes
};

enum { BIN_PS = RECOVERY_BIN_NS * 1000 };

// The disturbance begins and ends at these times, so that the bins before are after time zero.
static void recovery_init(struct recovery *recovery, uint64_t begin_ps, uint64_t end_ps) {
    *recovery = (struct recovery){.start_ps = begin_ps - (uint64_t)RECOVERY_BEFORE_BINS * BIN_PS,
                                  .end_ps = end_ps};
}

// Times never decrease.
static void recovery_note(struct recovery *recovery, uint64_t now_ps, uint64_t bytes) {
    const uint64_t bin = now_ps < recovery->start_ps ? 0 : (now_ps - recovery->start_ps) / BIN_PS;
    while (recovery->at < bin && recovery->at < RECOVERY_BINS - 1) {
        const unsigned next = recovery->at + 1;
        recovery->bytes[next] = recovery->bytes[recovery->at];
        recovery->at = next;
    }
    if (bin < RECOVERY_BINS)
        recovery->bytes[recovery->at] = bytes;
}

// Bytes in the bins from `from` to `to`, exclusive, of which the first is not the very first.
static double bytes_in(const struct recovery *recovery, unsigned from, unsigned to) {
    return (double)(recovery->bytes[to - 1] - recovery->bytes[from - 1]);
}

static double bytes_before(const struct recovery *recovery) {
    return bytes_in(recovery, 1, RECOVERY_BEFORE_BINS) / (RECOVERY_BEFORE_BINS - 1);
}

static unsigned first_bin(const struct recovery *recovery) {
    return (unsigned)((recovery->end_ps - recovery->start_ps) / BIN_PS);
}

// Is goodput of the bins from `at` on as of before?
static bool is_back(const struct recovery *recovery, unsigned at) {
    return bytes_in(recovery, at, at + RECOVERY_MEAN_BINS) >=
           bytes_before(recovery) * (double)RECOVERY_MEAN_BINS * (100 - RECOVERY_PERCENT) / 100;
}

// From the end of the disturbance on, the time until goodput, over the RECOVERY_MEAN_BINS that
// follow, was first within RECOVERY_PERCENT of that of before, or above; in steps of a bin. Where
// that never was: the time that was looked at.
static double recovery_ns(const struct recovery *recovery) {
    const unsigned first = first_bin(recovery);
    unsigned at = first;
    while (at + RECOVERY_MEAN_BINS <= RECOVERY_BINS && !is_back(recovery, at))
        at++;
    return (double)((at - first) * RECOVERY_BIN_NS);
}

// The same until goodput was within that from then on, as far as is looked at.
static double recovery_lasting_ns(const struct recovery *recovery) {
    const unsigned first = first_bin(recovery);
    unsigned at = RECOVERY_BINS - RECOVERY_MEAN_BINS + 1;
    while (at > first && is_back(recovery, at - 1))
        at--;
    return (double)((at - first) * RECOVERY_BIN_NS);
}

// Goodput missing from the beginning on, as time at the goodput of before; below zero where there
// was more.
static double recovery_lost_ns(const struct recovery *recovery) {
    const double before = bytes_before(recovery);
    const double after = bytes_in(recovery, RECOVERY_BEFORE_BINS, RECOVERY_BINS);
    return ((double)RECOVERY_AFTER_BINS - after / before) * (double)RECOVERY_BIN_NS;
}

// --- commits ----------------------------------------------------------------------------------

struct study {
    const struct config *config;
    const struct admitter_kind *kind;
    struct recovery recovery;
    struct block_result block;
    uint64_t goodput_bytes, oldest_ps;
    uint64_t held[TASK_RECEIVERS_MAX]; // reservations of each receiver's block,
    uint64_t granted_ps[TASK_RECEIVERS_MAX][PATH_DEPTH];
    const struct task_graph *graph; // of a domain
    struct task_scoreboard *board;
};

// Of one receiver's block.
struct ear {
    struct study *study;
    uint32_t receiver;
};

static void take_commit(void *context, const struct commit *commit) {
    const struct ear *ear = context;
    struct study *study = ear->study;
    struct block_result *block = &study->block;
    uint64_t *held = &study->held[ear->receiver];
    // A policy's reservations are its operations, without a bound; only a block's can be too old.
    uint64_t *granted_ps = &study->granted_ps[ear->receiver][study->kind ? commit->reservation : 0];
    if (commit->kind == COMMIT_GRANT) {
        *granted_ps = commit->time_ps;
        block->granted++;
        ++*held;
    } else if (commit->kind == COMMIT_COMPLETE) {
        if (commit->time_ps - *granted_ps > study->oldest_ps)
            study->oldest_ps = commit->time_ps - *granted_ps;
        block->freed++;
        --*held;
    } else if (commit->kind == COMMIT_REPEAT) {
        block->again++;
        block->repeated += commit->mask == 0;
    } else if (commit->kind == COMMIT_STRAY) {
        block->strays++;
    } else if (commit->kind == COMMIT_RESET) {
        block->voided += *held;
        *held = 0;
    }
    recovery_note(&study->recovery, commit->time_ps, study->goodput_bytes);
}

static void study_open(struct study *study, const struct config *config) {
    const uint64_t begin_ps = config->upset_cycle * config->clock_ps;
    const uint64_t clocks = config->upset_percent ? config->upset_clocks : 0;
    *study = (struct study){.config = config};
    recovery_init(&study->recovery, begin_ps, begin_ps + clocks * config->clock_ps);
}

static void study_end(struct study *study, struct simulate_result *result) {
    struct block_result *block = &study->block;
    block->offered = result->operations + block->voided; // these once more
    for (uint32_t i = 0; i < TASK_RECEIVERS_MAX; i++)
        block->left += study->held[i];
    block->oldest_ns = (double)study->oldest_ps / 1000;
    block->recovery_ns = recovery_ns(&study->recovery);
    block->lasting_ns = recovery_lasting_ns(&study->recovery);
    block->lost_ns = recovery_lost_ns(&study->recovery);
    result->block = *block;
}

// --- one receiver -----------------------------------------------------------------------------

static void see(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state) {
    struct study *study = context;
    (void)now_ps, (void)partition, (void)state;
    if (step == STEP_COMPLETE)
        study->goodput_bytes += op_goodput_bytes(op);
}

static bool receiver_run(struct study *study, const struct simulate_run *run,
                         struct simulate_result *result, struct text_error *error) {
    struct ear ear = {study, 0};
    const struct commit_sink sink = {take_commit, &ear};
    const struct simulate_watcher watcher = {.saw = see, .context = study};
    struct simulate_run observed = *run;
    observed.commits = &sink;
    observed.watcher = &watcher;
    return block_policy_run(study->kind, &observed, result, error) == STATUS_FINE;
}

// --- a domain ---------------------------------------------------------------------------------

static void saw_task(void *context, uint32_t task, enum task_event event, uint64_t now_ps) {
    task_scoreboard_task(((struct study *)context)->board, task, event, now_ps);
}

static void saw_submitted(void *context, uint32_t task, const struct op *op, uint64_t now_ps) {
    task_scoreboard_submitted(((struct study *)context)->board, task, op, now_ps);
}

// Goodput of those that the disturbance leaves: at the receiver that was reset, or, of sources that
// live, at all.
static void saw_over(void *context, uint32_t task, const struct op *op, bool rejected,
                     uint64_t now_ps) {
    struct study *study = context;
    const struct config *config = study->config;
    const struct task_graph *graph = study->graph;
    const bool at_receiver = (task < graph->count || graph->background) &&
                             (task < graph->count ? graph->tasks[task].target
                                                  : task - graph->count) == config->upset_receiver;
    const bool here = config->dead_sources ? op->source >= config->dead_sources : at_receiver;
    task_scoreboard_over(study->board, task, op, rejected, now_ps);
    if (here && !rejected)
        study->goodput_bytes += op_goodput_bytes(op);
    recovery_note(&study->recovery, now_ps, study->goodput_bytes);
}

static bool domain_study(struct study *study, const struct simulate_run *run,
                         struct simulate_result *result, struct text_error *error) {
    struct task_graph graph = {.count = 0};
    struct ear ears[TASK_RECEIVERS_MAX];
    struct commit_sink sinks[TASK_RECEIVERS_MAX];
    for (uint32_t i = 0; i < TASK_RECEIVERS_MAX; i++) {
        ears[i] = (struct ear){study, i};
        sinks[i] = (struct commit_sink){take_commit, &ears[i]};
    }
    const struct domain_watcher watcher = {
        .task = saw_task, .submitted = saw_submitted, .over = saw_over, .context = study};
    const struct domain_run domain = {.config = run->config,
                                      .policy = run->policy,
                                      .seed = run->seed,
                                      .graph = &graph,
                                      .watcher = &watcher,
                                      .commits = sinks,
                                      .subclasses = run->subclasses,
                                      .clocked = run->clocked};
    study->graph = &graph;
    bool fine = tasks_of_workload(&graph, run->config, run->seed, error);
    if (fine)
        study->board = task_scoreboard_open(&graph);
    fine = fine && block_domain_run(study->kind, NULL, &domain, result, error) == STATUS_FINE &&
           (run->config->dead_sources || task_scoreboard_end(study->board, error));
    task_scoreboard_close(study->board);
    task_graph_close(&graph);
    return fine;
}

bool block_study_run(const struct simulate_run *run, const struct admitter_kind *kind,
                     struct simulate_result *result, struct text_error *error) {
    struct study *study = memory_there(malloc(sizeof *study));
    struct config config = *run->config;
    if (kind)
        block_policy_configure(&config);
    struct simulate_run decided = *run;
    decided.config = &config;
    decided.clocked = decided.faults = kind != NULL;
    study_open(study, &config);
    study->kind = kind;
    const bool fine = config.receivers ? domain_study(study, &decided, result, error)
                                       : receiver_run(study, &decided, result, error);
    if (fine)
        study_end(study, result);
    free(study);
    return fine;
}
