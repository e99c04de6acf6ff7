#include "tb/block/shrink/shrink.h"

#include "csim/base/atomic_file.h"
#include "csim/base/interrupt.h"
#include "csim/simulator/block_driver.h"

enum { BUDGET = 3000000 }; // clocks: about half a minute

// --- a trial, judged as a run of that kind and configuration, a struct checked_run ---------------

static bool drive(void *driver, const struct block_out *out, struct block_in *in) {
    return replay_drive(driver, out, in);
}

static bool try_stimulus(void *context, struct replay *play, struct checked_outcome *outcome) {
    const struct checked_run *const like = context;
    struct checked_run run = {
        .config = like->config, .kind = like->kind, .drive = drive, .driver = play};
    struct text_error error;
    return checked_run_do(&run, outcome, &error);
}

// --- a failure --------------------------------------------------------------------------------

static bool write_scenario(const struct stimulus *stimulus, const struct shrink_result *result,
                           const struct checked_run *run, const char *path,
                           struct text_error *error) {
    struct atomic_file output = {0};
    if (!atomic_file_open(&output, path, error))
        return false;
    shrink_write(stimulus, result, run, output.file);
    return atomic_file_finish(&output, error);
}

static bool shrink_stimulus(struct stimulus *stimulus, const struct checked_run *run,
                            const struct checked_outcome *outcome, const char *path, FILE *file,
                            struct text_error *error) {
    struct shrink_result result;
    struct checked_run like = {.config = run->config, .kind = run->kind};
    bool well = true;
    if (shrink(stimulus, try_stimulus, &like, outcome, BUDGET, &result)) {
        fprintf(file,
                "shrunk to %" PRIu32 " of %" PRIu32 " operations, %" PRIu32
                " statements, by %" PRIu64 " runs in %.1f s: %s\n",
                result.operations, result.operations_before, result.transactions, result.trials,
                result.seconds, path);
        well = write_scenario(stimulus, &result, run, path, error);
    } else if (!interrupted()) {
        fprintf(file,
                "not shrunk: the same statements, played again, are not caught in the same way\n");
    }
    free(result.done);
    return well;
}

// The only observer: commits and tape of the run are there already.
static bool record(const struct checked_run *run, struct stimulus *stimulus,
                   struct text_error *error) {
    struct stimulus_recorder *recorder = stimulus_recorder_open(stimulus);
    struct checked_outcome outcome;
    const struct checked_run again = {.workload = run->workload,
                                      .path = run->path,
                                      .config = run->config,
                                      .seed = run->seed,
                                      .kind = run->kind,
                                      .observer = stimulus_recorder_observer(recorder)};
    const bool well = checked_run_do(&again, &outcome, error);
    stimulus_recorder_close(recorder);
    return well;
}

bool shrink_failure(const struct checked_run *run, const struct checked_outcome *outcome,
                    const char *path, FILE *file, struct text_error *error) {
    struct stimulus stimulus = {.size = block_driver_size(run->config)};
    if (!outcome->explainable) {
        fprintf(file, "not shrunk: only the end of a run shows %s\n", outcome->caught);
        return true;
    }
    const bool well = record(run, &stimulus, error) &&
                      shrink_stimulus(&stimulus, run, outcome, path, file, error);
    stimulus_free(&stimulus);
    return well;
}
