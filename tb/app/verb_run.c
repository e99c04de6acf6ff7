#define _POSIX_C_SOURCE 200809L
// semacredit run: one workload, one seed, one admitter or one policy.
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "csim/base/interrupt.h"
#include "csim/base/lines.h"
#include "csim/base/output.h"
#include "csim/base/progress.h"
#include "csim/config/workloads.h"
#include "csim/traffic/trace.h"
#include "tb/cli/effect.h"
#include "tb/cli/files_apart.h"
#include "tb/cli/key_list.h"
#include "tb/cli/subject.h"
#include "tb/cli/verbs.h"
#include "tb/cosim/seating.h"
#include "tb/env/world.h"
#include "tb/regress/check.h"
#include "tb/sweep/blocked_files.h"
#include "tb/sweep/run_policy.h"
#include "tb/wave/savefile_parts.h"

struct options {
    struct settings settings;
    const char *workload;
    // The policy alone: untimed; beside an admitter: who decides in its seat; an admitter alone, or
    // neither, which means lockstep: the block in its own world.
    const char *admission, *policy;
    const char *csv, *ledger;
    const char *commits, *blocked, *blocked_wave, *tape, *trace, *waves;
    unsigned long long seed;
    bool no_skip, hash, show_config;
};

enum {
    OPTION_POLICY = 256,
    OPTION_CSV,
    OPTION_LEDGER,
    OPTION_COMMITS,
    OPTION_BLOCKED,
    OPTION_BLOCKED_WAVE,
    OPTION_TAPE,
    OPTION_TRACE,
    OPTION_WAVE,
    OPTION_NO_SKIP,
    OPTION_HASH,
    OPTION_SHOW_CONFIG
};

