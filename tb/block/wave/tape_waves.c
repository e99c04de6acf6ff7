#include "tb/block/wave/tape_waves.h"

#include <errno.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csim/base/atomic_file.h"
#include "csim/base/interrupt.h"
#include "tb/block/block_tape.h"
#include "tb/block/dut/block_rtl.h"
#include "tb/block/ref_state.h"

enum { GOLDEN, DUT };

// Both models, each with a reference state of its own boundary.
struct player {
    struct path_size size;
    struct block_model model[2];
    struct block_out out[2];
    struct ref_state ref[2];
};

static void show(struct player *player) {
    for (unsigned side = 0; side < 2; side++)
        player->model[side].show(player->model[side].self, &player->out[side]);
}

// The golden model is a clock ahead: it shows what the block shows now.
static void fill(void *self, struct block_beside *beside) {
    struct player *player = self;
    struct field_at at = {OUT_FIELDS, 0};
    show(player);
    beside->golden = player->out[GOLDEN];
    beside->differs = 0;
    if (field_differs(&at, &player->size, &player->out[GOLDEN], &player->out[DUT]))
        beside->differs = (uint8_t)(1 + at.field->group);
    for (unsigned side = 0; side < 2; side++)
        for (unsigned lane = 0; lane < path_lanes(&player->size); lane++) {
            const struct ref_lane now =
                ref_lane_after(&player->ref[side], &player->out[side].path, lane);
            beside->debt[side][lane] = (uint32_t)now.debt;
            beside->window[side][lane] = (uint32_t)now.window;
        }
}

static bool play(struct player *player, struct block_tape_reader *tape, uint64_t to,
                 struct text_error *error) {
    static _Thread_local struct block_in in;
    int more = 1;
    for (uint64_t clock = 0;
         clock <= to && !interrupted() && (more = block_tape_next(tape, &in, error)) > 0; clock++) {
        show(player);
        for (unsigned side = 0; side < 2; side++) {
            const struct observer observer = ref_observer(&player->ref[side]);
            observer.observe(observer.self, clock, &player->out[side], &in);
        }
        for (unsigned side = 0; side < 2; side++)
            player->model[side].clock(player->model[side].self, &in);
    }
    return more >= 0 && !interrupted();
}

static bool open_models(struct player *player, const char *fst, const struct tape_sight *sight,
                        struct text_error *error) {
    player->model[DUT] = block_rtl_checked(&player->size);
    player->model[GOLDEN] = block_golden_model(&player->size);
    for (unsigned side = 0; side < 2; side++)
        ref_begin(&player->ref[side], &player->size);
    memory_there(player->model[GOLDEN].self);
    block_rtl_beside(&player->model[DUT], fill, player);
    return block_rtl_waves(&player->model[DUT], fst, sight->from, sight->to) ||
           text_error_set(error, "%s: cannot be written, or this RTL has no waves", fst);
}

static bool write_waves(const char *tape, const char *fst, const struct tape_sight *sight,
                        struct text_error *error) {
    struct block_tape_header header;
    struct player *player = memory_there(calloc(1, sizeof *player));
    bool fine = open_models(player, fst, sight, error);
    struct block_tape_reader *reader =
        fine ? block_tape_open(tape, &player->size, &header, error) : NULL;
    fine = reader && play(player, reader, sight->to, error);
    block_tape_reader_close(reader);
    for (unsigned side = 0; side < 2; side++)
        player->model[side].close(player->model[side].self);
    free(player);
    return fine && (block_rtl_waves_whole() || text_error_set(error, "not all could be written"));
}

// Verilator's writer dies of a full disk, or leaves half a file: it has a process of its own, of
// which there is nothing to show.
static void child_main(const char *tape, const char *fst, const struct tape_sight *sight,
                       pid_t parent, struct text_error *why) {
    const struct rlimit no_core = {0};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setrlimit(RLIMIT_CORE, &no_core);
    const bool quiet = freopen("/dev/null", "w", stdout) && freopen("/dev/null", "w", stderr);
    _exit(quiet && getppid() == parent && write_waves(tape, fst, sight, why) ? 0 : 1);
}

// False: how it ended is in `why`.
static bool child_run(const char *tape, const char *fst, const struct tape_sight *sight,
                      struct text_error *why) {
    const pid_t parent = getpid();
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        child_main(tape, fst, sight, parent, why);
    int status = 0;
    if (child > 0)
        workers_wait(child, NULL, NULL, &status);
    if (child < 0)
        text_error_set(why, "no process could be started: %s", strerror(errno));
    else if (WIFSIGNALED(status))
        text_error_set(why, "their writer was ended by '%s'", strsignal(WTERMSIG(status)));
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// What the writer keeps beside its file.
static void remove_beside(const char *part) {
    char path[4096];
    if ((size_t)snprintf(path, sizeof path, "%s.hier", part) < sizeof path)
        remove(path);
}

bool tape_waves(const char *tape, const char *fst, const char *view, const struct tape_sight *sight,
                struct text_error *error) {
    struct atomic_file output = {.file = NULL};
    struct block_tape_header header;
    struct block_tape_reader *reader = block_tape_open(tape, NULL, &header, error);
    block_tape_reader_close(reader);
    if (!reader)
        return false;
    struct text_error *why = workers_memory(sizeof *why);
    bool fine = atomic_file_open(&output, fst, error);
    if (fine && !output.part)
        fine = text_error_set(error, "%s: expected a file, not a device or a pipe", fst);
    else if (fine && !child_run(tape, output.part, sight, why))
        fine = text_error_set(error, "%s: waves cannot be written whole: %s", fst, why->text);
    fine = fine && tape_view_write(fst, view, &header.size, sight, error);
    if (fine)
        fine = atomic_file_finish(&output, error);
    else if (output.part)
        remove_beside(output.part);
    atomic_file_discard(&output);
    workers_forget(why, sizeof *why);
    return fine;
}
