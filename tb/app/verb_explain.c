// semacredit explain: the life of one operation of a run, which may well be a passing one.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/base/lines.h"
#include "csim/base/nearest.h"
#include "csim/base/progress.h"
#include "csim/explain/story.h"
#include "csim/policy/policy.h"
#include "csim/simulator/simulate.h"
#include "tb/cli/effect.h"
#include "tb/cli/subject.h"
#include "tb/cli/verbs.h"
#include "tb/cosim/seating.h"
#include "tb/regress/check.h"

struct options {
    struct settings settings;
    const char *workload, *admission, *policy; // as of `run`
    const char *op;
    unsigned long long seed;
};

enum { OPTION_POLICY = 256 };

static const struct argp_option option_table[] = {
    {"workload", 'w', "NAME", 0, SUBJECT_HELP, 0},
    {"admission", 'a', "WHO", 0, "golden, rtl, or lockstep: both, compared (default)", 0},
    {"policy", OPTION_POLICY, "NAME", 0,
     "a policy in the event simulator, or, beside --admission, the block in its seat; as of run",
     0},
    {"seed", 'S', "N", 0, "0 is the unperturbed trace (default)", 0},
    {0},
};

static error_t option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->settings;
        return 0;
    case 'w':
        options->workload = text;
        return 0;
    case 'a':
        options->admission = text;
        return 0;
    case OPTION_POLICY:
        options->policy = text;
        return 0;
    case 'S':
        return verb_number("--seed", text, 0, UINT64_MAX, &options->seed) ? 0 : ERANGE;
    case ARGP_KEY_ARG:
        if (options->op)
            return ARGP_ERR_UNKNOWN;
        options->op = text;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

// What is to be explained, and by whom it was decided.
struct explained {
    const struct options *options;
    struct subject subject;
    const struct admitter_kind *kind; // NULL: the policy decides
    const struct policy *policy;      // NULL: the block in its own world
    uint32_t first, op;
    struct story *story;
};

static void show_progress(void *context, uint64_t cycles) {
    progress_show(context, cycles, 0, "clocks");
}

// Where the numbers of operations begin that the traffic gives.
static void find_first(struct explained *explained) {
    const struct subject *subject = &explained->subject;
    const bool numbered = subject->path || subject->config.traffic != TRAFFIC_BURST;
    explained->first = numbered ? (uint32_t)subject->config.first_operation : 0;
}

// The operation by its number in commits and reports, or, where that leaves no doubt, counted from
// the first one. False: the reason has been printed.
static bool find_op(struct explained *explained) {
    const uint64_t operations = explained->subject.config.operations;
    const uint64_t first = explained->first;
    unsigned long long number;
    if (operations == 0) {
        verb_refuse("explain: expected a run with operations, got operations=0");
        return false;
    }
    const char *text = explained->options->op;
    if (!verb_number("explain", text, 0, UINT32_MAX, &number))
        return false;
    if (number < operations && number < first)
        number += first;
    if (number >= first && number - first < operations) {
        explained->op = (uint32_t)number;
        return true;
    }
    verb_refuse("explain: expected an operation of %s, from %" PRIu64 " to %" PRIu64 ", got '%s'",
                explained->subject.name, first, first + operations - 1, text);
    return false;
}

// A run that begins in a drawn state has drawn tags, too.
static bool find_tag(struct explained *explained) {
    unsigned long long tag;
    if (!verb_number("explain", explained->options->op, 0, UINT32_MAX, &tag))
        return false;
    explained->op = (uint32_t)tag;
    return true;
}

// Every reason has been printed. The check's own verdict is in the status.
static int run_block(struct explained *explained) {
    const struct subject *subject = &explained->subject;
    struct progress progress = progress_start(subject->name);
    const struct check check = {.workload = subject->name,
                                .path = subject->path,
                                .config = &subject->config,
                                .seed = explained->options->seed,
                                .kind = explained->kind,
                                .skip = true,
                                .story = explained->story,
                                .progress = show_progress,
                                .context = &progress};
    struct check_outcome outcome;
    char error[LINES_ERROR_SIZE];
    const bool ran = check_run(&check, &outcome, error, sizeof error);
    progress_end(&progress);
    if (!ran)
        return verb_refuse("%s", error);
    if (!outcome.failed)
        return STATUS_FINE;
    printf("the run FAILED at clock %" PRIu64 ", %s: %s\n", outcome.cycle, outcome.caught,
           outcome.reason);
    return STATUS_FAILED;
}

