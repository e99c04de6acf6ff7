#include "tb/shrink/script_failure.h"

#include <inttypes.h>

#include "csim/base/atomic_file.h"
#include "csim/base/interrupt.h"
#include "tb/cosim/version.h"
#include "tb/failure/failure.h"
#include "tb/shrink/shrink.h"

enum { SHRINK_SECONDS = 30 };

static struct stimulus *open_script(const void *context, struct text_error *error) {
    text_error_set(error, "out of memory");
    return script_play_open(context, NULL);
}

// The test beside the report; `name` without dashes is the test's.
static bool write_test(const struct script *script, const char *folder, const char *name,
                       const char *caught, struct text_error *error) {
    char path[160], test[64];
    snprintf(path, sizeof path, "%s/%s/regression.c", folder, name);
    snprintf(test, sizeof test, "%s", name);
    for (char *c = test; *c; c++)
        if (*c == '-')
            *c = '_';
    struct atomic_file output = {0};
    if (!atomic_file_open(&output, path, error))
        return false;
    script_test_print(script, test, caught, output.file);
    return atomic_file_finish(&output, error);
}

// What fails only if its completions come in those clocks is pinned to them.
static bool shrunk(struct script *script, const char *caught, struct shrink_result *result) {
    if (shrink(script, script_fails, caught, SHRINK_SECONDS, result))
        return true;
    if (interrupted())
        return false;
    script_pin(script);
    return shrink(script, script_fails, caught, SHRINK_SECONDS, result);
}

bool script_failure_write(struct script *script, const struct script_failure *what,
                          const char *folder, FILE *file, struct text_error *error) {
    struct shrink_result result;
    char call[CALL_BYTES], replay[CALL_BYTES + 160];
    if (!shrunk(script, what->caught, &result)) {
        if (interrupted())
            return true;
        fprintf(file, "not shrunk: played as a script, the run does not fail in the same way\n");
        return true;
    }
    fprintf(file,
            "shrunk to %" PRIu32 " operations (%" PRIu32 " deeds) of %" PRIu32
            " in %.1f s, %" PRIu64 " runs; "
            "now %s: %s/%s/report.txt, regression.c\n",
            result.operations, result.deeds, result.operations_before, result.seconds,
            result.trials, result.caught, folder, what->name);
    version_call(call, sizeof call);
    snprintf(replay, sizeof replay, "%s replay %s/%s/tape.gz", call, folder, what->name);
    struct atomic_file quiet = {0};
    const struct failure_case failure = {.name = what->name,
                                         .workload = what->workload,
                                         .replay = replay,
                                         .seed = what->seed,
                                         .depth = script->depth,
                                         .clock_ps = what->clock_ps,
                                         .open = open_script,
                                         .context = script};
    if (!atomic_file_open(&quiet, "/dev/null", error))
        return false;
    // The test is tried whatever came of the rest; the first reason is the one that is told.
    const bool written = failure_write(&failure, result.cycle, folder, quiet.file, error);
    struct text_error other;
    const bool tested =
        write_test(script, folder, what->name, result.caught, written ? error : &other);
    atomic_file_discard(&quiet);
    return written && tested;
}
