#include "tb/regress/check.h"

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

static const char failures_folder[] = "build/failures";

// The admitter of a check, with the parts that somebody wants to look at.
struct stack {
    struct admitter *admitter;
    struct admitter *lockstep; // or NULL
};

// What is checked, with a tape around it where one is wanted.
static struct admitter *open_dut(const struct check *check, struct admitter *dut) {
    return check->tape ? tape_record_open(dut, check->tape) : dut;
}

static bool open_stack(const struct check *check, struct stack *stack) {
    unsigned depth = (unsigned)check->config->depth;
    bool lockstep = strcmp(check->kind->name, "lockstep") == 0;
    struct admitter *dut = open_dut(check, lockstep ? rtl_open(depth) : check->kind->open(depth));
    stack->admitter = lockstep ? lockstep_open(dut, golden_open(depth), check->beside) : dut;
    stack->lockstep = lockstep ? stack->admitter : NULL;
    return stack->admitter != NULL;
}

static void fail(struct check_outcome *outcome, uint64_t cycle, const char *caught,
                 const char *name) {
    outcome->failed = true;
    outcome->cycle = cycle;
    snprintf(outcome->caught, sizeof outcome->caught, "%s: %s", caught, name);
}

static void judge(const struct stack *stack, struct checker *checker, const struct stimulus *env,
                  struct check_outcome *outcome) {
    const struct divergence *divergence =
        stack->lockstep ? lockstep_divergence(stack->lockstep) : NULL;
    const struct checker_finding *finding = checker_finding(checker);
    const char *stall = env_error(env);
    if (divergence && divergence->found) {
        outcome->mismatches = 1;
        outcome->explainable = true;
        fail(outcome, divergence->cycle, "lockstep", divergence_first(divergence));
        char text[160];
        divergence_field(divergence, 0, text, sizeof text);
        snprintf(outcome->reason, sizeof outcome->reason, "%s", strstr(text, ": ") + 2);
    } else if (finding->check) {
        outcome->explainable = true;
        fail(outcome, finding->commit.cycle, "checker", finding->check);
        snprintf(outcome->reason, sizeof outcome->reason, "%s", finding->text);
    } else if (outcome->result.interrupted) {
        return; // nothing is wrong with what was seen
    } else if (stall) {
        fail(outcome, outcome->result.cycles, "environment", "stall");
        snprintf(outcome->reason, sizeof outcome->reason, "%s", stall);
    } else if (!checker_drained(checker)) {
        fail(outcome, outcome->result.cycles, "checker", checker_finding(checker)->check);
        snprintf(outcome->reason, sizeof outcome->reason, "%s", checker_finding(checker)->text);
    } else if (outcome->result.order_gaps) {
        fail(outcome, outcome->result.cycles, "commits", "order");
        snprintf(outcome->reason, sizeof outcome->reason, "order numbers had %" PRIu64 " gaps",
                 outcome->result.order_gaps);
    }
}

// The view of the waves: from the start of the run to well after its first refusal, or close up on
// its failure; the lanes that refused are open.
static bool write_view(const struct check *check, const struct check_outcome *outcome,
                       const char *path, struct text_error *error) {
    enum { LEAST_IN_SIGHT = 12, MOST_IN_SIGHT = 400 };
    const struct cosim_loop_result *result = &outcome->result;
    bool refused = result->commits[COMMIT_DENY] > 0;
    uint64_t cycle = outcome->failed ? outcome->cycle : refused ? result->first_deny : 0;
    uint64_t clocks = outcome->failed ? 0 : cycle * 5 / 2;
    struct savefile_view view = {.marker = outcome->failed ? "failure"
                                           : refused       ? "first refusal"
                                                           : "start",
                                 .marker_ps = cycle * check->config->clock_ps,
                                 .clocks = clocks < LEAST_IN_SIGHT  ? LEAST_IN_SIGHT
                                           : clocks > MOST_IN_SIGHT ? MOST_IN_SIGHT
                                                                    : clocks,
                                 .clock_ps = (uint32_t)check->config->clock_ps,
                                 .depth = (unsigned)check->config->depth,
                                 .differs = outcome->mismatches > 0};
    for (unsigned lane = 0; lane < LANES; lane++)
        if (result->denials[lane] > 0)
            view.lanes |= (uint16_t)(1u << lane);
    return savefile_write_beside(path, &view, error);
}

// NULL: the reason is in `error`, unless it is that there is no memory.
static struct traffic *open_traffic(const struct check *check, struct trace_writer *trace,
                                    struct text_error *error) {
    struct traffic *traffic = check->path ? traffic_file_open(check->path, check->config, error)
                                          : traffic_open(check->config, check->seed);
    return trace ? traffic_record_open(traffic, trace) : traffic;
}