static int run_seat(struct explained *explained) {
    struct subject *subject = &explained->subject;
    if (explained->kind)
        seating_configure(&subject->config);
    char error[LINES_ERROR_SIZE] = "out of memory";
    struct traffic *traffic =
        subject->path ? traffic_file_open(subject->path, &subject->config, error, sizeof error)
                      : traffic_open(&subject->config, explained->options->seed);
    traffic = traffic_watch_open(traffic, story_op, explained->story);
    if (!traffic)
        return verb_refuse("%s", error);
    const struct commit_sink commits = {.take = story_commit, .context = explained->story};
    const struct simulate_watcher watcher = {.saw = story_step, .context = explained->story};
    struct simulate_result result;
    const struct seated_run seated = {.kind = explained->kind,
                                      .policy = explained->policy,
                                      .config = &subject->config,
                                      .clocked = subject->config.mode == MODE_CLOCKED,
                                      .traffic = traffic,
                                      .seed = explained->options->seed,
                                      .commits = &commits,
                                      .watcher = &watcher};
    const enum seated_outcome outcome =
        explained->kind ? seated_run(&seated, &result, error, sizeof error)
        : simulate_traffic(&subject->config, explained->policy, traffic, explained->options->seed,
                           &commits, &watcher, &result, error, sizeof error)
            ? SEATED_FINE
            : SEATED_REFUSED;
    if (outcome == SEATED_REFUSED)
        return verb_refuse("%s, policy %s: %s", subject->name, explained->policy->name, error);
    if (outcome == SEATED_DIVERGED)
        printf("the run FAILED: %s\n", error);
    return outcome == SEATED_FINE ? STATUS_FINE : STATUS_FAILED;
}

// Whether the run has clocks of its own to tell.
static bool is_clocked(const struct explained *explained) {
    return !explained->policy ||
           (explained->kind && explained->subject.config.mode == MODE_CLOCKED);
}

static int explain(struct explained *explained) {
    const struct options *options = explained->options;
    const int status = explained->policy ? run_seat(explained) : run_block(explained);
    if (status == STATUS_USAGE)
        return status;
    if (!story_of(explained->story))
        return verb_refuse("explain: operation %" PRIu32 " of %s: the run ended before it was "
                           "submitted",
                           explained->op, explained->subject.name);
    printf("operation %" PRIu32 " of %s, seed %llu, %s%s%s\n", explained->op,
           explained->subject.name, options->seed, explained->policy ? explained->policy->name : "",
           explained->policy && explained->kind ? " by " : "",
           explained->kind ? explained->kind->name : "");
    story_print(explained->story, is_clocked(explained),
                explained->policy && explained->policy->one_window, stdout);
    return status;
}

// False: the reason has been printed.
static bool find_deciders(struct explained *explained) {
    const struct options *options = explained->options;
    const char *admission = options->admission ? options->admission
                            : options->policy  ? NULL
                                               : "lockstep";
    explained->policy = options->policy ? policy_find(options->policy) : NULL;
    explained->kind = admission ? admitter_kind_find(admission) : NULL;
    if (options->policy && !explained->policy)
        verb_refuse_policy(options->policy);
    else if (admission && !explained->kind)
        verb_refuse_name("--admission", "admission", admission, admitter_kinds,
                         sizeof *admitter_kinds);
    else
        return true;
    return false;
}

int verb_explain(int argc, char **argv) {
    static const struct argp_child children[] = {{&settings_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = option_table,
        .parser = option,
        .args_doc = "OP",
        .doc = "Tells the life of operation OP, clock by clock: when it was offered, what it was "
               "compared with, which lanes refused it and by how much, who passed it, when it was "
               "granted, what came back and when it was done. OP is its number in commits and "
               "reports.",
        .children = children};
    struct options options = {.workload = NULL};
    if (!verb_parse(&argp, argc, argv, &options))
        return STATUS_USAGE;
    if (!options.op || !options.workload)
        return verb_refuse("explain: expected OP, the number of an operation, and --workload NAME "
                           "(see 'semacredit explain --help')");
    struct explained explained = {.options = &options};
    if (!find_deciders(&explained) ||
        !subject_load(&explained.subject, options.workload, &options.settings))
        return STATUS_USAGE;
    const unsigned kinds =
        !explained.policy ? EFFECT_WORLD : EFFECT_POLICY | (explained.kind ? EFFECT_SEAT : 0);
    if (!settings_have_effect(
            &options.settings,
            kinds | effect_of_traffic(&explained.subject.config, explained.subject.path)))
        return STATUS_USAGE;
    find_first(&explained);
    const bool by_tag = !explained.policy && explained.subject.config.begin_percent > 0;
    if (by_tag ? !find_tag(&explained) : !find_op(&explained))
        return STATUS_USAGE;
    explained.story =
        by_tag ? story_open_tag(explained.op)
               : story_open(explained.op, explained.first, explained.subject.config.operations);
    if (!explained.story)
        return verb_refuse("explain: out of memory");
    const int status = explain(&explained);
    story_close(explained.story);
    return status;
}
