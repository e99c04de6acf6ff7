// semacredit run: one workload, one seed, one admitter or one policy; semacredit keys.

#include "csim/base/interrupt.h"
#include "csim/base/progress.h"
#include "csim/base/text_reader.h"
#include "tb/app/run_files.h"
#include "tb/app/verbs.h"
#include "tb/block/check/check.h"
#include "tb/block/failure/failure.h"
#include "tb/sweep/block_policy.h"

static void print_summary(const struct options *options, const struct checked_outcome *outcome) {
    const struct subject *subject = &options->subject;
    printf("%s, seed %llu, %s\n", subject->name, options->seed, options->admission);
    if (subject->note[0])
        printf("  file        %s\n", subject->note);
    printf("  operations  %-10" PRIu64 " granted %" PRIu64 ", rejected %" PRIu64
           ", completed %" PRIu64 "\n",
           outcome->operations, outcome->commits[COMMIT_GRANT], outcome->commits[COMMIT_REJECT],
           outcome->commits[COMMIT_COMPLETE]);
    if (outcome->fences > 0)
        printf("  fences      %" PRIu64 "\n", outcome->fences);
    printf("  clocks      %-10" PRIu64 " %.2f million/s\n", outcome->cycles,
           outcome->seconds > 0 ? 1e-6 * (double)outcome->cycles / outcome->seconds : 0.0);
    printf("  returns     %-10" PRIu64 " stray %" PRIu64 ", resets %" PRIu64 ", windows %" PRIu64
           "\n",
           outcome->commits[COMMIT_RETURN], outcome->commits[COMMIT_STRAY],
           outcome->commits[COMMIT_RESET], outcome->commits[COMMIT_WINDOW]);
    printf("  denials     %-10" PRIu64 " HBM", outcome->commits[COMMIT_DENY]);
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        printf(" %" PRIu64, outcome->denials[lane]);
    printf(", Atomic %" PRIu64 ", response %" PRIu64 ", table or limit %" PRIu64 "\n",
           outcome->denials[ATOMIC_LANE], outcome->denials[RESPONSE_LANE], outcome->denials[LANES]);
    if (outcome->messages > 0)
        printf("  messages    %-10" PRIu64 " %.2f returns in each\n", outcome->messages,
               (double)outcome->commits[COMMIT_RETURN] / (double)outcome->messages);
    if (options->hash)
        printf("  hash        %016" PRIx64 "\n", outcome->hash);
    const char *const empty = checked_run_empty(outcome);
    if (outcome->interrupted)
        printf("  verdict     interrupted: nothing is written, nothing was found to be wrong%s\n",
               outcome->failed ? " but this" : "");
    else if (!outcome->failed)
        printf("  verdict     %s%s: %s%u rules hold\n", empty ? "empty, " : "fine",
               empty ? empty : "", options->kind->kind == BLOCK_LOCKSTEP ? "no mismatch, " : "",
               CHECK_RULE_COUNT);
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
        !failed_run_explain(check, outcome, replay, stderr, &error))
        verb_refuse("%s", error.text);
    return STATUS_FAILED;
}

static void take_commit(void *context, const struct commit *commit) {
    refusals_commit(context, commit);
}

static int run_checked(struct options *options) {
    struct subject *subject = &options->subject;
    struct run_files files;
    struct text_error error;
    if (!run_files_open(&files, options, &subject->config))
        return STATUS_USAGE;
    struct progress progress = progress_start(
        subject->name, subject->stream ? 0 : subject->config.operations, "operations");
    const struct commit_sink refusals = {take_commit, files.refusals};
    struct checked_run check = {.workload = subject->name,
                                .path = subject->path,
                                .traffic = run_files_traffic(&files, &subject->config, &error),
                                .config = &subject->config,
                                .seed = options->seed,
                                .kind = options->kind->kind,
                                .commits = files.commits.file,
                                .hash = options->hash,
                                .sink = files.refusals ? &refusals : NULL,
                                .progress = progress_show,
                                .context = &progress};
    if (files.tape)
        check.observer = block_tape_recorder(files.tape);
    struct checked_outcome outcome;
    const bool ran = check.traffic && checked_run_do(&check, &outcome, &error);
    progress_end(&progress);
    if (!ran) {
        run_files_close(&files);
        return verb_refuse("%s", error.text);
    }
    if (outcome.interrupted)
        run_files_close(&files);
    else if (!run_files_finish(&files))
        return STATUS_USAGE;
    subject_stream_ended(subject, outcome.operations + outcome.fences);
    print_summary(options, &outcome);
    if (files.refusals) {
        refusals_end(files.refusals);
        refusals_print(files.refusals, false, stdout);
    }
    run_files_close(&files);
    if (outcome.failed)
        return print_failure(options, &check, &outcome);
    if (options->wave && !outcome.interrupted &&
        !failure_free_waves(&check, &outcome, options->wave, &error) && !interrupted())
        return verb_refuse("%s", error.text);
    return checked_run_empty(&outcome) && !outcome.interrupted ? STATUS_FAILED : STATUS_FINE;
}

