// semacredit run: one workload, one seed, one admitter or one policy.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/base/interrupt.h"
#include "csim/base/progress.h"
#include "csim/base/text_reader.h"
#include "tb/app/run_files.h"
#include "tb/app/verbs.h"
#include "tb/cli/key_list.h"
#include "tb/env/env.h"
#include "tb/regress/checked_run.h"
#include "tb/sweep/block_policy.h"

static void print_summary(const struct options *options, const struct checked_outcome *outcome) {
    const struct subject *subject = &options->subject;
    const struct cosim_loop_result *result = &outcome->result;
    printf("%s, seed %llu, %s\n", subject->name, options->seed, options->admission);
    if (subject->note[0])
        printf("  file        %s\n", subject->note);
    printf("  operations  %-10" PRIu64 " granted %" PRIu64 ", rejected %" PRIu64
           ", completed %" PRIu64 "\n",
           outcome->operations, result->commits[COMMIT_GRANT], result->commits[COMMIT_REJECT],
           result->commits[COMMIT_COMPLETE]);
    if (outcome->fences > 0)
        printf("  fences      %" PRIu64 "\n", outcome->fences);
    printf("  clocks      %-10" PRIu64 " evaluated %" PRIu64 " (%.1f %%), %.2f million/s\n",
           result->cycles, result->edges,
           result->cycles ? 100.0 * (double)result->edges / (double)result->cycles : 0.0,
           result->seconds > 0 ? 1e-6 * (double)result->edges / result->seconds : 0.0);
    printf("  returns     %-10" PRIu64 " stray %" PRIu64 ", resets %" PRIu64 ", windows %" PRIu64
           "\n",
           result->commits[COMMIT_RETURN], result->commits[COMMIT_STRAY],
           result->commits[COMMIT_RESET], result->commits[COMMIT_WINDOW]);
    printf("  denials     %-10" PRIu64 " HBM", result->commits[COMMIT_DENY]);
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        printf(" %" PRIu64, result->denials[lane]);
    printf(", Atomic %" PRIu64 ", response %" PRIu64 ", table or limit %" PRIu64 "\n",
           result->denials[ATOMIC_LANE], result->denials[RESPONSE_LANE], result->denials[LANES]);
    if (outcome->messages > 0)
        printf("  messages    %-10" PRIu64 " feedback %" PRIu64 " bytes, %.2f returns in each\n",
               outcome->messages, outcome->feedback,
               (double)result->commits[COMMIT_RETURN] / (double)outcome->messages);
    if (options->hash)
        printf("  hash        %016" PRIx64 "\n", result->hash);
    const char *const empty = cosim_loop_empty(result);
    if (result->interrupted)
        printf("  verdict     interrupted: nothing is written, nothing was found to be wrong%s\n",
               outcome->failed ? " but this" : "");
    else if (!outcome->failed)
        printf("  verdict     %s%s: %s%u checks hold\n", empty ? "empty, " : "fine",
               empty ? empty : "", options->kind->lockstep ? "no mismatch, " : "", checker_checks);
}

// Why a run failed, and where to look.
static int print_failure(const struct options *options, const struct checked_run *check,
                         const struct checked_outcome *outcome) {
    char replay[1000];
    struct text_error error;
    printf("  verdict     FAILED at clock %" PRIu64 ", %s: %s\n", outcome->cycle, outcome->caught,
           outcome->reason);
    fflush(stdout);
    const struct subject *subject = &options->subject;
    verb_replay_line(replay, sizeof replay, subject->stream ? subject->path : options->workload,
                     options->admission, options->seed, &options->settings);
    if (outcome->explainable && !interrupted() &&
        !checked_run_explain(check, outcome, replay, stderr, &error))
        verb_refuse("%s", error.text);
    return STATUS_FAILED;
}

// Waves are told in advance where they take seconds: measured, for a clock.
enum { MANY_CLOCKS = 500000 };
static const double WAVE_SECONDS = 15e-6, WAVE_MEGABYTES = 30e-6;

