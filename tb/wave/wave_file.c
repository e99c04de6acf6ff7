#define _GNU_SOURCE
#include "tb/wave/wave_file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csim/base/atomic_file.h"
#include "csim/base/workers.h"
#include "tb/cosim/cosim_loop.h"
#include "tb/dut/rtl.h"
#include "tb/wave/fst_check.h"
#include "tb/wave/wave_window.h"

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
