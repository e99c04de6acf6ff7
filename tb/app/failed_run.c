// What a user gets of a run that failed, and of a tape: semacredit replay plays its inputs on
// golden model and RTL in lockstep.
#include <sys/stat.h>
#include <unistd.h>

#include "tb/app/verbs.h"
#include "tb/block/shrink/shrink.h"
#include "tb/cli/result_file.h"

static const char failures_folder[] = BUILD_FOLDER "/failures";

bool failed_run_explain(const struct checked_run *run, const struct checked_outcome *outcome,
                        const char *replay, FILE *file, struct text_error *error) {
    char name[160], look[240], scenario[240], narrower[CALL_BYTES], play[CALL_BYTES];
    snprintf(name, sizeof name, "%s-%" PRIu64 "%s", run->workload, run->seed, version_suffix());
    snprintf(look, sizeof look, "make waves FAILURE=%s" BUILD_WORDS, name);
    snprintf(scenario, sizeof scenario, "%s/%s.scenario", failures_folder, name);
    for (char *at = scenario + sizeof failures_folder; *at; at++)
        *at = *at == '-' ? '_' : *at;
    struct failure_case failure = {.folder = failures_folder,
                                   .name = name,
                                   .replay = replay,
                                   .look = look,
                                   .of = version_line(),
                                   .narrower = version_scenarios(narrower)};
    remove(scenario); // that of an earlier failure
    // Shrunk in any case; the first reason is the one that is reported.
    const bool reported = failure_write(&failure, run, file, error);
    struct text_error other;
    const bool shrunk = shrink_failure(run, outcome, scenario, file, reported ? error : &other);
    if (access(scenario, R_OK) == 0)
        failure.play = version_scenario(play, scenario);
    failure_places(&failure, reported, file);
    return shrunk && reported;
}

// --- tapes --------------------------------------------------------------------------------------

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

// A failure's folder holds its tape.
static int refuse_folder(const char *path) {
    char tape[600];
    const size_t length = strlen(path);
    snprintf(tape, sizeof tape, "%.500s%stape.gz", path,
             length > 0 && path[length - 1] == '/' ? "" : "/");
    return access(tape, R_OK) == 0
               ? verb_refuse("%s: is a folder; expected a tape: its own is %s", path, tape)
               : verb_refuse("%s: is a folder without a tape.gz; expected a tape, as run --tape "
                             "writes it and as it is in " BUILD_FOLDER "/failures/NAME",
                             path);
}

int verb_replay(struct options *options) {
    const char *path = options->argument;
    if (is_folder(path))
        return refuse_folder(path);
    char of[RUN_NAME_SIZE], name[160], replay[1300], look[240], call[CALL_BYTES];
    char narrower[CALL_BYTES];
    struct text_error error;
    version_call(call, sizeof call);
    run_name(of, path, true);
    snprintf(name, sizeof name, "replay-%s%s", of, version_suffix());
    snprintf(replay, sizeof replay, "%s replay %s", call, path);
    snprintf(look, sizeof look, "make waves FAILURE=%s" BUILD_WORDS, name);
    const struct failure_case failure = {.folder = failures_folder,
                                         .name = name,
                                         .replay = replay,
                                         .look = look,
                                         .of = version_line(),
                                         .narrower = version_scenarios(narrower)};
    const int status = failure_replay(path, &failure, stdout, &error);
    if (status == STATUS_FAILED)
        failure_places(&failure, true, stdout);
    return status == STATUS_USAGE ? verb_refuse("%s", error.text) : status;
}
