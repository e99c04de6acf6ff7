#define _GNU_SOURCE
#include "tb/wave/wave_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csim/base/atomic_file.h"
#include "csim/base/workers.h"
#include "csim/golden/golden.h"
#include "tb/cosim/cosim_loop.h"
#include "tb/dut/rtl.h"
#include "tb/wave/fst_file.h"

// ---- the admitter

struct wave_window {
    struct admitter admitter;
    struct admitter *rtl;
    struct admitter *ref; // golden model, shown beside the RTL; NULL: it could not begin
    const char *path;
    uint64_t cycle, from, to;
    uint64_t last; // clock written
    uint32_t clock_ps;
    bool open, written;
};

static void wave_window_edge(struct admitter *self, const struct edge_in *in,
                             struct edge_out *out) {
    struct wave_window *window = (struct wave_window *)self;
    uint64_t cycle = window->cycle + in->gap;
    if (!window->open && !window->written && cycle >= window->from && cycle <= window->to)
        window->open = window->written =
            rtl_wave_start(window->rtl, window->path, window->cycle, window->clock_ps);
    struct edge_out ref;
    if (window->ref)
        admitter_edge(window->ref, in, &ref);
    if (window->ref && window->open)
        rtl_wave_ref(window->rtl, &ref);
    admitter_edge(window->rtl, in, out);
    if (window->open)
        window->last = cycle;
    if (window->open && cycle >= window->to) {
        rtl_wave_stop(window->rtl);
        window->open = false;
    }
    window->cycle = cycle + 1;
}

static bool wave_window_begin(struct admitter *self, const struct block_state *state) {
    struct wave_window *window = (struct wave_window *)self;
    if (window->ref && !admitter_begin(window->ref, state)) {
        admitter_close(window->ref);
        window->ref = NULL;
    }
    return admitter_begin(window->rtl, state);
}

static void wave_window_close(struct admitter *self) {
    admitter_close(((struct wave_window *)self)->rtl);
    admitter_close(((struct wave_window *)self)->ref);
    free(self);
}

static const struct admitter_ops wave_window_ops = {.name = "rtl",
                                                    .edge = wave_window_edge,
                                                    .begin = wave_window_begin,
                                                    .close = wave_window_close};

struct admitter *wave_window_open(struct admitter *rtl, const char *path, uint64_t from,
                                  uint64_t to, uint32_t clock_ps) {
    struct wave_window *window = rtl ? malloc(sizeof *window) : NULL;
    if (!window) {
        admitter_close(rtl);
        return NULL;
    }
    *window = (struct wave_window){.admitter.ops = &wave_window_ops,
                                   .rtl = rtl,
                                   .ref = golden_open(rtl_depth(rtl)),
                                   .path = path,
                                   .from = from,
                                   .to = to,
                                   .clock_ps = clock_ps};
    return &window->admitter;
}

bool wave_window_written(const struct admitter *window) {
    return ((const struct wave_window *)window)->written;
}

uint64_t wave_window_last_ps(const struct admitter *window) {
    const struct wave_window *self = (const struct wave_window *)window;
    return self->last * self->clock_ps;
}

// ---- the file

enum { PATH_BYTES = 4096 };

// Runs it; false: the reason is in `why`.
static bool make_waves(const struct wave_run *run_of, const char *path, struct text_error *why) {
    struct stimulus *stimulus = run_of->open(run_of->context, why);
    struct admitter *waves = stimulus ? wave_window_open(rtl_open_traced(run_of->depth), path,
                                                         run_of->from, run_of->to, run_of->clock_ps)
                                      : NULL;
    bool written = false;
    uint64_t last_ps = 0;
    if (waves) {
        const struct cosim_loop_listeners listeners = {.hash = true};
        const struct cosim_loop_limits limits = {.cycles = run_of->cycles};
        const struct cosim_loop_result result =
            cosim_loop(stimulus, waves, NULL, run_of->clock_ps, &listeners, &limits);
        const bool same = result.hash == run_of->hash;
        written = wave_window_written(waves) && same;
        last_ps = wave_window_last_ps(waves);
        if (!written)
            text_error_set(why, "%s",
                           same ? "the file could not be opened, or the run has none of its clocks"
                                : "the build that has tracing commits otherwise");
    } else if (stimulus) {
        text_error_set(why, "out of memory");
    }
    admitter_close(waves);
    stimulus_close(stimulus);
    return written && fst_is_whole(path, last_ps, why);
}

// The process that writes. What the writer prints is not ours, and its end is told by its parent.
static void child_main(const struct wave_run *run, const char *path, pid_t parent,
                       struct text_error *why) {
    const struct rlimit no_core = {0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &no_core);
    const int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDOUT_FILENO);
    dup2(nowhere, STDERR_FILENO);
    _exit(getppid() == parent && make_waves(run, path, why) ? 0 : 1);
}

// Whether the process that writes to `path` ended well; else `why` says how it ended.
static bool child_run(const struct wave_run *run, const char *path, struct text_error *why) {
    const pid_t parent = getpid();
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        child_main(run, path, parent, why);
    int status = 0;
    if (child > 0)
        workers_wait(child, NULL, NULL, &status);
    if (child < 0)
        text_error_set(why, "no process could be started: %s", strerror(errno));
    else if (WIFSIGNALED(status))
        text_error_set(why, "their writer was ended by '%s'", strsignal(WTERMSIG(status)));
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// What the writer keeps beside its file while it writes.
static void remove_beside(const char *part) {
    char path[PATH_BYTES];
    if ((size_t)snprintf(path, sizeof path, "%s.hier", part) < sizeof path)
        remove(path);
}

bool wave_file_write(const char *path, const struct wave_run *run, struct text_error *error) {
    struct atomic_file output;
    struct text_error *why = workers_memory(sizeof *why);
    if (!why)
        return text_error_set(error, "%s: out of memory", path);
    bool written = atomic_file_open(&output, path, error);
    if (written && !output.part) {
        text_error_set(error, "%s: expected a file, not a device or a pipe", path);
        atomic_file_discard(&output);
        written = false;
    }
    if (written && !child_run(run, output.part, why)) {
        text_error_set(
            error, "%s: waves cannot be written whole: %s (is there room beside it and in /tmp?)",
            path, why->text);
        remove_beside(output.part);
        atomic_file_discard(&output);
        written = false;
    }
    written = written && atomic_file_finish(&output, error);
    workers_forget(why, sizeof *why);
    return written;
}
