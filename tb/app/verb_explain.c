// semacredit explain: the life of one operation of a run, which may well be a passing one.

#include "csim/base/progress.h"
#include "csim/explain/explain.h"
#include "tb/app/verbs.h"
#include "tb/sweep/block_policy.h"

struct explained {
    const struct options *options;
    struct subject subject;
    uint32_t op;
    struct story *story;
};

// The operation by its number in commits and reports, or, where that leaves no doubt, counted from
// the first one. False: the reason has been printed.
static bool find_op(struct explained *explained) {
    const struct subject *subject = &explained->subject;
    const uint64_t operations = subject->config.operations;
    // Where the numbers begin that the traffic gives.
    const bool numbered = subject->path || subject->config.traffic != TRAFFIC_BURST;
    const uint64_t first = numbered ? subject->config.first_operation : 0;
    unsigned long long number;
    if (operations == 0)
        return refuse("explain: expected a run with operations, found operations=0");
    const char *text = explained->options->argument;
    if (!verb_number("explain", text, 0, UINT32_MAX, &number))
        return false;
    if (number < operations && number < first)
        number += first;
    if (number >= first && number - first < operations) {
        explained->op = (uint32_t)number;
        return true;
    }
    return refuse("explain: expected an operation of %s, from %" PRIu64 " to %" PRIu64
                  ", found '%s'",
                  subject->name, first, first + operations - 1, text);
}

static void observe(void *self, uint64_t clock, const struct block_out *out,
                    const struct block_in *in) {
    const struct explained *explained = self;
    story_clock(explained->story, &out->path, &in->path, clock,
                (uint32_t)explained->subject.config.clock_ps);
}

// Every reason has been printed. The check's own verdict is in the status.
static int run_block(struct explained *explained) {
    const struct subject *subject = &explained->subject;
    struct progress progress = progress_start(
        subject->name, subject->stream ? 0 : subject->config.operations, "operations");
    struct text_error error;
    const struct commit_sink sink = {story_commit, explained->story};
    const struct checked_run check = {
        .workload = subject->name,
        .traffic = traffic_watch_open(
            checked_run_traffic(subject->path, &subject->config, explained->options->seed, &error),
            story_op, explained->story),
        .config = &subject->config,
        .seed = explained->options->seed,
        .kind = explained->options->kind->kind,
        .observer = {explained, observe},
        .sink = &sink,
        .progress = progress_show,
        .context = &progress};
    struct checked_outcome outcome;
    const bool ran = check.traffic && checked_run_do(&check, &outcome, &error);
    progress_end(&progress);
    if (!ran)
        return verb_refuse("%s", error.text);
    if (!outcome.failed)
        return STATUS_FINE;
    printf("the run FAILED at clock %" PRIu64 ", %s: %s\n", outcome.cycle, outcome.caught,
           outcome.reason);
    return STATUS_FAILED;
}

static int run_block_policy(struct explained *explained) {
    const struct options *options = explained->options;
    struct subject *subject = &explained->subject;
    if (options->kind)
        block_policy_configure(&subject->config);
    struct text_error error;
    struct traffic *traffic = traffic_watch_open(
        checked_run_traffic(subject->path, &subject->config, options->seed, &error), story_op,
        explained->story);
    if (!traffic)
        return verb_refuse("%s", error.text);
    const struct commit_sink commits = {.take = story_commit, .context = explained->story};
    const struct simulate_watcher watcher = {.saw = story_step, .context = explained->story};
    struct simulate_result result;
    const struct simulate_run run = {.config = &subject->config,
                                     .policy = options->policy,
                                     .seed = options->seed,
                                     .traffic = traffic,
                                     .commits = &commits,
                                     .watcher = &watcher,
                                     .clocked = subject->config.mode == MODE_CLOCKED};
    const int status = block_policy_run(options->kind, &run, &result, &error);
    if (status == STATUS_USAGE)
        return verb_refuse("%s, policy %s: %s", subject->name, options->policy->name, error.text);
    if (status == STATUS_FAILED)
        printf("the run FAILED: %s\n", error.text);
    return status;
}

static int explain(struct explained *explained) {
    const struct options *options = explained->options;
    const struct policy *policy = options->policy;
    const struct admitter_kind *kind = options->kind;
    const int status = policy ? run_block_policy(explained) : run_block(explained);
    if (status == STATUS_USAGE)
        return status;
    if (!story_of(explained->story))
        return verb_refuse("explain: operation %" PRIu32 " of %s: the run ended before it was "
                           "submitted",
                           explained->op, explained->subject.name);
    printf("operation %" PRIu32 " of %s, seed %llu, %s%s%s\n", explained->op,
           explained->subject.name, options->seed, policy ? policy->name : "",
           policy && kind ? " by " : "", kind ? kind->name : "");
    story_print(explained->story, stdout);
    return status;
}

int verb_explain(struct options *options) {
    struct explained explained = {.options = options, .subject = options->subject};
    if (!find_op(&explained))
        return STATUS_USAGE;
    const struct policy *policy = options->policy;
    const bool clocked =
        !policy || (options->kind && explained.subject.config.mode == MODE_CLOCKED);
    explained.story = story_open(explained.op, explained.subject.config.operations, clocked,
                                 policy && policy->one_window);
    const int status = explain(&explained);
    story_close(explained.story);
    return status;
}
