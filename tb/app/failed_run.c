#include "tb/app/failed_run.h"

#include <inttypes.h>
#include <stdio.h>

#include "csim/interface/numbers.h"
#include "tb/block/failure/failure.h"
#include "tb/block/shrink/shrink.h"
#include "tb/cli/result_file.h"

static const char failures_folder[] = BUILD_FOLDER "/failures";

// How to open the operations again.
struct source {
    const struct checked_run *run;
    const char *path;
};

static struct traffic *open_again(const void *context, struct text_error *error) {
    const struct source *source = context;
    return checked_run_traffic(source->path, source->run->config, source->run->seed, error);
}

bool failed_run_explain(const struct checked_run *run, const char *path,
                        const struct checked_outcome *outcome, const char *replay, FILE *file,
                        struct text_error *error) {
    char name[64], look[100];
    const struct source source = {run, path};
    snprintf(name, sizeof name, "%s-%" PRIu64, run->workload, run->seed);
    snprintf(look, sizeof look, "make waves FAILURE=%s", name);
    const struct failure_case failure = {.folder = failures_folder,
                                         .name = name,
                                         .workload = run->workload,
                                         .seed = run->seed,
                                         .replay = replay,
                                         .look = look,
                                         .of = version_line()};
    const struct failure_traffic traffic = {open_again, &source};
    // Shrunk in any case; the first reason is the one that is told.
    const bool reported = failure_write(&failure, run, &traffic, file, error);
    struct text_error other;
    return shrink_failure(run, &traffic, outcome, failures_folder, file,
                          reported ? error : &other) &&
           reported;
}
