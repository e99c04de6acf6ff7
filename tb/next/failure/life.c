#include "tb/next/failure/life.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "tb/next/heard.h"

enum { FIRST_LINES = 8 };

__attribute__((format(printf, 3, 4))) static void note(struct life *life, uint64_t clock,
                                                       const char *format, ...) {
    va_list arguments;
    const unsigned at = life->count < LIFE_LINES ? life->count
                                                 : FIRST_LINES + (life->count - FIRST_LINES) %
                                                                     (LIFE_LINES - FIRST_LINES);
    life->line[at].clock = clock;
    va_start(arguments, format);
    vsnprintf(life->line[at].text, LIFE_TEXT, format, arguments);
    va_end(arguments);
    life->count++;
}

static void offered(struct life *life, const struct view *view) {
    static const char *const GROUP[] = {"latency-sensitive", "small", "large"};
    char text[SCENE_TEXT];
    const struct view_op *op = view_waiting(view, life->tag);
    const struct view_held *held = life->held ? view_holding(view, life->handle) : NULL;
    if (!op)
        return;
    if (op->clock + 1 == view->clock) {
        if (life->over || !held)
            *life = (struct life){.tag = life->tag};
        note(life, op->clock,
             "taken into slot %u: %s; %s, domain %u, %" PRIu32 " bytes on the wire",
             (unsigned)(op - view->op), scene_op(view, life->tag, text), GROUP[op->group],
             op->domain, op->wire_bytes);
    }
    if (op->clock + 4 == view->clock)
        note(life, view->clock,
             "its slot opens: demand %" PRIu32 " of its stage, %" PRIu32 " of its response engine",
             op->demand[0], op->demand[1]);
    if (view->aged == op - view->op + 1 && view_past(view, 1)->aged != view->aged)
        note(life, view->clock, "it is the aged operation, at an age of %" PRIu32, op->age);
}

static void denied(struct life *life, const struct view *view) {
    const struct view_op *op = view_waiting(view, life->tag);
    char text[LIFE_TEXT] = "", name[FIELD_TEXT], room[SCENE_TEXT];
    size_t at = 0;
    for (unsigned lane = 0; op && lane <= path_lanes(&view->size); lane++)
        if (view->out->path.trace_mask >> lane & 1 && at < sizeof text)
            at += (size_t)snprintf(text + at, sizeof text - at, "%s%s: %s", at ? "; " : "",
                                   field_lane_name(&view->size, lane, name),
                                   scene_room(view, op, lane, room));
    note(life, view->clock, "denied by %.180s", text);
}

static void decided(struct life *life, const struct view *view) {
    const struct path_out *out = &view->out->path;
    const struct view_op *op = view_waiting(view, life->tag);
    char handle[FIELD_TEXT], lanes[FIELD_TEXT];
    if (out->trace_tag != life->tag || !op)
        return;
    if (out->trace_kind == PATH_DENY)
        denied(life, view);
    if (out->trace_kind == PATH_REJECT) {
        note(life, view->clock, "rejected");
        life->over = true;
    }
    if (out->trace_kind != PATH_GRANT)
        return;
    life->held = true;
    life->handle = out->trace_handle;
    note(life, view->clock, "granted as %s on %s", field_handle(&view->size, life->handle, handle),
         field_set_text(&view->size, op->lanes, lanes));
}

static void returned(struct life *life, const struct view *view) {
    static const char *const KIND[] = {"", "", "stray", "late"};
    const struct path_out *out = &view->out->path;
    char channel[FIELD_TEXT], lane[FIELD_TEXT];
    for (unsigned k = 0; life->held && k < path_channels(&view->size); k++) {
        const char *const name = field_channel_name(&view->size, k, channel);
        if (out->return_kind[k] == RETURN_BACK && out->return_handle[k] == life->handle) {
            if (k + 1 < path_channels(&view->size))
                note(life, view->clock, "returns %" PRIu32 " to %s", out->return_amount[k],
                     field_lane_name(&view->size, out->return_lane[k], lane));
            else
                note(life, view->clock, "done");
        } else if (out->return_kind[k] && out->return_handle[k] == life->handle) {
            note(life, view->clock, "a completion of it on the %s channel is %s", name,
                 KIND[out->return_kind[k] % 4]);
        }
        if (out->free_valid[k] && out->free_handle[k] == life->handle) {
            note(life, view->clock, "complete: its handle and tag are free");
            life->over = true;
        }
    }
}

static void hear(void *self, const struct view *view) {
    struct lives *lives = self;
    static const char *const ANSWER[] = {"", "held", "waits", "unknown"};
    for (unsigned i = 0; i < lives->count && view->clock <= lives->until; i++) {
        struct life *life = &lives->life[i];
        if (view->after_reset && life->count)
            note(life, view->clock - 1, "a reset ends");
        offered(life, view);
        decided(life, view);
        returned(life, view);
        if (view->out->path.answer_kind && view->out->path.answer_tag == life->tag)
            note(life, view->clock, "offered again, and answered: %s",
                 ANSWER[view->out->path.answer_kind % 4]);
    }
}

bool lives_play(struct lives *lives, const char *tape, struct text_error *error) {
    static _Thread_local struct view view;
    static _Thread_local struct heard heard;
    static _Thread_local struct block_in in;
    static _Thread_local struct block_out out;
    struct block_tape_header header;
    struct block_tape_reader *reader = block_tape_open(tape, NULL, &header, error);
    if (!reader)
        return false;
    const struct block_model golden = block_golden_model(&header.size);
    if (!golden.self) {
        block_tape_reader_close(reader);
        return text_error_set(error, "%s: out of memory", tape);
    }
    view_begin(&view, &header.size, true);
    view_add(&view, (struct view_reader){lives, hear});
    const struct listener listener = view_listener(&view);
    const struct block_model model = heard_model(&heard, golden, &listener, 1);
    int more = 1;
    while (heard.clock <= lives->until && (more = block_tape_next(reader, &in, error)) > 0) {
        model.show(model.self, &out);
        model.clock(model.self, &in);
    }
    model.close(model.self);
    block_tape_reader_close(reader);
    return more >= 0;
}

uint64_t lives_begin(const struct lives *lives, uint64_t otherwise) {
    uint64_t first = otherwise;
    for (unsigned i = 0; i < lives->count; i++)
        if (lives->life[i].count && lives->life[i].line[0].clock < first)
            first = lives->life[i].line[0].clock;
    return first;
}

void life_write(const struct life *life, FILE *file) {
    const unsigned more = life->count > LIFE_LINES ? life->count - LIFE_LINES : 0;
    fprintf(file, "history of operation %" PRIu64 ":\n", life->tag);
    for (unsigned i = 0; i < life->count && i < LIFE_LINES; i++) {
        const unsigned ring = LIFE_LINES - FIRST_LINES;
        const unsigned at =
            more && i >= FIRST_LINES ? FIRST_LINES + (i - FIRST_LINES + more) % ring : i;
        if (more && i == FIRST_LINES)
            fprintf(file, "  ... %u more\n", more);
        fprintf(file, "  clock %-8" PRIu64 " %s\n", life->line[at].clock, life->line[at].text);
    }
    if (life->count == 0)
        fprintf(file, "  it was never taken\n");
}
