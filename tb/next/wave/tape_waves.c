#include "tb/next/wave/tape_waves.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "tb/next/block_tape.h"
#include "tb/next/dut/block_rtl.h"
#include "tb/next/view.h"

enum { GOLDEN, DUT };

// Both models, each with a view of its own boundary.
struct player {
    struct path_size size;
    struct block_model model[2];
    struct block_out out[2];
    struct view view[2];
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
            const struct view_lane now =
                view_lane_after(&player->view[side], &player->out[side].path, lane);
            beside->debt[side][lane] = (uint32_t)now.debt;
            beside->window[side][lane] = (uint32_t)now.window;
        }
}

static bool play(struct player *player, struct block_tape_reader *tape, uint64_t to,
                 struct text_error *error) {
    static _Thread_local struct block_in in;
    int more = 1;
    for (uint64_t clock = 0; clock <= to && (more = block_tape_next(tape, &in, error)) > 0;
         clock++) {
        show(player);
        for (unsigned side = 0; side < 2; side++) {
            const struct listener view = view_listener(&player->view[side]);
            view.hear(view.self, clock, &player->out[side], &in);
        }
        for (unsigned side = 0; side < 2; side++)
            player->model[side].clock(player->model[side].self, &in);
    }
    return more >= 0;
}

static bool open_models(struct player *player, const char *fst, const struct tape_sight *sight,
                        struct text_error *error) {
    player->model[DUT] = block_rtl_checked(&player->size);
    player->model[GOLDEN] = block_golden_model(&player->size);
    for (unsigned side = 0; side < 2; side++)
        view_begin(&player->view[side], &player->size, true);
    if (!player->model[GOLDEN].self)
        return text_error_set(error, "out of memory");
    block_rtl_beside(&player->model[DUT], fill, player);
    return block_rtl_waves(&player->model[DUT], fst, sight->from, sight->to) ||
           text_error_set(error, "%s: cannot be written, or this RTL has no waves", fst);
}

// Verilator's writer does not tell of a full disk.
static bool is_there(const char *fst, struct text_error *error) {
    struct stat status;
    return (stat(fst, &status) == 0 && status.st_size > 0) ||
           text_error_set(error, "%s: nothing was written", fst);
}

bool tape_waves(const char *tape, const char *fst, const char *view, const struct tape_sight *sight,
                struct text_error *error) {
    struct block_tape_header header;
    struct player *player = calloc(1, sizeof *player);
    if (!player)
        return text_error_set(error, "%s: out of memory", fst);
    bool fine = open_models(player, fst, sight, error);
    struct block_tape_reader *reader =
        fine ? block_tape_open(tape, &player->size, &header, error) : NULL;
    fine = reader && play(player, reader, sight->to, error);
    block_tape_reader_close(reader);
    for (unsigned side = 0; side < 2; side++)
        if (player->model[side].self)
            player->model[side].close(player->model[side].self);
    fine = fine && is_there(fst, error) && tape_view_write(fst, view, &player->size, sight, error);
    free(player);
    return fine;
}
