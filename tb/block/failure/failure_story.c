#include "tb/block/failure/failure_story.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "tb/block/models.h"
#include "tb/block/view/map.h"
#include "tb/block/view/words.h"

enum { FIRST_LINES = 8, CLOCKS_BEFORE = 400 };

__attribute__((format(printf, 3, 4))) static void add(struct story_lines *lines, uint64_t clock,
                                                      const char *format, ...) {
    const unsigned first = lines->first, ring = lines->most - first;
    const unsigned at = lines->count < first ? lines->count : first + (lines->count - first) % ring;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(lines->line[at].text, STORY_TEXT, format, arguments);
    va_end(arguments);
    lines->line[at].clock = clock;
    lines->count++;
}

void story_write(const struct story_lines *lines, FILE *file) {
    const unsigned first = lines->first, ring = lines->most - first;
    const unsigned gone = lines->count > lines->most ? lines->count - lines->most : 0;
    for (unsigned i = 0; i < lines->count - gone; i++) {
        const unsigned at = i < first ? i : first + (i - first + gone) % ring;
        if (i == first && gone && first)
            fprintf(file, "  ... %u more\n", gone);
        fprintf(file, "  clock %-8" PRIu64 " %s\n", lines->line[at].clock, lines->line[at].text);
    }
    if (lines->count == 0)
        fprintf(file, "  none\n");
}

// --- commits ----------------------------------------------------------------------------------

// A commit in the clock of the view, of an operation or a handle.
struct commit_of {
    bool has_tag;
    uint64_t tag;
    uint32_t handle;
};

static bool concerns(const struct life *life, const struct commit_of *of) {
    return (of->has_tag && life->tag == of->tag) || (life->held && life->handle == of->handle);
}

static bool is_told(const struct story *story, const struct view *view,
                    const struct commit_of *of) {
    bool told = view->clock + CLOCKS_BEFORE > story->until && view->clock < story->until;
    for (unsigned i = 0; i < story->lives; i++)
        told |= concerns(&story->life[i], of);
    return told;
}

static void tell(struct story *story, const struct view *view, const struct commit_of *of,
                 const char *text) {
    for (unsigned i = 0; i < story->lives; i++)
        if (concerns(&story->life[i], of))
            add(&story->life[i].lines, view->clock, "%s%s",
                view->clock == story->until ? "dut: " : "", text);
    if (view->clock < story->until)
        add(&story->commits, view->clock, "%s", text);
}

static void tell_decision(struct story *story, const struct view *view) {
    static const char *const KIND[] = {"nothing", "grant", "deny", "reject", "window"};
    const struct path_out *out = &view->out->path;
    const struct path_size *size = &view->size;
    const bool granted = out->trace_kind == PATH_GRANT;
    const struct commit_of of = {out->trace_kind < PATH_WINDOW, out->trace_tag, UINT32_MAX};
    char text[STORY_TEXT], name[WORDS_TEXT], lanes[FIELD_TEXT], handle[FIELD_TEXT];
    const struct view_op *op = view_waiting(view, out->trace_tag);
    if (!is_told(story, view, &of))
        return;
    field_set_text(size, out->trace_mask, lanes);
    if (!of.has_tag)
        snprintf(text, sizeof text, "window   %s = %" PRIu32,
                 out->trace_mask >> path_lanes(size) & 1 ? "command limit" : lanes,
                 out->trace_stage);
    else if (out->trace_kind == PATH_DENY && op)
        snprintf(text, sizeof text, "deny     operation %" PRIu64 " by %s", out->trace_tag,
                 words_rooms(view, op, out->trace_mask, name));
    else
        snprintf(text, sizeof text, "%-8s %s%s%s, demands %" PRIu32 " and %" PRIu32,
                 KIND[out->trace_kind % 5], words_op(view, out->trace_tag, name),
                 granted ? " as " : "",
                 granted ? field_handle(size, out->trace_handle, handle) : "", out->trace_stage,
                 out->trace_response);
    tell(story, view, &of, text);
    for (unsigned i = 0; i < story->lives; i++)
        if (concerns(&story->life[i], &of) && out->trace_kind != PATH_DENY) {
            story->life[i].held = granted;
            story->life[i].handle = out->trace_handle;
            story->life[i].over = !granted;
        }
}

