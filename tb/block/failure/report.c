#include "tb/block/failure/history.h"

#include <inttypes.h>
#include <string.h>

#include "tb/block/dut/block_rtl.h"
#include "tb/block/failure/cause.h"
#include "tb/block/view/map.h"
#include "tb/block/view/words.h"

enum { LINE_BYTES = 200, WAITING = 6, LIFE_LINES = 24, COMMITS = 16, WRITES = 8 };

// --- the cause --------------------------------------------------------------------------------

// What failed, why, and where to read on.
static void write_cause(const struct scene *scene, const struct cause *cause, FILE *file) {
    fprintf(file, "FAILED: %s, seed %" PRIu64 ", clock %" PRIu64 "\n%s%s", scene->header.name,
            scene->header.seed, scene->failure.cycle, scene->cause, cause->text);
    if (cause->rule)
        fprintf(file, ". The rule '%s' is broken; a user loses %s", cause->rule, cause->loss);
    fprintf(file, ".\n");
}

void failure_cause_write(const struct scene *scene, const struct history *history, FILE *file) {
    struct cause cause;
    cause_find(&cause, scene, &history->judged);
    write_cause(scene, &cause, file);
    cause_places(&cause, block_rtl_folder(), file);
}

// --- lanes, and what waits for them -----------------------------------------------------------

static void write_lanes(const struct scene *scene, uint64_t lanes, FILE *file) {
    const struct view *view = &scene->view;
    char name[FIELD_TEXT];
    if (lanes)
        fprintf(file, "lanes concerned, before this clock:\n");
    for (unsigned lane = 0; lane < path_lanes(&view->size); lane++) {
        const struct view_lane dut = view_lane_after(view, &scene->dut.path, lane),
                               ref = view_lane_after(view, &scene->out.path, lane);
        if (!(lanes >> lane & 1))
            continue;
        fprintf(file, "  %s: debt %" PRIu64 ", window %" PRIu64 ", holders %" PRIu32,
                field_lane_name(&view->size, lane, name), view->debt[lane], view->window[lane],
                view->holders[lane]);
        if (dut.debt != view->debt[lane] || ref.debt != view->debt[lane])
            fprintf(file, "; debt after it: dut %" PRIu64 ", ref %" PRIu64, dut.debt, ref.debt);
        if (dut.window != ref.window)
            fprintf(file, "; window after it: dut %" PRIu64 ", ref %" PRIu64, dut.window,
                    ref.window);
        fputc('\n', file);
    }
    fprintf(file, "table: %u reservations held, command limit %" PRIu32 "; %u slots taken\n",
            view->held_count, view->limit, view->taken);
}

// Those that were taken first.
static void write_waiting(const struct view *view, uint64_t lanes, FILE *file) {
    uint64_t after = 0;
    for (unsigned shown = 0; shown < WAITING; shown++) {
        const struct view_op *first = NULL;
        char name[WORDS_TEXT], lacks[FIELD_TEXT];
        for (unsigned slot = 0; slot < view->size.slots; slot++) {
            const struct view_op *op = &view->op[slot];
            if (op->taken && op->lanes & lanes && op->order >= after &&
                (!first || op->order < first->order))
                first = op;
        }
        if (!first)
            break;
        if (shown == 0)
            fprintf(
                file,
                "operations that wait for these lanes, at most %d, in the order of their offers:\n",
                WAITING);
        after = first->order + 1;
        fprintf(file,
                "  %s, taken in clock %" PRIu64 ", demands %" PRIu32 " and %" PRIu32
                "; lacks %s; denies %" PRIu64 ", age %" PRIu32 "\n",
                words_op(view, first->tag, name), first->clock, first->demand[0], first->demand[1],
                field_set_text(&view->size, first->lacks, lacks), first->denies, first->age);
    }
}

// --- registers --------------------------------------------------------------------------------

static void write_registers(const struct scene *scene, FILE *file) {
    static _Thread_local struct view reset;
    const struct path_size *size = &scene->view.size;
    size_t column = 0;
    char name[MAP_TEXT], text[LINE_BYTES];
    view_begin(&reset, size);
    fprintf(file, "registers that differ from their reset values:");
    for (unsigned word = 0; word < VIEW_WORDS; word++) {
        if (scene->view.registers[word] == reset.registers[word])
            continue;
        snprintf(text, sizeof text, "%s %" PRIu32, map_name(size, 4 * word, name),
                 scene->view.registers[word]);
        field_word(file, &column, text);
    }
    fprintf(file, "%s\n", column ? "" : " none");
}

void failure_report_write(const struct scene *scene, const struct history *history, FILE *file) {
    static const struct block_in nothing;
    const char *const folder = block_rtl_folder();
    char name[WORDS_TEXT];
    const uint64_t lanes = scene_lanes(scene);
    struct cause cause;
    cause_find(&cause, scene, &history->judged);
    write_cause(scene, &cause, file);
    fprintf(file, "caught by %s%s", scene->failure.caught, scene->differs ? "; " : "\n");
    if (scene->differs) {
        fprintf(file, "every field that differs:\n");
        fields_print_differences(file, &scene->view.size, &scene->dut, &scene->out);
    }
    write_lanes(scene, lanes, file);
    for (unsigned i = 0; i < history->lives; i++) {
        fprintf(file, "history of %s:\n", words_op(&scene->view, history->life[i].tag, name));
        story_print_last(history->life[i].story, LIFE_LINES, file);
    }
    write_waiting(&scene->view, lanes, file);
    fprintf(file, "inputs in this clock, which act in later ones:");
    fields_print(file, IN_FIELDS, &scene->view.size, &nothing, &scene->in);
    fprintf(file, "last commits:\n");
    story_print_last(history->last, COMMITS, file);
    fprintf(file, "last register writes:\n%s", story_last(history->text, history->size, WRITES));
    write_registers(scene, file);
    fprintf(file, "resets: %" PRIu64 ", the last until clock %" PRIu64 "\n", history->resets,
            history->reset);
    cause_places(&cause, block_rtl_folder(), file);
    if (strcmp(folder, "rtl") != 0)
        fprintf(file, "edits:  diff -r rtl %s\n", folder);
}
