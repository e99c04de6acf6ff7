// semacredit replay: a tape's beats through RTL and golden model, and its outs compared with the
// RTL's.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "golden.h"
#include "lockstep.h"
#include "progress.h"
#include "rtl.h"
#include "verbs.h"

static error_t option(int key, char *text, struct argp_state *state) {
    const char **path = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        if (*path)
            return ARGP_ERR_UNKNOWN;
        *path = text;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

struct source {
    const char *path;
};

static struct stimulus *open_tape(const void *context, char *error, size_t size) {
    struct tape_header header;
    return tape_stimulus_open(((const struct source *)context)->path, &header, error, size);
}

static void show_progress(void *context, uint64_t cycles) {
    progress_show(context, cycles, 0, "clocks");
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int explain(const char *path, const struct tape_header *header, uint64_t cycle) {
    char name[64], replay[600], error[400];
    snprintf(name, sizeof name, "replay-%.40s", base_name(path));
    snprintf(replay, sizeof replay, "make %s && %s replay %s", program_path, program_path, path);
    const struct source source = {path};
    const struct failure_case failure = {.name = name,
                                         .workload = header->note,
                                         .replay = replay,
                                         .depth = header->depth,
                                         .clock_ps = header->clock_ps,
                                         .open = open_tape,
                                         .context = &source};
    if (!failure_write(&failure, cycle, "build/failures", stderr, error, sizeof error))
        verb_refuse("%s", error);
    return STATUS_FAILED;
}

// rtl leads, the golden model follows, and behind both the tape.
static int replay(const char *path, const struct tape_header *header, struct stimulus *beats,
                  struct admitter *outs) {
    struct admitter *inner =
        lockstep_open(rtl_open(header->depth), golden_open(header->depth), false);
    struct admitter *outer = lockstep_open(inner, outs, false);
    if (!outer)
        return verb_refuse("%s: expected a depth of %d, this build's; it is %u", path, DEPTH,
                           header->depth);
    struct progress progress = progress_start(path);
    const struct run_listeners listeners = {
        .hash = true, .progress = show_progress, .context = &progress};
    const struct run_limits limits = {0};
    struct run_result result = run(beats, outer, inner, header->clock_ps, &listeners, &limits);
    progress_end(&progress);

    int status = STATUS_FINE;
    const struct divergence *models = lockstep_divergence(inner);
    const struct divergence *recorded = lockstep_divergence(outer);
    const char *broken = tape_stimulus_failed(beats);
    if (broken) {
        status = verb_refuse("%s", broken);
    } else {
        printf("%s: %" PRIu64 " clocks of '%s', hash %016" PRIx64 "\n", path, result.cycles,
               header->note, result.hash);
        if (recorded->found) {
            char text[160];
            divergence_field(recorded, 0, text, sizeof text);
            printf("  differs from the tape at clock %" PRIu64 ": %s\n", recorded->cycle, text);
            status = STATUS_FAILED;
        }
        if (models->found)
            status = explain(path, header, models->cycle);
        else
            printf("  RTL and golden model agree%s\n",
                   recorded->found ? "" : ", also with the tape");
    }
    admitter_close(outer);
    return status;
}

int verb_replay(int argc, char **argv) {
    static const struct argp argp = {
        .parser = option,
        .args_doc = "FILE",
        .doc = "Runs the beats of a tape through the RTL and the golden model in lockstep, and "
               "compares the RTL with what was recorded."};
    const char *path = NULL;
    if (!verb_parse(&argp, argc, argv, &path))
        return STATUS_USAGE;
    if (!path)
        return verb_refuse("replay: expected the name of a tape");
    char error[400];
    struct tape_header header;
    struct stimulus *beats = tape_stimulus_open(path, &header, error, sizeof error);
    struct admitter *outs = beats ? tape_replay_open(path, &header, error, sizeof error) : NULL;
    int status = outs ? replay(path, &header, beats, outs) : verb_refuse("%s", error);
    stimulus_close(beats);
    return status;
}