static int run_checked(struct options *options) {
    struct subject *subject = &options->subject;
    struct run_files files;
    if (options->refusals && env_draws(&subject->config, options->seed))
        return verb_refuse("--blocked: expected begin_percent=0: a run that begins in a drawn "
                           "state has operations without a beginning");
    if (!run_files_open(&files, options, &subject->config))
        return STATUS_USAGE;
    struct progress progress = progress_start(subject->name);
    const struct checked_run check = {.workload = subject->name,
                                      .path = subject->path,
                                      .stream = subject->stream,
                                      .config = &subject->config,
                                      .seed = options->seed,
                                      .kind = options->kind,
                                      .skip = !options->no_skip,
                                      .beside = options->jobs > 1,
                                      .commits = files.commits.file,
                                      .refusals = files.refusals,
                                      .tape = files.tape,
                                      .trace = files.trace,
                                      .hash = options->hash || options->wave,
                                      .progress = progress_clocks,
                                      .context = &progress};
    struct checked_outcome outcome;
    struct text_error error;
    bool ran = checked_run_do(&check, &outcome, &error);
    progress_end(&progress);
    if (!ran) {
        run_files_close(&files);
        return verb_refuse("%s", error.text);
    }
    if (outcome.result.interrupted)
        run_files_close(&files);
    else if (!run_files_finish(&files))
        return STATUS_USAGE;

    subject_stream_ended(subject, outcome.operations + outcome.fences);
    print_summary(options, &outcome);
    if (files.refusals)
        refusals_print(files.refusals, false, stdout);
    run_files_close(&files);
    int status = STATUS_FINE;
    if (outcome.failed)
        status = print_failure(options, &check, &outcome);
    if (options->wave && outcome.result.cycles >= MANY_CLOCKS && !interrupted())
        fprintf(stderr, "waves of %" PRIu64 " clocks, idle ones included: some %.0f s, %.0f MB\n",
                outcome.result.cycles, WAVE_SECONDS * (double)outcome.result.cycles,
                WAVE_MEGABYTES * (double)outcome.result.cycles);
    if (options->wave && !interrupted() &&
        !checked_run_waves(&check, &outcome, options->wave, &error)) {
        verb_refuse("%s", error.text);
        status = outcome.failed ? status : STATUS_USAGE;
    }
    return status;
}

static int show_config(const struct options *options) {
    struct config config = options->subject.config;
    if (options->policy && options->kind)
        block_policy_configure(&config);
    key_list_print(options, &config, stdout);
    return STATUS_FINE;
}

int verb_run(struct options *options) {
    // In the event simulator, clocks are skipped or stand still: what shows every one has no
    // meaning.
    if (options->policy && (options->tape || options->wave || options->no_skip || options->hash))
        return verb_refuse("--policy: expected no --tape, --wave, --no-skip or --hash: a policy "
                           "has no clock");
    if (!options->policy && (options->csv || options->breakdown))
        return verb_refuse("--%s: expected --policy NAME beside it",
                           options->csv ? "csv" : "ledger");
    if (options->breakdown && !(options->kind && options->subject.config.mode == MODE_CLOCKED))
        return verb_refuse("--ledger: expected --policy, --admission and --set mode=clocked "
                           "beside it");
    if (options->wave && strcmp(options->admission, "golden") == 0)
        return verb_refuse("--wave: expected --admission rtl or lockstep: the golden model has "
                           "no waves");
    if (options->subject.config.collective != COLLECTIVE_NONE &&
        options->subject.config.receivers == 0)
        return verb_refuse("receivers: expected at least 2 for a collective, found 0");
    if (options->subject.config.receivers > 0 && !options->policy)
        return verb_refuse("receivers: expected --policy beside it: a domain is one of the event "
                           "simulator");
    return options->show_config                    ? show_config(options)
           : options->subject.config.receivers > 0 ? domain_policy_run(options)
           : options->policy                       ? policy_run(options)
                                                   : run_checked(options);
}
