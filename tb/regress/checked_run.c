#include "tb/regress/checked_run.h"

#include <inttypes.h>
#include <string.h>

#include "csim/golden/golden.h"
#include "csim/interface/lockstep.h"
#include "tb/dut/rtl.h"
#include "tb/env/env.h"
#include "tb/shrink/script.h"
#include "tb/shrink/script_failure.h"
#include "tb/wave/savefile.h"
#include "tb/wave/wave_file.h"

// Clocks a run goes on after a failure is known, which it is within 64.
enum { AFTER_FAIL = 20 };

static const char failures_folder[] = BUILD_FOLDER "/failures";

// The admitter of a check, with the parts that somebody wants to look at.
struct stack {
    struct admitter *admitter;
    struct admitter *lockstep; // or NULL
};

static bool open_stack(const struct checked_run *run, struct stack *stack) {
    unsigned depth = (unsigned)run->config->depth;
    const bool lockstep = run->kind->lockstep;
    struct admitter *dut = lockstep ? rtl_open(depth) : run->kind->open(depth);
    dut = run->tape ? tape_record_open(dut, run->tape) : dut;
    stack->admitter = lockstep ? lockstep_open(dut, golden_open(depth), run->beside) : dut;
    stack->lockstep = lockstep ? stack->admitter : NULL;
    return stack->admitter != NULL;
}

static void fail(struct checked_outcome *outcome, uint64_t cycle, const char *caught,
                 const char *name, const char *reason) {
    outcome->failed = true;
    outcome->cycle = cycle;
    snprintf(outcome->caught, sizeof outcome->caught, "%s: %s", caught, name);
    snprintf(outcome->reason, sizeof outcome->reason, "%s", reason);
}

static void judge(const struct stack *stack, struct checker *checker, const struct stimulus *env,
                  struct checked_outcome *outcome) {
    const struct divergence *divergence =
        stack->lockstep ? lockstep_divergence(stack->lockstep) : NULL;
    const struct checker_finding *finding = checker_finding(checker);
    const uint64_t end = outcome->result.cycles;
    char text[160];
    outcome->mismatches = divergence && divergence->found;
    outcome->explainable = outcome->mismatches || finding->check;
    if (outcome->mismatches) {
        divergence_field(divergence, 0, text, sizeof text);
        fail(outcome, divergence->cycle, "lockstep", divergence_first(divergence),
             strstr(text, ": ") + 2);
    } else if (finding->check) {
        fail(outcome, finding->commit.cycle, "checker", finding->check, finding->text);
    } else if (outcome->result.interrupted) {
        return; // nothing is wrong with what was seen
    } else if (env_error(env)) {
        fail(outcome, end, "environment", "stall", env_error(env));
    } else if (!checker_drained(checker)) {
        fail(outcome, end, "checker", finding->check, finding->text);
    } else if (outcome->result.order_gaps) {
        snprintf(text, sizeof text, "order numbers had %" PRIu64 " gaps",
                 outcome->result.order_gaps);
        fail(outcome, end, "commits", "order", text);
    }
}

// The view of the waves: from the start of the run to well after its first refusal, or close up on
// its failure; the lanes that refused are open.
static bool write_view(const struct checked_run *run, const struct checked_outcome *outcome,
                       const char *path, struct text_error *error) {
    enum { LEAST_IN_SIGHT = 12, MOST_IN_SIGHT = 400 };
    const struct cosim_loop_result *result = &outcome->result;
    bool refused = result->commits[COMMIT_DENY] > 0;
    uint64_t cycle = outcome->failed ? outcome->cycle : refused ? result->first_deny : 0;
    uint64_t clocks = outcome->failed ? 0 : cycle * 5 / 2;
    struct savefile_view view = {.marker = outcome->failed ? "failure"
                                           : refused       ? "first refusal"
                                                           : "start",
                                 .marker_ps = cycle * run->config->clock_ps,
                                 .clocks = clocks < LEAST_IN_SIGHT  ? LEAST_IN_SIGHT
                                           : clocks > MOST_IN_SIGHT ? MOST_IN_SIGHT
                                                                    : clocks,
                                 .clock_ps = (uint32_t)run->config->clock_ps,
                                 .depth = (unsigned)run->config->depth,
                                 .differs = outcome->mismatches > 0};
    for (unsigned lane = 0; lane < LANES; lane++)
        if (result->denials[lane] > 0)
            view.lanes |= LANE_BIT(lane);
    return savefile_write_beside(path, &view, error);
}

// NULL: the reason is in `error`, unless it is that there is no memory.
static struct traffic *open_traffic(const struct checked_run *run, struct text_error *error) {
    return run->path ? traffic_file_open(run->path, run->config, error)
                     : traffic_open(run->config, run->seed);
}