static void tell_channel(struct story *story, const struct view *view, unsigned k) {
    static const char *const KIND[] = {"nothing", "return", "stray", "late"};
    const struct path_out *out = &view->out->path;
    const struct path_size *size = &view->size;
    char text[STORY_TEXT], handle[FIELD_TEXT], channel[FIELD_TEXT], lane[FIELD_TEXT];
    for (unsigned complete = 0; complete < 2; complete++) {
        const uint32_t value = complete ? out->free_handle[k] : out->return_handle[k];
        const struct view_held *held = view_holding(view, value);
        const struct commit_of of = {held != NULL, held ? held->tag : 0, value};
        const bool back = out->return_kind[k] == RETURN_BACK && k + 1 < path_channels(size);
        if (!(complete ? out->free_valid[k] : out->return_kind[k]) || !is_told(story, view, &of))
            continue;
        const int head = snprintf(text, sizeof text, "%-8s handle %s",
                                  complete ? "complete" : KIND[out->return_kind[k] % 4],
                                  field_handle(size, value, handle));
        int at = head;
        if (held)
            at +=
                snprintf(text + at, sizeof text - (size_t)at, " of operation %" PRIu64, held->tag);
        if (!complete)
            at += snprintf(text + at, sizeof text - (size_t)at, ", %s channel",
                           field_channel_name(size, k, channel));
        if (!complete && back)
            snprintf(text + at, sizeof text - (size_t)at, ": %" PRIu32 " to %s",
                     out->return_amount[k], field_lane_name(size, out->return_lane[k], lane));
        tell(story, view, &of, text);
        for (unsigned i = 0; complete && i < story->lives; i++)
            story->life[i].over |= concerns(&story->life[i], &of);
    }
}

// --- what is no commit ------------------------------------------------------------------------

static void tell_waiting(struct life *life, const struct view *view) {
    static const char *const GROUP[] = {"latency-sensitive", "small", "large"};
    static const char *const ANSWER[] = {"", "is held", "waits", "is unknown"};
    const struct view_op *op = view_waiting(view, life->tag);
    char text[WORDS_TEXT];
    if (view->out->path.answer_kind && view->out->path.answer_tag == life->tag)
        add(&life->lines, view->clock, "answered: it %s", ANSWER[view->out->path.answer_kind % 4]);
    if (!op)
        return;
    if (op->clock + 1 == view->clock) {
        if (life->over || !life->held)
            *life = (struct life){.tag = life->tag,
                                  .lines = {.first = FIRST_LINES, .most = STORY_LINES}};
        add(&life->lines, op->clock,
            "offered, taken into slot %u: %s, %s, %" PRIu32 " bytes on the wire, domain %u",
            (unsigned)(op - view->op), words_op(view, life->tag, text), GROUP[op->group],
            op->wire_bytes, op->domain);
    }
    if (op->clock + 4 == view->clock)
        add(&life->lines, view->clock, "its slot opens: demands %" PRIu32 " and %" PRIu32,
            op->demand[0], op->demand[1]);
    if (view->aged == op - view->op + 1 && view_past(view, 1)->aged != view->aged)
        add(&life->lines, view->clock, "it is the aged operation, of age %" PRIu32, op->age);
}

static void tell_write(struct story *story, const struct view *view) {
    const struct view_bus *bus = &view->bus;
    uint32_t *const before = &story->registers[bus->address / 4];
    char name[MAP_TEXT];
    if (!bus->answered)
        return;
    add(&story->writes, view->clock,
        view->out->axi_bresp ? "%s = %" PRIu32 ", refused" : "%s = %" PRIu32 ", before %" PRIu32,
        map_name(&view->size, bus->address, name), bus->data, *before);
    *before = view->registers[bus->address / 4];
}

static void hear(void *self, const struct view *view) {
    struct story *story = self;
    if (view->after_reset) {
        memcpy(story->registers, view->registers, sizeof view->registers);
        story->reset = view->clock - 1;
        story->resets++;
        for (unsigned i = 0; i < story->lives; i++)
            if (story->life[i].lines.count)
                add(&story->life[i].lines, story->reset, "a reset ends");
    }
    for (unsigned i = 0; i < story->lives; i++)
        tell_waiting(&story->life[i], view);
    tell_write(story, view);
    if (view->out->path.trace_kind)
        tell_decision(story, view);
    for (unsigned k = 0; k < path_channels(&view->size); k++)
        if (view->out->path.return_kind[k] || view->out->path.free_valid[k])
            tell_channel(story, view, k);
}

bool story_play(struct story *story, const struct scene *scene, const char *tape,
                struct text_error *error) {
    struct block_tape_header header;
    uint64_t tag[STORY_LIVES];
    *story = (struct story){.until = scene->failure.cycle,
                            .lives = scene_tags(scene, tag, STORY_LIVES),
                            .commits.most = STORY_COMMITS,
                            .writes.most = STORY_WRITES};
    for (unsigned i = 0; i < story->lives; i++)
        story->life[i] =
            (struct life){.tag = tag[i], .lines = {.first = FIRST_LINES, .most = STORY_LINES}};
    const struct scene_run as = {BLOCK_RTL, story->until, {story, hear}};
    return scene_tape(tape, &as, &header, &story->judged, error);
}