static const struct argp_option option_table[] = {
    {"workload", 'w', "NAME", 0, SUBJECT_HELP, 0},
    {"admission", 'a', "WHO", 0, "golden, rtl, or lockstep: both, compared (default)", 0},
    {"policy", OPTION_POLICY, "NAME", 0,
     "a policy in the event simulator: aggregate, aggregate_class, resource_byte, primary, scalar, "
     "reactive, semacredit, arrival_return, end_return, adaptive or oracle; beside --admission, "
     "the "
     "block decides in the seat of semacredit, adaptive or oracle: in zero time, or with --set "
     "mode=clocked",
     0},
    {"csv", OPTION_CSV, "FILE", 0, "with --policy: write the run's measures as CSV", 0},
    {"ledger", OPTION_LEDGER, "FILE", 0,
     "with --policy, --admission and mode=clocked: write what each operation waited for as CSV", 0},
    {"seed", 'S', "N", 0, "0 is the unperturbed trace (default)", 0},
    {"commits", OPTION_COMMITS, "FILE", 0, "write the commit stream as CSV", 0},
    {"blocked", OPTION_BLOCKED, "FILE", 0,
     "write why operations waited as CSV: each refusal by a lane and who held its debt; and print "
     "it as a table",
     0},
    {"blocked-wave", OPTION_BLOCKED_WAVE, "FILE", 0,
     "write the same as waves (VCD): who is refused, by how much, and everybody who holds the "
     "lane's debt; and a view for GTKWave beside them, with markers on the longest refusal",
     0},
    {"tape", OPTION_TAPE, "FILE", 0, "record every clock (gzip if the name ends in .gz)", 0},
    {"trace", OPTION_TRACE, "FILE", 0,
     "record the operations, for --workload FILE (gzip if the name ends in .gz)", 0},
    {"wave", OPTION_WAVE, "FILE", 0,
     "write waves of the RTL (FST), idle clocks included, and a view for GTKWave beside them", 0},
    {"no-skip", OPTION_NO_SKIP, NULL, 0, "evaluate idle clocks too", 0},
    {"hash", OPTION_HASH, NULL, 0, "print a hash of the commit stream", 0},
    {"show-config", OPTION_SHOW_CONFIG, NULL, 0,
     "run nothing: print every key of this run, its value, where that comes from, default, range, "
     "unit and meaning, as a file for --workload FILE.yaml",
     0},
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
    case 'S':
        return verb_number("--seed", text, 0, UINT64_MAX, &options->seed) ? 0 : ERANGE;
    case OPTION_POLICY:
        options->policy = text;
        return 0;
    case OPTION_CSV:
        options->csv = text;
        return 0;
    case OPTION_LEDGER:
        options->ledger = text;
        return 0;
    case OPTION_COMMITS:
        options->commits = text;
        return 0;
    case OPTION_BLOCKED:
        options->blocked = text;
        return 0;
    case OPTION_BLOCKED_WAVE:
        options->blocked_wave = text;
        return 0;
    case OPTION_TAPE:
        options->tape = text;
        return 0;
    case OPTION_TRACE:
        options->trace = text;
        return 0;
    case OPTION_WAVE:
        options->waves = text;
        return 0;
    case OPTION_NO_SKIP:
        options->no_skip = true;
        return 0;
    case OPTION_HASH:
        options->hash = true;
        return 0;
    case OPTION_SHOW_CONFIG:
        options->show_config = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

// The files a run may write, open or not.
struct outputs {
    struct output commits;
    struct blocked_files blocked;
    struct tape_writer *tape;
    struct trace_writer *trace;
};

static void outputs_discard(struct outputs *outputs) {
    output_discard(&outputs->commits);
    blocked_files_close(&outputs->blocked);
    if (outputs->tape)
        tape_writer_discard(outputs->tape);
    if (outputs->trace)
        trace_writer_discard(outputs->trace);
}

static bool outputs_open(struct outputs *outputs, const struct options *options,
                         const struct subject *subject) {
    const struct config *config = &subject->config;
    char error[REASON_BYTES];
    *outputs = (struct outputs){0};
    if (options->commits &&
        !output_open(&outputs->commits, options->commits, error, sizeof error)) {
        verb_refuse("%s", error);
        return false;
    }
    if (!blocked_files_open(&outputs->blocked, options->blocked, options->blocked_wave,
                            config->operations, false, error, sizeof error)) {
        verb_refuse("%s", error);
        outputs_discard(outputs);
        return false;
    }
    if (options->tape) {
        struct tape_header header = {.depth = (unsigned)config->depth,
                                     .clock_ps = (uint32_t)config->clock_ps};
        snprintf(header.note, sizeof header.note, "%s, seed %llu", subject->name, options->seed);
        outputs->tape = tape_writer_open(options->tape, &header, error, sizeof error);
        if (!outputs->tape) {
            verb_refuse("%s", error);
            outputs_discard(outputs);
            return false;
        }
    }
    if (options->trace) {
        char note[120];
        snprintf(note, sizeof note, "recorded from %s, seed %llu", subject->name, options->seed);
        outputs->trace = trace_writer_open(options->trace, config, note, error, sizeof error);
        if (!outputs->trace) {
            verb_refuse("%s", error);
            outputs_discard(outputs);
            return false;
        }
    }
    // Verilator opens the wave file itself, and says little when it cannot.
    struct output waves;
    if (options->waves && !output_open(&waves, options->waves, error, sizeof error)) {
        verb_refuse("%s", error);
        outputs_discard(outputs);
        return false;
    }
    if (options->waves)
        output_discard(&waves);
    return true;
}

static bool outputs_close(struct outputs *outputs) {
    char error[REASON_BYTES];
    bool written = true;
    if (outputs->commits.file && !output_finish(&outputs->commits, error, sizeof error)) {
        verb_refuse("%s", error);
        written = false;
    }
    if (!blocked_files_finish(&outputs->blocked, error, sizeof error)) {
        verb_refuse("%s", error);
        written = false;
    }
    if (outputs->tape && !tape_writer_close(outputs->tape, error, sizeof error)) {
        verb_refuse("%s", error);
        written = false;
    }
    if (outputs->trace && !trace_writer_close(outputs->trace, error, sizeof error)) {
        verb_refuse("%s", error);
        written = false;
    }
    return written;
}

static void print_summary(const struct options *options, const struct subject *subject,
                          const struct check_outcome *outcome) {
    const struct run_result *result = &outcome->result;
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
    const char *const empty = run_empty(result);
    if (result->interrupted)
        printf("  verdict     interrupted: nothing is written, nothing was found to be wrong%s\n",
               outcome->failed ? " but this" : "");
    else if (!outcome->failed)
        printf("  verdict     %s%s: %s%u claims of the audit hold\n", empty ? "empty, " : "fine",
               empty ? empty : "",
               strcmp(options->admission, "lockstep") == 0 ? "no mismatch, " : "", audit_claims);
}

static void show_progress(void *context, uint64_t cycles) {
    progress_show(context, cycles, 0, "clocks");
}

// Why a run failed, and where to look.
static int tell_failure(const struct options *options, const struct check *check,
                        const struct check_outcome *outcome) {
    char replay[1000], error[LINES_ERROR_SIZE];
    printf("  verdict     FAILED at clock %" PRIu64 ", %s: %s\n", outcome->cycle, outcome->caught,
           outcome->reason);
    fflush(stdout);
    verb_replay_line(replay, sizeof replay, options->workload, options->admission, options->seed,
                     &options->settings);
    if (outcome->explainable && !interrupted() &&
        !check_explain(check, outcome, replay, stderr, error, sizeof error))
        verb_refuse("%s", error);
    return STATUS_FAILED;
}

static int run_checked(const struct options *options, const struct subject *subject,
                       const struct admitter_kind *kind) {
    struct outputs outputs;
    if ((options->blocked || options->blocked_wave) && world_draws(&subject->config, options->seed))
        return verb_refuse("--%s: expected begin_percent=0: a run that begins in a drawn state has "
                           "operations without a beginning",
                           options->blocked ? "blocked" : "blocked-wave");
    if (!outputs_open(&outputs, options, subject))
        return STATUS_USAGE;
    struct progress progress = progress_start(subject->name);
    const struct check check = {.workload = subject->name,
                                .path = subject->path,
                                .config = &subject->config,
                                .seed = options->seed,
                                .kind = kind,
                                .skip = !options->no_skip,
                                .beside = sysconf(_SC_NPROCESSORS_ONLN) > 1,
                                .commits = outputs.commits.file,
                                .blocked = outputs.blocked.blocked,
                                .tape = outputs.tape,
                                .trace = outputs.trace,
                                .hash = options->hash || options->waves,
                                .progress = show_progress,
                                .context = &progress};
    struct check_outcome outcome;
    char error[LINES_ERROR_SIZE];
    bool ran = check_run(&check, &outcome, error, sizeof error);
    progress_end(&progress);
    if (!ran) {
        outputs_discard(&outputs);
        return verb_refuse("%s", error);
    }
    if (outcome.result.interrupted) {
        outputs_discard(&outputs);
    } else if (!outputs_close(&outputs)) {
        blocked_files_close(&outputs.blocked);
        return STATUS_USAGE;
    }

    print_summary(options, subject, &outcome);
    if (outputs.blocked.blocked)
        blocked_print(outputs.blocked.blocked, false, stdout);
    blocked_files_close(&outputs.blocked);
    int status = STATUS_FINE;
    if (outcome.failed)
        status = tell_failure(options, &check, &outcome);
    if (options->waves && !interrupted() &&
        !check_waves(&check, &outcome, options->waves, error, sizeof error)) {
        verb_refuse("%s", error);
        status = outcome.failed ? status : STATUS_USAGE;
    }
    return status;
}

static int show_config(const struct options *options, const struct subject *subject, bool seated) {
    struct config config = subject->config;
    if (seated)
        seating_configure(&config);
    key_list_print(options->workload, &options->settings, subject, &config, stdout);
    return STATUS_FINE;
}

// In the event simulator, clocks are skipped or stand still: what shows every one has no meaning.
static int run_simulated(const struct options *options) {
    if (options->tape || options->waves || options->no_skip || options->hash)
        return verb_refuse("--policy: expected no --tape, --wave, --no-skip or --hash: a policy "
                           "has no clock");
    const struct admitter_kind *kind =
        options->admission ? admitter_kind_find(options->admission) : NULL;
    if (options->admission && !kind)
        return verb_refuse("--admission: expected golden, rtl or lockstep, got '%s'",
                           options->admission);
    struct subject subject;
    if (!subject_load(&subject, options->workload, &options->settings))
        return STATUS_USAGE;
    const struct run_policy run = {.workload = subject.name,
                                   .policy = options->policy,
                                   .path = subject.path,
                                   .note = subject.note,
                                   .seed = options->seed,
                                   .kind = kind,
                                   .csv = options->csv,
                                   .ledger = options->ledger,
                                   .commits = options->commits,
                                   .blocked = options->blocked,
                                   .blocked_wave = options->blocked_wave,
                                   .trace = options->trace};
    const unsigned kinds = EFFECT_POLICY | (kind ? EFFECT_SEAT : 0);
    if (!settings_have_effect(&options->settings,
                              kinds | effect_of_traffic(&subject.config, subject.path)))
        return STATUS_USAGE;
    if (options->ledger && !(kind && subject.config.mode == MODE_CLOCKED))
        return verb_refuse("--ledger: expected --policy, --admission and --set mode=clocked "
                           "beside it");
    if (options->show_config)
        return show_config(options, &subject, kind != NULL);
    return run_policy(&run, &subject.config);
}

// What the run reads and writes, views beside waves included, must be files of their own.
static bool outputs_apart(const struct options *options) {
    char config[WORKLOAD_PATH_SIZE], view[PATH_MAX], blocked_view[PATH_MAX];
    const bool is_file = traffic_is_file(options->workload) || workload_is_yaml(options->workload);
    snprintf(config, sizeof config, "%s/%s.yaml", settings_directory(&options->settings),
             options->workload);
    if (options->waves)
        savefile_path_beside(options->waves, ".fst", view, sizeof view);
    if (options->blocked_wave)
        savefile_path_beside(options->blocked_wave, ".vcd", blocked_view, sizeof blocked_view);
    const struct named_file files[] = {
        {"--workload", is_file ? options->workload : config, false},
        {"standard output", "/dev/stdout", true},
        {"--csv", options->csv, true},
        {"--ledger", options->ledger, true},
        {"--commits", options->commits, true},
        {"--blocked", options->blocked, true},
        {"--tape", options->tape, true},
        {"--trace", options->trace, true},
        {"--wave", options->waves, true},
        {"the view of --wave", options->waves ? view : NULL, true},
        {"--blocked-wave", options->blocked_wave, true},
        {"the view of --blocked-wave", options->blocked_wave ? blocked_view : NULL, true},
    };
    return files_apart(files, sizeof files / sizeof *files);
}

int verb_run(int argc, char **argv) {
    static const struct argp_child children[] = {{&settings_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = option_table,
        .parser = option,
        .doc = "Runs one workload and checks it; --set changes its configuration.",
        .children = children};
    struct options options = {.admission = NULL};
    if (!verb_parse(&argp, argc, argv, &options))
        return STATUS_USAGE;
    if (!options.workload)
        return verb_refuse("run: expected --workload NAME (see 'semacredit run --help')");
    if (!outputs_apart(&options))
        return STATUS_USAGE;
    if (options.policy)
        return run_simulated(&options);
    if (options.csv || options.ledger)
        return verb_refuse("--%s: expected --policy NAME beside it",
                           options.csv ? "csv" : "ledger");
    if (!options.admission)
        options.admission = "lockstep";
    const struct admitter_kind *kind = admitter_kind_find(options.admission);
    if (!kind)
        return verb_refuse("--admission: expected golden, rtl or lockstep, got '%s'",
                           options.admission);
    if (options.waves && strcmp(options.admission, "golden") == 0)
        return verb_refuse("--wave: expected --admission rtl or lockstep: the golden model has "
                           "no waves");
    struct subject subject;
    if (!subject_load(&subject, options.workload, &options.settings))
        return STATUS_USAGE;
    if (!settings_have_effect(&options.settings,
                              EFFECT_WORLD | effect_of_traffic(&subject.config, subject.path)))
        return STATUS_USAGE;
    return options.show_config ? show_config(&options, &subject, false)
                               : run_checked(&options, &subject, kind);
}
