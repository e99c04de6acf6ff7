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

// Hands what one clock shows to the listeners. Returns false if the checker objects.
static bool listen(const struct cosim_loop_listeners *listeners, const struct edge_in *in,
                   const struct edge_out *out, const struct commit *commits, unsigned count,
                   struct cosim_loop_result *result) {
    bool fine = !listeners->checker || checker_edge(listeners->checker, in, out, result->cycles);
    for (unsigned i = 0; i < count; i++) {
        const struct commit *commit = &commits[i];
        result->commits[commit->kind]++;
        if (commit->kind == COMMIT_DENY) {
            if (result->commits[COMMIT_DENY] == 1)
                result->first_deny = commit->cycle;
            count_denials(result->denials, commit->mask);
        }
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
    return fine;
}

// Everybody begins in that state; `out` is what the block shows then.
static bool begin(struct admitter *admitter, const struct block_state *state,
                  const struct cosim_loop_listeners *listeners, struct commit_spread *spread,
                  struct edge_out *out) {
    if (!admitter_begin(admitter, state))
        return false;
    block_state_show(state, out);
    commit_spread_begin(spread, state);
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
    struct cosim_loop_result result = {.hash = COMMIT_HASH_START, .checked = true};
    const struct divergence *divergence = lockstep ? lockstep_divergence(lockstep) : NULL;
    struct commit_spread spread;
    commit_spread_init(&spread);
    if (listeners->commits)
        commit_csv_header(listeners->commits);

    struct edge_out out = admitter_out_of_reset;
    struct edge_in in;
    const struct block_state *const state = stimulus_begins(stimulus);
    if (state && !begin(admitter, state, listeners, &spread, &out)) {
        result.unable = true;
        return result;
    }
    uint64_t end = limits->cycles ? limits->cycles : UINT64_MAX;
    uint64_t next_progress = PROGRESS_EVERY;
    double start = seconds_now();
    while (stimulus_next(stimulus, &out, &in)) {
        admitter_edge(admitter, &in, &out);
        result.cycles += in.gap;
        struct commit commits[COMMITS_PER_EDGE];
        unsigned count =
            commit_spread(&spread, &out, result.cycles, result.cycles * clock_ps, commits);
        if (listeners->story)
            story_edge(listeners->story, &in, &out, result.cycles, clock_ps);
        bool fine = listen(listeners, &in, &out, commits, count, &result);
        if (listeners->coverage)
            coverage_edge(listeners->coverage, &in, &out);
        result.cycles++;
        result.edges++;

        if (!fine)
            result.checked = false;
        if (((divergence && divergence->found) || !fine) && !result.stopped) {
            result.stopped = true;
            if (end > result.cycles + limits->after_fail)
                end = result.cycles + limits->after_fail;
        }
        if (result.cycles >= end)
            break;
        if (interrupted()) {
            result.interrupted = true;
            break;
        }
        if (listeners->progress && result.edges >= next_progress) {
            next_progress += PROGRESS_EVERY;
            listeners->progress(listeners->context, result.cycles);
        }
    }
    result.seconds = seconds_now() - start;
    result.order_gaps = spread.gaps;
    return result;
}

const char *cosim_loop_empty(const struct cosim_loop_result *result) {
    if (result->commits[COMMIT_GRANT] == 0)
        return "nothing was granted";
    return result->commits[COMMIT_COMPLETE] == 0 ? "nothing completed" : NULL;
}
