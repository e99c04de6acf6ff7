#define _POSIX_C_SOURCE 200809L
// semacredit replay: a tape's beats through RTL and golden model, and its outs compared with the
// RTL's.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csim/base/atomic_file.h"
#include "csim/base/interrupt.h"
#include "csim/base/progress.h"
#include "csim/golden/golden.h"
#include "csim/interface/lockstep.h"
#include "csim/record/tape.h"
#include "tb/app/verbs.h"
#include "tb/cosim/version.h"
#include "tb/dut/rtl.h"
#include "tb/dut/vectors.h"
#include "tb/regress/checked_run.h"

static struct stimulus *open_tape(const void *path, struct text_error *error) {
    struct tape_header header;
    return tape_stimulus_open(path, &header, error);
}

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static int explain(const char *path, const struct tape_header *header, uint64_t cycle) {
    char name[64], workload[sizeof header->note], replay[1300];
    struct text_error error;
    snprintf(name, sizeof name, "replay-%.*s", (int)strcspn(base_name(path), "."), base_name(path));
    // A run's tape has its workload and its seed as a note.
    snprintf(workload, sizeof workload, "%s", header->note);
    char *const seed = strstr(workload, ", seed ");
    if (seed)
        *seed = '\0';
    char call[CALL_BYTES];
    version_call(call, sizeof call);
    snprintf(replay, sizeof replay, "%s replay %s", call, path);
    const struct failure_case failure = {.name = name,
                                         .workload = workload,
                                         .replay = replay,
                                         .seed = seed ? strtoull(seed + 7, NULL, 10) : 0,
                                         .depth = header->depth,
                                         .clock_ps = header->clock_ps,
                                         .open = open_tape,
                                         .context = path};
    if (!failure_write(&failure, cycle, BUILD_FOLDER "/failures", stderr, &error))
        verb_refuse("%s", error.text);
    return STATUS_FAILED;
}

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

// rtl leads, the golden model follows, and behind both the tape.
static int replay(const char *path, const struct tape_header *header, struct stimulus *beats,
                  struct admitter *outs) {
    struct admitter *inner =
        lockstep_open(rtl_open(header->depth), golden_open(header->depth), false);
    struct admitter *outer = lockstep_open(inner, outs, false);
    if (!outer)
        return verb_refuse("%s: expected a depth of " RTL_DEPTHS ", an RTL of this build; it is %u",
                           path, header->depth);
    struct progress progress = progress_start(path);
    const struct cosim_loop_listeners listeners = {
        .hash = true, .progress = progress_clocks, .context = &progress};
    const struct cosim_loop_limits limits = {0};
    struct cosim_loop_result result =
        cosim_loop(beats, outer, inner, header->clock_ps, &listeners, &limits);
    progress_end(&progress);

    int status = STATUS_FINE;
    const struct divergence *models = lockstep_divergence(inner);
    const struct divergence *recorded = lockstep_divergence(outer);
    const char *broken = tape_stimulus_failed(beats);
    if (interrupted()) {
        printf("%s: interrupted after %" PRIu64 " clocks of '%s'%s\n", path, result.cycles,
               header->note, models->found || recorded->found ? ", which differ" : "");
    } else if (broken) {
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
            printf("  RTL and golden model agree%s%s%s\n",
                   recorded->found ? "" : ", also with the tape",
                   cosim_loop_empty(&result) ? "; an empty tape: " : "",
                   cosim_loop_empty(&result) ? cosim_loop_empty(&result) : "");
    }
    admitter_close(outer);
    return status;
}

// Every clock of the tape as a vector; false: the reason is in `error`.
static bool copy_vectors(struct tape_reader *tape, const char *path, FILE *file,
                         struct text_error *error) {
    struct edge_in in;
    struct edge_out out;
    int more = 0;
    while (!interrupted() && (more = tape_read(tape, &in, &out, error)) > 0) {
        if (in.gap)
            return text_error_set(
                error, "%s: expected a tape without skipped clocks (run --no-skip)", path);
        vector_write(file, &in, &out);
    }
    return more == 0;
}

static int write_vectors(const char *path, const char *vectors) {
    struct text_error error;
    struct tape_header header;
    struct atomic_file output = {0};
    struct tape_reader *tape = tape_reader_open(path, &header, &error);
    bool written = tape;
    if (tape && header.depth != DEPTH) {
        text_error_set(&error, "%s: expected a depth of %d, that of the vectors' ports", path,
                       DEPTH);
        written = false;
    }
    if (tape && header.begins) {
        text_error_set(&error, "%s: expected a tape of a run that begins out of reset", path);
        written = false;
    }
    written = written && atomic_file_open(&output, vectors, &error) &&
              copy_vectors(tape, path, output.file, &error) && atomic_file_finish(&output, &error);
    atomic_file_discard(&output);
    if (tape)
        tape_reader_close(tape);
    return written ? STATUS_FINE : verb_refuse("%s", error.text);
}

int verb_replay(struct options *options) {
    const char *path = options->argument;
    if (is_folder(path))
        return refuse_folder(path);
    if (options->vectors)
        return write_vectors(path, options->vectors);
    struct text_error error;
    struct tape_header header;
    struct stimulus *beats = tape_stimulus_open(path, &header, &error);
    struct admitter *outs = beats ? tape_replay_open(path, &header, &error) : NULL;
    int status = outs ? replay(path, &header, beats, outs) : verb_refuse("%s", error.text);
    stimulus_close(beats);
    return status;
}
