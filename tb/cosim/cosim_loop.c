#include "tb/cosim/cosim_loop.h"

#include "csim/record/state_at_rest.h"

#include "csim/base/progress.h"

#include "csim/base/interrupt.h"
#include "csim/interface/lockstep.h"

enum { PROGRESS_EVERY = 1 << 18 };

static void count_denials(uint64_t denials[LANES + 1], lane_set mask) {
    for (unsigned lane = 0; lane <= LANES; lane++)
        denials[lane] += mask >> lane & 1u;
}

// Listeners hear a batch of clocks at once, so that they and the block each run for a while in warm
// caches, as golden model and RTL do in lockstep: by the same number, a batch is all that a failure
// may be known late.
enum { BATCH = 32 };

// A run, as listeners hear it.
struct hearing {
    const struct cosim_loop_listeners *listeners;
    struct commit_spread spread;
    uint32_t clock_ps;
    struct cosim_loop_result result; // of the clocks that were heard
    unsigned count;                  // of those to be heard
    struct edge_in in[BATCH];
    struct edge_out out[BATCH];
};

static void count_commit(struct cosim_loop_result *result, const struct commit *commit) {
    result->commits[commit->kind]++;
    if (commit->kind != COMMIT_DENY)
        return;
    if (result->commits[COMMIT_DENY] == 1)
        result->first_deny = commit->cycle;
    count_denials(result->denials, commit->mask);
}

// Hands what one clock shows to the listeners. Returns false if the checker objects.
static bool hear(struct hearing *hearing, const struct edge_in *in, const struct edge_out *out) {
    const struct cosim_loop_listeners *const listeners = hearing->listeners;
    struct cosim_loop_result *const result = &hearing->result;
    struct commit commits[COMMITS_PER_EDGE];
    const uint64_t cycle = result->cycles + in->gap;
    const unsigned count =
        commit_spread(&hearing->spread, out, cycle, cycle * hearing->clock_ps, commits);
    if (listeners->story)
        story_edge(listeners->story, in, out, cycle, hearing->clock_ps);
    bool fine = !listeners->checker || checker_edge(listeners->checker, in, out, cycle);
    for (unsigned i = 0; i < count; i++) {
        const struct commit *commit = &commits[i];
        count_commit(result, commit);
        if (listeners->hash)
            result->hash = commit_hash(result->hash, commit);
        if (listeners->commits)
            commit_csv(listeners->commits, commit);
        if (listeners->refusals)
            refusals_commit(listeners->refusals, commit);
        if (listeners->story)
            story_commit(listeners->story, commit);
        if (listeners->commit)
            listeners->commit(listeners->context, commit);
        if (listeners->checker && !checker_commit(listeners->checker, commit))
            fine = false;
    }
    result->cycles = cycle + 1;
    result->edges++;
    return fine;
}

static void hear_batch(struct hearing *hearing) {
    for (unsigned i = 0; i < hearing->count; i++)
        if (!hear(hearing, &hearing->in[i], &hearing->out[i]))
            hearing->result.checked = false;
    struct coverage *const coverage = hearing->listeners->coverage;
    for (unsigned i = 0; coverage && i < hearing->count; i++)
        coverage_edge(coverage, &hearing->in[i], &hearing->out[i]);
    hearing->count = 0;
}

// Everybody begins in that state; `out` is what the block shows then.
static bool begin(struct admitter *admitter, const struct block_state *state,
                  struct hearing *hearing, struct edge_out *out) {
    const struct cosim_loop_listeners *const listeners = hearing->listeners;
    if (!admitter_begin(admitter, state))
        return false;
    block_state_show(state, out);
    commit_spread_begin(&hearing->spread, state);
    if (listeners->checker)
        checker_begin(listeners->checker, state);
    if (listeners->coverage)
        coverage_begin(listeners->coverage, state);
    return true;
}

struct cosim_loop_result cosim_loop(struct stimulus *stimulus, struct admitter *admitter,
                                    struct admitter *lockstep, uint32_t clock_ps,
                                    const struct cosim_loop_listeners *listeners,
                                    const struct cosim_loop_limits *limits) {
    struct hearing hearing = {
        .listeners = listeners,
        .clock_ps = clock_ps,
        .result = {.hash = COMMIT_HASH_START, .checked = true},
    };
    struct cosim_loop_result *const result = &hearing.result;
    const struct divergence *divergence = lockstep ? lockstep_divergence(lockstep) : NULL;
    commit_spread_init(&hearing.spread);
    if (listeners->commits)
        commit_csv_header(listeners->commits);

    struct edge_out first = admitter_out_of_reset;
    const struct edge_out *last = &first;
    const struct block_state *const state = stimulus_begins(stimulus);
    if (state && !begin(admitter, state, &hearing, &first)) {
        result->unable = true;
        return *result;
    }
    uint64_t cycles = 0, end = limits->cycles ? limits->cycles : UINT64_MAX;
    uint64_t next_progress = PROGRESS_EVERY;
    double start = seconds_now();
    struct edge_in *in = hearing.in;
    while (cycles < end && !result->interrupted && stimulus_next(stimulus, last, in)) {
        struct edge_out *const out = &hearing.out[hearing.count++];
        admitter_edge(admitter, in, out);
        cycles += in->gap + 1;
        last = out;
        if (hearing.count == BATCH) {
            hear_batch(&hearing);
            result->interrupted = interrupted();
        }
        in = &hearing.in[hearing.count];
        if (((divergence && divergence->found) || !result->checked) && !result->stopped) {
            result->stopped = true;
            if (end > cycles + limits->after_fail)
                end = cycles + limits->after_fail;
        }
        if (listeners->progress && result->edges >= next_progress) {
            next_progress += PROGRESS_EVERY;
            listeners->progress(listeners->context, cycles);
        }
    }
    hear_batch(&hearing);
    result->stopped |= !result->checked;
    result->seconds = seconds_now() - start;
    result->order_gaps = hearing.spread.gaps;
    return *result;
}

const char *cosim_loop_empty(const struct cosim_loop_result *result) {
    if (result->commits[COMMIT_GRANT] == 0)
        return "nothing was granted";
    return result->commits[COMMIT_COMPLETE] == 0 ? "nothing completed" : NULL;
}
