#define _POSIX_C_SOURCE 200809L // open_memstream
#include "tb/block/failure/history.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/block/view/map.h"

enum { CLOCK_PS = 1000, OPERATIONS = 4096, CLOCKS_BEFORE = 400 };

static void take(void *self, const struct commit *commit) {
    const struct history *history = self;
    for (unsigned i = 0; i < history->lives; i++)
        story_commit(history->life[i].story, commit);
    story_commit(history->last, commit);
}

// What was offered in the clock before, and taken as a new operation.
static void tell_offer(struct history *history, const struct view *view) {
    struct path_in in = view->in_before->path;
    in.op_valid = view_newest(view) && !view_newest(view)->found;
    in.op_again = false;
    for (unsigned i = 0; i < history->lives; i++) {
        struct told *life = &history->life[i];
        story_clock(life->story, &view->out->path, &in, view->clock - 1, CLOCK_PS);
        if (in.op_valid && in.op_tag == life->tag)
            life->offered = view->clock - 1;
    }
}

static void tell_write(struct history *history, const struct view *view) {
    const struct view_bus *bus = &view->bus;
    uint32_t *const before = &history->registers[bus->address / 4];
    char name[MAP_TEXT];
    if (!bus->answered)
        return;
    fprintf(history->writes, "%9" PRIu64 "  %s = %" PRIu32 ", ", view->clock,
            map_name(&view->size, bus->address, name), bus->data);
    fprintf(history->writes, view->out->axi_bresp ? "refused\n" : "before %" PRIu32 "\n", *before);
    *before = view->registers[bus->address / 4];
}

static void hear(void *self, const struct view *view) {
    struct history *history = self;
    if (view->after_reset) {
        memcpy(history->registers, view->registers, sizeof view->registers);
        history->reset = view->clock - 1;
        history->resets++;
    }
    tell_offer(history, view);
    tell_write(history, view);
}

static bool history_open(struct history *history, const struct scene *scene) {
    uint64_t tag[HISTORY_LIVES];
    *history = (struct history){.until = scene->failure.cycle,
                                .lives = scene_tags(scene, tag, HISTORY_LIVES),
                                .last = story_open(STORY_ALL, OPERATIONS, true, false)};
    history->writes = open_memstream(&history->text, &history->size);
    bool open = history->last && history->writes;
    for (unsigned i = 0; i < history->lives; i++) {
        struct story *story = story_open((uint32_t)tag[i], OPERATIONS, true, false);
        history->life[i] = (struct told){tag[i], UINT64_MAX, story};
        open = open && story;
    }
    if (open && history->until > CLOCKS_BEFORE)
        story_from(history->last, history->until - CLOCKS_BEFORE);
    return open;
}

bool history_play(struct history *history, const struct scene *scene, const char *tape,
                  struct text_error *error) {
    struct block_tape_header header;
    if (!history_open(history, scene))
        return text_error_set(error, "out of memory");
    const struct commit_sink sink = {take, history};
    const struct scene_run as = {BLOCK_RTL, history->until, NULL, {history, hear}, &sink};
    const bool fine = scene_tape(tape, &as, &header, &history->judged, error);
    fflush(history->writes);
    return fine;
}

void history_close(struct history *history) {
    for (unsigned i = 0; i < history->lives; i++)
        story_close(history->life[i].story);
    story_close(history->last);
    if (history->writes)
        fclose(history->writes);
    free(history->text);
}