bool check_run(const struct check *check, struct check_outcome *outcome, struct text_error *error) {
    *outcome = (struct check_outcome){0};
    text_error_set(error, "out of memory");
    struct traffic *traffic = open_traffic(check, check->trace, error);
    if (check->refusals)
        traffic = traffic_watch_open(traffic, refusals_op, check->refusals);
    if (check->story)
        traffic = traffic_watch_open(traffic, story_op, check->story);
    struct stimulus *env =
        traffic ? env_open_traffic(check->config, traffic, check->seed, check->skip, error) : NULL;
    if (!env)
        return false;
    struct stack stack = {0};
    struct checker *checker = checker_open((unsigned)check->config->depth);
    bool opened = checker && open_stack(check, &stack);
    if (opened) {
        const struct cosim_loop_listeners listeners = {.checker = checker,
                                                       .coverage = check->coverage,
                                                       .refusals = check->refusals,
                                                       .story = check->story,
                                                       .commits = check->commits,
                                                       .hash = check->hash,
                                                       .progress = check->progress,
                                                       .context = check->context};
        const struct cosim_loop_limits limits = {.after_fail = AFTER_FAIL};
        outcome->result = cosim_loop(env, stack.admitter, stack.lockstep,
                                     (uint32_t)check->config->clock_ps, &listeners, &limits);
        outcome->operations = env_stats(env)->offered;
        outcome->fences = env_stats(env)->fences;
        outcome->messages = env_stats(env)->messages;
        outcome->feedback = env_stats(env)->feedback_bytes;
        if (check->refusals)
            refusals_end(check->refusals);
        judge(&stack, checker, env, outcome);
    } else {
        text_error_set(error,
                       "depth: expected %d or %d, an RTL of this build, got %" PRIu64
                       "; --admission golden takes any",
                       DEPTH, DEPTH_MAX, check->config->depth);
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
    const struct check *check = context;
    text_error_set(error, "out of memory");
    struct traffic *traffic = open_traffic(check, NULL, error);
    return traffic ? env_open_traffic(check->config, traffic, check->seed, check->skip, error)
                   : NULL;
}

bool check_waves(const struct check *check, const struct check_outcome *outcome, const char *path,
                 struct text_error *error) {
    struct check every = *check;
    every.skip = false;
    const struct wave_run run_of = {.open = open_again,
                                    .context = &every,
                                    .depth = (unsigned)check->config->depth,
                                    .clock_ps = (uint32_t)check->config->clock_ps,
                                    .hash = outcome->result.hash,
                                    .cycles = outcome->result.cycles,
                                    .to = UINT64_MAX};
    return wave_file_write(path, &run_of, error) && write_view(check, outcome, path, error);
}

// The script of the run up to its failure.
static bool record_script(const struct check *check, const struct check_outcome *outcome,
                          struct script *script, struct text_error *error) {
    struct stimulus *const env = open_again(check, error);
    if (!env)
        return false;
    struct admitter *const lockstep = lockstep_open(
        script_record_open(rtl_open(script->depth), script), golden_open(script->depth), false);
    if (lockstep) {
        const struct cosim_loop_listeners listeners = {0};
        const struct cosim_loop_limits limits = {.cycles = outcome->cycle + 1};
        cosim_loop(env, lockstep, lockstep, (uint32_t)check->config->clock_ps, &listeners, &limits);
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
static bool shrink_failure(const struct check *check, const struct check_outcome *outcome,
                           FILE *file, struct text_error *error) {
    struct script script = {.depth = (unsigned)check->config->depth};
    char name[64];
    snprintf(name, sizeof name, "%s-%" PRIu64 "-shrunk", check->workload, check->seed);
    const struct script_failure failure = {.name = name,
                                           .workload = check->workload,
                                           .seed = check->seed,
                                           .clock_ps = (uint32_t)check->config->clock_ps,
                                           .caught = outcome->caught};
    const bool written = record_script(check, outcome, &script, error) &&
                         script_failure_write(&script, &failure, failures_folder, file, error);
    script_free(&script);
    return written;
}

bool check_explain(const struct check *check, const struct check_outcome *outcome,
                   const char *replay, FILE *file, struct text_error *error) {
    char name[64];
    snprintf(name, sizeof name, "%s-%" PRIu64, check->workload, check->seed);
    const struct failure_case failure = {.name = name,
                                         .workload = check->workload,
                                         .replay = replay,
                                         .seed = check->seed,
                                         .depth = (unsigned)check->config->depth,
                                         .clock_ps = (uint32_t)check->config->clock_ps,
                                         .open = open_again,
                                         .context = check,
                                         .describe_op = env_describe_op};
    // Shrunk in any case; the first reason is the one that is told.
    const bool reported = failure_write(&failure, outcome->cycle, failures_folder, file, error);
    struct text_error other;
    return shrink_failure(check, outcome, file, reported ? error : &other) && reported;
}