bool checked_run_do(const struct checked_run *run, struct checked_outcome *outcome,
                    struct text_error *error) {
    *outcome = (struct checked_outcome){0};
    text_error_set(error, "out of memory");
    struct traffic *traffic = run->stream ? run->stream : open_traffic(run, error);
    if (run->trace)
        traffic = traffic_record_open(traffic, run->trace);
    if (run->refusals)
        traffic = traffic_watch_open(traffic, refusals_op, run->refusals);
    if (run->story)
        traffic = traffic_watch_open(traffic, story_op, run->story);
    struct stimulus *env =
        traffic ? env_open_traffic(run->config, traffic, run->seed, run->skip, error) : NULL;
    if (!env)
        return false;
    struct stack stack = {0};
    struct checker *checker = checker_open((unsigned)run->config->depth);
    bool opened = checker && open_stack(run, &stack);
    if (opened) {
        const struct cosim_loop_listeners listeners = {.checker = checker,
                                                       .coverage = run->coverage,
                                                       .refusals = run->refusals,
                                                       .story = run->story,
                                                       .commits = run->commits,
                                                       .hash = run->hash,
                                                       .progress = run->progress,
                                                       .context = run->context};
        const struct cosim_loop_limits limits = {.after_fail = AFTER_FAIL};
        outcome->result = cosim_loop(env, stack.admitter, stack.lockstep,
                                     (uint32_t)run->config->clock_ps, &listeners, &limits);
        outcome->operations = env_stats(env)->offered;
        outcome->fences = env_stats(env)->fences;
        outcome->messages = env_stats(env)->messages;
        outcome->feedback = env_stats(env)->feedback_bytes;
        if (run->refusals)
            refusals_end(run->refusals);
        judge(&stack, checker, env, outcome);
    } else {
        text_error_set(error,
                       "depth: expected " RTL_DEPTHS ", an RTL of this build, got %" PRIu64
                       "; --admission golden takes any",
                       run->config->depth);
    }
    if (traffic_failure(traffic)) {
        text_error_set(error, "%s", traffic_failure(traffic));
        opened = false;
    }
    if (outcome->result.unable) {
        text_error_set(error, "begin_percent: expected 0: the flops of this RTL are not those of "
                              "tb/dut/probe_flops.inc, so no run can begin in a drawn state");
        opened = false;
    }
    admitter_close(stack.admitter);
    checker_close(checker);
    stimulus_close(env);
    return opened;
}

static struct stimulus *open_again(const void *context, struct text_error *error) {
    const struct checked_run *run = context;
    text_error_set(error, "out of memory");
    struct traffic *traffic = open_traffic(run, error);
    return traffic ? env_open_traffic(run->config, traffic, run->seed, run->skip, error) : NULL;
}

bool checked_run_waves(const struct checked_run *run, const struct checked_outcome *outcome,
                       const char *path, struct text_error *error) {
    struct checked_run every = *run;
    every.skip = false;
    const struct wave_run run_of = {.open = open_again,
                                    .context = &every,
                                    .depth = (unsigned)run->config->depth,
                                    .clock_ps = (uint32_t)run->config->clock_ps,
                                    .hash = outcome->result.hash,
                                    .cycles = outcome->result.cycles,
                                    .to = UINT64_MAX};
    return wave_file_write(path, &run_of, error) && write_view(run, outcome, path, error);
}

// The script of the run up to its failure.
static bool record_script(const struct checked_run *run, const struct checked_outcome *outcome,
                          struct script *script, struct text_error *error) {
    struct stimulus *const env = open_again(run, error);
    if (!env)
        return false;
    struct admitter *const lockstep = lockstep_open(
        script_record_open(rtl_open(script->depth), script), golden_open(script->depth), false);
    if (lockstep) {
        const struct cosim_loop_listeners listeners = {0};
        const struct cosim_loop_limits limits = {.cycles = outcome->cycle + 1};
        cosim_loop(env, lockstep, lockstep, (uint32_t)run->config->clock_ps, &listeners, &limits);
    }
    admitter_close(lockstep);
    stimulus_close(env);
    const bool recorded = script->count > 0 || script->begins;
    if (!recorded)
        text_error_set(error, "out of memory");
    return recorded;
}

// What is left of the run when everything is taken away that the failure does not need, beside the
// report, in NAME-shrunk/.
static bool shrink_failure(const struct checked_run *run, const struct checked_outcome *outcome,
                           FILE *file, struct text_error *error) {
    struct script script = {.depth = (unsigned)run->config->depth};
    char name[64];
    snprintf(name, sizeof name, "%s-%" PRIu64 "-shrunk", run->workload, run->seed);
    const struct script_failure failure = {.name = name,
                                           .workload = run->workload,
                                           .seed = run->seed,
                                           .clock_ps = (uint32_t)run->config->clock_ps,
                                           .caught = outcome->caught};
    const bool written = record_script(run, outcome, &script, error) &&
                         script_failure_write(&script, &failure, failures_folder, file, error);
    script_free(&script);
    return written;
}

bool checked_run_explain(const struct checked_run *run, const struct checked_outcome *outcome,
                         const char *replay, FILE *file, struct text_error *error) {
    char name[64];
    snprintf(name, sizeof name, "%s-%" PRIu64, run->workload, run->seed);
    const struct failure_case failure = {.name = name,
                                         .workload = run->workload,
                                         .replay = replay,
                                         .seed = run->seed,
                                         .depth = (unsigned)run->config->depth,
                                         .clock_ps = (uint32_t)run->config->clock_ps,
                                         .open = open_again,
                                         .context = run,
                                         .describe_op = env_describe_op};
    // Shrunk in any case; the first reason is the one that is told.
    const bool reported = failure_write(&failure, outcome->cycle, failures_folder, file, error);
    struct text_error other;
    return shrink_failure(run, outcome, file, reported ? error : &other) && reported;
}