// ---- keys, with where each value comes from: a default, a line of a file, --set, this run

struct sources {
    const struct settings *settings;
    const struct config *asked, *config;
    const char *path; // of the configuration or of the operations; NULL: none
    bool is_yaml;
};

static bool is_set(const struct settings *settings, const char *key) {
    for (unsigned i = 0; i < settings->sets; i++)
        if (config_sets(settings->set[i], key))
            return true;
    return false;
}

// The line "set KEY=VALUE" of a trace; 0: there is none.
static uint64_t trace_line(const char *path, const char *key) {
    struct text_error error;
    struct text_reader *lines = text_reader_open(path, &error);
    const size_t length = strlen(key);
    uint64_t found = 0;
    while (lines && !found && text_reader_next(lines)) {
        struct word set, setting;
        const bool is_set = text_reader_word(lines, &set) && word_is(&set, "set");
        if (!is_set && text_reader_number(lines) > 1)
            break; // the operations
        if (!is_set || !text_reader_word(lines, &setting))
            continue;
        if (setting.length > length && setting.text[length] == '=' &&
            memcmp(setting.text, key, length) == 0)
            found = text_reader_number(lines);
    }
    text_reader_close(lines);
    return found;
}

static void describe(void *context, const char *key, char *from, size_t size) {
    const struct sources *sources = context;
    if (!config_same(sources->asked, sources->config, key)) {
        snprintf(from, size, "this run");
        return;
    }
    if (is_set(sources->settings, key)) {
        snprintf(from, size, "--set");
        return;
    }
    if (!sources->path)
        return;
    const uint64_t line =
        sources->is_yaml ? config_key_line(sources->path, key) : trace_line(sources->path, key);
    if (line)
        snprintf(from, size, "%s:%" PRIu64, sources->path, line);
    else if (!sources->is_yaml && strcmp(from, "default") != 0)
        snprintf(from, size, "%s", sources->path); // the number of its operations, say
}

// `config` is what is in force: the run may have changed the subject's.
static void print_keys(const struct options *options, const struct config *config) {
    const char *const workload = options->workload;
    char path[WORKLOAD_PATH_SIZE];
    struct text_error error;
    struct sources sources = {.settings = &options->settings,
                              .asked = &options->subject.config,
                              .config = config,
                              .path = workload};
    sources.is_yaml = workload && !text_stream_named(workload) &&
                      (workload_is_yaml(workload) || !traffic_is_file(workload));
    if (sources.is_yaml && !workload_is_yaml(workload) &&
        !workload_path(settings_directory(&options->settings), workload, path, &error))
        sources.path = NULL;
    else if (sources.is_yaml && !workload_is_yaml(workload))
        sources.path = path;
    config_list(config, &(struct config_origins){.describe = describe, .context = &sources},
                stdout);
}

// ---- the verbs

static int show_config(const struct options *options) {
    struct config config = options->subject.config;
    if (options->policy && options->kind)
        block_policy_configure(&config);
    print_keys(options, &config);
    return STATUS_FINE;
}

int verb_run(struct options *options) {
    // In the event simulator, clocks are skipped or stand still: what shows every one has no
    // meaning.
    if (options->policy && (options->tape || options->wave))
        return verb_refuse("--policy: expected no --tape or --wave: a policy has no clock");
    if (!options->policy && options->csv)
        return verb_refuse("--csv: expected --policy NAME beside it");
    if (!options->policy && options->latencies)
        return verb_refuse("--latencies: expected --policy NAME beside it");
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

// semacredit keys: what can be configured, and what is, and why.
int verb_keys(struct options *options) {
    print_keys(options, &options->subject.config);
    return STATUS_FINE;
}
