#include "tb/block/failure/history.h"

#include "tb/block/ref_state/map.h"

enum { CLOCK_PS = 1000, OPERATIONS = 4096, CLOCKS_BEFORE = 400 };

static void take(void *self, const struct commit *commit) {
    const struct history *history = self;
    for (unsigned i = 0; i < history->lives; i++)
        story_commit(history->life[i].story, commit);
    story_commit(history->last, commit);
}

// What was offered in the clock before, and taken as a new operation.
static void report_offer(struct history *history, const struct ref_state *ref) {
    struct path_in in = ref->in_before->path;
    in.op_valid = ref_newest(ref) && !ref_newest(ref)->found;
    in.op_again = false;
    for (unsigned i = 0; i < history->lives; i++) {
        struct op_history *life = &history->life[i];
        story_clock(life->story, &ref->out->path, &in, ref->clock - 1, CLOCK_PS);
        if (in.op_valid && in.op_tag == life->tag)
            life->offered = ref->clock - 1;
    }
}

static void report_write(struct history *history, const struct ref_state *ref) {
    const struct ref_bus *bus = &ref->bus;
    uint32_t *const before = &history->registers[bus->address / 4];
    char name[MAP_TEXT];
    if (!bus->answered)
        return;
    fprintf(history->writes, "%9" PRIu64 "  %s = %" PRIu32 ", ", ref->clock,
            map_name(&ref->size, bus->address, name), bus->data);
    fprintf(history->writes, ref->out->axi_bresp ? "refused\n" : "before %" PRIu32 "\n", *before);
    *before = ref->registers[bus->address / 4];
}

static void observe(void *self, const struct ref_state *ref) {
    struct history *history = self;
    if (ref->after_reset) {
        memcpy(history->registers, ref->registers, sizeof ref->registers);
        history->reset = ref->clock - 1;
        history->resets++;
    }
    report_offer(history, ref);
    report_write(history, ref);
}

static void history_open(struct history *history, const struct snapshot *snapshot) {
    uint64_t tag[HISTORY_LIVES];
    *history = (struct history){.until = snapshot->failure.cycle,
                                .lives = snapshot_tags(snapshot, tag, HISTORY_LIVES),
                                .last = story_open(STORY_ALL, OPERATIONS, true, false)};
    history->writes = memory_there(open_memstream(&history->text, &history->size));
    for (unsigned i = 0; i < history->lives; i++)
        history->life[i] = (struct op_history){
            tag[i], UINT64_MAX, story_open((uint32_t)tag[i], OPERATIONS, true, false)};
    if (history->until > CLOCKS_BEFORE)
        story_from(history->last, history->until - CLOCKS_BEFORE);
}

bool history_play(struct history *history, const struct snapshot *snapshot, const char *tape,
                  struct text_error *error) {
    struct block_tape_header header;
    history_open(history, snapshot);
    const struct commit_sink sink = {take, history};
    const struct snapshot_run as = {BLOCK_RTL, history->until, NULL, {history, observe}, &sink};
    const bool fine = snapshot_tape(tape, &as, &header, &history->judged, error);
    fflush(history->writes);
    return fine;
}

void history_close(struct history *history) {
    for (unsigned i = 0; i < history->lives; i++)
        story_close(history->life[i].story);
    story_close(history->last);
    fclose(history->writes);
    free(history->text);
}
